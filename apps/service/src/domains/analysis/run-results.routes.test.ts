import { holdCall, renewalAgent } from '@parley/testing/held-call.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { unzipped } from '@parley/testing/unzipped.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Everywhere } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

let service: TestService;
let company: RunningCompany;
let runId: string;
let conversations: string[];
let questionId: string;
let sectionId: string;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  company = await runningCompany(service, { agent: { focus: undefined, ...renewalAgent } });
  const agent = (await company.api.get(`/agents/${company.agentId}`)).body;
  runId = await company.newRun(4);
  await company.api.post(`/runs/${runId}/launch`);
  const { data } = (await company.api.get(`/runs/${runId}/conversations`)).body;
  conversations = data.map(({ id }: { id: string }) => id);
  sectionId = agent.flow.sections[0].id;
  questionId = agent.flow.sections[0].questions[0].id;
  const results = [{ willRenew: true }, { willRenew: false, isPriceTagged: true }, { willRenew: null }];
  for (const [place, found] of results.entries()) {
    const conversationId = conversations[place] as string;
    await holdCall(service, { companyId: company.id, conversationId, questionId }, found);
  }
  await company.api.post(`/conversations/${conversations[1]}/corrections`, {
    kind: 'outcome',
    key: 'will_renew',
    value: true,
  });
});
afterAll(() => service.stop());

test('the result counts of a run include corrections', async () => {
  const { body } = await company.api.get(`/runs/${runId}/results`);
  expect(body).toMatchObject({
    runId,
    conversations: 4,
    completed: 3,
    analysed: 3,
    corrected: 1,
    outcomes: [{ key: 'will_renew', label: 'Will renew', met: 2, notMet: 0, unknown: 1, corrected: 1 }],
    tags: [{ key: 'price', applied: 1, corrected: 0 }],
    answers: [
      {
        question: 'Will you renew your contract?',
        answered: 2,
        unanswered: 1,
        answers: [
          { value: 'No', count: 1 },
          { value: 'Yes', count: 1 },
        ],
      },
    ],
    values: [{ key: 'reason', found: 3, missing: 0, values: [{ value: 'Price', count: 3 }] }],
  });
});

test('each contact of a run is listed with the outcomes of its call, as corrected; what the call does not tell is unknown', async () => {
  const { body } = await company.api.get(`/runs/${runId}/contacts`);
  const outcome = { key: 'will_renew', label: 'Will renew' };
  const byConversation = new Map(
    body.data.map(({ conversationId, outcomes }: { conversationId: string; outcomes?: object[] }) => [
      conversationId,
      outcomes,
    ]),
  );
  expect(conversations.map((id) => byConversation.get(id))).toEqual([
    [{ ...outcome, met: true }],
    // Corrected.
    [{ ...outcome, met: true }],
    [{ ...outcome, met: false, unknown: true }],
    // Not called yet.
    undefined,
  ]);
});

test('a key that may not read conversations does not see the outcomes of contacts', async () => {
  const { api } = await service.newKey({ companyId: company.id, scopes: ['read:runs', 'read:contacts'] });
  const { body } = await api.get(`/runs/${runId}/contacts`);
  expect(body.data).toHaveLength(4);
  for (const one of body.data) expect(one).not.toHaveProperty('outcomes');
});

test('the results CSV of a run has a column for each result and says which results were corrected', async () => {
  const { headers, text } = await company.api.get(`/runs/${runId}/results.csv`);
  expect(headers.get('content-disposition')).toContain('results.csv');
  const [head = '', ...rows] = text.replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toContain('Will renew,Price is an issue,Will you renew your contract?,Reason,corrected');
  expect(rows).toHaveLength(4);
  const corrected = rows.find((row) => row.includes(conversations[1] as string));
  expect(corrected).toContain(',Yes,Yes,No,Price,Will renew,');
  expect(head).toMatch(/,agentVersionId,corrections,simulatedCalls,overallRating$/);
  expect(corrected).toMatch(/,"?Will renew: No, corrected by .+ on \d{4}-\d\d-\d\d \d\d:\d\d"?,,$/);
  expect(rows.filter((row) => row.includes('corrected by'))).toEqual([corrected]);
});

