import type { RunComparison, RunFilter, RunResults } from '@parley/contract/run-results.ts';
import { newPerson } from '@parley/testing/console-browser.ts';
import { holdCall, renewalAgent } from '@parley/testing/held-call.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';

interface Made {
  readonly id: string;
  readonly contactId: string;
}

let service: TestService;
let company: RunningCompany;
let runId: string;
let versionIds: string[];
let made: Made[];
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  company = await runningCompany(service, { agent: { focus: undefined, ...renewalAgent } });
  const { body } = await company.api.patch(`/agents/${company.agentId}`, { duration: 20 });
  const questionId = body.flow.sections[0].questions[0].id;
  const versions = (await company.api.get(`/agents/${company.agentId}/versions`)).body.data;
  versionIds = versions.map(({ id }: { id: string }) => id);
  runId = await company.newRun(await company.newContacts(13), {
    split: versionIds.map((versionId) => ({ versionId })),
  });
  await company.api.post(`/runs/${runId}/launch`);
  made = (await company.api.get(`/runs/${runId}/conversations?limit=100`)).body.data;
  const at = (place: number) => made[place] as Made;
  // Half of them, whatever chance says.
  for (const [place, { id }] of made.entries())
    await service.services.database.run(
      sql`update conversations set agent_version_id = ${versionIds[place % 2] as string} where id = ${id}`,
    );
  const held = (place: number, found: Parameters<typeof holdCall>[2]) =>
    holdCall(service, { companyId: company.id, conversationId: at(place).id, questionId }, found);
  await held(0, { willRenew: true });
  await calls(at(0), ['10:05', 'NO_ANSWER'], ['14:05', 'COMPLETED']);
  await held(1, { willRenew: false, isPriceTagged: true });
  await calls(at(1), ['10:10', 'BUSY'], ['10:50', 'COMPLETED']);
  await held(2, { willRenew: null, reason: null });
  await calls(at(2), ['11:00', 'COMPLETED']);
  await held(3, { willRenew: true, reason: 'Service', isPriceTagged: true });
  await calls(at(3), ['14:30', 'COMPLETED']);
  const correction = { kind: 'outcome', key: 'will_renew', value: false };
  await company.api.post(`/conversations/${at(3).id}/corrections`, correction);
  await ended(at(4), 'UNREACHABLE', ['10:20', 'NO_ANSWER'], ['14:20', 'VOICEMAIL']);
  await ended(at(5), 'CANCELLED', ['10:30', 'FAILED', 'NOT_INTERESTED']);
  await ended(at(6), 'CANCELLED', ['11:30', 'FAILED', 'OPT_OUT']);
  await ended(at(7), 'FAILED', ['10:40', 'FAILED', 'AGENT_ERROR']);
  await ended(at(8), 'CANCELLED');
  await calls(at(9), ['10:45', 'BUSY']);
  // 10 was not called yet. One person has two numbers: was reached at one of them, and not at the other.
  await held(11, { willRenew: true });
  await calls(at(11), ['14:45', 'COMPLETED']);
  await ended(at(12), 'UNREACHABLE', ['10:55', 'NO_ANSWER']);
  const merged = await company.api.post(`/contacts/${at(11).contactId}/merge`, {
    contactId: at(12).contactId,
  });
  expect(merged.status).toBe(200);
});
afterAll(() => service.stop());

type Call = readonly [time: string, status: string, reason?: string];

/** Gives a conversation these calls, of which the last one is the one that it has. */
async function calls({ id }: Made, ...placed: readonly Call[]): Promise<void> {
  const { database } = service.services;
  const last = await database.first<{ id: string }>(sql`
    update call_attempts set number = ${Math.max(1, placed.length)} where conversation_id = ${id} returning id`);
  for (const [place, [time, status, reason = null]] of placed.entries()) {
    const attemptId = place === placed.length - 1 ? (last?.id ?? '') : database.newId();
    await database.run(sql`
      insert into call_attempts (company_id, id, conversation_id, dial_queue, direction, status, reason_code, number, scheduled_at,
        called_at, is_admitted, created_at, updated_at)
      select company_id, ${attemptId}, conversation_id, dial_queue, direction, ${status}, ${reason}, ${place + 1}, scheduled_at,
        ${`2026-03-12T${time}:00Z`}, true, now(), now() from call_attempts where id = ${last?.id ?? ''}
      on conflict (id) do update set status = excluded.status, reason_code = excluded.reason_code, called_at = excluded.called_at`);
  }
}

