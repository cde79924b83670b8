import { expectErrorBody } from '@parley/testing/error-body.ts';
import { pdfPages } from '@parley/testing/pdf-text.ts';
import { reportContent } from '@parley/testing/report-content.ts';
import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';

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
    values (${created.attemptId}, ${services.database.newId()}, ${company.id}, ${created.id}, ${status}, true, now(), true,
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

test('the analysis of a call is available as a PDF with times of the company', async () => {
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

test('both paths and both spellings of the scope return the PDF', async () => {
  const { id } = await analysed(2);
  const { api } = await service.newKey({ companyId: company.id, scopes: ['read:interviews'] });
  const without = await service.newKey({ companyId: company.id, scopes: ['read:contacts'] });

  expect((await api.get(`/interviews/${id}/analysis/pdf`)).status).toBe(200);
  expectErrorBody(await without.api.get(path(id)), 403);
});

test('an unknown, waiting, unanalysed or failed conversation has no PDF', async () => {
  const waiting = await conversation();
  const open = await Promise.all([0, 1, 3].map(analysed));

  for (const { id } of [{ id: UNKNOWN }, waiting, ...open]) {
    expectErrorBody(await company.api.get(path(id)), 404);
  }
});

test('the PDF is forbidden to another company', async () => {
  const { id } = await analysed(2);

  expectErrorBody(await other.api.get(path(id)), 403);
});

test('the PDF is rendered once, and again after its content has changed', async () => {
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

test('the PDF is deleted with its conversation', async () => {
  const { id, attemptId } = await analysed(2);
  await readPdf(id);

  await company.api.delete(`/conversations/${id}`);

  expectErrorBody(await company.api.get(path(id)), 404);
  const key = `reports/${company.id}/${attemptId}`;
  expect(
    await service.services.database.first(sql`select 1 as one from object_deletions where key = ${key}`),
  ).toEqual({ one: 1 });
});