test('the CSV and the workbook of a run tell a result that is not known from no result at all', async () => {
  const id = await company.newRun(4);
  await company.api.post(`/runs/${id}/launch`);
  const held = (await company.api.get(`/runs/${id}/conversations`)).body.data;
  const found = [{}, { willRenew: null, reason: null }, {}];
  for (const [place, one] of found.entries())
    await holdCall(service, { companyId: company.id, conversationId: held[place].id, questionId }, one);
  for (const [kind, key] of [
    ['outcome', 'will_renew'],
    ['answer', questionId],
    ['value', 'reason'],
  ])
    await company.api.post(`/conversations/${held[2].id}/corrections`, { kind, key, value: null });

  const csv = (await company.api.get(`/runs/${id}/results.csv`)).text.split('\r\n');
  const inCsv = (place: number) => csv.find((line) => line.includes(held[place].id));
  expect(inCsv(0)).toContain(',Yes,No,Yes,Price,');
  expect(inCsv(1)).toContain(',Not known,No,Not known,Not known,');
  expect(inCsv(2)).toContain(',Not known,No,Not known,Not known,');
  expect(inCsv(3)).toContain(',,,,,,SCHEDULED,');
  const response = await fetch(`${service.url}/runs/${id}/results.xlsx`, {
    headers: { authorization: `Bearer ${company.key}` },
  });
  const sheet = String(unzipped(Buffer.from(await response.arrayBuffer())).get('xl/worksheets/sheet1.xml'));
  expect(sheet.match(/>Not known<\/t>/g)).toHaveLength(6);
});

test('answers that differ only in case, spaces and punctuation around them are counted and listed as one', async () => {
  const id = await company.newRun(12);
  await company.api.post(`/runs/${id}/launch`);
  const held = (await company.api.get(`/runs/${id}/conversations`)).body.data;
  const said = [
    [
      'mainly, the price',
      'Mainly, the price',
      ' Mainly, the price.',
      '"Mainly, the price"',
      'Mainly, the price',
    ],
    ['-5', '5', '5.', 'A+', 'A', '?', '!'],
  ].flat();
  for (const [place, reason] of said.entries())
    await holdCall(
      service,
      { companyId: company.id, conversationId: held[place].id, questionId },
      { reason, willRenew: null },
    );
  const [{ found, values }] = (await company.api.get(`/runs/${id}/results`)).body.values;
  expect(found).toBe(12);
  expect(values).toEqual([
    { value: 'Mainly, the price', count: 5 },
    { value: '5', count: 2 },
    ...['!', '-5', '?', 'A', 'A+'].map((value) => ({ value, count: 1 })),
  ]);
  for (const { value, count } of [...values, { value: 'MAINLY, THE PRICE!', count: 5 }]) {
    const query = new URLSearchParams({ resultKind: 'value', resultKey: 'reason', resultValue: value });
    expect((await company.api.get(`/runs/${id}/contacts?${query}`)).body.total, value).toBe(count);
    const { conversations: counted } = (await company.api.get(`/runs/${id}/results?${query}`)).body;
    expect(counted, value).toBe(count);
  }
});

