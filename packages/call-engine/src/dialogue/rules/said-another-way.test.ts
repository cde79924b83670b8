import { ScriptedTurnReader } from '@parley/testing/scripted-turn-reader.ts';
import { expecting, scriptedContext } from '@parley/testing/understood-as.ts';
import { expect, test } from 'vitest';
import type { AnswerType } from '../../answer-type.ts';
import { rulesDialogueModel } from '../rules.ts';
import type { ReadableTurn, TrainedReading, TrainedWish, TurnReader } from '../turn-reader.ts';
import { readValue } from './answer-value.ts';
import type { ValueContext } from './found-value.ts';

const context: ValueContext = {
  question: '',
  language: 'EN',
  answeredAt: '2026-11-16T09:00:00Z',
  timeZone: { offsetAt: () => 0 } as never,
  phoneNumber: '+447700900000',
};

const readAs = (type: AnswerType, said: string, question = '') =>
  readValue(type, said, { ...context, question })?.value;

test.each<[AnswerType['kind'], string, unknown]>([
  ['email', 'rob dot calloway at gmail dot com', 'rob.calloway@gmail.com'],
  ['phone', 'oh seven seven double oh, nine double oh, four five six', '+447700900456'],
  ['number', 'two upstairs and one down', 3],
  ['money', 'eighty-four pounds fifty', 84.5],
  ['time', 'eleven-ish', '11:00'],
])('a value of the type %s is the same with an opener and a full stop', (kind, said, value) => {
  const type = { kind } as AnswerType;
  for (const way of [said, `${said}.`, `Oh, well, ${said}`, `Um, ${said}.`])
    expect([way, readAs(type, way)]).toEqual([way, value]);
});

test.each([
  ['A pair of spaniels and a terrier', 3],
  ['Two dogs and a cat', 2],
  ['Two of my own and three of hers', 5],
])('"%s" are %d dogs', (said, count) => {
  expect(readAs({ kind: 'number' }, said, 'How many dogs do you have?')).toBe(count);
});

test('the years from one to another are counted', () => {
  const type = { kind: 'number', unit: 'years' } as const;
  expect(readAs(type, 'From 2010 to 2018', 'How many years?')).toBe(8);
  expect(readAs(type, 'since leaving school in 2005', 'How many years?')).toBe(21);
});

test('an hour chooses the part of the day that it is in', () => {
  const type = { kind: 'choice', options: ['Morning', 'Afternoon'] } as const;
  expect(readAs(type, 'Around three.')).toBe('Afternoon');
  expect(readAs(type, 'Half nine')).toBe('Morning');
});

/** Finds one wish and an answer, each with a score. */
const scored = (wish: TrainedWish, score: number, answers: number): TurnReader => ({
  read: async (turn: ReadableTurn): Promise<TrainedReading> => {
    const reading = await new ScriptedTurnReader({ [turn.heard]: { sure: [wish, 'answers'] } }).read(turn);
    const wishes = {
      ...reading.wishes,
      [wish]: { score, level: 'sure' },
      answers: { score: answers, level: 'sure' },
    };
    return { ...reading, wishes: wishes as TrainedReading['wishes'] };
  },
});

const hear = (heard: string, question: string, turnReader: TurnReader) =>
  rulesDialogueModel({ turnReader }).understand(heard, expecting(question), scriptedContext());

const hearName = (heard: string, text: string, turnReader: TurnReader) =>
  rulesDialogueModel({ turnReader }).understand(
    heard,
    { kind: 'answer', question: { id: 'name', text, answerType: { kind: 'name' } } },
    scriptedContext(),
  );

test.each([
  ['Who is your manager there?', "Her name's Gillian, Gillian Frost.", 'wrong_person', 'wrongPerson'],
  ['Could you come before six?', 'It would have to be tomorrow.', 'later', 'later'],
] as const)(
  'after "%s" the words "%s" are rather the answer than a wish',
  async (question, heard, wish, name) => {
    expect((await hear(heard, question, scored(wish, 0.4, 0.6))).wants[name]).toBeUndefined();
  },
);

test('whoever is asked whether now is a good time and names another is called then', async () => {
  const { wants } = await hear('After Christmas.', 'Is now a good time to talk?', scored('later', 0.4, 0.6));
  expect(wants.later).toBeDefined();
});

test('whoever names the person that was asked for does not ask for a human', async () => {
  const heard = "You'd want to speak to Steve Cobb about me.";
  const { wants, answer } = await hearName(heard, 'Who is your manager there?', scored('human', 0.9, 0.1));
  expect(wants.person).toBeUndefined();
  expect(answer?.value).toBe('Steve Cobb');
});

test('a spelled name is not taken for a possible do-not-call wish', async () => {
  const heard = 'P H I double L I P S';
  const turnReader = new ScriptedTurnReader({ [heard]: { possible: ['never_call'] } });
  const { wants, answer } = await hearName(heard, 'Could you spell your surname for me?', turnReader);
  expect(wants.neverAgain).toBeUndefined();
  expect(answer?.value).toBe('Phillips');
});

test('an opener hides no yes or no', async () => {
  const { answer } = await hear(
    'Oh, well, yes. Well, no actually',
    'Do you have a car?',
    new ScriptedTurnReader({}),
  );
  expect(answer).toMatchObject({ value: false, isClear: true });
});
