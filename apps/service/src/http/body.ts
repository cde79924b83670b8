import { Failure, invalid } from '@parley/kernel/failure.ts';
import { unfitParts } from '@parley/kernel/json.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Bodies are JSON in UTF-8 and nothing else; every other content type is refused before it is read. `begin` is waited for
 * before a body is read.
 */
export function readJsonBodies(
  server: FastifyInstance,
  begin: (request: FastifyRequest, bytes: number) => Promise<void> | undefined,
): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
      if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
        throw new Failure('unsupported_type', 'The content type must be application/json in UTF-8');
      }
      if (bytes.length === 0) return undefined;
      await begin(request, bytes.length);
      return parseJson(bytes);
    },
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value that these bytes are the JSON of; or every reason why it cannot be taken. */
export function parseJson(bytes: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw invalid(['body must be valid JSON in UTF-8']);
  }
  const problems = unfitParts(value, 'body');
  if (problems.length > 0) throw invalid(problems);
  return value;
}
