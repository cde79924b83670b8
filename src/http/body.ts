import type { FastifyInstance } from 'fastify';
import { invalid } from '../kernel/failure.ts';
import { unfitParts } from '../kernel/json.ts';

/** Bodies are JSON in UTF-8 and nothing else; every other content type is refused before it is read. */
export function readJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, bytes: Buffer) => (bytes.length === 0 ? undefined : parse(bytes)),
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(bytes: Buffer): unknown {
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
