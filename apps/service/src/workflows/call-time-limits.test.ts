import type { PlanSection } from '@parley/call-engine/plan.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import { longestCallMs, talkingMs, unansweredMs } from './call-time-limits.ts';

const MINUTE_MS = 60_000;
const planOf = (more: Parameters<typeof scriptedPlan>[1]) =>
  scriptedPlan([], { durationMinutes: 5, ...more });
const lasting = (seconds: number) => 'x'.repeat(14 * seconds);

test('a call may last its configured duration plus one minute', () => {
  expect(talkingMs(planOf({}))).toBe(6 * MINUTE_MS);
  expect(talkingMs(planOf({ lastMessage: { id: 'last', text: lasting(12) } }))).toBe(6 * MINUTE_MS);
});

test.each([
  ['last message', { lastMessage: { id: 'last', text: lasting(120) } }],
  ['first message', { firstMessage: { id: 'first', text: lasting(120) } }],
  ['voicemail message', { voicemail: { action: 'LEAVE_MESSAGE', message: lasting(120) } }],
] as const)('the time limit does not cut off a %s that takes longer than a minute to speak', (_, more) => {
  expect(talkingMs(planOf(more))).toBeGreaterThanOrEqual((5 + 2) * MINUTE_MS + 15_000);
});

test('the time limit does not cut off a question longer than a minute, even if it is repeated late', () => {
  const question = { id: 'question', text: lasting(120), key: null, isRequired: true };
  const section = { id: 'section', type: 'looping', questions: [question] } as unknown as PlanSection;
  expect(talkingMs(scriptedPlan([section], { durationMinutes: 5 }))).toBeGreaterThanOrEqual(
    7 * MINUTE_MS + 45_000,
  );
});

test('the time limit of a call is longer by the extra time that a slow voice needs', () => {
  const slow = { voice: { provider: null, voiceId: null, speed: 0.5 } };
  const lastMessage = { id: 'last', text: lasting(60) };
  expect(talkingMs(planOf({ lastMessage, ...slow }))).toBeGreaterThanOrEqual(7 * MINUTE_MS + 15_000);
});

test('long texts extend the time limit of a call by at most ten minutes', () => {
  expect(talkingMs(planOf({ lastMessage: { id: 'last', text: lasting(1400) } }))).toBe(15 * MINUTE_MS);
});

test('a call on a slow simulated line has a proportionally longer time limit', () => {
  expect(talkingMs(planOf({}), 15)).toBe((5 * 15 + 1) * MINUTE_MS);
});

test('the maximum time of a claimed call covers placing, ringing, its duration and hold', () => {
  expect(longestCallMs(5, 180_000)).toBe((2 + 6 + 10) * MINUTE_MS + unansweredMs(180_000));
});

test.each([30, 60, 180])(
  'a call may ring for %i seconds after a turn, a slow way to the telephone and a 183',
  (ringSeconds) => {
    const [turn, setup, progress, cancel] = [20, 45, 15, 4];
    const longest = turn + setup + ringSeconds + progress + ringSeconds + cancel;
    expect(unansweredMs(ringSeconds * 1000)).toBeGreaterThan(longest * 1000);
  },
);

test('a call that two trunks do not connect has its whole time of ringing at a third', () => {
  const [turn, setup, ring, progress, cancel] = [20, 45, 30, 15, 4];
  const longest = 2 * (setup + cancel) + turn + setup + ring + progress + ring + cancel;
  expect(unansweredMs(ring * 1000)).toBeGreaterThan(longest * 1000);
});
