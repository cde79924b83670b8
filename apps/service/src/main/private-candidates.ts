import { isIP } from 'node:net';
import { isLoopback, reachOf } from '@parley/kernel/ip-address.ts';
import type { Config } from './config.ts';

/** A name could be anywhere, so it counts as public. */
function isInside(name: string): boolean {
  const host = name.replace(/^\[|\]$/g, '');
  return (
    host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && reachOf(host) === 'private')
  );
}

/**
 * Whether browsers in private networks may be connected, and are shown addresses there. Without a public address only where nobody but
 * this machine reaches the service: behind a proxy, or on another address, strangers may.
 */
export function connectsInside(config: Config): boolean {
  const { PARLEY_WEBRTC_PRIVATE: setting, PARLEY_PUBLIC_URL: address } = config;
  if (setting !== undefined) return setting;
  if (address !== undefined) return isInside(URL.parse(address)?.hostname ?? '');
  return isLoopback(config.HOST) && config.PARLEY_TRUST_PROXY.length === 0;
}
