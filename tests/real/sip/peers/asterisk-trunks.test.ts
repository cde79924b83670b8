import type { TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Asterisk, hasAsterisk, NUMBERS, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { type Called, called, startServiceAt } from './service-call.ts';
import { numberDoes } from './spoken-person.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const COLLEAGUE = '+4144668191';
const PREMIUM = '+499001234567';
/** Writes down by which account a call came, and what it shows, and answers. */
const noted = [
  `Set(GLOBAL(VIA_\${EXTEN:1})=\${CHANNEL(endpoint)} \${CALLERID(num)})`,
  'Answer()',
  'Milliwatt()',
];
const numbers = [numberDoes(`_${COLLEAGUE}X`, ['Answer()', 'Milliwatt()']), numberDoes('_+49X.', noted)].join(
  '',
);

describe.skipIf(!hasAsterisk)('trunk records at Asterisk', () => {
  let asterisk: Asterisk;
  let service: TestService;
  beforeAll(async () => {
    asterisk = await startAsterisk({}, { numbers });
    service = await startServiceAt(`sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port}`);
  });
  afterAll(async () => {
    await asterisk?.tell('channel request hangup all');
    await service?.stop();
    await asterisk?.stop();
  });

  const trunkOf = (more: object = {}) => ({
    port: asterisk.port,
    username: USER,
    password: PASSWORD,
    fromUser: USER,
    ...more,
  });
  /** What Asterisk has written down of a call to a number. */
  const notedOf = async (number: string): Promise<string> =>
    new RegExp(`VIA_${number.slice(1)}=(.*)`).exec(await asterisk.tell('dialplan show globals'))?.[1] ?? '';
  const expectCharged = ({ body, attempt, used, attempts }: Called, reasonCode: string | null) => {
    expect(attempt).toMatchObject({ status: 'COMPLETED', reasonCode, retryNumber: 0 });
    expect([body.status, attempts, used]).toEqual(['COMPLETED', 1, Math.ceil(attempt.duration / 60)]);
    expect(new Set(attempt.transcript.map(({ speaker }: { speaker: string }) => speaker))).toEqual(
      new Set(['AI', 'CONTACT']),
    );
    // These contacts write: there is no sound that could be recorded.
    expect(attempt.recordingUrl).toBeNull();
  };

  test.concurrent('a premium-rate number is not dialled, and nothing is charged', async () => {
    const { body, attempt, used, attempts } = await called(service, PREMIUM, { trunk: trunkOf() });
    expect(attempt).toMatchObject({
      status: 'FAILED',
      reasonCode: 'INVALID_NUMBER',
      notes: 'not dialled: it is a premium-rate number',
      transcript: [],
      recordingUrl: null,
    });
    expect([body.status, attempts, used]).toEqual(['FAILED', 1, 0]);
    expect(await notedOf(PREMIUM)).toBe('');
  });

  test.concurrent.each([
    ['REFER', 1],
    ['ATTENDED', 2],
    ['BRIDGE', 3],
  ])('a transfer by %s reaches the other number, which the call record names', async (transfer, digit) => {
    const colleague = `${COLLEAGUE}${digit}`;
    const trunk = trunkOf({ transfer, isRegistering: true });
    const sections = [{ type: 'human_handoff', phoneNumber: colleague }];
    const done = await called(service, NUMBERS.person, { trunk, sections });
    expectCharged(done, 'HANDED_OFF');
    const [{ id }] = (await done.company.api.get('/trunks')).body.data;
    expect((await done.company.api.get(`/trunks/${id}/health`)).body.registration).toMatchObject({
      state: 'REGISTERED',
      expiresAt: expect.any(String),
      code: 200,
    });
    expect(done.attempt.notes).toBe(`Transferred to ${colleague}`);
    expect(await asterisk.tell('core show channels concise')).toContain(colleague);
  });
});
