import { demoConversation, seedDemo } from '@parley/service/workflows/seed-demo.ts';
import { type Browser, invited, newPerson } from '@parley/testing/console-browser.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let owner: Browser;
let demo: Awaited<ReturnType<typeof seedDemo>>;
beforeAll(async () => {
  service = await startTestService({ environment: { PARLEY_SIM_SPEED: '10000' } });
  const { database, secrets } = service.services;
  demo = await seedDemo(database, secrets.keyPepper);
  owner = await newPerson(service, demo.company.id, 'owner', 'owner@example.com');
});
afterAll(() => service.stop());

const done = async (): Promise<string[]> => {
  const { status, body } = await owner.get('/console/api/first-steps');
  expect(status).toBe(200);
  return Object.keys(body).filter((step) => body[step]);
};

test('demo data and a browser call that was only opened complete none of the first steps', async () => {
  await demoConversation(service.services.database, demo);
  await owner.post(`/console/api/agents/${demo.agentId}/browser-call`);
  expect(await done()).toEqual([]);
});

test('a first step is complete once somebody in the company has done it', async () => {
  const agent = await owner.post('/agents', {
    name: 'Mine',
    callingWindow: null,
    flow: {
      firstMessage: { type: 'first_message', text: 'Hello, this is an AI assistant.' },
      sections: [{ type: 'looping', questions: [{ question: 'Do you own a car?' }] }],
    },
  });
  expect([agent.status, await done()]).toEqual([201, ['agent']]);

  const contact = { firstName: 'Ada', lastName: 'Poe', phoneNumber: '+15005550000' };
  const made = await owner.post('/contacts', { ...contact, gdprExpiryDate: '2099-12-31' });
  expect([made.status, await done()]).toEqual([201, ['agent', 'contacts']]);

  const call = await owner.post('/conversations', { agentId: agent.body.id, contactId: made.body.id });
  expect(call.status).toBe(201);
  await waitFor(async () => expect(await done()).toContain('call'));

  const trunk = { name: 'Main', host: 'sip.example.com' };
  expect(await done()).not.toContain('telephone');
  expect((await owner.post('/trunks', { ...trunk, isActive: false })).status).toBe(201);
  expect(await done()).not.toContain('trunk');
  // Calls wait for it: they are no longer simulated.
  expect(await done()).toContain('telephone');
  expect((await owner.post('/trunks', { ...trunk, name: 'Second' })).status).toBe(201);
  expect(await done()).toContain('trunk');

  await invited(service, demo.company.id, 'member', 'colleague@example.com');
  expect(await done()).toEqual(['agent', 'contacts', 'call', 'trunk', 'team', 'telephone']);
});
