import type { Failure } from '@parley/kernel/failure.ts';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import { pdfPages } from '@parley/testing/pdf-text.ts';
import { reportContent } from '@parley/testing/report-content.ts';
import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CompanyId, sql } from '../../storage/sql.ts';
import { type AnalysisPdf, readAnalysisPdf, readReport } from './report.actions.ts';
import { Unprintable } from './report.model.ts';

let service: TestService;
let company: TestCompany;
let other: TestCompany;

beforeAll(async () => {
  // Without a worker nobody calls, and nobody analyses but the tests.
  service = await startTestService({ roles: ['api'] });
  company = await service.newCompany({ name: 'Nordwind', timezone: 'Asia/Tokyo' });
  other = await service.newCompany();
  await service.admin.put(`/companies/${company.id}/plan`, {
    billingSystem: 'minutes',
    status: 'active',
    included: 10_000,
    purchased: 0,
    currency: 'EUR',
    maxConcurrentCalls: 100,
    storageBytes: 1e9,
    creditsPerMinute: 1,
  });
});
afterAll(() => service.stop());

const held = reportContent('EN', { minutes: 1 });

async function conversation(): Promise<{ id: string; contactId: string; attemptId: string }> {
  const contact = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    phoneNumber: '+15005550000',
    gdprExpiryDate: '2099-12-31',
  };
  const agent = { name: 'Grace', focus: 'GENERIC' };
  const { body } = await company.api.post('/conversations', { contact, agent });
  return { id: body.id, contactId: body.contactId, attemptId: body.callAttempts[0].id };
}

/** As if the call was held, and analysed as far as the status says. */
async function analysed(status: number) {
  const created = await conversation();
  const { services } = service;
  const result = status === 2 ? JSON.stringify(held.analysis) : null;
  await services.database.run(sql`
    update call_attempts set status = 'COMPLETED', called_at = '2026-03-12T13:30:00Z', duration_seconds = 61,
      transcript = ${JSON.stringify(held.transcript)} where id = ${created.attemptId}`);
  await services.database.run(sql`
    insert into call_analyses (attempt_id, id, company_id, conversation_id, status, is_custom, due_at, is_completion_published, result, created_at, updated_at)
    values (${created.attemptId}, ${services.database.newId()}, ${company.id}, ${created.id}, ${status}, true, now() - interval '1 minute', true,
            ${result}, now(), now())`);
  return created;
}

const path = (id: string) => `/conversations/${id}/analysis/pdf`;
const readPdf = async (id: string) => {
  const { status, body } = await company.api.get(path(id));
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['analysisPdfBase64']);
  return Buffer.from(body.analysisPdfBase64, 'base64');
};

test("the analysis of a call is available as a PDF with times in the company's time zone", async () => {
  const { id } = await analysed(2);

  const [page = ''] = await pdfPages(await readPdf(id));

  for (const words of [
    'Ada Lovelace',
    'Grace',
    'Nordwind',
    'March 12, 2026 at 10:30 PM',
    '1:01',
    'Call completed',
    '78',
  ]) {
    expect(page).toContain(words);
  }
});

test('the analysis PDF is available under its neutral and its legacy path, and with either spelling of the scope', async () => {
  const { id } = await analysed(2);
  const { api } = await service.newKey({ companyId: company.id, scopes: ['read:interviews'] });
  const without = await service.newKey({ companyId: company.id, scopes: ['read:contacts'] });

  expect((await api.get(`/interviews/${id}/analysis/pdf`)).status).toBe(200);
  expectErrorBody(await without.api.get(path(id)), 403);
});

test('an unknown conversation, and one whose analysis is missing or failed, has no PDF', async () => {
  const waiting = await conversation();
  const failed = await analysed(3);

  for (const { id } of [{ id: UNKNOWN }, waiting, failed]) {
    expectErrorBody(await company.api.get(path(id)), 404);
  }
});

/** As the route asks, with pauses in which the given work is done instead of waiting. */
async function asked(id: string, during: (pause: number) => Promise<unknown>) {
  const scope = service.services.database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
  let waitedMs = 0;
  let pauses = 0;
  const printed: AnalysisPdf = async (_, which) => {
    const report = await readReport(scope, which);
    return report ? Buffer.from(report.attemptId) : null;
  };
  const answer = await readAnalysisPdf(scope, id, printed, new AbortController().signal, async (ms) => {
    waitedMs += ms;
    await during(++pauses);
  }).catch((error: Failure) => error.kind);
  return { answer, waitedMs };
}

const pdfOf = (attemptId: string) => ({ analysisPdfBase64: Buffer.from(attemptId).toString('base64') });

test.each([0, 1])(
  'a PDF request while the analysis has status %i is answered as soon as the analysis completes',
  async (status) => {
    const { id, attemptId } = await analysed(status);
    const complete = (pause: number) =>
      service.services.database.run(sql`
      update call_analyses set status = 2, result = ${JSON.stringify(held.analysis)}
      where attempt_id = ${attemptId} and ${pause} = 2`);
    expect(await asked(id, complete)).toEqual({ answer: pdfOf(attemptId), waitedMs: 500 });
  },
);

