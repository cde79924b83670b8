import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestCompany, type TestService } from '../service.ts';

/** Each of the people on the simulated telephone network, called through the API. */
let service: TestService;
let company: TestCompany;
let agentId: string;

const flow = {
  firstMessage: { type: 'first_message', text: 'Hello {{contact.first_name}}, this is Grace of Acme.' },
  sections: [
    {
      type: 'looping',
      questions: [
        { question: 'Are you still interested in the position?', key: 'interested' },
        { question: 'How many years of experience do you have?', key: 'years' },
        { question: 'When could you start?', key: 'start' },
      ],
    },
  ],
  lastMessage: { type: 'last_message', text: 'Thank you for your time. Goodbye!' },
};

beforeAll(async () => {
  service = await startTestService({ environment: { PARLEY_SIM_SPEED: '1000000' } });
  company = await service.newCompany();
  await service.admin.put(`/companies/${company.id}/plan`, {
    billingSystem: 'minutes',
    status: 'active',
    included: 100_000,
    purchased: 0,
    currency: 'EUR',
    maxConcurrentCalls: 100,
    storageBytes: 1e9,
    creditsPerMinute: 1,
  });
  const agent = await company.api.post('/agents', {
    name: 'Grace',
    flow,
    callingWindow: null,
    retryPolicy: { maxAttempts: 3, delaySeconds: 1 },
  });
  agentId = agent.body.id;
});
afterAll(() => service.stop());

async function called(number: string) {
  const { body } = await company.api.post('/conversations', {
    agentId,
    contact: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      phoneNumber: `+1500555${number}`,
      gdprExpiryDate: '2099-12-31',
    },
  });
  return body.id as string;
}

const read = async (id: string) => (await company.api.get(`/conversations/${id}`)).body;

/** Until the conversation is over, or waits for a day. */
async function settled(id: string) {
  for (;;) {
    const conversation = await read(id);
    const waits = Date.parse(conversation.scheduledAt) > Date.now() + 10_000;
    if (conversation.finishedDate !== null || waits) return conversation;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test.each([
  ['0000', 'COMPLETED', [['COMPLETED', null]]],
  ['0001', 'UNREACHABLE', Array.from({ length: 3 }, () => ['BUSY', 'BUSY'])],
  ['0002', 'UNREACHABLE', Array.from({ length: 3 }, () => ['NO_ANSWER', 'NO_ANSWER'])],
  ['0003', 'UNREACHABLE', Array.from({ length: 3 }, () => ['VOICEMAIL', 'VOICEMAIL'])],
  ['0004', 'CANCELLED', [['COMPLETED', 'NOT_INTERESTED']]],
  [
    '0005',
    'SCHEDULED',
    [
      ['COMPLETED', 'CALLBACK_REQUESTED'],
      ['SCHEDULED', null],
    ],
  ],
  [
    '0006',
    'SCHEDULED',
    [
      ['COMPLETED', 'CALLBACK_REQUESTED'],
      ['SCHEDULED', null],
    ],
  ],
  ['0007', 'COMPLETED', [['COMPLETED', null]]],
  ['0008', 'COMPLETED', [['COMPLETED', 'HUNG_UP']]],
  ['0009', 'UNREACHABLE', Array.from({ length: 3 }, () => ['NO_ANSWER', 'HUNG_UP'])],
  ['0010', 'FAILED', [['FAILED', 'INVALID_NUMBER']]],
  [
    '0011',
    'COMPLETED',
    [
      ['FAILED', 'CARRIER_ERROR'],
      ['FAILED', 'CARRIER_ERROR'],
      ['COMPLETED', null],
    ],
  ],
  [
    '0012',
    'COMPLETED',
    [
      ['BUSY', 'BUSY'],
      ['COMPLETED', null],
    ],
  ],
  ['0013', 'CANCELLED', [['COMPLETED', 'OPT_OUT']]],
  ['0014', 'COMPLETED', [['COMPLETED', null]]],
  ['0015', 'COMPLETED', [['COMPLETED', null]]],
  ['0016', 'COMPLETED', [['COMPLETED', null]]],
  ['0017', 'COMPLETED', [['COMPLETED', null]]],
])('the person at …%s makes a conversation %s', async (number, status, attempts) => {
  const conversation = await settled(await called(number));
  expect(
    conversation.callAttempts.map((attempt: { status: string; reasonCode: string }) => [
      attempt.status,
      attempt.reasonCode,
    ]),
  ).toEqual(attempts);
  expect(conversation.status).toBe(status);
});
