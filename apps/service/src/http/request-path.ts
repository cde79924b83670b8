import { Failure } from '@parley/kernel/failure.ts';
import type { FastifyRequest } from 'fastify';

/** What is wrong with how a request names its host and path. */
export function brokenAddress({ raw, routeOptions, headers }: FastifyRequest): Failure | undefined {
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  // Node takes the first of two; a proxy in front may have taken the second.
  if (hosts > 1) return new Failure('invalid', 'The request has more than one Host header');
  if (headers.host === undefined && raw.httpVersion !== '1.0')
    return new Failure('invalid', 'The request has no Host header');
  if (routeOptions.url !== undefined && !spellsRoute(raw.url ?? '', routeOptions.url))
    return new Failure('not_found', 'The address is not valid');
  return undefined;
}

/** Slashes, backslashes, dots and NUL, encoded. */
const ENCODED_SEPARATORS = /%(?:2f|5c|2e|00)/i;

/**
 * Whether a path is written as its route is. The router decodes a path before it looks it up; a proxy that allows or
 * forbids paths may not, and would let /%6detrics through where it forbids /metrics.
 */
function spellsRoute(url: string, pattern: string): boolean {
  const path = url.replace(/^https?:\/\/[^/?]*/i, '').split(/[?#]/, 1)[0] ?? '';
  const given = path.split('/');
  // What answers to every path, such as CORS, is written without a slash.
  const wanted = (pattern === '*' ? '/*' : pattern).split('/');
  if (wanted.at(-1) === '*') {
    const rest = given.slice(wanted.length - 1);
    const isClean = rest.every(
      (part, at) => (part !== '' || at === rest.length - 1) && !/^\.\.?$/.test(part),
    );
    return isClean && !ENCODED_SEPARATORS.test(path) && isSpelled(given, wanted.slice(0, -1));
  }
  return given.length === wanted.length && isSpelled(given, wanted);
}

const isSpelled = (given: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((part, at) => part.startsWith(':') || part === given[at]);

/** An id, or that of a sourcing request. */
const ID = /^(req_([a-z]+_)?)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The path as the audit log keeps it: without the query, which can hold what people searched for, and with the name of a
 * parameter in place of anything that is not an id. People write names and addresses there, and the log outlives them.
 */
export const namedPath = ({ routeOptions, params }: FastifyRequest): string =>
  (routeOptions.url ?? '').replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = (params as Record<string, string>)[name] ?? '';
    return ID.test(value) ? value : `{${name}}`;
  });
