import { scriptedContext } from '@parley/testing/understood-as.ts';
import { expect, test } from 'vitest';
import type { Expectation } from '../dialogue-model.ts';
import { understand } from '../rules/understanding.ts';
import { type TurnHead, understandingOf } from './turn-reading.ts';

const context = scriptedContext();
const question: Expectation = { kind: 'answer', question: { id: 'q', text: 'How many years?' } };

function read(over: Partial<TurnHead>, heard = 'Five', expectation: Expectation = question) {
  const head: TurnHead = {
    signs: [],
    answer: null,
    question: null,
    label: null,
    at: null,
    next: 'none',
    ...over,
  };
  return understandingOf(head, heard, expectation, context, understand(heard, expectation, context));
}

test('a number written as text is read as a number', () => {
  expect(read({ answer: '5' }).answer).toEqual({ value: 5, isClear: true });
  expect(read({ answer: '0612345678' }, 'Oh six one two …').answer?.value).toBe('0612345678');
});

test('an unclear reading is an answer that needs a follow-up', () => {
  expect(read({ answer: 'a few', signs: ['unclear'] }).answer).toEqual({ value: 'a few', isClear: false });
});

test('a destination that was not named is dropped', () => {
  expect(read({ signs: ['wants_person'], label: 'The president' }).wants).toEqual({ person: {} });
  expect(read({ signs: ['wants_person'], label: ' billing' }).wants).toEqual({
    person: { label: 'Billing' },
  });
});

test('a choice is one of the labels, or none', () => {
  const choice: Expectation = { kind: 'choice', labels: ['Sales', 'Billing'] };
  expect(read({ answer: 'sales', label: 'sales' }, 'Sales', choice).answer?.value).toBe('Sales');
  expect(read({ answer: 'x', label: 'x' }, 'x', choice).answer).toBeUndefined();
});

test.each([
  ['2026-11-17T09:00:00+01:00', '2026-11-17T09:00:00+01:00'],
  ['2026-11-16T08:59:00Z', null],
  ['2028-01-01T09:00:00Z', null],
  ['2026-11-17T09:00:00', null],
  ['tomorrow', null],
])('a callback at %s is read as %s', (at, meant) => {
  expect(read({ signs: ['call_later'], at }, 'When the cows come home').wants.later?.at).toBe(meant);
});

test('a section is done only if the model says so', () => {
  const talk: Expectation = { kind: 'talk', section: { type: 'sequential', id: 's', prompt: 'Talk.' } };
  expect(read({ signs: ['done'] }, 'Fine', talk).isDone).toBe(true);
  expect(read({}, 'Fine', talk).isDone).toBe(false);
  expect(read({ signs: ['done'] }).isDone).toBeUndefined();
});

test('an overlong question is shortened', () => {
  expect(read({ question: `${'why '.repeat(500)}?` }).question?.length).toBe(300);
});
