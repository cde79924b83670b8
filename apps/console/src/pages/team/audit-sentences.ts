/** A subject of requests that has a name. */
export type Subject = 'run' | 'agent' | 'contact' | 'conversation' | 'job' | 'webhook' | 'company';

/** What a request did; the name of its subject replaces the braces. */
interface Sentence {
  readonly words: string;
  readonly subject?: Subject;
}

const of = (subject: Subject, words: string): Sentence => ({ words, subject });
const plain = (words: string): Sentence => ({ words });

const simulatedTest = 'Tested the agent {} with simulated contacts';

/** Every audited request by method and path. A test compares it with the routes. */
const sentences: Readonly<Record<string, Sentence>> = {
  'POST /conversations': plain('Created a conversation'),
  'DELETE /conversations/{id}': plain('Deleted a conversation'),
  'POST /conversations/{id}/call-attempts': of('conversation', 'Scheduled another call of {}'),
  'PATCH /conversations/{id}/call-attempts/{attemptId}': of('conversation', 'Rescheduled a call of {}'),
  'DELETE /conversations/{id}/call-attempts/{attemptId}': of('conversation', 'Deleted a call of {}'),
  'POST /console/api/conversations/{id}/cancel': of('conversation', 'Cancelled {}'),
  'POST /console/api/conversations/{id}/end-call': of('conversation', 'Ended the live call of {}'),
  'POST /console/api/conversations/{id}/replay': of('conversation', 'Replayed a call of {}'),

  'POST /runs': plain('Created a run'),
  'PATCH /runs/{id}': of('run', 'Renamed the run {}'),
  'DELETE /runs/{id}': plain('Deleted a run'),
  'POST /runs/{id}/launch': of('run', 'Launched the run {}'),
  'POST /runs/{id}/pause': of('run', 'Paused the run {}'),
  'POST /runs/{id}/resume': of('run', 'Resumed the run {}'),
  'POST /runs/{id}/cancel': of('run', 'Cancelled the run {}'),
  'POST /runs/{id}/contacts': of('run', 'Attached contacts to the run {}'),
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
  'POST /console/api/contacts/import': plain('Imported contacts'),

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
  'POST /agents/{id}/preflight': of('agent', 'Checked the agent {}'),
  'POST /agents/{id}/documents': of('agent', 'Started to upload a document of the agent {}'),
  'POST /agents/{id}/documents/{documentId}/complete': of('agent', 'Uploaded a document of the agent {}'),
  'PATCH /agents/{id}/documents/{documentId}': of('agent', 'Changed a document of the agent {}'),
  'DELETE /agents/{id}/documents/{documentId}': of('agent', 'Deleted a document of the agent {}'),
  'POST /console/api/agents/{id}/simulated-test': of('agent', simulatedTest),
  // What the route was called in entries of older versions.
  'POST /console/api/agents/{id}/rehearsal': of('agent', simulatedTest),
  'POST /console/api/agents/{id}/browser-call': of('agent', 'Tested the agent {} in the browser'),

  'POST /webhooks': plain('Created a webhook'),
  'PATCH /webhooks/{id}': of('webhook', 'Changed the webhook {}'),
  'DELETE /webhooks/{id}': plain('Deleted a webhook'),
  'POST /webhooks/{id}/test': of('webhook', 'Sent a test event to the webhook {}'),
  'POST /webhooks/{id}/reset-circuit': of('webhook', 'Reset the circuit of the webhook {}'),
  'POST /webhooks/{id}/rotate-secret': of('webhook', 'Replaced the secret of the webhook {}'),
  'POST /webhooks/{id}/deliveries/{deliveryId}/redeliver': of('webhook', 'Resent an event to the webhook {}'),
  'POST /webhooks/{id}/deliveries/redeliver': of('webhook', 'Resent failed events to the webhook {}'),

  'POST /companies': plain('Created a company'),
  'PATCH /companies/{id}': of('company', 'Changed the company {}'),
  'POST /console/api/companies': plain('Created a company'),
  'PATCH /console/api/companies/{id}': of('company', 'Changed the company {}'),
  'PUT /companies/{id}/model': of('company', 'Set the language model of the company {}'),
  'DELETE /companies/{id}/model': of('company', 'Removed the language model of the company {}'),
  'PUT /companies/{id}/plan': of('company', 'Set the plan of the company {}'),
  'POST /phone-numbers': plain('Added a phone number'),

  'POST /api-keys': plain('Created an API key'),
  'PATCH /api-keys/{keyId}': plain('Changed an API key'),
  'DELETE /api-keys/{keyId}': plain('Revoked an API key'),

  'PUT /console/api/me/company': plain('Switched to another company'),
  'PUT /console/api/me/name': plain('Changed their own name'),
  'PUT /console/api/me/password': plain('Asked to change the password'),
  'POST /console/api/sign-out': plain('Asked to sign out'),
  'DELETE /console/api/me/sessions/{id}': plain('Asked to end a session'),
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
