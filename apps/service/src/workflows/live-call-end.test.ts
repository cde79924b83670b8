import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import type { Line } from '@parley/call-engine/line.ts';
import type { Party } from '@parley/call-engine/party.ts';
import type { NewAgent } from '@parley/contract/agent.ts';
import { waited } from '@parley/speech/call-clock.ts';
import { Hold } from '@parley/speech/hold.ts';
import { callingCompany, waitingCall, workerId } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { HandClock } from '@parley/testing/hosted-web-calls.ts';
import { WebCall } from '@parley/web-call/web-call.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { attemptsOf } from '../domains/conversations/call-attempt.store.ts';
import { CallInputsReader } from '../domains/conversations/call-inputs.actions.ts';
import { claimDue } from '../domains/conversations/dispatch.actions.ts';
import { sql } from '../storage/sql.ts';
import { CallJournals } from './call-journals.ts';
import { CallWatchdog } from './call-watchdog.ts';
import { conductCall } from './conduct-call.ts';
import { Settlements } from './settle-calls.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
let clock: HandClock;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());
beforeEach(async () => {
  clock = new HandClock();
  await store.database.run(sql`delete from live_calls`);
  await store.database.run(sql`delete from conversations`);
});

const MINUTE_MS = 60_000;
const never = () => new Promise<never>(() => {});
const hanging = { ...rulesDialogueModel(), word: never, understand: never };

/** A call with an agent of one minute. */
async function conducted(line: Line, dialogueModel = rulesDialogueModel(), agent: Partial<NewAgent> = {}) {
  const place = await callingCompany(store.database, { agent: { duration: 1, ...agent } });
  const { conversation } = await waitingCall(place);
  const [attempt] = await claimDue(store.database, workerId, 1);
  if (!attempt) throw new Error('The call was not due');
  const journals = new CallJournals(
    async () => {},
    () => {},
  );
  const done = conductCall(
    {
      everywhere: store.database,
      settle: new Settlements(store.database).settle,
      requeue: async () => false,
      lineFor: () => line,
      dialogueModelOf: async () => dialogueModel,
      inputs: new CallInputsReader(),
      journals,
      recordings: { close: async () => null, discard: async () => {} },
      seed: 1,
      onRinging: () => {},
      watchdog: () => new CallWatchdog(undefined, clock),
      onError: () => {},
    },
    attempt,
    { workerId, isTrusted: () => true },
    new AbortController().signal,
  );
  return async () => {
    await done;
    return (await attemptsOf(place.scope, [conversation.id]))[0];
  };
}

/** The same with this party. `leftAt`: the minute at which it was hung up, if it was. */
async function answered(
  more: Partial<Party>,
  dialogueModel = rulesDialogueModel(),
  agent: Partial<NewAgent> = {},
) {
  const talking = Promise.withResolvers<void>();
  let leftAtMs: number | undefined;
  const party: Party = {
    say: (words) => {
      talking.resolve();
      return { done: Promise.resolve({ text: String(words), isWhole: true, startMs: 0, endMs: 0 }) };
    },
    listen: never,
    transfer: never,
    leave: async () => {
      leftAtMs ??= clock.nowMs();
    },
    elapsedMs: () => 0,
    ...more,
  };
  const line = {
    async *dial() {
      yield { kind: 'answered' as const, party };
    },
  };
  const ended = await conducted(line, dialogueModel, agent);
  await talking.promise;
  return { ended, leftAt: () => leftAtMs && leftAtMs / MINUTE_MS };
}

test('a one-minute call whose model hangs after an answer is ended within two minutes', async () => {
  const listen: Party['listen'] = async () => ({ kind: 'words', text: 'Hello?', startMs: 0, endMs: 0 });
  const { leftAt, ended } = await answered({ listen }, hanging as never);
  await clock.pass(1.7 * MINUTE_MS);
  expect(leftAt()).toBeUndefined();
  await clock.pass(0.3 * MINUTE_MS);
  expect(leftAt()).toBeLessThanOrEqual(2);
  // It may still end by itself once it is hung up.
  await clock.pass(1000);
  expect(await ended()).toMatchObject({ status: 'FAILED', reasonCode: 'AGENT_ERROR' });
});

test('a call in which the contact presses keys all the time is ended at its time limit', async () => {
  let pressed = 0;
  const listen: Party['listen'] = async () => {
    await waited(clock, 1000);
    pressed += 1;
    return { kind: 'digit', digit: '5', atMs: 0 };
  };
  const { leftAt, ended } = await answered({ listen });
  await clock.pass(10 * MINUTE_MS);
  expect(pressed).toBeGreaterThan(100);
  expect(leftAt()).toBeLessThanOrEqual(2);
  expect(await ended()).toMatchObject({ status: 'FAILED', reasonCode: 'AGENT_ERROR' });
});

test('a call that hangs is not ended during a hold, but at its time limit after the hold', async () => {
  const hold = new Hold(clock);
  const { leftAt, ended } = await answered({ pausedMs: () => hold.totalMs() });
  await clock.pass(MINUTE_MS / 2);
  hold.begin(() => {});
  await clock.pass(5 * MINUTE_MS);
  hold.end();
  await clock.pass(MINUTE_MS);
  expect(leftAt()).toBeUndefined();
  await clock.pass(MINUTE_MS / 2);
  expect(leftAt()).toBeLessThanOrEqual(7);
  await ended();
});

test('a call that is put on hold again and again is ended after half an hour on hold', async () => {
  const { leftAt, ended } = await answered({ pausedMs: () => clock.nowMs() });
  await clock.pass(31.5 * MINUTE_MS);
  expect(leftAt()).toBeUndefined();
  await clock.pass(MINUTE_MS / 2);
  expect(leftAt()).toBeLessThanOrEqual(32);
  await ended();
});

test('a call is not ended while the contact waits for a transfer', async () => {
  const sections = [{ type: 'human_handoff', destinations: [{ phoneNumber: '+15005550001' }] }];
  const flow = { firstMessage: { type: 'first_message', text: 'Hello, this is an AI assistant.' }, sections };
  const listen: Party['listen'] = async () => ({ kind: 'words', text: 'Yes', startMs: 0, endMs: 0 });
  const transfer = async () => {
    await waited(clock, 3 * MINUTE_MS);
    return true;
  };
  const { leftAt, ended } = await answered({ listen, transfer }, rulesDialogueModel(), {
    flow,
  } as Partial<NewAgent>);
  await clock.pass(3 * MINUTE_MS);
  expect(await ended()).toMatchObject({ status: 'COMPLETED', reasonCode: 'HANDED_OFF' });
  expect(leftAt()).toBeUndefined();
});

test('a contact can continue a one-minute web call after being away for longer than a minute', async () => {
  const call = new WebCall({
    callId: 'call',
    resumeKey: 'key',
    resumeMs: 10 * MINUTE_MS,
    makeParty: undefined,
    clock,
  });
  const captions = call.events.after(0, new AbortController().signal);
  call.connect();
  const ended = await conducted(call.line());
  await captions.next();
  call.type('Hello');
  for (let absences = 0; absences < 3; absences += 1) {
    await clock.pass(1000);
    call.leavePage();
    await clock.pass(9 * MINUTE_MS);
    expect(call.canResume).toBe(true);
    call.comeBack('another key');
    call.connect();
  }
  await clock.pass(1000);
  call.leave();
  await clock.pass(1000);
  expect(await ended()).toMatchObject({ reasonCode: 'HUNG_UP' });
});
