import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { WebCaller } from '@parley/testing/web-caller.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PASSWORD = 'the-password-of-the-relay';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({
    environment: {
      PARLEY_ICE_SERVERS: `stun:stun.example.com:3478,turn:ada:${PASSWORD}@turn.example.com:3478?transport=tcp`,
    },
  });
  company = await service.newCompany();
});
afterAll(() => service.stop());

const contact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  gdprExpiryDate: '2099-12-31',
};
const agent = {
  name: 'Grace',
  type: 'ONLINE',
  flow: {
    firstMessage: { type: 'first_message', text: 'Hello, this is an AI assistant.' },
    sections: [{ type: 'looping', questions: [{ question: 'Where do you live?' }] }],
  },
};

async function opened(more: object = {}): Promise<WebCaller> {
  const agentId = (await company.api.post('/agents', agent)).body.id;
  const { body } = await company.api.post('/conversations', { agentId, contact, ...more });
  return new WebCaller(body.onlineUrl);
}

test('an open web call gives a browser its ICE servers, and a finished one gives none', async () => {
  const page = await opened();
  const relays = [
    { urls: 'stun:stun.example.com:3478' },
    { urls: 'turn:turn.example.com:3478?transport=tcp', username: 'ada', credential: PASSWORD },
  ];
  expect((await page.state()).body).toMatchObject({ state: 'open', iceServers: relays });
  await page.join();
  // Who loses the connection makes another, and needs them again.
  expect((await page.state()).body).toMatchObject({ state: 'in_call', iceServers: relays });
  await page.talk(await page.follow(), [
    [/AI assistant/, 'Hello'],
    [/Where do you live/, 'In Zurich'],
  ]);
  const over = await page.state();
  expect(over.body.state).toBe('finished');
  expect(over.body).not.toHaveProperty('iceServers');
  expect(over.text).not.toContain(PASSWORD);
});

test('a web-call link that is not open yet does not reveal TURN credentials', async () => {
  const page = await opened({ scheduleTime: new Date(Date.now() + 3_600_000).toISOString() });
  const early = await page.state();
  expect(early.body).toMatchObject({ state: 'not_yet', iceServers: [] });
  expect(early.text).not.toContain(PASSWORD);
});
