import type { AudioReport } from '@parley/call-engine/line.ts';
import { expect, test } from 'vitest';
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
  });
  return { heard, seen };
}

test('an agent whom reports never show to arrive, and whom nobody answers, was not heard, and that is reported', async () => {
  const { heard, seen } = judge();
  expect(await heard.isMissing('a', audio(false), nobody)).toBe(true);
  expect(seen).toEqual({ reported: ['a TO_CONTACT'], warned: 1, counted: 1, errors: [] });
});

test('a contact who answered has heard the agent, whatever reports say, and so has one of whom they say nothing', async () => {
  const { heard, seen } = judge();
  expect(await heard.isMissing('a', audio(false), somebody)).toBe(false);
  const unanswered = [{ ...answer, value: undefined }].map(({ value: _, ...asked }) => asked);
  expect(await heard.isMissing('b', audio(false), { ...hungUp, findings: { answers: unanswered } })).toBe(
    true,
  );
  for (const isHeard of [true, undefined])
    expect(await heard.isMissing('c', audio(isHeard), nobody)).toBe(false);
  expect(await heard.isMissing('d', undefined, nobody)).toBe(false);
  expect(await heard.isMissing('e', audio(false), { ...hungUp, findings: null })).toBe(false);
  const machine = { ending: { kind: 'voicemail' }, findings: { answers: [] } } as const;
  expect(await heard.isMissing('f', audio(false), machine)).toBe(false);
  expect(seen.reported).toEqual(['b TO_CONTACT']);
});

test('a server that counts nothing of what it passes on is not believed after two answered calls, and others are', async () => {
  const { heard } = judge();
  for (const attemptId of ['a', 'b']) await heard.isMissing(attemptId, audio(false), somebody);
  expect(await heard.isMissing('c', audio(false), nobody)).toBe(false);
  expect(await heard.isMissing('d', audio(false, '198.51.100.2'), nobody)).toBe(true);
  // Its reports show audio that arrives: they mean something after all.
  await heard.isMissing('e', audio(true), somebody);
  expect(await heard.isMissing('f', audio(false), nobody)).toBe(true);
});

test('a report that cannot be stored is an error in the log, and the call counts as not heard', async () => {
  const { heard, seen } = judge(() => Promise.reject(new Error('the database is away')));
  expect(await heard.isMissing('a', audio(false), nobody)).toBe(true);
  expect(seen.errors).toEqual(['the database is away']);
});
