import { expect, test } from 'vitest';
import type { Agent } from '../agent.ts';
import { changesOf, settingsOf } from './settings-form.ts';

const agent: Agent = {
  id: '01957a2e-7c00-7000-8000-000000000081',
  schemaVersion: 1,
  custom: false,
  name: 'Grace',
  type: 'PHONE',
  language: 'EN',
  duration: 15,
  companyPhoneNumberId: null,
  focus: 'GENERIC',
  guardrails: { rules: ['Be kind.'], forbiddenTopics: [] },
  contextConfig: { useContactContext: false },
  analyticsConfig: { extractionTargets: [], outcomes: [], tags: [] },
  instructions: null,
  callingWindow: { days: ['MON'], start: '09:00', end: '18:00' },
  retryPolicy: { maxAttempts: 3, delaySeconds: [1800, 14_400] },
  voice: { provider: null, voiceId: null, speed: 1 },
  voicemail: { action: 'HANG_UP', message: null },
  resumeMinutes: 10,
  createdAt: '2026-03-14T09:30:00.000Z',
  updatedAt: '2026-03-14T09:30:00.000Z',
};
const before = settingsOf(agent);

test('unchanged agent settings are not sent', () => {
  expect(changesOf(before, settingsOf(agent))).toEqual({});
});

test('a changed agent setting is sent as a whole, under its API names', () => {
  const now = {
    ...before,
    duration: '20',
    retryPolicy: { maxAttempts: '5', delayMinutes: '0.5, 2,' },
    instructions: '  ',
    guardrails: { rules: ['Be kind.', '', ' Be short. '], forbiddenTopics: [] },
    callingWindow: null,
    voice: { provider: ' ', voiceId: 'ada', speed: '1.25' },
  };
  expect(changesOf(before, now)).toEqual({
    duration: 20,
    retryPolicy: { maxAttempts: 5, delaySeconds: [30, 120] },
    instructions: null,
    guardrails: { rules: ['Be kind.', 'Be short.'], forbiddenTopics: [] },
    callingWindow: null,
    voice: { provider: null, voiceId: 'ada', speed: 1.25 },
  });
});

test('keys of the telephone are sent together, without blank choices, and no key as none', () => {
  expect(before.keypad).toEqual({ optOut: '', menu: [] });
  const filled = { ...before, keypad: { optOut: '9', menu: ['sales', ' ', ' Human resources '] } };
  expect(changesOf(before, filled)).toEqual({ keypad: { optOut: '9', menu: ['sales', 'Human resources'] } });
  const saved = settingsOf({ ...agent, keypad: { optOut: '9', menu: ['sales'] } });
  expect(changesOf(saved, { ...saved, keypad: { optOut: '', menu: [] } })).toEqual({
    keypad: { optOut: null, menu: [] },
  });
});

test('a retry policy with a single delay is shown as a list of one delay', () => {
  const { retryPolicy } = settingsOf({ ...agent, retryPolicy: { maxAttempts: 2, delaySeconds: 90 } });
  expect(retryPolicy.delayMinutes).toBe('1.5');
});

test('an outcome without a key is sent without one, and options are sent only for targets of type enum', () => {
  const now = {
    ...before,
    analyticsConfig: {
      extractionTargets: [{ key: 'a', label: 'A', type: 'string' as const, description: '', options: ['x'] }],
      outcomes: [{ key: '', label: 'Is keen', description: 'Wants more.' }],
      tags: [],
    },
  };
  expect(changesOf(before, now).analyticsConfig).toEqual({
    extractionTargets: [{ key: 'a', label: 'A', type: 'string' }],
    outcomes: [{ label: 'Is keen', description: 'Wants more.' }],
    tags: [],
  });
});
