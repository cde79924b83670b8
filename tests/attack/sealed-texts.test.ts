import type { CallPlan } from '@parley/call-engine/plan.ts';
import { attemptTraces } from '@parley/service/domains/console/why.store.ts';
import { readJournal } from '@parley/service/domains/conversations/call-journal.actions.ts';
import { claimDue } from '@parley/service/domains/conversations/dispatch.actions.ts';
import { lookAgain, sealPlainTexts } from '@parley/service/domains/conversations/sealing.actions.ts';
import { settle } from '@parley/service/domains/conversations/settlement.actions.ts';
import type { EndedCall } from '@parley/service/domains/conversations/settlement-outcome.actions.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { analyserOf } from '@parley/testing/analysed-calls.ts';
import { workerId } from '@parley/testing/calling-company.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { foundNothing, scriptedAnalysisModel } from '@parley/testing/scripted-analysis-model.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { resultsQuoting } from './results-quoting.ts';

const SAID = 'I lost my job because of zyxqsecret';
const going = new AbortController().signal;

let service: TestService;
let company: RunningCompany;
beforeAll(async () => {
  // Without a worker nobody calls, and nothing is sealed before the test says so.
  service = await startTestService({ roles: ['api'] });
});
beforeEach(async () => {
  company = await runningCompany(service);
});
afterAll(() => service.stop());

const database = () => service.services.database;

async function sealEverything(): Promise<void> {
  await lookAgain(database());
  await sealPlainTexts(database(), going);
}

/** A call in which the sentence was said, as it is settled. */
async function call(contactId: string, more: Partial<EndedCall> = {}) {
  const { body } = await company.api.post('/conversations', { contactId, agentId: company.agentId });
  const claimed = (await claimDue(database(), workerId, 10)).find(
    ({ conversationId }) => conversationId === body.id,
  );
  if (!claimed) throw new Error('The call was not due');
  await settle(database(), {
    ...claimed,
    workerId,
    ending: { kind: 'finished' },
    notes: null,
    durationSeconds: 20,
    transcript: [{ speaker: 'CONTACT', text: SAID, startTime: 0, endTime: 2, language: 'en' }],
    findings: { answers: [{ quote: SAID }], branches: [{ reason: SAID, branchId: null }] },
    recordingConsent: { mode: 'ask', decision: 'granted', time: 1, asked: 'May we?', said: `Yes, ${SAID}` },
    journal: {
      part: 0,
      entries: [
        { kind: 'plan', plan: { agent: { name: 'Grace' } } },
        { kind: 'end', why: SAID },
      ],
    },
    ...more,
  });
  return { conversationId: body.id as string, attemptId: claimed.attemptId };
}

/** The rows of a call as they lie in the database, as text and with what is binary turned into text. */
async function stored(attemptId: string): Promise<string> {
  const rows = await database().all<{ row: string }>(sql`
    select a::text as row from call_attempts a where id = ${attemptId}
    union all select j::text from call_journals j where attempt_id = ${attemptId}
    union all select n::text from call_analyses n where attempt_id = ${attemptId}`);
  const texts = rows.map(({ row }) => row);
  const bytes = texts.flatMap((row) => row.match(/(?<=\\x)[0-9a-f]+/g) ?? []);
  return [...texts, ...bytes.map((hex) => Buffer.from(hex, 'hex').toString('latin1'))].join('\n');
}

const shown = async (conversationId: string) =>
  (await company.api.get(`/conversations/${conversationId}`)).body.callAttempts[0];

async function expectReadable({ conversationId, attemptId }: Awaited<ReturnType<typeof call>>) {
  expect(await shown(conversationId)).toMatchObject({
    transcript: [{ text: SAID }],
    recordingConsent: { decision: 'granted', asked: 'May we?', said: `Yes, ${SAID}` },
  });
  expect(await readJournal(company.scope, attemptId)).toMatchObject([
    { kind: 'plan' },
    { kind: 'end', why: SAID },
  ]);
  expect(await attemptTraces(company.scope, conversationId)).toMatchObject([
    { endedBecause: SAID, branches: [{ reason: SAID }] },
  ]);
}

test('transcripts and journals are stored encrypted, and are read back unchanged', async () => {
  const made = await call(await company.newContact());
  expect(await stored(made.attemptId)).toContain('\\x');
  expect(await stored(made.attemptId)).not.toMatch(/zyxq|Grace/);
  await expectReadable(made);
});

