import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import type { DialOrder } from '@parley/call-engine/line.ts';
import { CallInputsReader } from '@parley/service/domains/conversations/call-inputs.actions.ts';
import { appendJournals } from '@parley/service/domains/conversations/call-journal.actions.ts';
import { claimDue } from '@parley/service/domains/conversations/dispatch.actions.ts';
import { makeRecordings, makeSpokenParties } from '@parley/service/main/call-runtime.ts';
import type { Config } from '@parley/service/main/config.ts';
import { makeObjects } from '@parley/service/main/objects.ts';
import { CallJournals } from '@parley/service/workflows/call-journals.ts';
import { conductCall } from '@parley/service/workflows/conduct-call.ts';
import { Settlements } from '@parley/service/workflows/settle-calls.ts';
import type { CallClock } from '@parley/speech/call-clock.ts';
import { energyDetector } from '@parley/speech/speech-detector.ts';
import { Registry } from 'prom-client';
import { expect } from 'vitest';
import { workerId } from './calling-company.ts';
import { type LegBeat, ScriptedLeg } from './scripted-leg.ts';
import { ScriptedStt } from './scripted-stt.ts';
import { ScriptedTts } from './scripted-tts.ts';
import type { TestCompany, TestService } from './service.ts';

/** A minute of a call in three seconds. */
const SPEED = 20;
const fast: CallClock = {
  nowMs: () => performance.now() * SPEED,
  after(ms, work) {
    const timer = setTimeout(work, ms / SPEED);
    return () => clearTimeout(timer);
  },
};

const flow = {
  firstMessage: { type: 'first_message', text: 'Hello, I am an AI. May I ask you something?' },
  sections: [{ type: 'looping', questions: [{ question: 'In which city do you live?', key: 'city' }] }],
  lastMessage: { type: 'last_message', text: 'Thank you and goodbye.' },
};
const contact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  phoneNumber: '+15005550000',
  gdprExpiryDate: '2099-12-31',
};

/** Holds calls with sound for a service that has no worker: nobody dials but the test. */
export async function openSpokenCalls(service: TestService, settings?: Partial<Config>) {
  const recordings = makeRecordings(await makeObjects(service.services, service.url));
  let leg: ScriptedLeg;
  // A second one cannot count its turns in the same place.
  const speechSettings = settings
    ? { config: { ...service.services.config, ...settings }, registry: new Registry() }
    : service.services;
  const makeParty = makeSpokenParties(speechSettings, {
    recordings,
    speechFor: () => ({ stt: new ScriptedStt(fast, leg.texts), tts: new ScriptedTts(fast) }),
    detector: energyDetector,
    clock: fast,
  });

  /** A conversation whose call this process has taken. */
  async function claim(company: TestCompany, more: object = {}) {
    const agent = { name: 'Grace', flow, callingWindow: null, retryPolicy: { maxAttempts: 1 }, ...more };
    const agentId = (await company.api.post('/agents', agent)).body.id;
    const { id } = (await company.api.post('/conversations', { agentId, contact })).body;
    const [attempt] = await claimDue(service.services.database, workerId, 1);
    if (!attempt) throw new Error('The call was not due');
    return { id: id as string, attempt };
  }

  /** The call of a new conversation, over a line with sound; answers the conversation. */
  async function hold(company: TestCompany, script: readonly LegBeat[], more: object = {}) {
    const { id, attempt } = await claim(company, more);
    const { database } = service.services;
    const errors: Error[] = [];
    await conductCall(
      {
        everywhere: database,
        lineFor: () => ({
          async *dial(order: DialOrder) {
            leg = new ScriptedLeg(fast, script);
            yield { kind: 'answered', party: makeParty(leg, { note: () => undefined, ...order }) } as const;
          },
        }),
        dialogueModelOf: async () => rulesDialogueModel(),
        inputs: new CallInputsReader(),
        journals: new CallJournals(
          (parts) => appendJournals(database, parts),
          (error) => errors.push(error),
        ),
        recordings,
        settle: new Settlements(database).settle,
        requeue: async () => false,
        seed: 1,
        onRinging: () => undefined,
        onError: (error) => errors.push(error),
      },
      attempt,
      { workerId, isTrusted: () => true },
      new AbortController().signal,
    );
    expect(errors).toEqual([]);
    return (await company.api.get(`/conversations/${id}`)).body;
  }

  return { recordings, claim, hold };
}

export type SpokenCalls = Awaited<ReturnType<typeof openSpokenCalls>>;
