import { setTimeout as sleep } from 'node:timers/promises';
import { permissions } from '@parley/contract/api-key.ts';
import { type ProviderServer, say, startProviderServer } from '@parley/testing/provider-server.ts';
import { people } from '@parley/testing/sourcing-people.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { atClosedGate, closeGate, installGates } from './kill-point.ts';
import { type KillableService, killableService } from './killable-service.ts';

const END = 31;
let vendor: ProviderServer;
let service: KillableService;
let client: pg.Client;
let key: string;

beforeAll(async () => {
  vendor = await startProviderServer(answers);
  service = await killableService({
    PARLEY_SOURCING_PROVIDER: vendor.url,
    PARLEY_ALLOW_PRIVATE_URLS: 'true',
  });
  client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await service.start();
  await installGates(client);
  await client.query(`
    create constraint trigger gate_of_ends after update on sourcing_requests deferrable initially deferred
      for each row when (new.status <> old.status) execute function pass_gate(${END})`);
  const issue = (body: object) =>
    service.send<{ data: { key: string } }>('POST', '/api-keys', { name: 'Key', ...body });
  const ats = (await issue({ type: 'ATS', scopes: ['write:companies'] })).data.key;
  const { id: companyId } = await service.send<{ id: string }>('POST', '/companies', { name: 'Acme' }, ats);
  key = (await issue({ companyId, scopes: permissions })).data.key;
});
afterAll(async () => {
  await client.end();
  await service.remove();
  await vendor.stop();
});

type Answer = Parameters<typeof startProviderServer>[0];
const answers: Answer = ({ what, body }, response) =>
  say(response, what === 'search' ? { profiles: [people.maria] } : { profiles: body.profiles });

const start = async (path: string, body: object) =>
  (await service.send<{ requestId: string }>('POST', path, body, key)).requestId;

/** However often it was begun, it ended once and told of it once. */
async function endsOnce(requestId: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await client.query('select status from sourcing_requests where id = $1', [requestId]);
      expect(rows[0]?.status).toBe('completed');
    },
    { interval: 100, timeout: 60_000 },
  );
  // Whoever waits for the run besides has looked by then.
  await sleep(500);
  const { rows } = await client.query('select type from events where subject_id = $1', [requestId]);
  expect(rows).toHaveLength(1);
}

test('a sourcing search and an enrichment of a killed process are finished by another, each exactly once', {
  timeout: 120_000,
}, async () => {
  const before = vendor.asked.length;
  // The vendor thinks; the process dies meanwhile.
  vendor.answerWith(() => {});
  const search = await start('/sourcing', { title: 'Backend Engineer' });
  const enrichment = await start('/enrichment', { profileIds: ['maria'] });
  await vi.waitFor(() => expect(vendor.asked.length).toBe(before + 2), { interval: 10, timeout: 30_000 });
  await service.kill();
  vendor.answerWith(answers);
  await service.start();
  await endsOnce(search);
  await endsOnce(enrichment);
});

test.each(['undone', 'done'] as const)(
  'a sourcing search whose process is killed during its last commit (%s) ends exactly once',
  { timeout: 120_000 },
  async (commit) => {
    await closeGate(END, client);
    const requestId = await start('/sourcing', { title: 'Backend Engineer' });
    await atClosedGate(END, client, service, commit);
    await service.start();
    await endsOnce(requestId);
  },
);
