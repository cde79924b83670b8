import { type Body, get, patch, type Reply, remove } from '../../api/client.ts';
import type { ApiKey } from './key.tsx';

type Changes = Body<'/api-keys/{keyId}', 'patch'>;
type Log = Reply<'/api-keys/{keyId}/audit-logs', 'get'>;
type LogQuery = Readonly<Record<string, string | number | undefined>>;

/** How the pages of a key read and change it: as staff, or as an owner of its company. */
export interface KeyApi {
  /** The first part of the query keys: of one key and of the list. */
  readonly names: readonly [one: string, list: string];
  readonly read: (keyId: string, signal: AbortSignal) => Promise<ApiKey>;
  readonly change: (keyId: string, changes: Changes) => Promise<ApiKey>;
  readonly revoke: (keyId: string, revocationReason: string) => Promise<unknown>;
  readonly readLog: (keyId: string, query: LogQuery, signal: AbortSignal) => Promise<Log>;
}

export const staffKeys: KeyApi = {
  names: ['key', 'keys'],
  read: async (keyId, signal) => (await get('/api-keys/{keyId}', { path: { keyId }, signal })).data,
  change: async (keyId, changes) => (await patch('/api-keys/{keyId}', changes, { path: { keyId } })).data,
  revoke: (keyId, revocationReason) => remove('/api-keys/{keyId}', { path: { keyId } }, { revocationReason }),
  readLog: (keyId, query, signal) => get('/api-keys/{keyId}/audit-logs', { path: { keyId }, query, signal }),
};

export const companyKeys: KeyApi = {
  names: ['company-key', 'company-keys'],
  read: async (keyId, signal) =>
    (await get('/console/api/api-keys/{keyId}', { path: { keyId }, signal })).data,
  change: async (keyId, changes) =>
    (await patch('/console/api/api-keys/{keyId}', changes, { path: { keyId } })).data,
  revoke: (keyId, revocationReason) =>
    remove('/console/api/api-keys/{keyId}', { path: { keyId } }, { revocationReason }),
  readLog: (keyId, query, signal) =>
    get('/console/api/api-keys/{keyId}/audit-logs', { path: { keyId }, query, signal }),
};

/** The queries to refetch after a change of a key. */
export const touchedBy = ({ names: [one, list] }: KeyApi, keyId: string) => [[one, keyId], [list]];
