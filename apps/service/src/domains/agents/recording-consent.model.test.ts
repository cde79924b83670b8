import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import { recordingConsentFor, withRecording } from './recording-consent.model.ts';

const real = (number: string | null) => ({ setting: undefined, number, followsLaw: true });

test.each([
  ['+4930123456', 'ask'],
  ['+41446681800', 'ask'],
  ['+33142685300', 'announce'],
  ['+12125550123', 'announce'],
  ['+881612345678', 'announce'],
  [null, 'announce'],
] as const)('the default recording consent for a call to %s is: %s', (number, consent) => {
  expect(recordingConsentFor(real(number))).toBe(consent);
});

test("the agent's setting overrides the recording law, and where no law is applied consent is not asked", () => {
  expect(recordingConsentFor({ ...real('+4930123456'), setting: 'none' })).toBe('none');
  expect(recordingConsentFor({ ...real('+4930123456'), followsLaw: false })).toBe('none');
});

const first = (text: string) => scriptedPlan([], { firstMessage: { id: 'first', text } });
const us = real('+12125550123');

test.each([
  ['Hello Ada. I am an AI.', 'Hello Ada. I am an AI. This call is being recorded.'],
  [
    'Hello, I am an AI. Do you have a minute?',
    'Hello, I am an AI. This call is being recorded. Do you have a minute?',
  ],
  ['Do you have a minute?', 'Do you have a minute? This call is being recorded.'],
])('the first message "%s" is spoken with an announcement of the recording', (text, said) => {
  expect(withRecording(first(text), true, us).firstMessage.text).toBe(said);
});

test('a call that is not recorded does not announce a recording', () => {
  const plan = withRecording(first('Hello.'), false, us);
  expect(plan).toMatchObject({ firstMessage: { text: 'Hello.' }, isRecorded: false });
  expect(plan.recordingConsent).toBeUndefined();
});
