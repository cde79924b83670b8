import { createHmac, timingSafeEqual } from 'node:crypto';
import { accepted, inUse, type Secret } from '@parley/kernel/secret.ts';

/** What the bearer of a link may do, once it has been verified. */
export type Link =
  | {
      readonly method: 'PUT';
      readonly key: string;
      readonly expiresAt: Date;
      readonly contentType: string;
      readonly sizeBytes: number;
    }
  | { readonly method: 'GET'; readonly key: string; readonly expiresAt: Date; readonly fileName?: string };

export interface LinkRequest {
  readonly method: string;
  /** Path and query as they came, undecoded: `/objects/…?…`. */
  readonly url: string;
  readonly contentType?: string | undefined;
  /** The Content-Length header as it came. */
  readonly contentLength?: string | undefined;
}

export type LinkVerdict =
  | { readonly outcome: 'ok'; readonly link: Link }
  /** Ours, but its time is over. */
  | { readonly outcome: 'expired' }
  /** Ours and in time, but the request announces another type or size than the link is for. */
  | { readonly outcome: 'mismatch'; readonly message: string }
  /** Not made by us, changed, or for another method. */
  | { readonly outcome: 'invalid' };

const mount = '/objects/';

export function signLink(publicUrl: string, secret: Secret, link: Link): string {
  const query = new URLSearchParams({ expires: String(link.expiresAt.getTime()) });
  if (link.method === 'PUT') {
    query.set('type', link.contentType);
    query.set('size', String(link.sizeBytes));
  } else if (link.fileName !== undefined) {
    query.set('name', link.fileName.toWellFormed());
  }
  query.set('signature', signature(inUse(secret), link.method, link.key, query).toString('base64url'));
  return `${publicUrl.replace(/\/+$/, '')}${mount}${link.key}?${query}`;
}

export function verifyLink(secret: Secret, now: Date, request: LinkRequest): LinkVerdict {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const mark = request.url.indexOf('?');
  const path = request.url.slice(0, mark);
  if ((method !== 'PUT' && method !== 'GET') || mark < 0 || !path.startsWith(mount))
    return { outcome: 'invalid' };

  const key = path.slice(mount.length);
  const query = new URLSearchParams(request.url.slice(mark + 1));
  const given = Buffer.from(query.get('signature') ?? '', 'base64url');
  // Of base64url several spellings decode to the same bytes; only the one we write is taken.
  const canonical = given.toString('base64url') === query.get('signature');
  query.delete('signature');
  const isSigned = accepted(secret).some((one) => {
    const expected = signature(one, method, key, query);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!canonical || !isSigned) return { outcome: 'invalid' };

  // Signed by us, so every part is present and well-formed from here on.
  const expiresAt = new Date(Number(query.get('expires')));
  if (now >= expiresAt) return { outcome: 'expired' };
  if (method === 'GET') {
    const fileName = query.get('name');
    return { outcome: 'ok', link: { method, key, expiresAt, ...(fileName === null ? {} : { fileName }) } };
  }
  const contentType = query.get('type') ?? '';
  const size = query.get('size') ?? '';
  if (request.contentType !== contentType) {
    return {
      outcome: 'mismatch',
      message: `This link is for Content-Type ${contentType}: send exactly that.`,
    };
  }
  if (request.contentLength !== size) {
    return {
      outcome: 'mismatch',
      message: `This link is for exactly ${size} bytes: send that Content-Length.`,
    };
  }
  return { outcome: 'ok', link: { method, key, expiresAt, contentType, sizeBytes: Number(size) } };
}

// JSON keeps the parts apart whatever they contain, and the first one keeps these signatures apart from any
// other use of the secret. All parameters are covered, in order: an added, doubled or moved one is a change.
function signature(secret: string, method: string, key: string, query: URLSearchParams): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['object-link', method, key, ...query]))
    .digest();
}
