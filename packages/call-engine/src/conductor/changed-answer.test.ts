import { conductByRules } from '@parley/testing/scripted-call.ts';
import type { ScriptLine } from '@parley/testing/scripted-party.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { ScriptedTurnReader } from '@parley/testing/scripted-turn-reader.ts';
import { expect, test } from 'vitest';
import { rulesDialogueModel } from '../dialogue/rules.ts';
import type { PlanQuestion } from '../plan.ts';

type Readings = ConstructorParameters<typeof ScriptedTurnReader>[0];

const asked = (
  key: string,
  text: string,
  answerType?: NonNullable<PlanQuestion['answerType']>,
): PlanQuestion => ({
  id: key,
  key,
  text,
  ...(answerType && { answerType }),
});

const BOOK = asked('book', 'Would you like to book an appointment?', { kind: 'yes_no' });
const DAY = asked('day', 'Which day would suit you?', { kind: 'date' });
const TIME = asked('time', 'What time would you like to come?', { kind: 'time' });
const SCORE = asked('score', 'On a scale from 1 to 10, how satisfied were you?', { kind: 'number' });
const AGAIN = asked('again', 'Would you stay with us again?', { kind: 'yes_no' });
const SIZE = asked('size', 'How many people work at your company?', { kind: 'number' });
const BUDGET = asked('budget', 'What budget do you have a year?', {
  kind: 'money',
  currency: 'GBP',
  period: 'year',
});
const DEMO = asked('demo', 'Would you like a demonstration?', { kind: 'yes_no' });
const CAR = asked('car', 'Do you drive and have your own car?', { kind: 'yes_no' });
const AREA = asked('area', 'Which area could you cover: Otley, Ilkley or Skipton?', {
  kind: 'choice',
  options: ['Otley', 'Ilkley', 'Skipton'],
});
const LICENCE = asked('licence', 'Do you have a driving licence?', { kind: 'yes_no' });
const WEEKENDS = asked('weekends', 'Could you work weekends?', { kind: 'yes_no' });
const BILL = asked('bill', 'How much do you pay a month at the moment?', {
  kind: 'money',
  currency: 'GBP',
  period: 'month',
});

/** Times are relative to Monday, 2 March 2026. */
async function call(questions: readonly PlanQuestion[], contact: readonly ScriptLine[], readings?: Readings) {
  const plan = scriptedPlan([{ type: 'looping', id: 'all', questions }]);
  const { findings, party, decisions } = await conductByRules(
    { plan, contact: ['Hello?', ...contact] },
    rulesDialogueModel(readings && { turnReader: new ScriptedTurnReader(readings) }),
  );
  return {
    values: Object.fromEntries(findings.answers.map(({ questionId, value }) => [questionId, value])),
    said: party.said.slice(1).join(' '),
    asked: decisions('ask').map(({ questionId }) => questionId),
    outcome: findings.outcome,
  };
}

test('a day and an hour that come with the yes are not asked for', async () => {
  const { values, asked } = await call([BOOK, DAY, TIME], ['Yes please, Friday at half past two']);
  expect(values).toEqual({ book: true, day: '2026-03-06', time: '14:30' });
  expect(asked).toEqual(['book']);
});

test('a day and an hour in the reason for a no are no appointment', async () => {
  const { asked } = await call([BOOK, DAY], ['No, Friday at half past two I work', 'Monday']);
  expect(asked).toContain('day');
});

test('another day at the next question is read back before it replaces the first', async () => {
  const { values, said } = await call(
    [DAY, TIME],
    ['Thursday', "Nine in the morning. Oh, Thursday's my shift. Let it be Friday", 'Yes'],
  );
  expect(said).toMatch(/you said let it be friday/i);
  expect(values).toEqual({ day: '2026-03-06', time: '09:00' });
});

test('a number that replaces an earlier one by name is read back at a later question', async () => {
  const { values } = await call([SCORE, AGAIN], ['Six', 'I would. Six was harsh, call it an eight', 'Yes']);
  expect(values).toEqual({ score: 8, again: true });
});

test('what replaces an amount in thousands is told in thousands', async () => {
  const { values } = await call(
    [BUDGET, DEMO],
    ['Sixty thousand', 'Yes, I would. I said sixty thousand, make that forty'],
  );
  expect(values).toEqual({ budget: 40_000, demo: true });
});

test('an amount a year answers the only question about money', async () => {
  const { values, asked } = await call(
    [SIZE, BUDGET],
    ["About a hundred, and I've got thirty grand a year to spend"],
  );
  expect(values).toEqual({ size: 100, budget: 30_000 });
  expect(asked).toEqual(['size']);
});

test('what somebody pays a month is not told in thousands', async () => {
  expect((await call([BILL], ['A hundred and forty'])).values).toEqual({ bill: 140 });
});

test('a correction within an answer changes no earlier answer', async () => {
  const said = 'Three. No, sorry, four';
  const { values } = await call([LICENCE, SIZE], ['Yes', said], { [said]: { sure: ['corrects'] } });
  expect(values).toEqual({ licence: true, size: 4 });
});

test('a yes that is taken back in the same breath is asked about again', async () => {
  const { values, asked } = await call(
    [CAR],
    ['I do, yes. Oh wait, no, the car went last month', 'No, I have none'],
  );
  expect(values).toEqual({ car: false });
  expect(asked).toEqual(['car']);
});

test('"Maybe, maybe not" is neither yes nor no', async () => {
  const words = 'Maybe, maybe not';
  const { values } = await call([DEMO], [words, words]);
  expect(values.demo).not.toBeTypeOf('boolean');
});

test('of several options the one that they come back to is chosen', async () => {
  const { values } = await call([AREA], ['Not Skipton. Otley or Ilkley, Otley if I can pick']);
  expect(values).toEqual({ area: 'Otley' });
});

test('an option that they turn against afterwards is not chosen', async () => {
  const said = 'Otley or Ilkley, but Otley is rather far';
  expect((await call([AREA], [said, said])).values.area).not.toBe('Otley');
});

test('what answers another question says neither yes nor no to the open one', async () => {
  const { values } = await call([LICENCE, WEEKENDS], ["I've got my licence, and I don't mind weekends"]);
  expect(values).toEqual({ licence: true, weekends: true });
});
