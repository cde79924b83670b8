import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';

const NAME = 'parley_session';
/** The console sends it with every request. Another site cannot, without being asked whether it may. */
export const CONSOLE_HEADER = 'x-parley-console';
/** A session looks at one company, and a browser has many windows: each says which one it shows. */
export const COMPANY_HEADER = 'x-parley-company';
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Where a session is put down in the browser, and taken away. */
export interface SessionJar {
  put(token: string, expiresAt: Date): void;
  clear(): void;
}

/** Whether the console asks: it gets errors in parts, which the contract's error body does not have. */
export const isFromConsole = (headers: IncomingHttpHeaders): boolean => headers[CONSOLE_HEADER] !== undefined;

/**
 * The token of the session that a request of the console shows. The cookie alone is not enough: a browser sends it
 * along with whatever another tab makes it do.
 */
export function sessionOf(headers: IncomingHttpHeaders): string | undefined {
  return isFromConsole(headers) ? cookieOf(headers) : undefined;
}

/** The token that the browser sent along, whoever made it ask: good for knowing who it was, not for allowing anything. */
export function cookieOf(headers: IncomingHttpHeaders): string | undefined {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=');
    if (name === NAME && TOKEN.test(value)) return value;
  }
  return undefined;
}

/** The company that the page shows, or `none`. */
export const believedCompanyOf = (headers: IncomingHttpHeaders): string | undefined =>
  headers[COMPANY_HEADER]?.toString().toLowerCase();

/** Not to be read by scripts, not sent from other sites, and over https only where the service is reached so. */
export function sessionJar(reply: FastifyReply, isSecure: boolean): SessionJar {
  const write = (value: string, expiresAt: Date) =>
    reply.header(
      'set-cookie',
      `${NAME}=${value}; Path=/; HttpOnly; SameSite=Strict; Expires=${expiresAt.toUTCString()}${isSecure ? '; Secure' : ''}`,
    );
  return {
    put: (token, expiresAt) => void write(token, expiresAt),
    clear: () => void write('', new Date(0)),
  };
}
