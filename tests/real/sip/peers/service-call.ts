import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import { inlineContact } from '@parley/testing/calling-company.ts';
import { patience } from '@parley/testing/patience.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { ScriptedMedia } from '@parley/testing/scripted-sip.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { expect } from 'vitest';

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
      PARLEY_SIP_BIND: '127.0.0.1:0',
      PARLEY_SIP_REGISTER: `${isRegistering}`,
      PARLEY_RTP_PORTS: '24000-24100',
      ...environment,
    },
    ...(isSpoken
      ? {}
      : { sound: { media: new ScriptedMedia(), partyOf: (leg: AudioLeg) => new PartyOnLine(leg) } }),
  });

interface Wanted {
  /** Of the flow, after its question. */
  readonly sections?: readonly object[];
  /** What else the agent has. */
  readonly agent?: object;
}

/** A conversation once its first call is over, or waits and says why, and what was charged for it. */
export async function called(
  service: TestService,
  phoneNumber: string,
  { sections = [], agent: more = {} }: Wanted = {},
) {
  const company = await service.newCompany();
  const flow = {
    firstMessage: { type: 'first_message', text: 'Hello, this is Grace, an AI assistant.' },
    sections: [{ type: 'looping', questions: [{ question: 'Do you like tea?' }] }, ...sections],
    lastMessage: { type: 'last_message', text: 'Goodbye.' },
  };
  const agent = { name: 'Grace', type: 'PHONE', language: 'EN', callingWindow: null, flow, ...more };
  const created = await company.api.post('/conversations', {
    agent,
    contact: { ...inlineContact, phoneNumber },
  });
  expect(created.status, created.text).toBe(201);
  const read = async () => (await company.api.get(`/conversations/${created.body.id}`)).body;
  const isDecided = ({ status, notes }: { status: string; notes: string | null }) =>
    notes !== null || !['SCHEDULED', 'IN_PROGRESS'].includes(status);
  await expect
    .poll(async () => isDecided((await read()).callAttempts[0]), { ...patience, timeout: 60_000 })
    .toBe(true);
  const body = await read();
  const { used } = (await company.api.get('/billing/usage')).body;
  return { body, attempt: body.callAttempts[0], used, attempts: body.callAttempts.length };
}
