import type { PlanSection } from '@parley/call-engine/plan.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import { longestCallMs, talkingMs } from './call-time-limits.ts';

const MINUTE_MS = 60_000;
const planOf = (more: Parameters<typeof scriptedPlan>[1]) =>
  scriptedPlan([], { durationMinutes: 5, ...more });
const lasting = (seconds: number) => 'x'.repeat(14 * seconds);

test('a call may take its duration and a minute', () => {
  expect(talkingMs(planOf({}))).toBe(6 * MINUTE_MS);
  expect(talkingMs(planOf({ lastMessage: { id: 'last', text: lasting(12) } }))).toBe(6 * MINUTE_MS);
});

test.each([
  ['last message', { lastMessage: { id: 'last', text: lasting(120) } }],
  ['first message', { firstMessage: { id: 'first', text: lasting(120) } }],
  ['voicemail message', { voicemail: { action: 'LEAVE_MESSAGE', message: lasting(120) } }],
] as const)('a %s that takes longer than a minute is not cut', (_, more) => {
  expect(talkingMs(planOf(more))).toBeGreaterThanOrEqual((5 + 2) * MINUTE_MS + 15_000);
});

test('a question that takes longer than a minute is not cut, however late it is asked again', () => {
  const question = { id: 'question', text: lasting(120), key: null, isRequired: true };
  const section = { id: 'section', type: 'looping', questions: [question] } as unknown as PlanSection;
  expect(talkingMs(scriptedPlan([section], { durationMinutes: 5 }))).toBeGreaterThanOrEqual(
    7 * MINUTE_MS + 45_000,
  );
});

test('a slow voice has the time that it needs', () => {
  const slow = { voice: { provider: null, voiceId: null, speed: 0.5 } };
  const lastMessage = { id: 'last', text: lasting(60) };
  expect(talkingMs(planOf({ lastMessage, ...slow }))).toBeGreaterThanOrEqual(7 * MINUTE_MS + 15_000);
});

test('no text keeps a call for more than ten minutes', () => {
  expect(talkingMs(planOf({ lastMessage: { id: 'last', text: lasting(1400) } }))).toBe(15 * MINUTE_MS);
});

test('a call on a slow simulated line may take as much longer', () => {
  expect(talkingMs(planOf({}), 15)).toBe((5 * 15 + 1) * MINUTE_MS);
});

test('a claimed call has ended after placing, ringing, its duration and a hold', () => {
  expect(longestCallMs(5, 180_000)).toBe((2 + 2 + 3 + 6 + 10) * MINUTE_MS);
});
