import type { Clock } from '@parley/kernel/clock.ts';
import type { Secret } from '@parley/kernel/secret.ts';
import { checkContentType, checkExpiry, checkKey, type ObjectStore } from './object-store.ts';
import { signLink } from './signed-link.ts';

export interface OwnLinksOptions {
  /** Where the outside world reaches our HTTP server; links begin with it. */
  readonly publicUrl: string;
  readonly linkSecret: Secret;
  readonly clock: Clock;
}

/** Links that lead to this service, for objects that only it can write or put together. */
export const ownLinks = ({
  publicUrl,
  linkSecret,
  clock,
}: OwnLinksOptions): Pick<ObjectStore, 'uploadLink' | 'downloadLink'> => ({
  async uploadLink(key, { contentType, sizeBytes, expiresAt }) {
    checkKey(key);
    checkContentType(contentType);
    checkExpiry(expiresAt, clock.now());
    const url = signLink(publicUrl, linkSecret, { method: 'PUT', key, contentType, sizeBytes, expiresAt });
    return { url, method: 'PUT', headers: { 'content-type': contentType }, expiresAt };
  },
  async downloadLink(key, { expiresAt, fileName }) {
    checkKey(key);
    checkExpiry(expiresAt, clock.now());
    const name = fileName === undefined ? {} : { fileName };
    return signLink(publicUrl, linkSecret, { method: 'GET', key, expiresAt, ...name });
  },
});
