import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { renderCurl } from './curl-command.ts';
import { documentLookup } from './document-lookup.ts';
import { html } from './html.ts';
import { operationGroups } from './operation-catalog.ts';
import { sampleDocument } from './sample-document.ts';

const lookup = documentLookup(sampleDocument);
const entries = operationGroups(sampleDocument, lookup).flatMap((group) => group.entries);

// A real shell reads the command, with curl replaced by a function that prints its arguments.
function argumentsOf(anchor: string): string[] {
  const entry = entries.find((candidate) => candidate.anchor === anchor);
  if (entry === undefined) throw new Error(`no operation ${anchor}`);
  const markup = renderCurl(lookup, entry, html`http://localhost:3000`).markup;
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  const command = markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => entities[name] ?? '');
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env: { API_KEY: 'sk_test_1' } });
  return stdout.split('\0').slice(0, -1);
}

test('a shell reads the curl example as method, address, key and JSON, even with a quote in the body', () => {
  const [flag, method, address, ...rest] = argumentsOf('createConversation');
  expect([flag, method, address]).toEqual(['-X', 'POST', 'http://localhost:3000/conversations']);
  expect(rest).toContain('Authorization: Bearer sk_test_1');
  expect(JSON.parse(rest.at(-1) ?? '')).toMatchObject({ metadata: { note: "Ada's first call" } });
});

test('a curl example has real values in its path, and in its query only required parameters or examples', () => {
  expect(argumentsOf('deleteCallAttempt')[2]).toMatch(
    /^http:\/\/localhost:3000\/conversations\/[0-9a-f-]{36}\/call-attempts\/[0-9a-f-]{36}$/,
  );
  expect(argumentsOf('listContacts')[0]).toBe('http://localhost:3000/contacts?search=novak');
});
