import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import type { AudioReport, DialOrder, Line, LineEvent } from '@parley/call-engine/line.ts';
import { simulatedLine } from '@parley/simulator/simulated-line.ts';
import { callingCompany, waitingCall, workerId } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readUsage } from '../domains/billing/account.actions.ts';
import { attemptsOf } from '../domains/conversations/call-attempt.store.ts';
import { CallInputsReader } from '../domains/conversations/call-inputs.actions.ts';
import { readJournal } from '../domains/conversations/call-journal.actions.ts';
import { claimDue } from '../domains/conversations/dispatch.actions.ts';
import { reportOneWayAudio } from '../domains/conversations/one-way-audio.actions.ts';
import { requeue } from '../domains/conversations/requeue.actions.ts';
import { history } from '../domains/events/event.actions.ts';
import type { Everywhere } from '../storage/scope.ts';
import { sql } from '../storage/sql.ts';
import { AgentHeard } from './agent-heard.ts';
import { CallJournals } from './call-journals.ts';
import { CallRecordings } from './call-recordings.ts';
import { CallWatchdog } from './call-watchdog.ts';
import { type CallServices, conductCall } from './conduct-call.ts';
import { Settlements } from './settle-calls.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.run(sql`delete from live_calls`);
  await store.database.run(sql`delete from conversations`);
});

/** A telephone network on which every call goes the same way. */
const lineOf = (...events: LineEvent[]) => ({
  async *dial() {
    yield* events;
  },
});
const busy: LineEvent = { kind: 'busy', code: '486' };

const callServicesOf = (more: Partial<CallServices>): CallServices => ({
  everywhere: store.database,
  settle: new Settlements(more.everywhere ?? store.database).settle,
  requeue: (call) => requeue(store.database, call),
  lineFor: () => lineOf({ kind: 'placing' }, busy),
  dialogueModelOf: async () => undefined as never,
  inputs: new CallInputsReader(),
  journals: new CallJournals(
    async () => {},
    () => {},
  ),
  recordings: { close: async () => null, discard: async () => {} },
  seed: 1,
  onRinging: () => {},
  onError: () => {},
  ...more,
});
const never = () => new Promise<never>(() => {});
const trusted = { workerId, isTrusted: () => true };
const going = new AbortController().signal;

async function claimed() {
  const place = await callingCompany(store.database);
  const call = await waitingCall(place);
  const [attempt] = await claimDue(store.database, workerId, 1);
  if (!attempt) throw new Error('The call was not due');
  const ended = async () => (await attemptsOf(place.scope, [call.conversation.id]))[0];
  return { attempt, ended, scope: place.scope, usage: () => readUsage(place.scope) };
}

