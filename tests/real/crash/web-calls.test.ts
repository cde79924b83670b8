import { setTimeout as sleep } from 'node:timers/promises';
import { permissions } from '@parley/contract/api-key.ts';
import { eventually, WebCaller } from '@parley/testing/web-caller.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KillableService, killableService } from './killable-service.ts';

let service: KillableService;
let client: pg.Client;
beforeAll(async () => {
  service = await killableService({});
  client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await service.start();
});
afterAll(async () => {
  await client.end();
  await service.remove();
});

async function joinedCall() {
  const ats = { type: 'ATS', name: 'ATS', scopes: ['write:companies'] };
  const { data } = await service.send<{ data: { key: string } }>('POST', '/api-keys', ats);
  const { id: companyId } = await service.send<{ id: string }>(
    'POST',
    '/companies',
    { name: 'Acme' },
    data.key,
  );
  const wanted = { companyId, name: 'Key', scopes: permissions };
  const { key } = (await service.send<{ data: { key: string } }>('POST', '/api-keys', wanted)).data;
  const agent = { name: 'Grace', type: 'ONLINE', focus: 'GENERIC' };
  const { id: agentId } = await service.send<{ id: string }>('POST', '/agents', agent, key);
  const contact = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'a@example.com',
    gdprExpiryDate: '2099-12-31',
  };
  const made = await service.send<{ id: string; onlineUrl: string }>(
    'POST',
    '/conversations',
    { agentId, contact },
    key,
  );
  const page = new WebCaller(made.onlineUrl.replace(/^http:\/\/localhost:/, 'http://127.0.0.1:'));
  expect((await page.join()).status).toBe(201);
  return { ...made, page, key };
}

/** Until the live view shows words: it reads the journal, which is sealed in the database. */
async function spokenIn(id: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const { body } = await fetch(`${service.url}/conversations/${id}/events`, { headers });
  let shown = '';
  for await (const chunk of body ?? []) {
    shown += Buffer.from(chunk).toString();
    if (shown.includes('event: words')) return;
  }
  throw new Error(`Nothing was said: ${shown}`);
}

test('a web call whose process is killed ends as LOST with its transcript, and the contact can start again', async () => {
  const { id, page, key } = await joinedCall();
  const stream = await page.follow();
  await stream.until(({ type, isFinal }) => type === 'update' && isFinal);
  // A moment later it is in the journal.
  await spokenIn(id, key);
  await service.kill();
  await service.start();
  const page2 = new WebCaller(page.url);
  expect((await page2.state()).body.state).toBe('in_call');
  await eventually(async () => {
    await sleep(1000);
    return (await page2.state()).body.state === 'open' ? true : undefined;
  });
  const { callAttempts } = await service.send<{ callAttempts: { id: string; transcript: unknown[] }[] }>(
    'GET',
    `/conversations/${id}`,
    undefined,
    key,
  );
  expect(callAttempts[0]).toMatchObject({ status: 'FAILED', reasonCode: 'LOST' });
  expect(callAttempts[0]?.transcript).toHaveLength(1);
  expect((await client.query('select * from live_calls')).rows).toEqual([]);
  // The minutes are kept for the contact, who may come back.
  const kept = await client.query('select attempt_id from billing_holds');
  expect(kept.rows).toEqual([{ attempt_id: callAttempts[0]?.id }]);

  expect((await page2.join()).status).toBe(201);
  const held = await client.query(
    'select h.attempt_id = a.id as own from billing_holds h, call_attempts a where a.status = $1',
    ['IN_PROGRESS'],
  );
  expect(held.rows).toEqual([{ own: true }]);
  await page2.leave();
}, 120_000);
