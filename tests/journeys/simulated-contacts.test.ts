import { replayCall } from '@parley/service/workflows/replay-call.ts';
import { screeningSections } from '@parley/testing/scripted-agent.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { type Receiver, startReceiver } from '@parley/testing/webhook-receiver.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Calls each persona of the simulated network through the API; two webhook receivers get the events. */
let service: TestService;
let company: TestCompany;
let agentId: string;
/** Contacts who are called again after a second: they are called before the tests, which then need not wait for it. */
const ids = new Map<string, Promise<string>>();
const receivers = new Map<Vocabulary, { receiver: Receiver; webhook: Webhook }>();
type Vocabulary = 'LEGACY' | 'NEUTRAL';

const flow = {
  firstMessage: { type: 'first_message', text: 'Hello {{contact.first_name}}, this is Grace of Acme.' },
  sections: screeningSections,
  lastMessage: { type: 'last_message', text: 'Thank you for your time. Goodbye!' },
};

beforeAll(async () => {
  service = await startTestService({
    environment: { PARLEY_SIM_SPEED: '1000000', PARLEY_ALLOW_PRIVATE_URLS: 'true' },
  });
});
beforeAll(async () => {
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
  for (const vocabulary of ['LEGACY', 'NEUTRAL'] as const) {
    const receiver = await startReceiver();
    const names = ['STARTED', 'COMPLETED', 'FAILED', 'RESCHEDULED', 'CANCELLED'];
    const events = [...names.map((name) => `CONVERSATION_${name}`), 'ANALYSIS_COMPLETED', 'ANALYSIS_FAILED'];
    const made = await company.api.post('/webhooks', {
      name: vocabulary,
      url: receiver.url,
      events,
      vocabulary,
    });
    receivers.set(vocabulary, { receiver, webhook: new Webhook(made.body.secret) });
  }
  for (const [number, , attempts] of contacts) if (attempts.length > 1) ids.set(number, called(number));
});
// The first call loads what conducts and analyses calls, which takes seconds.
beforeAll(async () => {
  const first = called('0000');
  ids.set('0000', first);
  await settled(await first);
});
afterAll(async () => {
  await service.stop();
  for (const { receiver } of receivers.values()) await receiver.stop();
});

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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Until the conversation is over, or waits for a day. */
async function settled(id: string) {
  for (;;) {
    const conversation = (await company.api.get(`/conversations/${id}`)).body;
    const waits = Date.parse(conversation.scheduledAt) > Date.now() + 10_000;
    if (conversation.finishedDate !== null || waits) return conversation;
    await pause(50);
  }
}

/** What a receiver heard of the conversation, every delivery verified by the public library. */
async function heard(vocabulary: Vocabulary, id: string, count: number): Promise<string[]> {
  const { receiver, webhook } = receivers.get(vocabulary) as { receiver: Receiver; webhook: Webhook };
  const key = vocabulary === 'LEGACY' ? 'interviewId' : 'conversationId';
  for (;;) {
    const published = receiver.received
      .map(
        ({ text, headers }) =>
          webhook.verify(text, headers as Record<string, string>) as {
            event: string;
            data: Record<string, string>;
          },
      )
      .filter(({ data }) => data[key] === id);
    if (published.length >= count)
      return published.map(({ event, data }) =>
        data.reason === undefined ? event : `${event} ${data.reason}`,
      );
    await pause(50);
  }
}

const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);
const retried = (reason: string) => [
  'started',
  `rescheduled ${reason}`,
  'started',
  `rescheduled ${reason}`,
  'started',
  'cancelled MAX_ATTEMPTS_EXCEEDED',
];
const completed = ['started', 'completed', 'analysis.completed'];
const declined = ['started', 'cancelled CANDIDATE_NOT_INTERESTED'];
const later = ['started', 'rescheduled CANDIDATE_REQUEST'];

const contacts: [number: string, status: string, attempts: (string | null)[][], events: string[]][] = [
  ['0000', 'COMPLETED', [['COMPLETED', null]], completed],
  ['0001', 'UNREACHABLE', times(3, ['BUSY', 'BUSY']), retried('BUSY')],
  ['0002', 'UNREACHABLE', times(3, ['NO_ANSWER', 'NO_ANSWER']), retried('NO_ANSWER')],
  ['0003', 'UNREACHABLE', times(3, ['VOICEMAIL', 'VOICEMAIL']), retried('VOICEMAIL')],
  ['0004', 'CANCELLED', [['COMPLETED', 'NOT_INTERESTED']], declined],
  [
    '0005',
    'SCHEDULED',
    [
      ['COMPLETED', 'CALLBACK_REQUESTED'],
      ['SCHEDULED', null],
    ],
    later,
  ],
  [
    '0006',
    'SCHEDULED',
    [
      ['COMPLETED', 'CALLBACK_REQUESTED'],
      ['SCHEDULED', null],
    ],
    later,
  ],
  ['0007', 'COMPLETED', [['COMPLETED', null]], completed],
  ['0008', 'COMPLETED', [['COMPLETED', 'HUNG_UP']], completed],
  ['0009', 'UNREACHABLE', times(3, ['NO_ANSWER', 'HUNG_UP']), retried('NO_ANSWER')],
  ['0010', 'FAILED', [['FAILED', 'INVALID_NUMBER']], ['started', 'failed']],
  [
    '0011',
    'COMPLETED',
    [
      ['FAILED', 'CARRIER_ERROR'],
      ['FAILED', 'CARRIER_ERROR'],
      ['COMPLETED', null],
    ],
    ['started', 'rescheduled TECHNICAL_FAILURE', 'started', 'rescheduled TECHNICAL_FAILURE', ...completed],
  ],
  [
    '0012',
    'COMPLETED',
    [
      ['BUSY', 'BUSY'],
      ['COMPLETED', null],
    ],
    ['started', 'rescheduled BUSY', ...completed],
  ],
  ['0013', 'CANCELLED', [['COMPLETED', 'OPT_OUT']], declined],
  ['0014', 'COMPLETED', [['COMPLETED', null]], completed],
  ['0015', 'COMPLETED', [['COMPLETED', null]], completed],
  ['0016', 'COMPLETED', [['COMPLETED', null]], completed],
  ['0017', 'COMPLETED', [['COMPLETED', null]], completed],
];

test.each(contacts)(
  'simulated contact …%s ends its conversation as %s, with ordered events, one analysis and a replay',
  async (number, status, attempts, events) => {
    const conversation = await settled(await (ids.get(number) ?? called(number)));
    const made = conversation.callAttempts as {
      id: string;
      status: string;
      reasonCode: string;
      transcript: [];
    }[];
    expect(made.map((attempt) => [attempt.status, attempt.reasonCode])).toEqual(attempts);
    expect(conversation.status).toBe(status);
    for (const [vocabulary, prefix] of [
      ['LEGACY', 'interview'],
      ['NEUTRAL', 'conversation'],
    ] as const)
      expect(await heard(vocabulary, conversation.id, events.length)).toEqual(
        events.map((event) => (event.startsWith('analysis.') ? event : `${prefix}.${event}`)),
      );
    const { analytics } = (await company.api.get(`/conversations/${conversation.id}`)).body;
    expect(analytics === undefined).toBe(status !== 'COMPLETED');
    for (const { id, transcript } of made.filter((attempt) => attempt.transcript.length > 0)) {
      const { replay } = await replayCall(service.services.database, id, 'its plan');
      expect([transcript.length > 0, replay]).toEqual([true, { kind: 'same' }]);
    }
  },
);
