import { permissions, permissionsBySpelling } from '@parley/contract/api-key.ts';
import type { Body, Reply } from '../../api/client.ts';
import { Badge, type Tone } from '../../components/badge.tsx';

export type ApiKey = Reply<'/api-keys/{keyId}', 'get'>['data'] & {
  /** False: owners of the company may only revoke it. */
  readonly mayChange?: boolean;
};
type Scope = Body<'/api-keys', 'post'>['scopes'][number];

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
/** The permissions of a key, by resource. */
export const scopeRows: readonly (readonly [noun: string, words: string, verbs: readonly string[]])[] =
  nouns.map(([noun, words]) => [noun, words, verbs.filter((verb) => everyScope.includes(`${verb}:${noun}`))]);
export const readingScopes: readonly string[] = everyScope.filter((scope) => scope.startsWith('read:'));

/** The draft of a key. */
export interface KeyDraft {
  readonly name: string;
  readonly scopes: readonly string[];
  /** The value of a `datetime-local` field; empty: never. */
  readonly expiresAt: string;
  /** One per line. */
  readonly allowedIPs: string;
}

export const emptyKey: KeyDraft = { name: '', scopes: everyScope, expiresAt: '', allowedIPs: '' };

export const keyDraftOf = (key: ApiKey): KeyDraft => ({
  name: key.name,
  scopes: key.scopes,
  expiresAt: key.expiresAt === null ? '' : localField(key.expiresAt),
  allowedIPs: key.allowedIPs.join('\n'),
});

export const keyOf = ({ name, scopes, expiresAt, allowedIPs }: KeyDraft) => ({
  name,
  scopes: [...scopes] as Scope[],
  expiresAt: expiresAt === '' ? null : instantOf(expiresAt),
  allowedIPs: allowedIPs.split(/[\s,]+/).filter((address) => address !== ''),
});

/** An invalid date, such as one with a five-digit year, is sent as typed: the service reports the error. */
function instantOf(typed: string): string {
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? typed : at.toISOString();
}

/** 2026-03-14T10:00 in local time, as a `datetime-local` field needs it. */
function localField(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

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

/** A key may have been created with the alias of a scope, which grants the same. */
export const scopeName = (scope: string): string => permissionsBySpelling.get(scope) ?? scope;

const states: Readonly<Record<ApiKey['status'], readonly [words: string, tone: Tone]>> = {
  ACTIVE: ['Active', 'good'],
  SUSPENDED: ['Suspended', 'warn'],
  EXPIRED: ['Expired', 'warn'],
  REVOKED: ['Revoked', 'bad'],
};

export function KeyState({ status }: { readonly status: ApiKey['status'] }) {
  const [words, tone] = states[status];
  return <Badge tone={tone}>{words}</Badge>;
}
