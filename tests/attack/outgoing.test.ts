import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { startReceiver } from '@parley/testing/webhook-receiver.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ environment: { PARLEY_ALLOW_PRIVATE_URLS: 'true' } });
  company = await service.newCompany();
});
afterAll(() => service.stop());

test("changing a webhook's URL requires its secret header values again", async () => {
  const thief = await startReceiver();
  onTestFinished(() => thief.stop());
  const { api } = company;
  const headers = [{ name: 'X-Token', value: 'hidden' }];
  const webhook = { name: 'W', url: 'https://example.com/hook', events: ['PING'], headers };
  const { id } = (await api.post('/webhooks', webhook)).body;
  const path = `/webhooks/${id}`;
  for (const more of [{}, { headers: [{ name: 'X-Token' }] }]) {
    const { status, body } = await api.patch(path, { url: thief.url, ...more });
    expect([status, body.errors]).toEqual([
      400,
      ['headers[0].value is required: X-Token was given for another url, so give it again'],
    ]);
  }
  expect((await api.get(path)).text).not.toContain('"hidden"');
  // Without them, or with others, the address may change.
  await api.patch(path, { url: thief.url, headers: [{ name: 'X-Token', value: 'mine' }] });
  await api.post(`${path}/test`);
  expect(thief.received.map((received) => received.headers['x-token'])).toEqual(['mine']);
});

test('contact names in a CSV export are never formulas', async () => {
  const { api } = company;
  const agent = { name: 'Grace', type: 'ONLINE', focus: 'GENERIC' };
  const agentId = (await api.post('/agents', agent)).body.id;
  const run = (await api.post('/runs', { name: 'Run', agentId })).body.id;
  const formulas = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1+1'];
  const people = formulas.map((firstName, at) => ({
    firstName,
    lastName: `=HYPERLINK("https://evil.example")`,
    email: `${at}@example.com`,
    gdprExpiryDate: '2099-12-31',
  }));
  const added = await Promise.all(people.map((person) => api.post('/contacts', person)));
  const contactIds = added.map(({ body }) => body.id);
  expect((await api.post(`/runs/${run}/contacts`, { contactIds })).status).toBeLessThan(300);
  const { status, text } = await api.get(`/runs/${run}/contacts.csv`);
  expect(status).toBe(200);
  const cells = text.replace('\uFEFF', '').split(/[,\r\n]+/);
  expect(cells.filter((cell) => /^"?[=+\-@\t]/.test(cell))).toEqual([]);
  for (const formula of formulas.map((one) => one.trim())) expect(text).toContain(`'${formula}`);
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
});
