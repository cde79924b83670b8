import { ManualClock } from '@parley/kernel/clock.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import { createCompany } from '../companies/company.actions.ts';
import { agentVersion, changeAgent, createAgent, getAgent, removeAgent } from './agent.actions.ts';
import { addPhoneNumber } from './phone-number.actions.ts';

const actor = { kind: 'system', id: 'test' } as const;
const clock = new ManualClock(new Date('2030-01-01T12:00:00Z'));
const flow = {
  firstMessage: { type: 'first_message', text: 'Hello.' },
  sections: [{ type: 'sequential', prompt: 'Talk.' }],
};

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase({ clock });
});
afterAll(() => store.close());

async function newScope(): Promise<Scope> {
  const { id } = await createCompany(store.database, null, { name: 'Acme' });
  return store.database.within(id, actor);
}

test('a stored agent version stays the same, however often the agent changes afterwards', async () => {
  const scope = await newScope();
  const first = await createAgent(scope, { name: 'First', flow });
  clock.advance(60_000);
  const second = await changeAgent(scope, first.id, { name: 'Second', flow: null, focus: 'GENERIC' });
  clock.advance(60_000);
  const third = await changeAgent(scope, first.id, { retryPolicy: { maxAttempts: 1 } });
  expect(new Set([first, second, third].map(({ versionId }) => versionId)).size).toBe(3);
  for (const version of [first, second, third])
    expect(await agentVersion(scope, version.versionId)).toEqual(version);
  expect(await getAgent(scope, first.id)).toEqual(third);
});

test('a changed agent keeps its creation time, and its update time is that of the change', async () => {
  const scope = await newScope();
  const first = await createAgent(scope, { name: 'First' });
  clock.advance(60_000);
  const second = await changeAgent(scope, first.id, { name: 'Second' });
  expect(second.createdAt).toEqual(first.createdAt);
  expect(second.updatedAt.getTime() - first.updatedAt.getTime()).toBe(60_000);
});

test('changing an agent to its current values creates no version', async () => {
  const scope = await newScope();
  const agent = await createAgent(scope, { name: 'Agent' });
  expect((await changeAgent(scope, agent.id, {})).versionId).toBe(agent.versionId);
});

test("a version of an unknown or deleted agent, or of another company's agent, is not found", async () => {
  const scope = await newScope();
  const kept = await createAgent(scope, { name: 'Kept' });
  const gone = await createAgent(scope, { name: 'Gone' });
  await removeAgent(scope, gone.id);
  const found = { kind: 'not_found', message: 'Agent version not found' };
  await expect(agentVersion(await newScope(), kept.versionId)).rejects.toMatchObject(found);
  await expect(agentVersion(scope, kept.id)).rejects.toMatchObject(found);
  await expect(agentVersion(scope, gone.versionId)).rejects.toMatchObject(found);
});

test('an agent created in a transaction that fails is not stored', async () => {
  const scope = await newScope();
  const failing = scope.transaction(async (inside) => {
    const { id } = await createAgent(inside, { name: 'Agent', flow });
    expect(await getAgent(inside, id)).toMatchObject({ name: 'Agent' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const rows = await scope.all(
    sql`select id from agents where company_id = ${scope.companyId}
        union all select id from agent_versions where company_id = ${scope.companyId}`,
  );
  expect(rows).toEqual([]);
});

test('deleting a company deletes its agents, their versions and its phone numbers', async () => {
  const scope = await newScope();
  const { id: companyPhoneNumberId } = await addPhoneNumber(store.database, actor, {
    companyId: scope.companyId,
    phoneNumber: '+41446681800',
  });
  const { id } = await createAgent(scope, { name: 'Agent', companyPhoneNumberId });
  await changeAgent(scope, id, { name: 'Changed' });
  await store.database.run(sql`delete from companies where id = ${scope.companyId}`);
  expect(await store.database.all(sql`select 1 from agent_versions where agent_id = ${id}`)).toEqual([]);
});

test('a page of the agent list is read with an index, not by scanning all agents', async () => {
  const scope = await newScope();
  await scope.transaction(async (inside) => {
    await inside.run(sql`
      with new as (select gen_random_uuid() as id, gen_random_uuid() as version from generate_series(1, 5000)),
      made as (
        insert into agents (id, company_id, version_id, created_at) select id, ${scope.companyId}, version, now() from new
      )
      insert into agent_versions (id, company_id, agent_id, name, type, language, duration, focus, settings, created_at)
      select version, ${scope.companyId}, id, 'A', 'PHONE', 'EN', 5, 'GENERIC', '{}', now() from new`);
  });
  await store.database.run(sql`analyze agents`);
  const plan = await store.database.all(sql`
    explain select id, version_id from agents where company_id = ${scope.companyId} order by id desc limit 20`);
  expect(JSON.stringify(plan)).toContain('agents_newest');
});
