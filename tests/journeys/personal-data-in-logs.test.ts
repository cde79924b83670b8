import { sql } from '@parley/service/storage/sql.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: RunningCompany;
beforeAll(async () => {
  service = await startTestService({
    environment: { PARLEY_SIM_SPEED: '10000', PARLEY_LOG_LEVEL: 'debug' },
  });
  company = await runningCompany(service, {
    agent: {
      focus: undefined,
      flow: {
        firstMessage: {
          type: 'first_message',
          text: 'Hello {{contact.preferred_name}}, born {{contact.date_of_birth}}.',
        },
        sections: [{ type: 'looping', questions: [{ question: 'Is {{contact.passport}} right?' }] }],
      },
    },
  });
});
afterAll(() => service.stop());

interface Field {
  readonly key: string;
  readonly dataType: string;
  readonly isPii: boolean;
  readonly writable: boolean;
}

/** A value that is found again wherever it stands. */
const tellTale = ({ key, dataType }: Field): string | number =>
  ({ date: '1911-11-21', number: 987_654_321 })[dataType] ?? `Zyx${key.replaceAll('_', '')}Qwv`;

/** The reserved ones are the contact's own properties. */
const own = {
  firstName: 'Zyxfirstqwv',
  lastName: 'Zyxlastqwv',
  email: 'zyxmailqwv@example.com',
  phoneNumber: '+15005550000',
};

test('no personal field value reaches the log', {
  timeout: 60_000,
}, async () => {
  const { api } = company;
  const passport = { key: 'passport', label: 'Passport', dataType: 'string', isPii: true };
  expect((await api.post('/contact-fields', passport)).status).toBe(201);
  const catalog: Field[] = (await api.get('/contact-fields?limit=100')).body.data;
  const personal = catalog.filter(({ isPii, writable }) => isPii && writable);
  expect(personal.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['preferred_name', 'date_of_birth', 'salary_expectation', 'passport']),
  );
  const fields = Object.fromEntries(personal.map((field) => [field.key, tellTale(field)]));
  const wrong = Object.fromEntries(personal.map(({ key }) => [key, { zyxwrongqwv: key }]));

  const contactId = await company.newContact({ ...own, fields });
  // Found, refused, unknown and malformed: every way in which a request can carry a value.
  await api.get(`/contacts?search=${own.firstName}`);
  await api.get(`/contacts?search=${own.email}&zyxqueryqwv=1`);
  await api.get(`/contacts/${own.firstName}`);
  await api.patch(`/contacts/${contactId}`, { fields: wrong });
  await api.patch(`/contacts/${contactId}`, { fields: { zyxunknownqwv: 'x' } });
  await api.post('/contacts', { ...own, gdprExpiryDate: 'zyxdateqwv' });
  await api.post('/contacts', `{"firstName": "zyxbrokenqwv`);
  const { body } = await api.post('/conversations', { contactId, agentId: company.agentId });
  await expect
    .poll(async () => (await api.get(`/conversations/${body.id}`)).body.status, { timeout: 30_000 })
    .toBe('COMPLETED');
  const [attempt] = (await api.get(`/conversations/${body.id}`)).body.callAttempts;
  // It was said on the telephone: the values did go through the whole service.
  expect(JSON.stringify(attempt.transcript)).toContain(fields.preferred_name);
  await api.delete(`/contacts/${contactId}`);

  // And a failure of the service itself, which the database reports with the whole row.
  await service.services.database.run(
    sql`alter table contacts add constraint broken check (first_name not like 'Zyx%') not valid`,
  );
  const broken = await api.post('/contacts', { ...own, fields, gdprExpiryDate: '2099-12-31' });
  expect(broken.status).toBe(500);

  const text = service.logged.join('');
  expect(text).toContain('violates check constraint');
  expect(text).toContain('contact spoke');
  const secrets = [...Object.values(fields), 'zyx', own.phoneNumber].map(String);
  expect(secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
});
