import type { AudioReport } from '@parley/call-engine/line.ts';
import { expect, test } from 'vitest';
import type { Ending } from '../domains/conversations/settlement.model.ts';
import { AgentHeard } from './agent-heard.ts';

const audio = (isAgentHeard: boolean | undefined, reportedBy = '198.51.100.1'): AudioReport => ({
  ...{ lossShare: 0, jitterMs: 0, roundTripMs: null, mos: 4, quietMs: 0, wasQuietAtEnd: false },
  ...{ heardNothing: false, outbound: null, unheardMs: 0, unheardAtEndMs: 0, isDigitalSilence: false },
  ...{ isCutOff: false, wasLetGo: false, isAgentHeard, reportedBy },
});
const answer = { questionId: 'q', question: 'Tea?', value: true, evidence: 'Yes', startMs: 0, endMs: 1 };
const hungUp = { ending: { kind: 'hung_up_early' } } as const;
const nobody = { ...hungUp, findings: { answers: [] } };
const somebody = { ...hungUp, findings: { answers: [answer] } };

function judge(report: (attemptId: string) => Promise<void> = async () => undefined) {
  const clock = { nowMs: 0 };
  const seen = { reported: [] as string[], warned: 0, counted: 0, errors: [] as string[] };
  const heard = new AgentHeard({
    warn: () => {
      seen.warned += 1;
    },
    fieldsOf: () => ({}),
    report: async (attemptId, direction) => {
      seen.reported.push(`${attemptId} ${direction}`);
      await report(attemptId);
    },
    count: () => {
      seen.counted += 1;
    },
    onError: ({ message }) => seen.errors.push(message),
    nowMs: () => clock.nowMs,
  });
  return { heard, seen, clock };
}

test('an agent whom reports never show to arrive, and whom nobody answers, is reported as not heard', async () => {
  const { heard, seen } = judge();
  expect(await heard.missing('a', audio(false), nobody)).toBe('reported');
  expect(seen).toEqual({ reported: ['a TO_CONTACT'], warned: 1, counted: 1, errors: [] });
});

test('that an agent was not heard is certain where the same server has shown audio of another call', async () => {
  const { heard } = judge();
  await heard.missing('a', audio(true), nobody);
  expect(await heard.missing('b', audio(false), nobody)).toBe('certain');
  expect(await heard.missing('c', audio(false, '198.51.100.2'), nobody)).toBe('reported');
});

test.each([
  ['answered', { answers: [answer] }],
  ['talked about a topic', { answers: [], hasAnswered: true }],
  ['left a message', { answers: [], message: 'Ask for Ann' }],
  ['asked something', { answers: [], openQuestions: ['Who is it?'] }],
])(
  'a contact who %s has heard the agent, and its server may be wrong about others for a day',
  async (_, findings) => {
    const { heard, clock } = judge();
    await heard.missing('a', audio(true), nobody);
    expect(await heard.missing('b', audio(false), { ending: { kind: 'hung_up' }, findings })).toBe('no');
    await heard.missing('c', audio(true), nobody);
    expect(await heard.missing('d', audio(false), nobody)).toBe('reported');
    clock.nowMs += 24 * 60 * 60 * 1000;
    expect(await heard.missing('e', audio(false), nobody)).toBe('certain');
  },
);

test('nothing is reported of a call that says nothing of the agent, that nobody left, or that a machine took', async () => {
  const { heard, seen } = judge();
  for (const isHeard of [true, undefined])
    expect(await heard.missing('c', audio(isHeard), nobody)).toBe('no');
  expect(await heard.missing('d', undefined, nobody)).toBe('no');
  expect(await heard.missing('e', audio(false), { ...hungUp, findings: null })).toBe('no');
  for (const kind of ['voicemail', 'finished'] as const)
    expect(
      await heard.missing('f', audio(false), { ending: { kind } as Ending, findings: { answers: [] } }),
    ).toBe('no');
  expect(seen.reported).toEqual([]);
});

test('a server that counts nothing of what it passes on is not listened to after two answered calls, and others are', async () => {
  const { heard } = judge();
  for (const attemptId of ['a', 'b']) await heard.missing(attemptId, audio(false), somebody);
  expect(await heard.missing('c', audio(false), nobody)).toBe('no');
  expect(await heard.missing('d', audio(false, '198.51.100.2'), nobody)).toBe('reported');
});

test('a report that cannot be stored is an error in the log, and the call is reported all the same', async () => {
  const { heard, seen } = judge(() => Promise.reject(new Error('the database is away')));
  expect(await heard.missing('a', audio(false), nobody)).toBe('reported');
  expect(seen.errors).toEqual(['the database is away']);
});