test('the exports of a run have the score of each call, also of an agent without a flow', async () => {
  const screening = await runningCompany(service, { agent: { focus: 'GENERIC' } });
  const id = await screening.newRun(2);
  await screening.api.post(`/runs/${id}/launch`);
  const [rated] = (await screening.api.get(`/runs/${id}/conversations`)).body.data;
  await holdCall(service, { companyId: screening.id, conversationId: rated.id, questionId });
  await service.services.database.run(sql`
    update call_analyses set is_custom = false, result = '{"general": {"overallRating": 72.5}, "analytics": null}'
    where conversation_id = ${rated.id}`);
  const { body } = await screening.api.get(`/runs/${id}/results.ndjson?status=COMPLETED`);
  expect(body).toMatchObject({ conversationId: rated.id, overallRating: 72.5, outcomes: {}, answers: [] });
  const { text } = await screening.api.get(`/runs/${id}/results.csv`);
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toMatch(/,overallRating$/);
  expect(lines.find((line) => line.includes(rated.id))).toMatch(/,72\.5$/);
  expect(lines.filter((line) => line.endsWith(','))).toHaveLength(1);
});

/** A run of two contacts: the first one ended the conversation, the second one was not reached. */
async function refusedRun(end: string, fields: object = {}) {
  const contacts = [await company.newContact({ fields }), await company.newContact()];
  const id = await company.newRun(contacts);
  await company.api.post(`/runs/${id}/launch`);
  const { database } = service.services;
  const over = (contactId: string | undefined, status: string, reason: string) =>
    database.run(sql`
      with over as (
        update conversations set status = ${status}, open_agent_id = null, finished_at = '2026-03-12T13:31:00Z'
        where contact_id = ${contactId} returning id)
      update call_attempts set status = 'FAILED', reason_code = ${reason}, called_at = '2026-03-12T13:30:00Z'
      where conversation_id in (select id from over)`);
  await over(contacts[0], 'CANCELLED', end);
  await over(contacts[1], 'UNREACHABLE', 'NO_ANSWER');
  return { id, contacts };
}

test("the results CSV of a run has the contact's data, and the reason in words where there are no results", async () => {
  await company.api.post('/contact-fields', { key: 'shirt_size', label: 'Shirt size', dataType: 'string' });
  const fields = { plan_name: 'Gold', shirt_size: 'L' };
  const { id, contacts } = await refusedRun('NOT_INTERESTED', fields);

  const [head = '', ...rows] = (await company.api.get(`/runs/${id}/results.csv`)).text
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n');
  expect(head).toBe(
    'First name,Last name,Phone number,Email,Plan name,Shirt size,Status,Reason,Calls,Ended (UTC),' +
      'corrected,status,finishedAt,contactId,conversationId,agentVersionId,corrections,simulatedCalls,overallRating',
  );
  expect(rows.find((row) => row.includes(contacts[0] as string))).toContain(
    "Ada,Novak,'+15005550000,,Gold,L,Cancelled,Declined on the call,1,2026-03-12 13:31,,CANCELLED,",
  );
  expect(rows.find((row) => row.includes(contacts[1] as string))).toContain(
    'Unreachable,"Not reached in one call; the last one was no answer",1,',
  );
  const { body: refused } = await company.api.get(`/runs/${id}/results.ndjson?status=CANCELLED`);
  expect(refused).toMatchObject({
    contactId: contacts[0],
    phoneNumber: '+15005550000',
    fields,
    reasonCode: 'declined',
    callsMade: 1,
  });
});

test.each([
  ['NOT_INTERESTED', 'DECLINED'],
  ['OPT_OUT', 'OPTED_OUT'],
  ['HUNG_UP', 'CANCELLED'],
])(
  "contacts whose conversation ended with %s are counted in the run's results and can be listed",
  async (end, ending) => {
    const { id, contacts } = await refusedRun(end);
    const { body } = await company.api.get(`/runs/${id}/results`);
    expect(body.endings.filter(({ count }: { count: number }) => count > 0)).toEqual([
      { ending: 'NOT_REACHED', count: 1 },
      { ending, count: 1 },
    ]);
    const listed = await company.api.get(`/runs/${id}/contacts?ending=${ending}`);
    expect(listed.body.data).toMatchObject([{ contactId: contacts[0] }]);
    const unreached = await company.api.get(`/runs/${id}/contacts?ending=NOT_REACHED`);
    expect(unreached.body.data).toMatchObject([{ contactId: contacts[1] }]);
  },
);

