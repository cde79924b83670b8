import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  company = await service.newCompany();
});
afterAll(() => service.stop());

const person = { firstName: 'Ada', lastName: 'Novak' };
const contact = { phoneNumber: '+999', gdprExpiryDate: '2020-01-01' };
const window = { callingWindow: { days: ['MON'], start: '09:00', end: '09:00' } };
const twice = { outcomes: [1, 2].map(() => ({ key: 'k', label: 'K', description: 'd' })) };
const over = '2020-01-01T00:00:00Z';

type Case = [words: string, method: 'post' | 'patch', path: string, body: object, properties: string[]];

// Each body breaks its schema by `what`, and by rules that no schema says.
const cases: Case[] = [
  ['a contact', 'post', '/contacts', { ...person, ...contact }, ['phoneNumber', 'gdprExpiryDate']],
  [
    'the work history of a contact',
    'post',
    '/contacts',
    {
      ...person,
      email: 'a@example.org',
      gdprExpiryDate: '2099-01-01',
      workHistory: [
        { referencePhone: 'nobody', startDate: '2020-02-01', endDate: '2020-01-31' },
        { startDate: '2020-02-01', endDate: '2020-02-01' },
      ],
    },
    ['workHistory[0].referencePhone', 'workHistory[0].endDate'],
  ],
  [
    'a change of a contact',
    'patch',
    `/contacts/${UNKNOWN}`,
    { email: 'none', phoneNumber: '+999', fields: { timezone: 'Moon/Base' } },
    ['email', 'phoneNumber', 'fields.timezone'],
  ],
  [
    'a conversation',
    'post',
    '/conversations',
    {
      agentId: 'none',
      contact: { ...person, firstName: 1, ...contact },
      scheduleTime: over,
      isTest: 'yes',
    },
    [
      'agentId',
      'contact.firstName',
      'contact.phoneNumber',
      'contact.gdprExpiryDate',
      'scheduleTime',
      'isTest',
    ],
  ],
  [
    'a conversation in the older words',
    'post',
    '/interviews',
    { candidate: { ...person, ...contact }, agent: { name: 1, ...window }, jobId: UNKNOWN, job: {} },
    [
      'agent.name',
      'candidate.phoneNumber',
      'candidate.gdprExpiryDate',
      'agent.callingWindow.end',
      'jobId',
      'job.jobTitle',
    ],
  ],
  [
    'an agent',
    'post',
    '/agents',
    { name: 1, ...window, analyticsConfig: twice },
    ['name', 'callingWindow.end', 'analyticsConfig.outcomes[1].key'],
  ],
  [
    'a change of an agent',
    'patch',
    `/agents/${UNKNOWN}`,
    { duration: 0, ...window },
    ['duration', 'callingWindow.end'],
  ],
  [
    'a contact field',
    'post',
    '/contact-fields',
    { key: 'size', label: 1, dataType: 'enum', allowPiiInContext: true },
    ['label', 'enumOptions', 'allowPiiInContext'],
  ],
  [
    'a change of a contact field',
    'patch',
    `/contact-fields/${UNKNOWN}`,
    { key: 'size', dataType: 'enum', enumOptions: [], isPii: false, allowPiiInContext: true },
    ['key', 'enumOptions', 'allowPiiInContext'],
  ],
  [
    'a webhook',
    'post',
    '/webhooks',
    { name: 1, url: 'ftp://example.com', events: ['PING'], headers: [{ name: 'Host', value: 'x' }] },
    ['name', 'url', 'headers[0].name'],
  ],
  [
    'a change of a webhook',
    'patch',
    `/webhooks/${UNKNOWN}`,
    { maxRetries: 99, url: 'https://10.0.0.1/' },
    ['maxRetries', 'url'],
  ],
  [
    'an announced document',
    'post',
    `/contacts/${UNKNOWN}/documents`,
    { name: 1, fileName: 'a.exe', contentType: 'text/plain', sizeBytes: 1e9 },
    ['name', 'contentType', 'sizeBytes'],
  ],
  [
    'an announced file without a name',
    'post',
    `/contacts/${UNKNOWN}/cv`,
    { fileName: '../..', contentType: 'text/plain', sizeBytes: 'big' },
    ['fileName', 'sizeBytes'],
  ],
];

const propertiesOf = (body: { errors?: string[] }) => body.errors?.map((error) => error.split(' ')[0]).sort();

test.each(cases)(
  '%s is refused with every violation at once',
  async (_words, method, path, body, properties) => {
    const answer = await company.api[method](path, { ...body, what: 1 });
    expect(answer.status).toBe(400);
    expect(propertiesOf(answer.body)).toEqual([...properties, 'what'].sort());
  },
);

test('an API key is refused with every violation at once', async () => {
  const created = await service.admin.post('/api-keys', { name: 1, scopes: ['read:jobs'], expiresAt: over });
  expect(propertiesOf(created.body)).toEqual(expect.arrayContaining(['expiresAt', 'name']));
  const changes = { name: 1, expiresAt: over, suspensionReason: 'Lost' };
  const changed = await service.admin.patch(`/api-keys/${UNKNOWN}`, changes);
  expect(propertiesOf(changed.body)).toEqual(['expiresAt', 'name', 'suspensionReason']);
});

test('a property that its schema refuses is not reported by the rules about it again', async () => {
  const body = { contactId: 'none', agentId: 'none', jobId: 'none', scheduleTime: 'soon' };
  const answer = await company.api.post('/conversations', body);
  expect(propertiesOf(answer.body)).toEqual(['agentId', 'contactId', 'jobId', 'scheduleTime']);
  const field = { key: 'Size', label: 'Size', dataType: 'enum', enumOptions: 'none', isPii: 'no' };
  const defined = await company.api.post('/contact-fields', { ...field, allowPiiInContext: true });
  expect(propertiesOf(defined.body)).toEqual(['enumOptions', 'isPii', 'key']);
});

test('who has no key is refused before any rule is tried, and the query is reported with the body', async () => {
  const body = { ...person, ...contact };
  expect((await service.api(undefined).post('/contacts', body)).status).toBe(401);
  const { errors } = (await company.api.post('/contacts?what=1', body)).body;
  expect(propertiesOf({ errors })).toEqual(['gdprExpiryDate', 'phoneNumber', 'what']);
});
