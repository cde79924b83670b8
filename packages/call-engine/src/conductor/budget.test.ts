import { conductScript } from '@parley/testing/scripted-call.ts';
import { asking, handingTo, scriptedPlan, talkingAbout } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import { budgetOf } from './budget.ts';

test('two minutes are kept for the end, a third of a call that has no more than three', () => {
  expect(budgetOf(15)).toEqual({ lastQuestionMs: 780_000, endMs: 900_000 });
  expect(budgetOf(4)).toEqual({ lastQuestionMs: 120_000, endMs: 240_000 });
  expect(budgetOf(3)).toEqual({ lastQuestionMs: 120_000, endMs: 180_000 });
  expect(budgetOf(1)).toEqual({ lastQuestionMs: 40_000, endMs: 60_000 });
});

test('near the end no new question is opened, and the call comes to its last message', async () => {
  const { findings, party } = await conductScript({
    plan: scriptedPlan([asking('Age?', 'Town?')], { durationMinutes: 1 }),
    contact: ['Hello?', { says: 'Forty', takesMs: 41_000 }],
  });
  expect(party.said.at(-1)).toBe('[acknowledge] [running_out_of_time] Thanks, and goodbye.');
  expect(findings).toMatchObject({ outcome: { kind: 'max_duration' }, answers: [{ value: 'Forty' }] });
});

test.each([
  ['asked again', asking('Age?'), {}],
  ['cleared up', asking('Age?'), { answer: { value: 'long', isClear: false } }],
  ['talked about further', talkingAbout('the job'), { isDone: false }],
])('near the end nothing is %s', async (_, section, reading) => {
  const { findings, party } = await conductScript({
    plan: scriptedPlan([section], { durationMinutes: 1 }),
    contact: ['Hello?', { says: 'Well', takesMs: 41_000 }],
    dialogueModel: { understands: { Well: reading } },
  });
  expect(party.said.at(-1)).toBe('[running_out_of_time] Thanks, and goodbye.');
  expect(findings.outcome).toEqual({ kind: 'max_duration' });
});

test('a call of which everything was asked is finished, however late', async () => {
  const { findings } = await conductScript({
    plan: scriptedPlan([asking('Age?')], { durationMinutes: 1 }),
    contact: ['Hello?', { says: 'Forty', takesMs: 41_000 }],
  });
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('whoever keeps talking past the end is left', async () => {
  const { findings, party } = await conductScript({
    plan: scriptedPlan([asking('Age?', 'Town?')], { durationMinutes: 1 }),
    contact: ['Hello?', { says: 'Forty, and', takesMs: 59_000, isPartial: true }, 'furthermore'],
  });
  expect(party.said.at(-1)).toBe('Age?');
  expect(findings.outcome).toEqual({ kind: 'max_duration' });
  expect(party.isLeft).toBe(true);
});

test('what they said past the end still counts', async () => {
  const call = (reading: object) =>
    conductScript({
      plan: scriptedPlan([asking('Age?', 'Town?')], { durationMinutes: 1 }),
      contact: ['Hello?', { says: 'Forty', takesMs: 70_000 }],
      dialogueModel: { understands: { Forty: reading } },
    });
  expect((await call({ answer: { value: 40, isClear: true } })).findings).toMatchObject({
    outcome: { kind: 'max_duration' },
    answers: [{ value: 40 }],
  });
  const { findings, party } = await call({ wants: { neverAgain: true } });
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
  expect(party.said.at(-1)).toBe('Age?');
});

test('a person who is asked for near the end is still fetched', async () => {
  const { findings } = await conductScript({
    plan: scriptedPlan([asking('Age?'), handingTo({ '': '+41446681800' })], { durationMinutes: 1 }),
    contact: ['Hello?', { says: 'A human!', takesMs: 50_000 }],
    dialogueModel: { understands: { 'A human!': { wants: { person: {} } } } },
  });
  expect(findings.outcome).toMatchObject({ kind: 'handed_off' });
});

test('every look at the clock that something depends on stands in the journal', async () => {
  const { journal } = await conductScript({
    plan: scriptedPlan([asking('Age?', 'Town?')]),
    contact: ['Hello?', 'Forty', 'Basel'],
  });
  expect(journal.filter(({ kind }) => kind === 'elapsed')).toEqual([
    { kind: 'elapsed', atMs: 2_180 },
    { kind: 'elapsed', atMs: 3_220 },
  ]);
});

test('words that never become final do not stretch the time', async () => {
  const { journal } = await conductScript({
    plan: scriptedPlan([asking('Age?')], { durationMinutes: 1 }),
    contact: [
      'Hello?',
      { says: 'One moment', takesMs: 30_000 },
      { says: 'Er', afterMs: 400, isPartial: true },
    ],
    dialogueModel: { understands: { 'One moment': { wants: { moment: true } } } },
  });
  expect(journal.findLast(({ kind }) => kind === 'heard')).toEqual({
    kind: 'heard',
    heard: { kind: 'silence', atMs: 60_000 },
  });
});

test('past the end nothing is said again, even to who asks', async () => {
  const { findings, party } = await conductScript({
    plan: scriptedPlan([asking('Age?')], { durationMinutes: 1 }),
    contact: ['Hello?', { says: 'Pardon?', takesMs: 70_000 }],
    dialogueModel: { understands: { 'Pardon?': { wants: { repeat: true } } } },
  });
  expect(party.said).toEqual(['Hello Ada. I am an AI.', 'Age?']);
  expect(findings.outcome).toEqual({ kind: 'max_duration' });
});

test('a question that there was no time to ask again is noted as unanswered', async () => {
  const { findings } = await conductScript({
    plan: scriptedPlan([asking('Age?')], { durationMinutes: 1 }),
    contact: ['Hello?', { says: 'Well', takesMs: 41_000 }],
    dialogueModel: { understands: { Well: {} } },
  });
  expect(findings.answers).toMatchObject([{ questionId: 'Age?', evidence: 'Well' }]);
  expect(findings.hasAnswered).toBe(false);
});

test('who breaks into the last message and talks past the end has finished the call', async () => {
  const { findings } = await conductScript({
    plan: scriptedPlan([asking('Age?')], { durationMinutes: 1 }),
    contact: ['Hello?', 'Forty', { says: 'And another thing', interruptsAfterMs: 300, takesMs: 70_000 }],
  });
  expect(findings.outcome).toEqual({ kind: 'finished' });
});