test("the results of an unknown run, or of another company's run, are not found", async () => {
  const other = await service.newCompany();
  for (const part of ['results', 'results.csv', 'results.xlsx', 'results.ndjson', 'contacts']) {
    expect((await company.api.get(`/runs/${UNKNOWN}/${part}`)).status).toBe(404);
    expect((await other.api.get(`/runs/${runId}/${part}`)).status).toBe(404);
  }
  expect((await other.api.post(`/runs/${runId}/again`)).status).toBe(404);
});

test('the results of a run count contacts by step of the funnel, by hour and by agent version', async () => {
  const { body } = await company.api.get(`/runs/${runId}/results`);
  expect(body.funnel).toMatchObject({
    contacts: 4,
    called: 3,
    answered: 3,
    completed: 3,
    sections: [{ title: 'Renewal', reached: 2, questions: [{ id: questionId, answered: 2 }] }],
  });
  expect(body.hours).toEqual([
    {
      ...{ from: '2026-03-12T13:00:00.000Z', to: '2026-03-12T14:00:00.000Z' },
      ...{ calls: 3, answered: 3, contacts: 3, contactsAnswered: 3 },
    },
  ]);
  expect(body.versions).toMatchObject([{ number: 1, conversations: 4, completed: 3 }]);
});

/** The conversations behind a filter, by their places among those of the run. */
const behind = async (query: string) => {
  const { status, body } = await company.api.get(`/runs/${runId}/contacts?${query}`);
  expect(status).toBe(200);
  const places = body.data.map((one: { conversationId: string }) =>
    conversations.indexOf(one.conversationId),
  );
  expect(body.total).toBe(places.length);
  return places.sort();
};

test.each([
  ['resultKind=outcome&resultKey=will_renew&resultValue=Yes', [0, 1]],
  ['resultKind=outcome&resultKey=will_renew&resultValue=No', []],
  ['resultKind=outcome&resultKey=will_renew&resultState=MISSING', [2]],
  ['resultKind=outcome&resultKey=will_renew&resultState=CORRECTED', [1]],
  ['resultKind=outcome&resultKey=will_renew&resultState=NONE', [3]],
  ['resultKind=outcome&resultKey=will_renew&resultState=NONE&step=CALLED', []],
  ['resultKind=outcome&resultKey=will_retire&resultState=NONE', [0, 1, 2, 3]],
  ['resultKind=tag&resultKey=price&resultValue=Yes', [1]],
  ['resultKind=value&resultKey=reason&resultValue=Price', [0, 1, 2]],
  ['step=CALLED', [0, 1, 2]],
  ['step=ANSWERED', [0, 1, 2]],
  ['step=COMPLETED', [0, 1, 2]],
  ['status=SCHEDULED', [3]],
  ['calledFrom=2026-03-12T13:00:00Z&calledTo=2026-03-12T14:00:00Z', [0, 1, 2]],
  ['calledFrom=0000-01-01T00:00:00Z', [0, 1, 2]],
  [`calledTo=${encodeURIComponent('2026-03-14T00:00:00+23:00')}`, [0, 1, 2]],
  ['calledFrom=2026-03-12T14:00:00Z', []],
])('the contacts of a run can be listed by %s', async (query, places) => {
  expect(await behind(query)).toEqual(places);
});

test('the contacts who reached a question or section, or had an agent version, can be listed', async () => {
  expect(await behind(`resultKind=answer&resultKey=${questionId}&resultState=FOUND`)).toEqual([0, 1]);
  expect(await behind(`sectionId=${sectionId}`)).toEqual([0, 1]);
  expect(await behind(`sectionId=${UNKNOWN}`)).toEqual([]);
  const { versions } = (await company.api.get(`/runs/${runId}/results`)).body;
  expect(await behind(`versionId=${versions[0].versionId}`)).toEqual([0, 1, 2, 3]);
  expect(await behind(`versionId=${UNKNOWN}`)).toEqual([]);
});

