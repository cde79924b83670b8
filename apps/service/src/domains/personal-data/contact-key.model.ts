/** What an object belongs to, by its name. */
export type ObjectSubject =
  | { readonly kind: 'call'; readonly attemptId: string }
  | { readonly kind: 'document'; readonly objectKey: string };

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ofCall = new RegExp(`^(?:recordings/(${UUID})/[^/]+|reports/${UUID}/(${UUID}))$`);
const ofDocument = new RegExp(`^documents/${UUID}/${UUID}$`);

/** Undefined: neither a recording or report of a call nor a document, so nobody's personal data. */
export function subjectOf(objectKey: string): ObjectSubject | undefined {
  if (ofDocument.test(objectKey)) return { kind: 'document', objectKey };
  const [, recording, report] = ofCall.exec(objectKey) ?? [];
  const attemptId = recording ?? report;
  return attemptId === undefined ? undefined : { kind: 'call', attemptId };
}

/** What a data key is wrapped for. Without the contact: a merge gives the key to another one. */
export const keyContext = (companyId: string, keyId: string): string => `contact key ${companyId} ${keyId}`;
