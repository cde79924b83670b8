import { ScriptedDialogueModel } from '@parley/testing/scripted-dialogue-model.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { asking, scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import type { JournalEntry } from './journal.ts';
import type { Line, LineEvent } from './line.ts';
import { liveCall } from './live-call.ts';
import type { Party } from './party.ts';
import { replay } from './replay.ts';

const plan = scriptedPlan([asking('Age?')]);
const answeredAt = new Date('2026-03-02T09:00:00Z');
const order = {
  attemptId: 'attempt',
  to: '+15005550000',
  from: null,
  attemptNumber: 1,
  ringTimeoutMs: 30_000,
  plan,
};

const lineOf = (steps: () => AsyncIterable<LineEvent>): Line => ({ dial: steps });

async function* answering(party: Party): AsyncGenerator<LineEvent> {
  yield { kind: 'placing' };
  yield { kind: 'ringing' };
  yield { kind: 'answered', party };
}

function call(line: Line, others: Partial<Parameters<typeof liveCall>[0]> = {}) {
  const progress: string[] = [];
  const journal: JournalEntry[] = [];
  const result = liveCall({
    line,
    order,
    plan,
    dialogueModel: new ScriptedDialogueModel(),
    knowledge: { find: async () => [] },
    now: () => answeredAt,
    seed: 1,
    keep: (entry) => journal.push(entry),
    onProgress: ({ kind }) => progress.push(kind),
    signal: new AbortController().signal,
    ...others,
  });
  return { result, progress, journal };
}

test('a call is placed, rings, is answered, conducted and hung up', async () => {
  const party = new ScriptedParty(['Hello?', 'Forty']);
  const { result, progress } = call(lineOf(() => answering(party)));
  expect(await result).toMatchObject({
    kind: 'answered',
    answeredAt,
    durationMs: party.elapsedMs(),
    findings: { outcome: { kind: 'finished' }, answers: [{ value: 'Forty' }] },
  });
  expect(progress).toEqual(['placing', 'ringing', 'answered']);
  expect(party.isLeft).toBe(true);
});

test('a call that nobody answers reports the reason', async () => {
  const { result, progress } = call(
    lineOf(async function* () {
      yield { kind: 'placing' };
      yield { kind: 'busy', code: '486' };
    }),
  );
  expect(await result).toEqual({ kind: 'unanswered', reason: { kind: 'busy', code: '486' } });
  expect(progress).toEqual(['placing']);
});

test.each([
  [
    'fails',
    // biome-ignore lint/correctness/useYield: it fails before its first step
    async function* (): AsyncGenerator<LineEvent> {
      throw new Error('no route');
    },
    'no route',
  ],
  [
    'reports no outcome',
    async function* (): AsyncGenerator<LineEvent> {},
    'the line did not say how the call ended',
  ],
])('a call whose dialling %s is reported as failed', async (_, steps, code) => {
  expect(await call(lineOf(steps)).result).toEqual({ kind: 'unanswered', reason: { kind: 'failed', code } });
});

test('a call aborted before the answer ends at once, even if the network ignores the abort', async () => {
  const stop = new AbortController();
  const answer = Promise.withResolvers<void>();
  const party = new ScriptedParty(['Hello?']);
  const { result } = call(
    lineOf(async function* () {
      yield { kind: 'ringing' };
      await answer.promise;
      yield { kind: 'answered', party };
    }),
    { signal: stop.signal, onProgress: () => setImmediate(() => stop.abort()) },
  );
  expect(await result).toEqual({ kind: 'unanswered', reason: { kind: 'failed', code: 'given up' } });

  answer.resolve();
  await expect.poll(() => party.isLeft).toBe(true);
  expect(party.said).toEqual([]);
});

test('a call aborted between two steps of dialling lets the network clean up', async () => {
  const stop = new AbortController();
  let isTidy = false;
  const line = lineOf(async function* () {
    try {
      yield { kind: 'ringing' };
    } finally {
      isTidy = true;
    }
  });
  const { result } = call(line, { signal: stop.signal, onProgress: () => stop.abort() });
  expect(await result).toMatchObject({ reason: { code: 'given up' } });
  expect(isTidy).toBe(true);
});

test('a call aborted before dialling is not dialled', async () => {
  const steps: string[] = [];
  const line = lineOf(async function* () {
    steps.push('dialled');
    yield { kind: 'placing' };
  });
  expect(await call(line, { signal: AbortSignal.abort() }).result).toMatchObject({ kind: 'unanswered' });
  expect(steps).toEqual([]);
});

test('a call stopped by shutdown ends with an apology as an internal error, and replays the same', async () => {
  const stop = new AbortController();
  const party = new ScriptedParty(['Hello?']);
  const listen = party.listen.bind(party);
  // Nothing more is heard: only the signal can end the waiting.
  party.listen = (patienceMs) => {
    if (party.said.length < 2) return listen(patienceMs);
    stop.abort();
    return new Promise(() => undefined);
  };
  const { result, journal } = call(
    lineOf(() => answering(party)),
    { signal: stop.signal },
  );
  expect(await result).toMatchObject({
    kind: 'answered',
    findings: {
      outcome: {
        kind: 'agent_error',
        message: 'The call was broken off: the service was stopped during the call',
      },
    },
  });
  expect(party.said.at(-1)).toBe('[technical_apology]');
  expect(party.isLeft).toBe(true);
  expect(await replay(journal, plan)).toEqual({ kind: 'same' });
});

test('a call ended by an operator goes to its last message, and replays the same', async () => {
  const end = new AbortController();
  const party = new ScriptedParty(['Hello?', 'Forty']);
  const listen = party.listen.bind(party);
  party.listen = (patienceMs) => {
    if (party.said.length < 2) return listen(patienceMs);
    end.abort();
    return new Promise(() => undefined);
  };
  const { result, journal } = call(
    lineOf(() => answering(party)),
    { ending: end.signal },
  );
  expect(await result).toMatchObject({
    kind: 'answered',
    findings: { outcome: { kind: 'finished', isCutShort: true } },
  });
  expect(party.said.at(-1)).toBe('Thanks, and goodbye.');
  expect(party.isLeft).toBe(true);
  expect(await replay(journal, plan)).toEqual({ kind: 'same' });
});

test('a call ended by an operator before the answer is aborted', async () => {
  const { result } = call(
    lineOf(() => answering(new ScriptedParty([]))),
    { ending: AbortSignal.abort() },
  );
  expect(await result).toMatchObject({ kind: 'unanswered', reason: { code: 'given up' } });
});

test('a call whose journal cannot be written ends as an internal error', async () => {
  const party = new ScriptedParty(['Hello?']);
  const { result } = call(
    lineOf(() => answering(party)),
    {
      keep: () => {
        throw new Error('disk full');
      },
    },
  );
  expect(await result).toMatchObject({
    kind: 'answered',
    findings: {
      outcome: { kind: 'agent_error', message: 'The call failed: disk full' },
      hasAnswered: false,
    },
  });
  expect(party.isLeft).toBe(true);
});
