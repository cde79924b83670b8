import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { inlineContact } from '@parley/testing/calling-company.ts';
import { patience } from '@parley/testing/patience.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { ScriptedMedia } from '@parley/testing/scripted-sip.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { expect, vi } from 'vitest';
import { expectRecording } from './call-record.ts';
import { startKamailio } from './kamailio.ts';

/** What our calls show. */
export const FROM = '+41446681801';

/** Somebody whose words are written down, at a telephone that really rings. */
class PartyOnLine extends ScriptedParty {
  readonly #leg: AudioLeg;

  constructor(leg: AudioLeg) {
    super(['Hello?', 'Yes, hello.', 'I do.', 'Yes.', 'That is all, goodbye.']);
    this.#leg = leg;
  }

  override async transfer(to: string): Promise<boolean> {
    await super.transfer(to);
    return this.#leg.transfer(to);
  }

  override async leave(): Promise<void> {
    await super.leave();
    await this.#leg.hangUp();
  }
}

interface ServiceOptions {
  /** Otherwise words are written down, and the sound goes nowhere. */
  readonly isSpoken?: boolean;
  readonly isRegistering?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The whole service with a trunk. */
export const startServiceAt = (
  trunk: string,
  { isSpoken = false, isRegistering = false, environment = {} }: ServiceOptions = {},
): Promise<TestService> =>
  startTestService({
    environment: {
      PARLEY_SIP_TRUNK: trunk,
      PARLEY_SIP_FROM: FROM,
      // Placed at any hour, and the contact is not asked about the recording.
      PARLEY_CALLING_LAW: 'off',
      PARLEY_SIP_BIND: '127.0.0.1:0',
      PARLEY_SIP_REGISTER: `${isRegistering}`,
      PARLEY_RTP_PORTS: '24000-24100',
      // For trunk records of companies.
      PARLEY_ALLOW_PRIVATE_URLS: 'true',
      ...environment,
    },
    ...(isSpoken
      ? {}
      : { sound: { media: new ScriptedMedia(), partyOf: (leg: AudioLeg) => new PartyOnLine(leg) } }),
  });

/** The whole service with Kamailio as its trunk. */
export async function startWithKamailio() {
  const kamailio = await startKamailio();
  try {
    const service = await startServiceAt(`sip:127.0.0.1:${kamailio.port}`);
    const stop = async () => {
      await service.stop();
      await kamailio.stop();
    };
    return { kamailio, service, stop };
  } catch (error) {
    await kamailio.stop();
    throw error;
  }
}

interface Wanted {
  /** Of the flow, after its question. */
  readonly sections?: readonly object[];
  /** Instead of whether they like tea; null: they are asked nothing. */
  readonly question?: object | null;
  /** What else the agent has. */
  readonly agent?: object;
  /** The company's own trunk, a record. */
  readonly trunk?: object;
  /** Absent: a new one. */
  readonly company?: TestCompany;
  /** The call is not placed for now: what it says about it is waited for. */
  readonly isWaiting?: true;
}

/** Of a company whose calls do not wait for each other. */
export const PLAN = {
  billingSystem: 'minutes',
  status: 'active',
  included: 100_000,
  purchased: 0,
  currency: 'EUR',
  maxConcurrentCalls: 100,
  storageBytes: 1_000_000,
  creditsPerMinute: 1,
};

export async function newTrunk(company: TestCompany, trunk: object): Promise<string> {
  const settings = { name: 'Own', host: '127.0.0.1', ...trunk };
  const { status, body, text } = await company.api.post('/trunks', settings);
  expect(status, text).toBe(201);
  return body.id;
}

/** Orders a conversation. */
export async function ordered(
  company: TestCompany,
  phoneNumber: string,
  { sections = [], question = { question: 'Do you like tea?' }, agent: more = {} }: Wanted = {},
): Promise<string> {
  const flow = {
    firstMessage: { type: 'first_message', text: 'Hello, this is Grace, an AI assistant.' },
    sections: [...(question ? [{ type: 'looping', questions: [question] }] : []), ...sections],
    lastMessage: { type: 'last_message', text: 'Goodbye.' },
  };
  const agent = { name: 'Grace', type: 'PHONE', language: 'EN', callingWindow: null, flow, ...more };
  // With the same address it would be the same contact, whose number is another.
  const contact = { ...inlineContact, phoneNumber, email: undefined };
  const { status, body, text } = await company.api.post('/conversations', { agent, contact });
  expect(status, text).toBe(201);
  return body.id;
}

/** A conversation that was ordered, once its first call is over, and what was charged for it. */
export async function called(service: TestService, phoneNumber: string, wanted: Wanted = {}) {
  const company = wanted.company ?? (await service.newCompany());
  if (wanted.trunk !== undefined) await newTrunk(company, wanted.trunk);
  return overIn(company, await ordered(company, phoneNumber, wanted), wanted);
}

/** The same of one that is ordered already. */
export async function overIn(
  company: TestCompany,
  id: string,
  { isWaiting }: Pick<Wanted, 'isWaiting'> = {},
) {
  const read = async () => (await company.api.get(`/conversations/${id}`)).body;
  const isDecided = ({ status, notes }: { status: string; notes: string | null }) =>
    (isWaiting && notes !== null) || !['SCHEDULED', 'IN_PROGRESS'].includes(status);
  // expect.poll knows only the last of tests that run at the same time.
  await vi.waitFor(async () => {
    const [attempt] = (await read()).callAttempts;
    expect(isDecided(attempt), JSON.stringify(attempt)).toBe(true);
  }, patience);
  const body = await read();
  const { used } = (await company.api.get('/billing/usage')).body;
  return { company, body, attempt: body.callAttempts[0], used, attempts: body.callAttempts.length };
}

export type Called = Awaited<ReturnType<typeof called>>;

interface Message {
  readonly at: string;
  readonly direction: 'SENT' | 'RECEIVED';
  readonly method: string | null;
  readonly status: number | null;
  /** Null where the trunk is the operator's. */
  readonly remote: { readonly port: number } | null;
  readonly text: string | null;
  readonly attestation: { readonly level: string | null; readonly verification: string | null } | null;
}

/** The SIP messages of its first call; what is sent last is written soon after the call. */
export async function sipMessagesOf({ company, body, attempt }: Called): Promise<readonly Message[]> {
  const { messages } = (await company.api.get(`/conversations/${body.id}/call-attempts/${attempt.id}/sip`))
    .body;
  return messages;
}

/** What the company was told about its calls over trunks. */
export const alarmsOf = async ({ services: { database } }: TestService, { id }: TestCompany) =>
  (
    await database.all<{ data: object }>(
      sql`select data from events where type = 'company.alarm' and data ->> 'companyId' = ${id} order by id`,
    )
  ).map(({ data }) => data);

/** What came back, each answer once: a slow machine sends some again. */
export const answersIn = (messages: readonly Message[]): number[] => [
  ...new Set(messages.flatMap(({ status }) => (status !== null && status >= 200 ? [status] : []))),
];

/** What they said, in one line. */
export const textOf = ({ transcript }: Called['attempt'], speaker: 'AI' | 'CONTACT'): string =>
  transcript
    .filter((line: { speaker: string }) => line.speaker === speaker)
    .map(({ text }: { text: string }) => text)
    .join(' ');

/** Talked to in one call and charged for it, with both of them in transcript and recording. */
export async function expectCompleted({ body, attempt, used, attempts }: Called): Promise<void> {
  expect(attempt, JSON.stringify(attempt)).toMatchObject({
    status: 'COMPLETED',
    reasonCode: null,
    retryNumber: 0,
  });
  expect([body.status, attempts, used]).toEqual(['COMPLETED', 1, Math.ceil(attempt.duration / 60)]);
  expect([textOf(attempt, 'AI'), textOf(attempt, 'CONTACT')]).not.toContain('');
  await expectRecording(attempt, ['AI', 'CONTACT']);
}

/** Not reached: nothing was charged, and it is tried again later. */
export function expectTriedAgain({ body, used, attempts }: Called): void {
  expect([body.status, attempts, used]).toEqual(['SCHEDULED', 2, 0]);
  expect(body.callAttempts[1]).toMatchObject({ status: 'SCHEDULED', retryNumber: 1 });
}
