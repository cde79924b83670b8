/** What a key may reach, by what it is about: the table of the API. */
export const scopeRows: readonly (readonly [noun: string, words: string, verbs: readonly string[]])[] = [
  ['jobs', 'Jobs', ['read', 'write', 'delete']],
  ['contacts', 'Contacts', ['read', 'write', 'delete']],
  ['conversations', 'Conversations', ['read', 'write', 'delete']],
  ['agents', 'Agents', ['read', 'write', 'delete']],
  ['runs', 'Runs', ['read', 'write', 'delete']],
  ['companies', 'Companies', ['read', 'write']],
  ['billing', 'Billing', ['read']],
  ['webhooks', 'Webhooks', ['write']],
];
export const verbs = ['read', 'write', 'delete'] as const;

export const everyScope: readonly string[] = scopeRows.flatMap(([noun, , own]) =>
  own.map((verb) => `${verb}:${noun}`),
);
export const readingScopes: readonly string[] = everyScope.filter((scope) => scope.startsWith('read:'));

/** What a key may do, in words: "Jobs: read, write". */
export function scopeWords(scopes: readonly string[]): string {
  const has = new Set(scopes.map(scopeName));
  if (everyScope.every((scope) => has.has(scope))) return 'Everything';
  return scopeRows
    .map(([noun, words, own]) => [words, own.filter((verb) => has.has(`${verb}:${noun}`))] as const)
    .filter(([, own]) => own.length > 0)
    .map(([words, own]) => `${words}: ${own.join(', ')}`)
    .join(' · ');
}

/** A key may have been made with the older spelling of a scope, which grants the same. */
const older: Readonly<Record<string, string>> = { interviews: 'conversations', candidates: 'contacts' };
export function scopeName(scope: string): string {
  const [verb = '', noun = ''] = scope.split(':');
  return `${verb}:${older[noun] ?? noun}`;
}
