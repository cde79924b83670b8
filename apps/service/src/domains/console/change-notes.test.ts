import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  company = await service.newCompany();
});
afterAll(() => service.stop());

const agent = {
  name: 'Grace',
  flow: {
    firstMessage: { type: 'first_message', text: 'Hello, I am an AI.' },
    sections: [{ type: 'looping', questions: [{ question: 'Where do you live?', key: 'city' }] }],
    lastMessage: { type: 'last_message', text: 'Goodbye.' },
  },
};
const webhook = {
  url: 'https://example.com/hook',
  name: 'Hook',
  events: ['INTERVIEW_COMPLETED'],
};

/** The outbox takes nothing while this is done, as if the process had died on its way there. */
async function withoutOutbox(work: () => Promise<void>): Promise<void> {
  const { database } = service.services;
  await database.run(sql`
    create function refuse_note() returns trigger language plpgsql as $$ begin raise exception 'no outbox'; end $$`);
  await database.run(sql`create trigger no_outbox before insert on events execute function refuse_note()`);
  try {
    await work();
  } finally {
    await database.run(sql`drop trigger no_outbox on events`);
    await database.run(sql`drop function refuse_note()`);
  }
}

test('a change that cannot be recorded for notifying console pages is rolled back', async () => {
  const { api } = company;
  const kept = (await api.post('/agents', agent)).body.id;
  const hook = (await api.post('/webhooks', webhook)).body.id;
  expect([kept, hook]).toEqual([expect.any(String), expect.any(String)]);
  await withoutOutbox(async () => {
    expect((await api.post('/agents', agent)).status).toBe(500);
    expect((await api.post('/webhooks', webhook)).status).toBe(500);
    expect((await api.post('/runs', { name: 'Spring', agentId: kept })).status).toBe(500);
    expect((await api.delete(`/agents/${kept}`)).status).toBe(500);
    expect((await api.delete(`/webhooks/${hook}`)).status).toBe(500);
  });
  const ids = async (path: string) => (await api.get(path)).body.data.map(({ id }: { id: string }) => id);
  expect(await ids('/agents')).toEqual([kept]);
  expect(await ids('/webhooks')).toEqual([hook]);
  expect(await ids('/runs')).toEqual([]);
});
