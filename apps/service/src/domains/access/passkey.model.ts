import { isIP } from 'node:net';

/** Where passkeys count: a browser gives one only to the host it was made for, on a page of this origin. */
export interface PasskeySite {
  readonly host: string;
  readonly origin: string;
}

/** Undefined: browsers make no passkeys for an address of numbers, nor without TLS, except on this machine. */
export function passkeySiteOf(publicUrl: string): PasskeySite | undefined {
  if (!URL.canParse(publicUrl)) return undefined;
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isLocalhost = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocalhost))
    return undefined;
  return { host: hostname, origin };
}