test('after an erasure, an earlier copy of the rows cannot be decrypted', async () => {
  const contactId = await company.newContact();
  const { conversationId, attemptId } = await call(contactId);
  const tables = { contacts: contactId, conversations: conversationId, call_attempts: attemptId };
  const { pool } = database();
  for (const [table, id] of Object.entries(tables))
    await pool.query(`create table copied_${table} as select * from ${table} where id = '${id}'`);
  await pool.query(
    `create table copied_call_journals as select * from call_journals where attempt_id = '${attemptId}'`,
  );
  expect((await company.api.delete(`/contacts/${contactId}`)).status).toBe(200);
  for (const table of [...Object.keys(tables), 'call_journals'])
    await pool.query(`insert into ${table} select * from copied_${table}; drop table copied_${table}`);

  expect(await stored(attemptId)).toContain('\\x');
  expect(await shown(conversationId)).toMatchObject({
    transcript: [],
    recordingConsent: { decision: 'granted', said: null },
  });
  expect(await readJournal(company.scope, attemptId)).toEqual([]);
});

test('an encrypted text that was altered or copied to another call is not shown, but other texts are', async () => {
  const contacts = await company.newContacts(3);
  const [mine, other, broken] = [
    await call(contacts[0] as string),
    await call(contacts[1] as string),
    await call(contacts[2] as string),
  ];
  await database().run(sql`
    update call_attempts set sealed = (select sealed from call_attempts where id = ${mine.attemptId}) where id = ${other.attemptId}`);
  await database().run(
    sql`update call_attempts set sealed = set_byte(sealed, 40, 255 - get_byte(sealed, 40)) where id = ${broken.attemptId}`,
  );
  const { body } = await company.api.get('/conversations?limit=10');
  const transcripts = new Map(
    body.data.map((one: { id: string; callAttempts: { transcript: unknown[] }[] }) => [
      one.id,
      one.callAttempts[0]?.transcript,
    ]),
  );
  expect(transcripts.get(mine.conversationId)).toMatchObject([{ text: SAID }]);
  expect(transcripts.get(other.conversationId)).toEqual([]);
  expect(transcripts.get(broken.conversationId)).toEqual([]);
});

test('a text encrypted by a newer version is reported as unavailable, not as empty', async () => {
  const made = await call(await company.newContact());
  await database().run(
    sql`update call_attempts set sealed = set_byte(sealed, 0, 2) where id = ${made.attemptId}`,
  );
  expect((await company.api.get(`/conversations/${made.conversationId}`)).status).toBe(503);
});

const flow = {
  firstMessage: { type: 'first_message', text: 'Hello, this is Grace, an AI.' },
  sections: [{ type: 'looping', questions: [{ question: 'Are you well?', key: 'well' }] }],
};

test('of an analysis only scores and counts are stored unencrypted: no quotation, summary or reason', async () => {
  company = await runningCompany(service, { agent: { focus: undefined, flow } });
  const journal = { part: 0, entries: [{ kind: 'plan', plan: { focus: null, agent: { name: 'Grace' } } }] };
  const { conversationId, attemptId } = await call(await company.newContact(), { journal });
  const analysisModel = scriptedAnalysisModel((finished) => resultsQuoting(SAID, foundNothing(finished)));
  await analyserOf(database(), { analysisModel }).analyseDue();

  const read = async () => (await company.api.get(`/conversations/${conversationId}`)).body.analytics;
  const before = await read();
  expect(before).toMatchObject({
    matchScore: 80,
    fields: [{ value: 'Yes', evidence: SAID }],
    outcomes: [{ met: true, reason: SAID, evidence: SAID }],
    tags: [{ reason: SAID }],
    summary: SAID,
  });
  expect(await stored(attemptId)).not.toContain('zyxq');
  expect(await stored(attemptId)).toMatch(/"matchScore"+:80/);

  const plain = JSON.stringify(resultsQuoting(SAID, foundNothing({ plan: { focus: null } as CallPlan })));
  await database().run(
    sql`update call_analyses set result = ${plain}, sealed = null where attempt_id = ${attemptId}`,
  );
  expect(await read()).toEqual(before);
  await sealEverything();
  expect(await stored(attemptId)).not.toContain('zyxq');
  expect(await read()).toEqual(before);
});

