import type { Body, Reply } from '../../api/client.ts';
import { everyScope } from './scopes.ts';

export type ApiKey = Reply<'/api-keys/{keyId}', 'get'>['data'];
type Scope = Body<'/api-keys', 'post'>['scopes'][number];

/** A key while somebody writes it. */
export interface KeyDraft {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Of a field of the browser, in local time; empty: never. */
  readonly expiresAt: string;
  /** One a line. */
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

/** A year of five digits is no date here: the service says so of what is sent as it was typed. */
function instantOf(typed: string): string {
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? typed : at.toISOString();
}

/** 2026-03-14T10:00 of the reader's clock, as a field for date and time wants it. */
function localField(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