/** A database that is away for the first so many transactions. */
function awayFor(times: number): Everywhere {
  let left = times;
  const { database } = store;
  return new Proxy(database, {
    get(target, name) {
      if (name === 'transaction' && left > 0)
        return async () => {
          left--;
          throw new Error('Connection terminated unexpectedly');
        };
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('a call that ends during a database outage is settled afterwards', async () => {
  const { attempt, ended } = await claimed();
  const reported: string[] = [];
  const services = callServicesOf({
    everywhere: awayFor(2),
    onError: ({ message }) => reported.push(message),
  });
  await conductCall(services, attempt, trusted, going);
  expect(await ended()).toMatchObject({ status: 'BUSY', reasonCode: 'BUSY', notes: '486' });
  expect(reported).toHaveLength(2);
});

test('a stopping process does not wait for a database that stays unreachable', async () => {
  const { attempt, ended } = await claimed();
  const stopping = new AbortController();
  const services = callServicesOf({ everywhere: awayFor(1000), onError: () => stopping.abort() });
  await expect(conductCall(services, attempt, trusted, stopping.signal)).rejects.toThrow(
    'Connection terminated',
  );
  expect((await ended())?.status).toBe('IN_PROGRESS');
});

test('ringing is recorded once, even for a call that is answered without ringing', async () => {
  const answered: LineEvent = {
    kind: 'answered',
    party: { elapsedMs: () => 0, leave: async () => {} } as never,
  };
  for (const line of [lineOf({ kind: 'placing' }, { kind: 'ringing' }, answered), lineOf(answered)]) {
    const { attempt } = await claimed();
    const rung: string[] = [];
    await conductCall(
      callServicesOf({ lineFor: () => line, onRinging: (id) => rung.push(id) }),
      attempt,
      trusted,
      going,
    );
    expect(rung).toEqual([attempt.attemptId]);
  }
});

test('a call that did not get beyond dialling is not recorded as ringing', async () => {
  const { attempt } = await claimed();
  const rung: string[] = [];
  await conductCall(callServicesOf({ onRinging: (id) => rung.push(id) }), attempt, trusted, going);
  expect(rung).toEqual([]);
});

test('a finished call keeps its duration and charge even if its transcript cannot be built', async () => {
  const { attempt, ended, usage, scope } = await claimed();
  const reported: string[] = [];
  const journals = {
    open: () => () => {},
    close: async () => ({ entries: [null], rest: { part: 0, entries: ['what was kept'] } }),
  };
  const services = callServicesOf({
    lineFor: () => simulatedLine({ speed: 10_000, seed: 1 }),
    dialogueModelOf: async () => rulesDialogueModel(),
    journals: journals as unknown as CallJournals,
    onError: ({ message }) => reported.push(message),
  });
  await conductCall(services, attempt, trusted, going);
  const { status, reasonCode, durationSeconds, notes } = (await ended()) ?? {};
  expect({ status, reasonCode, notes }).toEqual({
    status: 'COMPLETED',
    reasonCode: null,
    notes: 'The transcript could not be built',
  });
  expect(durationSeconds).toBeGreaterThan(0);
  expect(await usage()).toMatchObject({ used: Math.ceil((durationSeconds ?? 0) / 60), held: 0 });
  expect(reported).toHaveLength(1);
  expect(await readJournal(scope, attempt.attemptId)).toEqual(['what was kept']);
});

test('the audio of a call that was bridged to a person is stored once the bridge ends', async () => {
  const { attempt, ended } = await claimed();
  const bridge = Promise.withResolvers<AudioReport>();
  const network = simulatedLine({ speed: 10_000, seed: 1 });
  const line: Line = {
    ...network,
    async *dial(order, signal) {
      order.onAudio?.(bridge.promise);
      yield* network.dial(order, signal);
    },
  };
  const dialogueModelOf = async () => rulesDialogueModel();
  await conductCall(callServicesOf({ lineFor: () => line, dialogueModelOf }), attempt, trusted, going);
  const audioOf = async () => ((await ended())?.findings as { audio?: object } | null)?.audio;
  expect(await audioOf()).toBeUndefined();
  bridge.resolve({
    ...{ lossShare: 0.01, jitterMs: 2, roundTripMs: 40, mos: 4.2, quietMs: 3000 },
    ...{ wasQuietAtEnd: false, heardNothing: false, isCutOff: false, wasLetGo: false },
    ...{ outbound: null, unheardMs: 0, unheardAtEndMs: 0, isDigitalSilence: false },
  });
  await waitFor(async () =>
    expect(await audioOf()).toEqual({
      ...{ lossPercent: 1, jitterMs: 2, roundTripMs: 40, mos: 4.2, silentSeconds: 3 },
      ...{ outbound: null, unheardSeconds: 0 },
    }),
  );
  expect((await ended())?.status).toBe('COMPLETED');
});

test('a contact who hangs up without ever having heard the agent was not reached, and that is an event', async () => {
  const { attempt, ended, scope } = await claimed();
  const audio: AudioReport = {
    ...{ lossShare: 0, jitterMs: 2, roundTripMs: 40, mos: 4.2, quietMs: 0 },
    ...{ wasQuietAtEnd: false, heardNothing: false, isCutOff: false, wasLetGo: false },
    ...{ outbound: null, unheardMs: 0, unheardAtEndMs: 0, isDigitalSilence: false },
    ...{ isAgentHeard: false, reportedBy: '198.51.100.1' },
  };
  const network = simulatedLine({ speed: 10_000, seed: 1 });
  const line: Line = {
    ...network,
    async *dial(order, signal) {
      order.onAudio?.(Promise.resolve(audio));
      // They hang up before they say a word.
      yield* network.dial({ ...order, to: '+15005550009' }, signal);
    },
  };
  const agentHeard = new AgentHeard({
    warn: () => undefined,
    fieldsOf: () => ({}),
    report: (attemptId, direction) => reportOneWayAudio(store.database, attemptId, direction),
    count: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  // Its server has shown the audio of another call.
  await agentHeard.missing(
    'another',
    { ...audio, isAgentHeard: true },
    { ending: { kind: 'finished' }, findings: {} },
  );
  const dialogueModelOf = async () => rulesDialogueModel();
  const services = callServicesOf({ lineFor: () => line, dialogueModelOf, agentHeard });
  await conductCall(services, attempt, trusted, going);
  expect(await ended()).toMatchObject({
    status: 'FAILED',
    reasonCode: 'CARRIER_ERROR',
    notes: "The agent's audio never arrived at the contact's side",
  });
  const events = await history(scope, attempt.conversationId);
  expect(events.filter(({ type }) => type === 'call.one_way_audio')).toMatchObject([
    { data: { callAttemptId: attempt.attemptId, direction: 'TO_CONTACT' } },
  ]);
});

test.each([
  [{ kind: 'busy', code: '486' }, 'BUSY', 'BUSY'],
  [{ kind: 'no_answer', code: '480' }, 'NO_ANSWER', 'NO_ANSWER'],
  [{ kind: 'declined', code: '603' }, 'BUSY', 'DECLINED'],
  [{ kind: 'invalid_number', code: '404' }, 'FAILED', 'INVALID_NUMBER'],
  [{ kind: 'failed', code: '503' }, 'FAILED', 'CARRIER_ERROR'],
] as const)(
  'after the line event %j the attempt is %s with reason %s, and has the response of the network',
  async (event, status, reasonCode) => {
    const { attempt, ended } = await claimed();
    await conductCall(callServicesOf({ lineFor: () => lineOf(event) }), attempt, trusted, going);
    expect(await ended()).toMatchObject({ status, reasonCode, notes: event.code, durationSeconds: null });
  },
);

test('a worker that others may take for dead does not dial, and the call uses up no attempt', async () => {
  const { attempt, ended } = await claimed();
  const dialled: string[] = [];
  const services = callServicesOf({
    lineFor: () => {
      dialled.push(attempt.attemptId);
      return lineOf(busy);
    },
  });
  await conductCall(services, attempt, { workerId, isTrusted: () => false }, going);
  expect(dialled).toEqual([]);
  expect(await ended()).toMatchObject({ status: 'SCHEDULED', number: 1, calledAt: null });
});

test.each([
  ['Connection terminated unexpectedly', 'SCHEDULED'],
  ['timeout exceeded when trying to connect', 'SCHEDULED'],
  ['Client has encountered a connection error and is not queryable', 'SCHEDULED'],
  ['Query read timeout', 'SCHEDULED'],
  ["Cannot read properties of undefined (reading 'flow')", 'FAILED'],
])('a call whose inputs fail to load with "%s" is %s afterwards', async (message, status) => {
  const { attempt, ended } = await claimed();
  const inputs = { of: () => Promise.reject(new Error(message)) } as unknown as CallInputsReader;
  await conductCall(callServicesOf({ inputs }), attempt, trusted, going);
  expect(await ended()).toMatchObject({ status, notes: expect.stringContaining(message) });
});

test('a call without network capacity is requeued, or settled as failed if it cannot be requeued', async () => {
  const noRoom: LineEvent = { kind: 'not_placed', code: '503 Full', retryAfterMs: 60_000 };
  const lineFor = () => lineOf({ kind: 'placing' }, noRoom);
  const waits = await claimed();
  await conductCall(callServicesOf({ lineFor }), waits.attempt, trusted, going);
  expect(await waits.ended()).toMatchObject({ status: 'SCHEDULED', notes: '503 Full', calledAt: null });
  const fails = await claimed();
  await conductCall(callServicesOf({ lineFor, requeue: async () => false }), fails.attempt, trusted, going);
  expect(await fails.ended()).toMatchObject({
    status: 'FAILED',
    reasonCode: 'CARRIER_ERROR',
    notes: '503 Full',
  });
});

/** Every wait has its bound; here they are short from some time on. */
function hurriedWatchdog(isHurried: () => boolean): CallWatchdog {
  const watchdog = new CallWatchdog(1);
  const allow = watchdog.allow.bind(watchdog);
  watchdog.allow = (ms, pausedMs) => allow(isHurried() ? Math.min(ms, 50) : ms, pausedMs);
  return watchdog;
}

test.each([
  ['journals', { journals: { open: () => () => {}, close: never } as unknown as CallJournals }],
  ['object store requests', { recordings: { close: never, discard: never } }],
])('a call whose %s never answer still gets its own result', async (_part, broken) => {
  const { attempt, ended } = await claimed();
  let isOver = false;
  const lineFor = () => ({
    async *dial(): AsyncGenerator<LineEvent> {
      yield { kind: 'placing' };
      isOver = true;
      yield busy;
    },
  });
  const watchdog = () => hurriedWatchdog(() => isOver);
  await conductCall(callServicesOf({ ...broken, lineFor, watchdog }), attempt, trusted, going);
  expect(await ended()).toMatchObject({ status: 'BUSY', reasonCode: 'BUSY', notes: '486' });
});

test('a requeued call is recorded when it is placed later', async () => {
  const { attempt } = await claimed();
  const objects = { put: async () => {} };
  const recordings = new CallRecordings({ objects: objects as never, sleep: never });
  const lineFor = () => lineOf({ kind: 'not_placed', code: '503 Full', retryAfterMs: 60_000 });
  await conductCall(callServicesOf({ lineFor, recordings }), attempt, trusted, going);
  recordings.open(attempt.attemptId, 8000, () => {}).add(new Int16Array(160), new Int16Array(160));
  expect(await recordings.close(attempt.attemptId)).toContain(attempt.attemptId);
});

test('after a contact refuses the recording nothing more is recorded, even if the database hangs', async () => {
  const { attempt } = await claimed();
  const put: string[] = [];
  const objects = { put: async (key: string) => void put.push(key), head: never, delete: never };
  const recordings = new CallRecordings({ objects: objects as never, sleep: async () => {} });
  const second = new Int16Array(8000).fill(4000);
  const line = {
    async *dial({ attemptId, note }: DialOrder): AsyncGenerator<LineEvent> {
      const recorder = recordings.open(attemptId, 8000, () => {});
      note?.({ kind: 'consent', decision: 'objected', atMs: 0, asked: null, said: 'No!' } as never);
      for (let n = 0; n < 60; n += 1) recorder.add(second, second);
      yield busy;
    },
  };
  const journals = {
    open: () => () => {},
    flush: never,
    close: async () => ({ entries: [], rest: [] }),
  } as unknown as CallJournals;
  await conductCall(callServicesOf({ lineFor: () => line, journals, recordings }), attempt, trusted, going);
  expect(put).toEqual([]);
});

test('a call that hangs is ended and settled as failed', async () => {
  const { attempt, ended } = await claimed();
  const left = Promise.withResolvers<void>();
  let isAnswered = false;
  const party = {
    elapsedMs: () => 0,
    say: () => ({ done: Promise.resolve({ text: 'Hello', isWhole: true, startMs: 0, endMs: 1 }) }),
    listen: never,
    leave: async () => left.resolve(),
  };
  const services = callServicesOf({
    lineFor: () => ({
      async *dial(): AsyncGenerator<LineEvent> {
        isAnswered = true;
        yield { kind: 'answered', party: party as never };
      },
    }),
    // It never finds the words of its apology either.
    dialogueModelOf: async () => ({ ...rulesDialogueModel(), word: never }) as never,
    watchdog: () => hurriedWatchdog(() => isAnswered),
  });
  await conductCall(services, attempt, trusted, going);
  await left.promise;
  expect(await ended()).toMatchObject({ status: 'FAILED', reasonCode: 'AGENT_ERROR' });
});

test('a telephone may ring for the configured time, in addition to the time for trying trunks', async () => {
  const ringTimeoutMs = 180_000;
  const { attempt } = await claimed();
  const allowed: number[] = [];
  const watchdog = new CallWatchdog();
  const allow = watchdog.allow.bind(watchdog);
  watchdog.allow = (ms, ...more) => {
    allowed.push(ms);
    allow(ms, ...more);
  };
  await conductCall(callServicesOf({ ringTimeoutMs, watchdog: () => watchdog }), attempt, trusted, going);
  expect(allowed[1]).toBeGreaterThanOrEqual(ringTimeoutMs + 2 * 45_000);
});

test.each([
  ['dialogue model', { dialogueModelOf: () => new Promise<never>(() => {}) }],
  [
    'telephone line',
    { lineFor: () => ({ dial: () => ({ [Symbol.asyncIterator]: () => ({ next: never }) }) }) as never },
  ],
])(
  'a call whose %s never answers is settled as failed, and the failure is reported',
  async (_part, broken) => {
    const { attempt, ended } = await claimed();
    const reported: string[] = [];
    const services = callServicesOf({
      ...broken,
      watchdog: () => hurriedWatchdog(() => true),
      onError: ({ message }) => reported.push(message),
    });
    await conductCall(services, attempt, trusted, going);
    expect(await ended()).toMatchObject({
      status: 'FAILED',
      reasonCode: expect.stringMatching(/AGENT_ERROR/),
    });
    expect(reported).toEqual([`Call attempt ${attempt.attemptId} exceeded its time limit and was ended`]);
  },
);
