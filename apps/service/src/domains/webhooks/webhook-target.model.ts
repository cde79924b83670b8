import { isIP } from 'node:net';
import { reachOf } from '@parley/kernel/ip-address.ts';

export interface TargetRules {
  /** For development and tests: targets on this machine and in private networks, also without TLS. */
  readonly allowPrivate: boolean;
}

/** Headers that belong to the message, its signature or the connection, not to the user. */
const reserved =
  /^(host|expect|content-.*|webhook-.*|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/** What is wrong with where a webhook points to; each begins with the property's path. */
export function urlViolations(url: string, { allowPrivate }: TargetRules): string[] {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    return ['url must be an address that begins with https://'];
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const reach = isIP(host) === 0 ? undefined : reachOf(host);
  const isNear = reach === 'private' || /^([\w-]+|.+\.localhost)$/.test(host);
  return [
    ...(parsed.username !== '' || parsed.password !== ''
      ? ['url must not carry a user name or password; send them in headers']
      : []),
    ...(parsed.protocol === 'http:' && !(allowPrivate && isNear)
      ? ['url must begin with https:// (http:// is for this machine and private networks, in development)']
      : []),
    ...(reach === 'nowhere' || (reach === 'private' && !allowPrivate)
      ? ['url must not point to a private or reserved address']
      : []),
  ];
}

export function headerViolations(headers: readonly { name: string }[]): string[] {
  const names = headers.map(({ name }) => name.toLowerCase());
  return names.flatMap((name, place) => [
    ...(reserved.test(name) ? [`headers[${place}].name must not be ${name}: it is set by the service`] : []),
    ...(names.indexOf(name) < place ? [`headers[${place}].name must not be there twice`] : []),
  ]);
}