async function ended(one: Made, status: string, ...placed: readonly Call[]): Promise<void> {
  await calls(one, ...placed);
  await service.services.database.run(
    sql`update conversations set status = ${status}, open_agent_id = null, finished_at = now() where id = ${one.id}`,
  );
}

type Numbers = readonly (readonly [name: string, count: number, filter: RunFilter])[];

/** Every number of the results that is about contacts, with the filter of those behind it. */
function numbersOf(results: RunResults): Numbers {
  const { funnel, endings, hours, versions, outcomes, tags, answers, values } = results;
  const corrected = (kind: 'outcome' | 'tag', key: string, count: number) =>
    [
      `${key}: corrected`,
      count,
      { resultKind: kind, resultKey: key, resultState: 'CORRECTED' as const },
    ] as const;
  return [
    ['contacts', funnel.contacts, { step: 'LAUNCHED' }],
    ['conversations', results.conversations, { step: 'LAUNCHED' }],
    ['called', funnel.called, { step: 'CALLED' }],
    ['answered', funnel.answered, { step: 'ANSWERED' }],
    ['completed', funnel.completed, { step: 'COMPLETED' }],
    ['completed', results.completed, { status: 'COMPLETED' }],
    ...funnel.sections.flatMap(
      ({ sectionId, reached, questions }): Numbers => [
        ['section', reached, { sectionId }],
        ...questions.map(
          ({ id, answered }) =>
            ['question', answered, { resultKind: 'answer', resultKey: id, resultState: 'FOUND' }] as const,
        ),
      ],
    ),
    ...endings.map(({ ending, count }) => [ending, count, { ending }] as const),
    ...hours.flatMap(
      ({ from, to, contacts, contactsAnswered }): Numbers => [
        [`called at ${from}`, contacts, { step: 'CALLED', calledFrom: from, calledTo: to }],
        [`answered at ${from}`, contactsAnswered, { step: 'ANSWERED', calledFrom: from, calledTo: to }],
      ],
    ),
    ...versions.flatMap(
      ({ versionId, conversations, completed }): Numbers => [
        ['of a version', conversations, { versionId }],
        ['completed with a version', completed, { versionId, step: 'COMPLETED' }],
      ],
    ),
    ...outcomes.flatMap(({ key, met, notMet, unknown, corrected: fixed }): Numbers => {
      const of = { resultKind: 'outcome', resultKey: key } as const;
      return [
        [`${key}: yes`, met, { ...of, resultValue: 'Yes' }],
        [`${key}: no`, notMet, { ...of, resultValue: 'No' }],
        [`${key}: not known`, unknown, { ...of, resultState: 'MISSING' }],
        [
          `${key}: no result`,
          funnel.contacts - met - notMet - unknown,
          { ...of, step: 'LAUNCHED', resultState: 'NONE' },
        ],
        corrected('outcome', key, fixed),
      ];
    }),
    ...tags.flatMap(
      ({ key, applied, corrected: fixed }): Numbers => [
        [key, applied, { resultKind: 'tag', resultKey: key, resultValue: 'Yes' }],
        corrected('tag', key, fixed),
      ],
    ),
    ...[
      ...answers.map((one) => ({
        kind: 'answer' as const,
        ...{ key: one.id, known: one.answered, missing: one.unanswered, values: one.answers },
      })),
      ...values.map((one) => ({
        kind: 'value' as const,
        ...{ key: one.key, known: one.found, missing: one.missing, values: one.values },
      })),
    ].flatMap(({ kind, key, known, missing, values: found }): Numbers => {
      const of = { resultKind: kind, resultKey: key };
      return [
        [`${kind} known`, known, { ...of, resultState: 'FOUND' }],
        [`${kind} missing`, missing, { ...of, resultState: 'MISSING' }],
        ...found.map(
          ({ value, count }) => [`${kind}: ${value}`, count, { ...of, resultValue: value }] as const,
        ),
      ];
    }),
  ];
}

const comparedNumbers = ({ versions }: RunComparison): Numbers =>
  versions.flatMap(
    ({ versionId, conversations, reached, outcomes }): Numbers => [
      ['compared: contacts', conversations, { versionId }],
      ['compared: ended', reached.result.of, { versionId, step: 'ENDED' }],
      ['compared: reached', reached.result.met, { versionId, step: 'COMPLETED' }],
      ...outcomes.flatMap(({ key, unknown, result }): Numbers => {
        const of = { versionId, resultKind: 'outcome', resultKey: key } as const;
        return [
          [`compared: ${key} tells`, result.of, { ...of, resultState: 'FOUND' }],
          [`compared: ${key} met`, result.met, { ...of, resultValue: 'Yes' }],
          [`compared: ${key} not known`, unknown, { ...of, resultState: 'MISSING' }],
        ];
      }),
    ],
  );

