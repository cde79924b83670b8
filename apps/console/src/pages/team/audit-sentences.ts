/** A subject of requests that has a name. */
export type Subject = 'run' | 'agent' | 'contact' | 'conversation' | 'job' | 'webhook' | 'trunk' | 'company';

/** What a request did; the name of its subject replaces the braces. */
interface Sentence {
  readonly words: string;
  readonly subject?: Subject;
}

const of = (subject: Subject, words: string): Sentence => ({ words, subject });
const plain = (words: string): Sentence => ({ words });

const simulatedTest = 'Tested the agent {} with simulated contacts';

/** Every audited request that changes something, by method and path; a test compares it with the routes. And some that read. */
const sentences: Readonly<Record<string, Sentence>> = {
  'POST /conversations': plain('Created a conversation'),
  'DELETE /conversations/{id}': plain('Deleted a conversation'),
  'POST /conversations/{id}/call-attempts': of('conversation', 'Scheduled another call of {}'),
  'PATCH /conversations/{id}/call-attempts/{attemptId}': of('conversation', 'Rescheduled a call of {}'),
  'DELETE /conversations/{id}/call-attempts/{attemptId}': of('conversation', 'Deleted a call of {}'),
  'POST /conversations/{id}/corrections': of('conversation', 'Corrected a result of {}'),
  'DELETE /conversations/{id}/corrections/{correctionId}': of('conversation', 'Withdrew a correction of {}'),
  'POST /conversations/{id}/comments': of('conversation', 'Commented on {}'),
  'DELETE /conversations/{id}/comments/{commentId}': of('conversation', 'Deleted a comment on {}'),
  'POST /conversations/{id}/test-case': of('conversation', 'Made a test case from {}'),
  'POST /conversations/{id}/messages': of('conversation', 'Sent the link of {}'),
  'POST /console/api/conversations/{id}/cancel': of('conversation', 'Cancelled {}'),
  'POST /console/api/conversations/{id}/end-call': of('conversation', 'Ended the live call of {}'),
  'POST /console/api/conversations/{id}/replay': of('conversation', 'Replayed a call of {}'),

  'POST /runs': plain('Created a run'),
  'PATCH /runs/{id}': of('run', 'Changed the run {}'),
  'DELETE /runs/{id}': plain('Deleted a run'),
  'POST /runs/{id}/launch': of('run', 'Launched the run {}'),
  'POST /runs/{id}/pause': of('run', 'Paused the run {}'),
  'POST /runs/{id}/resume': of('run', 'Resumed the run {}'),
  'POST /runs/{id}/cancel': of('run', 'Cancelled the run {}'),
  'POST /runs/{id}/messages': of('run', 'Sent the links of the run {}'),
  'POST /runs/{id}/contacts': of('run', 'Attached contacts to the run {}'),
  'POST /runs/{id}/again': of('run', 'Made a draft to call contacts of the run {} again'),
  'DELETE /runs/{id}/contacts': of('run', 'Removed contacts from the run {}'),

  'POST /contacts': plain('Created a contact'),
  'PATCH /contacts/{id}': of('contact', 'Changed the contact {}'),
  'DELETE /contacts/{id}': plain('Deleted a contact'),
  'POST /contacts/{id}/documents': of('contact', 'Started to upload a document of {}'),
  'POST /contacts/{id}/documents/{documentId}/complete': of('contact', 'Uploaded a document of {}'),
  'PATCH /contacts/{id}/documents/{documentId}': of('contact', 'Changed a document of {}'),
  'DELETE /contacts/{id}/documents/{documentId}': of('contact', 'Deleted a document of {}'),
  'POST /contacts/{id}/cv': of('contact', 'Started to upload the CV of {}'),
  'POST /contacts/{id}/cv/complete': of('contact', 'Uploaded the CV of {}'),
  'PUT /console/api/contacts/{id}/do-not-call': of('contact', 'Changed whether {} may be called'),
  // Not a route any more; what was done with it is still in the log.
  'POST /console/api/contacts/import': plain('Imported contacts'),
  'POST /contacts/search': plain('Searched contacts'),
  'GET /search': plain('Searched contacts and conversations'),
  'POST /contacts/bulk': plain('Changed many contacts'),
  'POST /contacts/bulk-delete': plain('Deleted many contacts'),
  'POST /contacts/{id}/merge': of('contact', 'Merged another contact into {}'),
  'POST /contact-segments': plain('Created a segment'),
  'PATCH /contact-segments/{id}': plain('Changed a segment'),
  'DELETE /contact-segments/{id}': plain('Deleted a segment'),
  'POST /contact-views': plain('Saved a view of the contacts'),
  'PATCH /contact-views/{id}': plain('Changed a view of the contacts'),
  'DELETE /contact-views/{id}': plain('Deleted a view of the contacts'),
  'POST /contact-imports': plain('Started an import of contacts'),
  'POST /contact-imports/preview': plain('Checked an import of contacts'),
  'POST /contact-imports/{id}/rows': plain('Imported contacts'),
  'POST /contact-imports/{id}/undo': plain('Undid an import of contacts'),
  'POST /do-not-call-registers': plain('Created a do-not-call register'),
  'DELETE /do-not-call-registers/{id}': plain('Deleted a do-not-call register'),
  'POST /do-not-call-registers/{id}/imports': plain('Started an import into a do-not-call register'),
  'POST /do-not-call-registers/{id}/imports/{id}/numbers': plain('Added numbers to a do-not-call register'),
  'POST /do-not-call-registers/{id}/imports/{id}/finish': plain(
    'Finished an import into a do-not-call register',
  ),
  'POST /do-not-call-registers/{id}/imports/{id}/undo': plain('Undid an import into a do-not-call register'),
  'PUT /console/api/companies/{id}/do-not-call-registers/{id}': plain('Shared a do-not-call register'),

  'POST /contact-fields': plain('Created a contact field'),
  'PATCH /contact-fields/{id}': plain('Changed a contact field'),
  'DELETE /contact-fields/{id}': plain('Deleted a contact field'),

  'POST /jobs': plain('Created a job'),
  'POST /jobs/url': plain('Created a job from a posting'),
  'PATCH /jobs/{id}': of('job', 'Changed the job {}'),
  'DELETE /jobs/{id}': plain('Deleted a job'),

  'POST /sourcing': plain('Searched for candidates'),
  'POST /sourcing/preview': plain('Previewed a search for candidates'),
  'POST /enrichment': plain('Looked up more about candidates'),
  'POST /sourcing/profiles': plain('Added people to the talent pool'),
  'DELETE /sourcing/profiles/{profileId}': plain('Deleted a person from the talent pool'),

  'POST /agents': plain('Created an agent'),
  'PATCH /agents/{id}': of('agent', 'Changed the agent {}'),
  'DELETE /agents/{id}': plain('Deleted an agent'),
  'POST /agents/{id}/message-preview': of('agent', 'Previewed a message of {}'),
  'POST /agents/{id}/voice-preview': of('agent', 'Played a voice for {}'),
  'POST /agents/{id}/preflight': of('agent', 'Checked the agent {}'),
  'POST /agents/{id}/versions/{versionId}/restore': of('agent', 'Restored a version of the agent {}'),
  'PATCH /agents/{id}/draft': of('agent', 'Changed the draft of the agent {}'),
  'POST /agents/{id}/draft/publish': of('agent', 'Published the draft of the agent {}'),
  'DELETE /agents/{id}/draft': of('agent', 'Discarded the draft of the agent {}'),
  'POST /agents/{id}/test-cases': of('agent', 'Added a test case to the agent {}'),
  'PATCH /agents/{id}/test-cases/{testCaseId}': of('agent', 'Changed a test case of the agent {}'),
  'DELETE /agents/{id}/test-cases/{testCaseId}': of('agent', 'Deleted a test case of the agent {}'),
  'POST /agents/{id}/test-cases/run': of('agent', 'Ran the test cases of the agent {}'),
  'POST /agents/{id}/documents': of('agent', 'Started to upload a document of the agent {}'),
  'POST /agents/{id}/documents/{documentId}/complete': of('agent', 'Uploaded a document of the agent {}'),
  'PATCH /agents/{id}/documents/{documentId}': of('agent', 'Changed a document of the agent {}'),
  'DELETE /agents/{id}/documents/{documentId}': of('agent', 'Deleted a document of the agent {}'),
  'POST /console/api/agents/{id}/simulated-test': of('agent', simulatedTest),
  // What the route was called in entries of older versions.
  'POST /console/api/agents/{id}/rehearsal': of('agent', simulatedTest),
  'POST /console/api/agents/{id}/copy': of('agent', 'Duplicated the agent {}'),
  'POST /console/api/agents/{id}/browser-call': of('agent', 'Tested the agent {} in the browser'),

  'POST /webhooks': plain('Created a webhook'),
  'PATCH /webhooks/{id}': of('webhook', 'Changed the webhook {}'),
  'DELETE /webhooks/{id}': plain('Deleted a webhook'),
  'POST /webhooks/{id}/test': of('webhook', 'Sent a test event to the webhook {}'),
  'POST /webhooks/{id}/reset-circuit': of('webhook', 'Reset the circuit of the webhook {}'),
  'POST /webhooks/{id}/rotate-secret': of('webhook', 'Replaced the secret of the webhook {}'),
  'POST /webhooks/{id}/deliveries/{deliveryId}/redeliver': of('webhook', 'Resent an event to the webhook {}'),
  'POST /webhooks/{id}/deliveries/redeliver': of('webhook', 'Resent failed events to the webhook {}'),

  'POST /trunks': plain('Created a trunk'),
  'PATCH /trunks/{id}': of('trunk', 'Changed the trunk {}'),
  'DELETE /trunks/{id}': plain('Deleted a trunk'),
  'POST /trunks/{id}/test': of('trunk', 'Tested the trunk {}'),
  'PATCH /phone-numbers/{id}': plain('Changed how a phone number is used'),
  'POST /shared-trunks': plain('Created a shared trunk'),
  'PATCH /shared-trunks/{id}': plain('Changed a shared trunk'),
  'DELETE /shared-trunks/{id}': plain('Deleted a shared trunk'),
  'POST /shared-trunks/{id}/test': plain('Tested a shared trunk'),

  'POST /companies': plain('Created a company'),
  'PATCH /companies/{id}': of('company', 'Changed the company {}'),
  'POST /console/api/companies': plain('Created a company'),
  'PATCH /console/api/companies/{id}': of('company', 'Changed the company {}'),
  'PUT /companies/{id}/model': of('company', 'Set the language model of the company {}'),
  'DELETE /companies/{id}/model': of('company', 'Removed the language model of the company {}'),
  'PUT /companies/{id}/call-ceiling': of('company', 'Set the call ceiling of the company {}'),
  'PUT /companies/{id}/plan': of('company', 'Set the plan of the company {}'),
  'POST /phone-numbers': plain('Added a phone number'),

  'POST /api-keys': plain('Created an API key'),
  'PATCH /api-keys/{keyId}': plain('Changed an API key'),
  'DELETE /api-keys/{keyId}': plain('Revoked an API key'),
  'POST /console/api/api-keys': plain('Created an API key'),
  'PATCH /console/api/api-keys/{keyId}': plain('Changed an API key'),
  'DELETE /console/api/api-keys/{keyId}': plain('Revoked an API key'),

  'PUT /console/api/me/company': plain('Switched to another company'),
  'PUT /console/api/me/name': plain('Changed their own name'),
  'PUT /console/api/me/password': plain('Asked to change the password'),
  'POST /console/api/sign-out': plain('Asked to sign out'),
  'DELETE /console/api/me/sessions/{id}': plain('Asked to end a session'),
  'DELETE /console/api/me/sessions': plain('Asked to end all other sessions'),
  'POST /console/api/me/second-factor': plain('Asked for a second factor'),
  'POST /console/api/me/second-factor/confirm': plain('Asked to enable the second factor'),
  'POST /console/api/me/second-factor/recovery-codes': plain('Asked for new recovery codes'),
  'DELETE /console/api/me/second-factor': plain('Asked to remove the second factor'),
  'DELETE /console/api/users/{id}/second-factor': plain('Asked to reset the second factor of a person'),
  'POST /console/api/me/passkeys/start': plain('Asked for a new passkey'),
  'POST /console/api/me/passkeys': plain('Asked to add a passkey'),
  'DELETE /console/api/me/passkeys/{id}': plain('Asked to remove a passkey'),
  'POST /console/api/scim-tokens': plain('Asked to create a SCIM token'),
  'DELETE /console/api/scim-tokens/{id}': plain('Asked to revoke a SCIM token'),
  'PATCH /console/api/users/{id}': plain('Asked to change a role'),
  'DELETE /console/api/users/{id}': plain('Asked to remove a person'),
  'POST /console/api/invitations': plain('Asked to invite a person'),
  'DELETE /console/api/invitations/{id}': plain('Withdrew an invitation'),
};

/** Some paths of the API have an alias. */
const firstNames = { '/interviews': '/conversations', '/candidates': '/contacts' } as const;

const routes = Object.entries(sentences)
  .map(([route, sentence]) => ({
    sentence,
    // The id of what it is about is the first in its path.
    pattern: new RegExp(`^${route.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
    isExact: !route.includes('{'),
  }))
  // "/jobs/url" is not a job called "url".
  .sort((one, other) => Number(other.isExact) - Number(one.isExact));

export interface Deed {
  readonly words: string;
  readonly subject: { readonly kind: Subject; readonly id: string } | undefined;
}

/** What a logged request did: "POST /runs/01a1…/launch". */
export function deedOf(endpoint: string): Deed | undefined {
  const asked = endpoint.replace(
    / (\/interviews|\/candidates)(?=\/|$)/,
    (_, alias: keyof typeof firstNames) => ` ${firstNames[alias]}`,
  );
  for (const { pattern, sentence } of routes) {
    const match = pattern.exec(asked);
    if (match === null) continue;
    const id = match[1];
    const { words, subject } = sentence;
    return { words, subject: subject && id ? { kind: subject, id: id.toLowerCase() } : undefined };
  }
  return undefined;
}
