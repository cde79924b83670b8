import type { Analytics } from '@parley/contract/analysis.ts';
import { expect, test } from 'vitest';
import { testCaseOf } from './conversation-test-case.model.ts';

const said = { speaker: 'CONTACT', startTime: 3, endTime: 4, language: 'en' } as const;
const transcript = [
  { ...said, speaker: 'AI', text: 'Hello, this is the AI assistant of Acme.' } as const,
  { ...said, text: 'Put me through to somebody.' },
];
const unquoted = { evidence: null, evidenceTime: null, confidence: 1 };
const mark = {
  id: 'c',
  original: null,
  by: { kind: 'user', id: 'u', name: null },
  at: '',
  note: null,
} as const;
const outcome = (key: string, met: boolean, more: object = {}) => ({
  key,
  label: key,
  met,
  ...unquoted,
  ...more,
});
const nothing = { qa: [], outcomes: [], tags: [], fields: [] };
const expectedOf = (
  results: Partial<Pick<Analytics, 'qa' | 'outcomes' | 'tags' | 'fields'>>,
  more: Partial<Parameters<typeof testCaseOf>[0]> = {},
) =>
  testCaseOf({
    name: 'A call',
    transcript,
    reasonCode: null,
    findings: { outcome: { kind: 'finished' } },
    results: { ...nothing, ...results },
    ...more,
  }).expect;

test('a test case of a call expects every outcome that the call tells, and each that was corrected', () => {
  const outcomes = [
    outcome('will_renew', false, { correction: mark }),
    outcome('wants_call', true),
    outcome('wants_offer', false),
    outcome('has_time', false, { unknown: true, correction: mark }),
    outcome('is_happy', false, { unknown: true }),
  ];
  expect(expectedOf({ outcomes })).toEqual({
    outcomes: { will_renew: false, wants_call: true, wants_offer: false, has_time: null },
    ending: 'finished',
  });
});

test('corrected tags and extracted values are expected; others may be found in other words', () => {
  const tag = (key: string, applied: boolean) => ({ key, label: key, applied, reason: null });
  const field = (key: string, value: unknown) => ({ key, label: key, type: 'string', value, ...unquoted });
  expect(
    expectedOf({
      tags: [{ ...tag('price', false), correction: mark }, tag('rude', true)],
      fields: [
        { ...field('reason', 'Service'), correction: mark },
        { ...field('since', null), correction: mark },
        field('note', 'Has moved'),
      ],
    }),
  ).toEqual({ tags: { price: false }, fields: { reason: 'Service', since: null }, ending: 'finished' });
});

test('a call in which a message was taken expects no ending: the person may answer when it is played', () => {
  const findings = { outcome: { kind: 'message_taken' } };
  expect(expectedOf({ outcomes: [outcome('wants_call', true)] }, { findings })).toEqual({
    outcomes: { wants_call: true },
  });
  expect(expectedOf({}, { findings })).toEqual({ ending: 'message_taken' });
});

test('a wrong person is expected to be recognised as one', () => {
  const findings = { outcome: { kind: 'not_interested', detail: 'WRONG_PERSON' } };
  expect(expectedOf({}, { reasonCode: 'NOT_INTERESTED', findings })).toEqual({ ending: 'wrong_person' });
});