/** A second call of the conversation, which is being analysed for the first time. */
async function calledAgain({ id, attemptId }: { id: string; attemptId: string }) {
  const { database } = service.services;
  const secondId = database.newId();
  await database.run(sql`
    insert into call_attempts (id, company_id, conversation_id, number, dial_queue, direction, is_admitted, status, scheduled_at, created_at, updated_at)
    select ${secondId}, company_id, conversation_id, number + 1, dial_queue, direction, is_admitted, status, scheduled_at, now(), now()
    from call_attempts where id = ${attemptId}`);
  await database.run(sql`
    insert into call_analyses (attempt_id, id, company_id, conversation_id, status, is_custom, due_at, is_completion_published, created_at, updated_at)
    values (${secondId}, ${database.newId()}, ${company.id}, ${id}, 1, true, now(), true, now(), now())`);
  return secondId;
}

test('a PDF request while a later call is being analysed gets the PDF of the later call', async () => {
  const first = await analysed(2);
  const secondId = await calledAgain(first);
  const complete = (pause: number) =>
    service.services.database.run(sql`
      update call_analyses set status = 2, result = ${JSON.stringify(held.analysis)}
      where attempt_id = ${secondId} and ${pause} = 2`);
  expect(await asked(first.id, complete)).toEqual({ answer: pdfOf(secondId), waitedMs: 500 });
});

test('a PDF request gets the earlier call when the analysis of a later one fails or takes over three seconds', async () => {
  const first = await analysed(2);
  const secondId = await calledAgain(first);
  expect(await asked(first.id, async () => {})).toEqual({ answer: pdfOf(first.attemptId), waitedMs: 3000 });
  const fail = () =>
    service.services.database.run(sql`update call_analyses set status = 3 where attempt_id = ${secondId}`);
  expect(await asked(first.id, fail)).toEqual({ answer: pdfOf(first.attemptId), waitedMs: 250 });
});

test('a PDF request does not wait while the same or an earlier call is analysed again', async () => {
  const first = await analysed(2);
  const { database } = service.services;
  const analyseAgain = (attemptId: string) =>
    database.run(sql`update call_analyses set status = 1 where attempt_id = ${attemptId}`);
  await analyseAgain(first.attemptId);
  expect(await asked(first.id, async () => {})).toEqual({ answer: pdfOf(first.attemptId), waitedMs: 0 });
  const secondId = await calledAgain(first);
  await database.run(sql`
    update call_analyses set status = 2, result = ${JSON.stringify(held.analysis)} where attempt_id = ${secondId}`);
  // The earlier call has no result, as after a failed analysis.
  await database.run(sql`update call_analyses set result = null where attempt_id = ${first.attemptId}`);
  expect(await asked(first.id, async () => {})).toEqual({ answer: pdfOf(secondId), waitedMs: 0 });
});

test('a PDF request gets 404 when the analysis fails, waits for a retry, or takes over three seconds', async () => {
  const nothing = async () => {};
  const { id: slow } = await analysed(1);
  expect(await asked(slow, nothing)).toEqual({ answer: 'not_found', waitedMs: 3000 });
  const failing = await analysed(1);
  const fail = () =>
    service.services.database.run(
      sql`update call_analyses set status = 3 where attempt_id = ${failing.attemptId}`,
    );
  expect(await asked(failing.id, fail)).toEqual({ answer: 'not_found', waitedMs: 250 });
  const later = await analysed(0);
  await service.services.database.run(
    sql`update call_analyses set due_at = now() + interval '1 minute' where attempt_id = ${later.attemptId}`,
  );
  expect(await asked(later.id, nothing)).toEqual({ answer: 'not_found', waitedMs: 0 });
});

test("the analysis PDF of another company's conversation is forbidden", async () => {
  const { id } = await analysed(2);

  expectErrorBody(await other.api.get(path(id)), 403);
});

test('the analysis PDF is rendered once and stored, and rendered again only when its content has changed', async () => {
  const { id, contactId, attemptId } = await analysed(2);
  const objects = await service.objects();
  const key = `reports/${company.id}/${attemptId}`;
  const printed = await readPdf(id);
  const kept = await objects.get(key);
  kept?.body.destroy();

  // What is read is what was kept, not another print.
  await objects.put(key, Buffer.from('kept'), { contentType: kept?.contentType ?? '' });
  expect(await readPdf(id)).toEqual(Buffer.from('kept'));

  await company.api.patch(`/contacts/${contactId}`, { lastName: 'Byron' });
  const again = await readPdf(id);
  expect((await pdfPages(again))[0]).toContain('Ada Byron');
  expect(again).not.toEqual(printed);
});

test('the analysis PDF is deleted with its conversation', async () => {
  const { id, attemptId } = await analysed(2);
  await readPdf(id);

  await company.api.delete(`/conversations/${id}`);

  expectErrorBody(await company.api.get(path(id)), 404);
  const key = `reports/${company.id}/${attemptId}`;
  expect(
    await service.services.database.first(sql`select 1 as one from object_deletions where key = ${key}`),
  ).toEqual({ one: 1 });
});

test('a report that cannot be rendered gets 503 with the reason, not a server error', async () => {
  const { id } = await analysed(2);
  const failing: AnalysisPdf = async () => {
    throw new Unprintable('A thread that renders reports took longer than 30000 ms');
  };
  const scope = service.services.database.within(company.id as CompanyId, { kind: 'system', id: 'test' });

  const reading = readAnalysisPdf(scope, id, failing, new AbortController().signal);

  await expect(reading).rejects.toMatchObject({
    name: 'Failure',
    kind: 'unavailable',
    message: expect.stringContaining('could not be rendered'),
  });
});