test('filters of the contact list also apply to the result counts of a run', async () => {
  const { body } = await company.api.get(
    `/runs/${runId}/results?resultKind=tag&resultKey=price&resultValue=Yes`,
  );
  expect(body).toMatchObject({ conversations: 1, analysed: 1, funnel: { contacts: 1, answered: 1 } });
  expect(body.hours).toMatchObject([{ calls: 1 }]);
  expect(body.outcomes).toMatchObject([{ met: 1, notMet: 0, unknown: 0 }]);
});

test.each([
  'resultKey=will_renew',
  'resultKind=outcome',
  'resultState=FOUND',
  'resultKind=outcome&resultKey=will_renew&resultState=MAYBE',
  'resultKind=outcome&resultKey=will_renew&resultState=NONE&resultValue=Yes',
  'status=LOST',
  'versionId=first',
  'sort=AGE',
])("the invalid filter %s of a run's results is refused", async (query) => {
  expect((await company.api.get(`/runs/${runId}/contacts?${query}`)).status).toBe(400);
});

test('the contacts of a run can be sorted by name, status, calls and last call, and paged', async () => {
  const order = async (query: string) =>
    (await company.api.get(`/runs/${runId}/contacts?${query}`)).body.data.map(
      (one: { callsMade: number }) => one.callsMade,
    );
  expect(await order('sort=CALLS')).toEqual([0, 1, 1, 1]);
  expect(await order('sort=CALLS&order=DESC')).toEqual([1, 1, 1, 0]);
  expect(await order('sort=LAST_CALL&order=DESC')).toEqual([1, 1, 1, 0]);
  expect(await order('sort=STATUS')).toEqual([1, 1, 1, 0]);
  expect(await order('sort=NAME&limit=3&page=2')).toHaveLength(1);
});

test('a withdrawn correction no longer counts in the results of a run', async () => {
  const id = conversations[0];
  const correction = { kind: 'tag', key: 'price', value: true };
  const { body } = await company.api.post(`/conversations/${id}/corrections`, correction);
  expect(await behind('resultKind=tag&resultKey=price&resultValue=Yes')).toEqual([0, 1]);
  await company.api.delete(`/conversations/${id}/corrections/${body.id}`);
  expect(await behind('resultKind=tag&resultKey=price&resultValue=Yes')).toEqual([1]);
});

test('the results of a run can be exported as JSON lines and as a workbook, with the same filters', async () => {
  const query = 'resultKind=outcome&resultKey=will_renew&resultState=CORRECTED';
  const lines = await company.api.get(`/runs/${runId}/results.ndjson?${query}`);
  expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(
    lines.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    {
      conversationId: conversations[1],
      outcomes: { will_renew: true },
      tags: ['price'],
      values: { reason: 'Price' },
      corrected: ['Will renew'],
      corrections: [
        {
          kind: 'outcome',
          key: 'will_renew',
          original: false,
          by: { kind: 'api-key', id: company.keyId },
          at: expect.stringMatching(/^\d{4}-/),
          note: null,
        },
      ],
    },
  ]);
  const response = await fetch(`${service.url}/runs/${runId}/results.xlsx?${query}`, {
    headers: { authorization: `Bearer ${company.key}` },
  });
  const files = unzipped(Buffer.from(await response.arrayBuffer()));
  expect([...files.keys()]).toContain('xl/workbook.xml');
  const sheet = String(files.get('xl/worksheets/sheet1.xml'));
  expect(sheet.match(/<row>/g)).toHaveLength(2);
  expect(sheet).toContain(`>${conversations[1]}</t>`);
});

