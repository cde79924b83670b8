import { expect, test } from 'vitest';
import { liveEntry } from './live-view.ts';

const answer = {
  questionId: 'q',
  question: 'How satisfied are you?',
  evidence: 'Well, three.',
  startMs: 0,
  endMs: 1,
};

test("the live view shows which answer was noted, with the contact's own words", () => {
  const shown = (change: object) =>
    liveEntry({ kind: 'note', answer: { ...answer, ...change } })?.data as { what: string; why: string };
  expect(shown({ value: 3 })).toEqual({ what: 'answer', why: 'How satisfied are you? 3 (“Well, three.”)' });
  expect(shown({ value: ['Bern', 'Basel'], quote: 'both' }).why).toBe(
    'How satisfied are you? Bern, Basel (“both”)',
  );
  expect(shown({ evidence: '' }).why).toBe('How satisfied are you? not answered');
});

test('the live view shows why a question was skipped', () => {
  expect(liveEntry({ kind: 'skip', questionId: 'q', why: 'it was answered before' })).toEqual({
    event: 'decision',
    data: { what: 'skip', why: 'it was answered before' },
  });
  expect(liveEntry({ kind: 'ask', questionId: 'q' })).toBeUndefined();
});