/** How many are listed, and that the number of rows is the same. */
async function listed(filter: RunFilter): Promise<number> {
  const query = new URLSearchParams(filter as Record<string, string>);
  const { status, body } = await company.api.get(`/runs/${runId}/contacts?limit=100&${query}`);
  expect([status, body.total]).toEqual([200, body.data?.length]);
  return body.total;
}

async function expectListed(numbers: Numbers, part: RunFilter = {}): Promise<void> {
  const wrong: unknown[] = [];
  for (const [name, count, filter] of numbers) {
    const found = await listed({ ...part, ...filter });
    if (found !== count) wrong.push({ name, count, found });
  }
  expect(wrong).toEqual([]);
}

test('every number in the results of a run lists exactly as many contacts, also where contacts were merged or called several times', async () => {
  const { body } = await company.api.get(`/runs/${runId}/results`);
  expect(body).toMatchObject({
    conversations: 12,
    completed: 5,
    funnel: { contacts: 12, called: 10, answered: 5 },
    endings: [{ count: 1 }, { count: 1 }, { count: 1 }, { count: 1 }, { count: 1 }],
  });
  await expectListed(numbersOf(body));
});

test('whoever was called at ten and answered at two has not answered at ten', async () => {
  const { hours } = (await company.api.get(`/runs/${runId}/results`)).body;
  expect(
    hours.map(({ from, ...counted }: { from: string; to: string }) => ({
      ...counted,
      to: from.slice(11, 13),
    })),
  ).toEqual([
    { to: '10', calls: 7, answered: 1, contacts: 6, contactsAnswered: 1 },
    { to: '11', calls: 2, answered: 1, contacts: 2, contactsAnswered: 1 },
    { to: '14', calls: 4, answered: 3, contacts: 4, contactsAnswered: 3 },
  ]);
  const ten = { calledFrom: '2026-03-12T10:00:00Z', calledTo: '2026-03-12T11:00:00Z' };
  expect(await listed({ ...ten, step: 'ANSWERED' })).toBe(1);
});

test('the hours of the results are those of the clock of the company, also where they begin at half past', async () => {
  const { database } = service.services;
  const hoursIn = async (timezone: string) => {
    await database.run(sql`update companies set timezone = ${timezone} where id = ${company.id}`);
    const { body } = await company.api.get(`/runs/${runId}/results`);
    await expectListed(numbersOf(body));
    return body.hours.map(({ from }: { from: string }) => from.slice(11, 16));
  };
  expect(await hoursIn('Asia/Kolkata')).toEqual(['09:30', '10:30', '11:30', '13:30', '14:30']);
  expect(await hoursIn('UTC')).toEqual(['10:00', '11:00', '14:00']);
});

test('the two hours of one name are apart where clocks go back', async () => {
  const id = await company.newRun(2);
  await company.api.post(`/runs/${id}/launch`);
  const { data } = (await company.api.get(`/runs/${id}/conversations`)).body;
  const { database } = service.services;
  for (const [place, at] of ['2026-10-25T00:10:00Z', '2026-10-25T01:10:00Z'].entries())
    await database.run(sql`
      update call_attempts set status = 'VOICEMAIL', called_at = ${at} where conversation_id = ${data[place].id}`);
  await database.run(sql`update companies set timezone = 'Europe/Zurich' where id = ${company.id}`);
  const { hours } = (await company.api.get(`/runs/${id}/results`)).body;
  await database.run(sql`update companies set timezone = 'UTC' where id = ${company.id}`);
  expect(hours.map(({ from, contacts }: { from: string; contacts: number }) => [from, contacts])).toEqual([
    ['2026-10-25T00:00:00.000Z', 1],
    ['2026-10-25T01:00:00.000Z', 1],
  ]);
});

test('every number in the comparison of versions lists exactly as many contacts', async () => {
  const { body } = await company.api.get(`/runs/${runId}/comparison`);
  expect(body.versions).toHaveLength(2);
  await expectListed(comparedNumbers(body));
});