test('the workbook of a run has plain words as the names of all columns; CSV keeps the names for programs', async () => {
  const response = await fetch(`${service.url}/runs/${runId}/results.xlsx`, {
    headers: { authorization: `Bearer ${company.key}` },
  });
  const files = unzipped(Buffer.from(await response.arrayBuffer()));
  const [header = ''] = String(files.get('xl/worksheets/sheet1.xml')).match(/<row>.*?<\/row>/) ?? [];
  const names = [...header.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, name]) => name);
  expect(names).toEqual([
    ...['First name', 'Last name', 'Phone number', 'Email'],
    ...['Status', 'Simulated calls', 'Reason', 'Calls', 'Ended (UTC)'],
    ...['Will renew', 'Price is an issue', 'Will you renew your contract?', 'Reason', 'Corrected'],
    ...['Status code', 'Ended (UTC, to the second)', 'Contact ID', 'Conversation ID', 'Agent version ID'],
    'Corrections',
    'Score',
  ]);
  const { text } = await company.api.get(`/runs/${runId}/results.csv`);
  expect(text.split('\r\n')[0]).toMatch(
    /,corrected,status,finishedAt,contactId,conversationId,agentVersionId,corrections,simulatedCalls,overallRating$/,
  );
});

test("a filter on a run's contacts can be turned into a new draft run for them", async () => {
  const { status, body } = await company.api.post(`/runs/${runId}/again`, {
    filter: { resultKind: 'outcome', resultKey: 'will_renew', resultState: 'MISSING' },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: 'Spring (again)', status: 'DRAFT', agentId: company.agentId });
  const { data } = (await company.api.get(`/runs/${body.id}/contacts`)).body;
  const before = (await company.api.get(`/runs/${runId}/contacts`)).body.data;
  const missing = before.find((one: { conversationId: string }) => one.conversationId === conversations[2]);
  expect(data.map((one: { contactId: string }) => one.contactId)).toEqual([missing.contactId]);
  const all = await company.api.post(`/runs/${runId}/again`, { name: 'Second round' });
  expect((await company.api.get(`/runs/${all.body.id}/contacts`)).body.total).toBe(4);
  const nobody = { filter: { status: 'FAILED' } };
  expect((await company.api.post(`/runs/${runId}/again`, nobody)).status).toBe(409);
  expect((await company.api.post(`/runs/${runId}/again`, { filter: { age: 3 } })).status).toBe(400);
});

test('a key that may not read conversations cannot filter a run by results', async () => {
  const { api } = await service.newKey({
    companyId: company.id,
    scopes: ['read:runs', 'write:runs', 'read:contacts'],
  });
  expect((await api.get(`/runs/${runId}/contacts?status=COMPLETED`)).status).toBe(200);
  const filter = { resultKind: 'outcome', resultKey: 'will_renew', resultValue: 'Yes' };
  for (const query of [new URLSearchParams(filter), `sectionId=${sectionId}`])
    expect((await api.get(`/runs/${runId}/contacts?${query}`)).status).toBe(403);
  expect((await api.post(`/runs/${runId}/again`, { filter })).status).toBe(403);
});

test('deleting conversations deletes their results without taking one lock per conversation', async () => {
  const other = await runningCompany(service, { agent: { focus: undefined, ...renewalAgent } });
  const id = await other.newRun(2);
  await other.api.post(`/runs/${id}/launch`);
  const { data } = (await other.api.get(`/runs/${id}/conversations`)).body;
  for (const one of data)
    await holdCall(service, { companyId: other.id, conversationId: one.id, questionId }, {});
  const { database } = service.services;
  const counted = (inside: Everywhere) =>
    inside.first(sql`
      select (select count(*)::int from conversation_results where company_id = ${other.id} and kind = 'analysis') as results,
             (select count(*)::int from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks`);
  expect(await counted(database)).toEqual({ results: 2, locks: 0 });
  await database.transaction(async (inside) => {
    await inside.run(sql`delete from conversations where company_id = ${other.id}`);
    expect(await counted(inside)).toEqual({ results: 0, locks: 0 });
  });
});
