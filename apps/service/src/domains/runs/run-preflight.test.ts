import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';

const flow = {
  firstMessage: { type: 'first_message', text: 'Hello {{contact.first_name}} from {{contact.country}}!' },
  sections: [
    { type: 'sequential', prompt: 'Ask: "Do you like tea?"' },
    { type: 'human_handoff', phoneNumber: '+15005550001' },
  ],
};
let service: TestService;
let acme: RunningCompany;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  acme = await runningCompany(service, { agent: { flow, focus: undefined } });
});
afterAll(() => service.stop());

const preflight = (runId: string, more: object = {}) =>
  acme.api.post(`/agents/${acme.agentId}/preflight`, { runId, ...more });

/** So many contacts at the end of a run, all with the same first name. */
async function attachMany(runId: string, count: number, fields: object): Promise<void> {
  const { companyId } = acme.scope;
  await acme.scope.run(sql`
    with made as (
      insert into contacts (company_id, id, first_name, last_name, email, phone_number, status, gdpr_expiry_date, work_history, metadata,
                            fields, search, created_at, updated_at)
      select ${companyId}, gen_random_uuid(), 'Ada', 'Novak', null, '+15005550000', 'NEW', '2099-12-31', '[]', '{}',
             ${JSON.stringify(fields)}::jsonb, 'ada novak', now(), now()
      from generate_series(1, ${count}::int) returning id)
    insert into run_contacts (run_id, contact_id, company_id, time_zone)
    select ${runId}, id, ${companyId}, 'UTC' from made`);
}

test('a preflight of a run looks at all of its contacts, however many, and lists what they have in common once', async () => {
  const id = await acme.newRun(0);
  await attachMany(id, 2_500, { country: 'CH' });
  await attachMany(id, 100, {});
  const numberless = await acme.newContact({ phoneNumber: undefined, email: 'ada@example.com' });
  await acme.api.post(`/runs/${id}/contacts`, { contactIds: [numberless] });

  const { status, body } = await preflight(id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ok: false,
    contacts: { total: 2_601, callable: 2_600 },
    requiredMinutes: 26_000,
  });
  expect(body.problems).toEqual([
    {
      severity: 'warning',
      contactId: expect.any(String),
      contacts: 101,
      message: 'The contact has no value for {{contact.country}}',
    },
    {
      severity: 'error',
      contactId: numberless,
      contacts: 1,
      message: 'The contact has no phone number',
    },
  ]);
});

test('a preflight of a run finds the same as one of its contacts', async () => {
  const contactIds = [
    await acme.newContact({ phoneNumber: '+442079460001', fields: { country: ' ' } }),
    await acme.newContact({ phoneNumber: '+442079460001', fields: { country: 'CH' } }),
    await acme.newContact({ phoneNumber: undefined, email: 'bo@example.com', fields: { country: 'CH' } }),
  ];
  const runId = await acme.newRun(contactIds);
  const one = (await acme.api.post(`/agents/${acme.agentId}/preflight`, { contactIds })).body;
  const { problems, ...figures } = (await preflight(runId)).body;
  expect(figures).toEqual({
    ok: one.ok,
    contacts: one.contacts,
    requiredMinutes: one.requiredMinutes,
    availableMinutes: one.availableMinutes,
  });
  const counted = (found: { message: string; contacts?: number }[]) =>
    Object.fromEntries(
      [...Map.groupBy(found, ({ message }) => message)].map(([message, same]) => [
        message,
        same.reduce((sum, { contacts = 1 }) => sum + contacts, 0),
      ]),
    );
  expect(Object.keys(counted(problems))).toHaveLength(3);
  expect(counted(problems)).toEqual(counted(one.problems));
});

test('a token that nobody of a run has a value for is reported with its place in the agent', async () => {
  const id = await acme.newRun(2);
  expect((await preflight(id)).body.problems).toEqual([
    {
      severity: 'warning',
      path: 'flow.firstMessage.text',
      message: 'No contact of the list has a value for {{contact.country}}',
    },
  ]);
});

test('an empty run has no contacts that could be checked', async () => {
  expect((await preflight(await acme.newRun(0))).body).toMatchObject({
    ok: true,
    contacts: { total: 0, callable: 0 },
    problems: [],
  });
});

test('a preflight of a run is refused beside contacts, without the scope for runs, and for a run of others', async () => {
  const id = await acme.newRun(1);
  const both = await preflight(id, { contactIds: [] });
  expect(both.status).toBe(400);
  expect(both.body.errors).toEqual([
    'runId needs contactIds to be left out: check the run or these contacts',
  ]);
  expect((await preflight('nonsense')).status).toBe(400);
  expect((await preflight(UNKNOWN)).status).toBe(404);
  const other = await runningCompany(service);
  const foreign = await other.api.post(`/agents/${other.agentId}/preflight`, { runId: id });
  expect(foreign.status).toBe(404);
  const { api } = await service.newKey({ companyId: acme.id, scopes: ['read:agents', 'read:contacts'] });
  const refused = await api.post(`/agents/${acme.agentId}/preflight`, { runId: id });
  expect(refused.status).toBe(403);
  expect(refused.body.message).toContain('read:runs');
});
