import type { RunSettings } from '@parley/contract/run-settings.ts';
import { expect, test } from 'vitest';
import { draftOf, settingsOf } from './run-settings-draft.ts';

test('settings that were typed are sent as they were read', () => {
  const settings: RunSettings = {
    callingWindow: { days: ['MON'], start: '09:00', end: '17:00' },
    retryPolicy: { maxAttempts: 2, delaySeconds: [1800] },
    pace: { callsPerMinute: 20, rampUpMinutes: 5 },
    limits: { perContactPerDay: 1, perNumberPerDay: 2 },
    priority: 'HIGH',
    alarm: { answerRateBelow: 0.1234, failureRateAbove: 0.07, minutesAbove: 100, minCalls: 5, pause: true },
  };
  expect(settingsOf(draftOf(settings))).toEqual(settings);
});

test('nothing typed leaves everything to the agent', () => {
  expect(settingsOf(draftOf())).toBeNull();
});

test('calls at any hour are not the same as the hours of the agent', () => {
  expect(settingsOf({ ...draftOf(), callingWindow: null })).toEqual({ callingWindow: null });
});