test('every number in the progress of a run lists exactly as many conversations', async () => {
  const viewer = await newPerson(service, company.id, 'viewer', 'viewer@example.com');
  const { database } = service.services;
  // Somebody who is being called.
  await database.run(sql`
    insert into live_calls (attempt_id, company_id, conversation_id, dial_queue, worker_id, claimed_at)
    select id, company_id, conversation_id, dial_queue, ${database.newId()}, now() from call_attempts
    where conversation_id = ${made[10]?.id ?? ''}`);
  const {
    queued,
    inProgress,
    total,
    completion: _,
    ...ended
  } = (await company.api.get(`/runs/${runId}`)).body.progress;
  expect({ queued, inProgress, total }).toEqual({ queued: 1, inProgress: 1, total: 13 });
  for (const [progress, count] of Object.entries({ queued, in_progress: inProgress, ...ended })) {
    const query = `runId=${runId}&progress=${progress.toUpperCase()}`;
    const { body } = await viewer.get(`/console/api/conversations?${query}`);
    expect([progress, body.total, body.data?.length]).toEqual([progress, count, count]);
    const listed = (await company.api.get(`/conversations?${query}`)).body;
    expect([progress, listed.total, listed.data?.length]).toEqual([progress, count, count]);
  }
});

test("conversations are listed by how a call ended, and on which days of the company's calendar", async () => {
  const viewer = await newPerson(service, company.id, 'viewer', 'reader@example.com');
  const { database } = service.services;
  await database.run(sql`update companies set timezone = 'Pacific/Auckland' where id = ${company.id}`);
  const found = async (query: string) => {
    const inConsole = await viewer.get(`/console/api/conversations?${query}`);
    const { status, body } = await company.api.get(`/conversations?${query}`);
    expect([inConsole.status, inConsole.body.total]).toEqual([status, body.total]);
    return status === 200 ? body.total : status;
  };
  // In Auckland, where clocks are 13 hours ahead, calls from eleven o'clock on are those of the 13th.
  expect(await found('callEnded=NO_ANSWER')).toBe(3);
  expect(await found('callEnded=NO_ANSWER&calledFrom=2026-03-12&calledTo=2026-03-12')).toBe(3);
  expect(await found('callEnded=COMPLETED&calledFrom=2026-03-12&calledTo=2026-03-12')).toBe(1);
  expect(await found('callEnded=COMPLETED&calledFrom=2026-03-13')).toBe(4);
  expect(await found('calledTo=2026-03-11')).toBe(0);
  for (const query of ['callEnded=SCHEDULED', 'calledFrom=0000-01-01', 'calledTo=tomorrow'])
    expect(await found(query)).toBe(400);
  await database.run(sql`update companies set timezone = 'UTC' where id = ${company.id}`);
});

test.each<[string, () => RunFilter]>([
  ['a version', () => ({ versionId: versionIds[0] as string })],
  ['a status', () => ({ status: 'COMPLETED' })],
  ['an outcome', () => ({ andResultKind: 'outcome', andResultKey: 'will_renew', andResultValue: 'Yes' })],
  ['no result', () => ({ andResultKind: 'outcome', andResultKey: 'will_renew', andResultState: 'NONE' })],
])('the numbers of a part of the results, by %s, list exactly as many contacts', async (_part, filterOf) => {
  const part = filterOf();
  const query = new URLSearchParams(part as Record<string, string>);
  const { status, body } = await company.api.get(`/runs/${runId}/results?${query}`);
  expect([status, body.conversations > 0]).toEqual([200, true]);
  await expectListed(
    numbersOf(body).filter(([, , { versionId }]) => versionId === undefined || part.versionId === undefined),
    part,
  );
});

test('the export of the results has one line for each contact, also of one who was merged', async () => {
  const { text } = await company.api.get(`/runs/${runId}/results.csv`);
  const [, ...rows] = text.trim().split('\r\n');
  const merged = rows.filter((row) => row.includes(made[11]?.id ?? '') || row.includes(made[12]?.id ?? ''));
  expect([rows.length, merged.length]).toEqual([12, 1]);
});

test.each([
  'andResultKey=will_renew',
  'andResultKind=outcome',
  'andResultState=FOUND',
  'andResultKind=outcome&andResultKey=will_renew&andResultState=NONE&andResultValue=Yes',
])('the invalid second result %s of a filter is refused', async (query) => {
  expect((await company.api.get(`/runs/${runId}/contacts?${query}`)).status).toBe(400);
});

test('a key that may not read conversations cannot filter a run by a second result', async () => {
  const { api } = await service.newKey({ companyId: company.id, scopes: ['read:runs', 'read:contacts'] });
  const query = 'andResultKind=outcome&andResultKey=will_renew&andResultValue=Yes';
  expect((await api.get(`/runs/${runId}/contacts?${query}`)).status).toBe(403);
});
