import type { RunSettings } from '@parley/contract/run-settings.ts';
import { expect, test } from 'vitest';
import { draftOf, lacksLimit, settingsOf } from './run-settings-draft.ts';

test('run settings that were loaded into the form are sent back unchanged', () => {
  const settings: RunSettings = {
    callingWindow: { days: ['MON'], start: '09:00', end: '17:00' },
    retryPolicy: { maxAttempts: 2, delaySeconds: [1800] },
    pace: { callsPerMinute: 20, rampUpMinutes: 5 },
    limits: { perContactPerDay: 1, perNumberPerDay: 2 },
    priority: 'HIGH',
    alarm: {
      ...{ answerRateBelow: 0.1234, failureRateAbove: 0.07, minutesAbove: 100, minCalls: 5, pause: true },
      spendAbove: { amount: 12.5, unit: 'EUR' },
    },
  };
  expect(settingsOf(draftOf(settings))).toEqual(settings);
});

test("an empty run settings form sends null, so that the agent's settings apply", () => {
  expect(settingsOf(draftOf())).toBeNull();
});

test("a run that may call at any hour sends a null calling window instead of the agent's", () => {
  expect(settingsOf({ ...draftOf(), callingWindow: null })).toEqual({ callingWindow: null });
});

test.each([
  ['"Pause the run on an alarm"', { pause: true }, { pause: true }],
  ['"Calls before shares count"', { minCalls: '5' }, { minCalls: 5 }],
])('only %s asks for a limit, and is not dropped silently', (_field, change, alarm) => {
  const draft = { ...draftOf(), ...change };
  expect(lacksLimit(draft)).toBe(true);
  expect(settingsOf(draft)).toEqual({ alarm });
});

test.each(['answerRateBelow', 'failureRateAbove', 'minutesAbove', 'spendAbove'])(
  'an alarm with %s needs no other limit',
  (limit) => {
    expect(lacksLimit({ ...draftOf(), pause: true, minCalls: '5', [limit]: '10' })).toBe(false);
  },
);

test('run settings without an alarm ask for no limit', () => {
  expect(lacksLimit(draftOf())).toBe(false);
});