test('results are decrypted before a correction locks the conversation, so that no lock waits for a KMS', async () => {
  company = await runningCompany(service, { agent: { focus: undefined, flow } });
  const journal = { part: 0, entries: [{ kind: 'plan', plan: { focus: null, agent: { name: 'Grace' } } }] };
  const line = { startTime: 0, endTime: 2, language: 'en' };
  const { conversationId } = await call(await company.newContact(), {
    journal,
    transcript: [
      { ...line, speaker: 'AI', text: 'Are you well?' },
      { ...line, speaker: 'CONTACT', text: SAID },
    ],
  });
  const analysisModel = scriptedAnalysisModel((finished) => resultsQuoting(SAID, foundNothing(finished)));
  await analyserOf(database(), { analysisModel }).analyseDue();
  const { textKeys } = database();
  const open = textKeys.read.bind(textKeys);
  const read = vi.spyOn(textKeys, 'read').mockImplementation(async (...asked) => {
    await database().run(sql`select from conversations where id = ${conversationId} for update nowait`);
    return open(...asked);
  });
  const path = `/conversations/${conversationId}`;
  const correction = { kind: 'outcome', key: 'hired', value: false };
  expect((await company.api.post(`${path}/corrections`, correction)).body).toMatchObject({ value: false });
  expect((await company.api.post(`${path}/test-case`, {})).body).toMatchObject({ turns: [SAID] });
  expect(read).toHaveBeenCalled();
  read.mockRestore();
});

/** As the version before has left it. */
async function unseal({ attemptId }: { readonly attemptId: string }): Promise<void> {
  const entries = JSON.stringify(await readJournal(company.scope, attemptId));
  const transcript = JSON.stringify([
    { speaker: 'CONTACT', text: SAID, startTime: 0, endTime: 2, language: 'en' },
  ]);
  await database().run(
    sql`update call_attempts set sealed = null, transcript = ${transcript}, findings = ${JSON.stringify({ branches: [{ reason: SAID, branchId: null }] })},
      recording_consent = jsonb_set(recording_consent::jsonb, '{said}', ${JSON.stringify(`Yes, ${SAID}`)}::jsonb)::json where id = ${attemptId}`,
  );
  await database().run(
    sql`update call_journals set sealed = null, entry_count = null, entries = ${entries} where attempt_id = ${attemptId}`,
  );
}

test('texts stored by an earlier version are readable, and are encrypted in the background', async () => {
  const calls = [await call(await company.newContact()), await call(await company.newContact())] as const;
  for (const made of calls) {
    await unseal(made);
    await expectReadable(made);
  }
  expect(await stored(calls[0].attemptId)).toContain(SAID);
  await sealEverything();
  for (const made of calls) {
    expect(await stored(made.attemptId)).not.toContain('zyxq');
    await expectReadable(made);
  }
});

test('a row that cannot be encrypted is reported and does not stop the others', async () => {
  const [broken, fine] = [await call(await company.newContact()), await call(await company.newContact())];
  await unseal(fine);
  const analysed = sql`update call_analyses set result = '{"analytics":{"fields":7}}', sealed = null`;
  await database().run(sql`${analysed} where attempt_id = ${broken.attemptId}`);
  await expect(sealEverything()).rejects.toThrow(TypeError);
  expect(await stored(fine.attemptId)).not.toContain('zyxq');
  await database().run(sql`delete from call_analyses where attempt_id = ${broken.attemptId}`);
});

test('text that a process of the previous version wrote later replaces the encrypted text', async () => {
  const made = await call(await company.newContact());
  const transcript = [{ speaker: 'CONTACT', text: 'Later words', startTime: 0, endTime: 2, language: 'en' }];
  await database().run(
    sql`update call_attempts set transcript = ${JSON.stringify(transcript)} where id = ${made.attemptId}`,
  );
  expect((await shown(made.conversationId)).transcript).toEqual(transcript);
  await sealEverything();
  expect(await stored(made.attemptId)).not.toContain('Later');
  expect((await shown(made.conversationId)).transcript).toEqual(transcript);
});

test('nothing is encrypted while a worker of an earlier version conducts calls', async () => {
  const old = database().newId();
  await database().run(sql`insert into workers (id, last_seen_at) values (${old}, clock_timestamp())`);
  await database().run(sql`delete from installation_facts where name = 'SEALED_TEXTS'`);
  const made = await call(await company.newContact());
  await sealEverything();
  expect(await stored(made.attemptId)).toContain(SAID);
  await expectReadable(made);

  await database().run(sql`delete from workers where id = ${old}`);
  await sealEverything();
  expect(await stored(made.attemptId)).not.toContain('zyxq');
  await expectReadable(made);
});

test('the text keys of a list page are looked up with one query', async () => {
  for (const contactId of await company.newContacts(3)) await call(contactId);
  const read = vi.spyOn(database().textKeys, 'read');
  const { body } = await company.api.get('/conversations?limit=10');
  expect(
    body.data.map(
      (one: { callAttempts: { transcript: { text: string }[] }[] }) =>
        one.callAttempts[0]?.transcript[0]?.text,
    ),
  ).toEqual([SAID, SAID, SAID]);
  expect(read).toHaveBeenCalledTimes(1);
  expect(read.mock.calls[0]?.[1]).toHaveLength(3);
  read.mockRestore();
});
