import { expect, test } from 'vitest';
import { heard, type LiveCall, nothingHeard } from './captions.tsx';

const play = (...messages: readonly [event: string, data: object][]): LiveCall =>
  messages.reduce((call, [event, data]) => heard(call, event, JSON.stringify(data)), nothingHeard);

const ringing = [
  'status',
  { status: 'IN_PROGRESS', callAttemptId: 'a', attemptStatus: 'IN_PROGRESS' },
] as const;
const words = (speaker: string, text: string, callAttemptId = 'a') =>
  ['words', { callAttemptId, speaker, text, startTime: 1, endTime: 2 }] as [string, object];
const speaking = (speaker: string, text: string) =>
  ['speaking', { callAttemptId: 'a', speaker, text }] as [string, object];

test('interim captions are replaced by final ones', () => {
  const before = play([...ringing], speaking('CONTACT', 'I li'), speaking('CONTACT', 'I live in'));
  expect(before).toMatchObject({ captions: [], speaking: { CONTACT: 'I live in' } });
  const after = heard(before, ...stringified(words('CONTACT', 'I live in Zurich.')));
  expect(after.speaking).toEqual({});
  expect(after.captions).toEqual([{ speaker: 'CONTACT', text: 'I live in Zurich.', startTime: 1 }]);
});

test('captions can show agent and contact speaking at the same time', () => {
  const both = play([...ringing], speaking('AI', 'Thank you'), words('CONTACT', 'Yes.'));
  expect(both.speaking).toEqual({ AI: 'Thank you' });
});

test('a new call starts with empty captions', () => {
  const next = play([...ringing], words('AI', 'Hello.'), [
    'status',
    { status: 'SCHEDULED', callAttemptId: 'b', attemptStatus: 'SCHEDULED' },
  ]);
  expect(next).toMatchObject({ captions: [], attemptId: 'b', status: 'SCHEDULED', isOver: false });
});

test('after the end of a call nobody is shown as speaking, and its captions are kept', () => {
  const over = play([...ringing], words('AI', 'Goodbye.'), speaking('CONTACT', 'By'), [
    'end',
    { status: 'COMPLETED', callAttemptId: 'a', attemptStatus: 'COMPLETED' },
  ]);
  expect(over).toMatchObject({ isOver: true, status: 'COMPLETED', speaking: {} });
  expect(over.captions).toHaveLength(1);
});

test('unknown messages in the caption stream are ignored', () => {
  const call = play([...ringing], words('AI', 'Hello.'));
  expect(heard(call, 'weather', '{"callAttemptId":"a"}')).toBe(call);
});

const stringified = ([event, data]: [string, object]) => [event, JSON.stringify(data)] as const;
