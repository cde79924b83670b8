import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import { inlineContact } from '@parley/testing/calling-company.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { ScriptedMedia } from '@parley/testing/scripted-sip.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { eventually } from '@parley/testing/web-caller.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTrunk } from '../real/sip/udp-trunk.ts';

/** Somebody who answers a telephone, and is transferred as the network of their call allows. */
class CalledParty extends ScriptedParty {
  readonly #leg: AudioLeg;

  constructor(leg: AudioLeg) {
    super(['Hello?', 'I do.', 'Yes.', 'Please call me back tomorrow.']);
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

const ZURICH = '+41446681800';
const PREMIUM_GERMAN = '+499001234567';
const PREMIUM_BRITISH = '+449098790123';

let trunk: Awaited<ReturnType<typeof openTrunk>>;
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  trunk = await openTrunk();
  service = await startTestService({
    environment: {
      PARLEY_SIP_TRUNK: `sip:127.0.0.1:${trunk.port}`,
      PARLEY_SIP_FROM: '+41446681801',
      PARLEY_SIP_BIND: '127.0.0.1:0',
      PARLEY_SIM_SPEED: '1000',
    },
    sound: { media: new ScriptedMedia(), partyOf: (leg) => new CalledParty(leg) },
  });
  company = await service.newCompany();
});
afterAll(async () => {
  await service.stop();
  await trunk.close();
});

/** An agent that asks one question and, with a number, transfers to it. */
const agentFor = async (handoff?: string): Promise<string> => {
  const flow = {
    firstMessage: { type: 'first_message', text: 'Hello, this is Grace, an AI assistant.' },
    sections: [
      { type: 'looping', questions: [{ question: 'Do you like tea?' }] },
      ...(handoff === undefined ? [] : [{ type: 'human_handoff', phoneNumber: handoff }]),
    ],
    lastMessage: { type: 'last_message', text: 'Goodbye.' },
  };
  const agent = { name: 'Grace', type: 'PHONE', language: 'EN', callingWindow: null, flow };
  const { status, body, text } = await company.api.post('/agents', agent);
  expect(status, text).toBe(201);
  return body.id;
};

/** The first attempt to call somebody, once it has ended. */
async function called(agentId: string, phoneNumber: string) {
  const contact = { ...inlineContact, phoneNumber };
  const { status, body, text } = await company.api.post('/conversations', { agentId, contact });
  expect(status, text).toBe(201);
  return eventually(async () => {
    const [attempt] = (await company.api.get(`/conversations/${body.id}`)).body.callAttempts;
    return ['SCHEDULED', 'IN_PROGRESS'].includes(attempt.status) ? undefined : attempt;
  });
}

test.each([PREMIUM_GERMAN, PREMIUM_BRITISH])(
  'the premium-rate number %s is not dialled over a trunk: the attempt fails with the reason, and preflight says so before',
  async (phoneNumber) => {
    const agentId = await agentFor();
    const contact = (await company.api.post('/contacts', { ...inlineContact, phoneNumber })).body;
    const checked = await company.api.post(`/agents/${agentId}/preflight`, { contactIds: [contact.id] });
    expect(checked.body).toMatchObject({ ok: false, contacts: { total: 1, callable: 0 } });
    expect(JSON.stringify(checked.body.problems)).toContain(
      'The number is not called: it is a premium-rate number',
    );
    expect(await called(agentId, phoneNumber)).toMatchObject({
      status: 'FAILED',
      notes: 'not dialled: it is a premium-rate number',
    });
    expect(trunk.numbers).toEqual([]);
  },
);

test('a handoff to a premium-rate number is not dialled, and preflight says so before', async () => {
  const agentId = await agentFor(PREMIUM_BRITISH);
  const { problems } = (await company.api.post(`/agents/${agentId}/preflight`)).body;
  expect(JSON.stringify(problems)).toContain('it is a premium-rate number');
  const attempt = await called(agentId, ZURICH);
  expect(attempt).toMatchObject({ status: 'COMPLETED', reasonCode: null });
  expect(trunk.numbers).toEqual([ZURICH]);
  expect(trunk.referred).toEqual([]);
});
