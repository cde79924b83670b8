import { permissions, permissionsBySpelling } from '@parley/contract/permission.ts';

export const verbs = ['read', 'write', 'delete'] as const;

const nouns: readonly (readonly [noun: string, words: string])[] = [
  ['jobs', 'Jobs'],
  ['contacts', 'Contacts'],
  ['conversations', 'Conversations'],
  ['agents', 'Agents'],
  ['runs', 'Runs'],
  ['companies', 'Companies'],
  ['billing', 'Billing'],
  ['webhooks', 'Webhooks'],
];
export const everyScope: readonly string[] = permissions;
/** What a key may reach, by what it is about. */
export const scopeRows: readonly (readonly [noun: string, words: string, verbs: readonly string[]])[] =
  nouns.map(([noun, words]) => [noun, words, verbs.filter((verb) => everyScope.includes(`${verb}:${noun}`))]);
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
export const scopeName = (scope: string): string => permissionsBySpelling.get(scope) ?? scope;
