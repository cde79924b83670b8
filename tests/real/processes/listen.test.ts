import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { emit } from '@parley/service/domains/events/event.actions.ts';
import { newSecret, signed } from '@parley/service/domains/webhooks/signature.model.ts';
import type { CompanyId } from '@parley/service/storage/sql.ts';
import { patience } from '@parley/testing/patience.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { started } from '@parley/testing/webhook-events.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const program = join(import.meta.dirname, '../../../apps/service/bin/parley.js');
let service: TestService;
let company: TestCompany;
const children: ChildProcess[] = [];
beforeAll(async () => {
  service = await startTestService({ environment: { PARLEY_ALLOW_PRIVATE_URLS: 'true' } });
  company = await service.newCompany();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await service.stop();
});

function listen(...args: string[]) {
  const child = spawn(process.execPath, [program, 'listen', ...args], {
    env: { PATH: process.env.PATH ?? '' },
  });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk;
  });
  return { child, said, ended: once(child, 'exit') };
}
const soon = (check: () => void) => vi.waitFor(check, { ...patience, interval: 30 });

test('parley listen creates a webhook, prints events as they arrive, and removes the webhook', async () => {
  const { child, said, ended } = listen('--key', company.key, '--url', service.url);
  await soon(() => expect(said.err).toContain('Listening on'));
  const [hook] = (await company.api.get('/webhooks')).body.data;
  const scope = service.services.database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
  await emit(scope, started('a-conversation', scope.newId()));
  await soon(() => expect(said.out).toContain('conversation.started'));
  expect(said.out).toContain('"conversationId": "a-conversation"');
  expect((await company.api.post(`/webhooks/${hook.id}/test`)).body).toMatchObject({
    success: true,
    statusCode: 204,
  });
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect((await company.api.get('/webhooks')).body.total).toBe(0);
});

test('parley listen refuses a message with a wrong signature', async () => {
  const secret = newSecret();
  const { child, said, ended } = listen('--secret', secret, '--json');
  await soon(() => expect(said.err).toContain('Listening on'));
  const url = /http:\S+/.exec(said.err)?.[0] ?? '';
  const send = async (key: string, text: string) => {
    const headers = signed([key], 'id', new Date(), text);
    return (await fetch(url, { method: 'POST', headers, body: text })).status;
  };
  expect(await send(newSecret(), '{"event":"forged"}')).toBe(401);
  expect(await send(secret, '{"event":"true"}')).toBe(204);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(said.out).toBe('{"event":"true"}\n');
});

test('parley listen says what to set when the service refuses private addresses', async () => {
  const strict = await startTestService({ roles: ['api'] });
  const { key } = await strict.newCompany();
  const { said, ended } = listen('--key', key, '--url', strict.url);
  expect(await ended).toEqual([1, null]);
  expect(said.err).toContain('PARLEY_ALLOW_PRIVATE_URLS=true');
  await strict.stop();
});
