import { conductScript } from '@parley/testing/scripted-call.ts';
import { asking, handingTo, scriptedPlan, talkingAbout } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import { budgetOf } from './call-budget.ts';

test('a call reserves its last two minutes for the end, or a third if it is three minutes or less', () => {
  expect(budgetOf(15)).toEqual({ lastQuestionMs: 780_000, endMs: 900_000 });
  expect(budgetOf(4)).toEqual({ lastQuestionMs: 120_000, endMs: 240_000 });
  expect(budgetOf(3)).toEqual({ lastQuestionMs: 120_000, endMs: 180_000 });
  expect(budgetOf(1)).toEqual({ lastQuestionMs: 40_000, endMs: 60_000 });
});

test('near its maximum duration a call asks no new question and goes to its last message', async () => {
  const { findings, party } = await conductScript({
    plan: scriptedPlan([asking('Age?', 'Town?')], { durationMinutes: 1 }),
    contact: ['Hello?', { says: 'Forty', takesMs: 41_000 }],
  });
  expect(party.said.at(-1)).toBe('[acknowledge] [running_out_of_time] Thanks, and goodbye.');
  expect(findings).toMatchObject({ outcome: { kind: 'max_duration' }, answers: [{ value: 'Forty' }] });
});

test.each([
  ['asked again', asking('Age?'), {}],
  ['followed up', asking('Age?'), { answer: { value: 'long', isClear: false } }],
  ['discussed further', talkingAbout('the job'), { isDone: false }],
])('near the maximum duration of a call nothing is %s', async (_, section, reading) => {
  const { findings, party } = await conductScript({
    plan: scriptedPlan([section], { durationMinutes: 1 }),
    contact: ['Hello?', { says: 'Well', takesMs: 41_000 }],
    dialogueModel: { understands: { Well: reading } },
  });
  expect(party.said.at(-1)).toBe('[running_out_of_time] Thanks, and goodbye.');
  expect(findings.outcome).toEqual({ kind: 'max_duration' });
});

test('a call in which everything was asked counts as finished, even near its maximum duration', async () => {
  const { findings } = await conductScript({
    plan: scriptedPlan([asking('Age?')], { durationMinutes: 1 }),
    contact: ['Hello?', { says: 'Forty', takesMs: 41_000 }],
  });
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('the agent hangs up on a contact who is still talking when the maximum duration is reached', async () => {
  const { findings, party } = await conductScript({
    plan: scriptedPlan([asking('Age?', 'Town?')], { durationMinutes: 1 }),
    contact: ['Hello?', { says: 'Forty, and', takesMs: 59_000, isPartial: true }, 'furthermore'],
  });
  expect(party.said.at(-1)).toBe('Age?');
  expect(findings.outcome).toEqual({ kind: 'max_duration' });
  expect(party.isLeft).toBe(true);
});

test('words said after the maximum duration still count', async () => {
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

test('a handoff requested near the maximum duration still happens', async () => {
  const { findings } = await conductScript({
    plan: scriptedPlan([asking('Age?'), handingTo({ '': '+41446681800' })], { durationMinutes: 1 }),
    contact: ['Hello?', { says: 'A human!', takesMs: 50_000 }],
    dialogueModel: { understands: { 'A human!': { wants: { person: {} } } } },
  });
  expect(findings.outcome).toMatchObject({ kind: 'handed_off' });
});

test('every clock reading that a decision depends on is in the journal', async () => {
  const { journal } = await conductScript({
    plan: scriptedPlan([asking('Age?', 'Town?')]),
    contact: ['Hello?', 'Forty', 'Basel'],
  });
  expect(journal.filter(({ kind }) => kind === 'elapsed')).toEqual([
    { kind: 'elapsed', atMs: 2_180 },
    { kind: 'elapsed', atMs: 3_220 },
  ]);
});

test('transcripts that never become final do not extend the call', async () => {
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

test('after the maximum duration nothing is repeated, even on request', async () => {
  const { findings, party } = await conductScript({
    plan: scriptedPlan([asking('Age?')], { durationMinutes: 1 }),
    contact: ['Hello?', { says: 'Pardon?', takesMs: 70_000 }],
    dialogueModel: { understands: { 'Pardon?': { wants: { repeat: true } } } },
  });
  expect(party.said).toEqual(['Hello Ada. I am an AI.', 'Age?']);
  expect(findings.outcome).toEqual({ kind: 'max_duration' });
});

test('a question without time for another attempt is noted as unanswered', async () => {
  const { findings } = await conductScript({
    plan: scriptedPlan([asking('Age?')], { durationMinutes: 1 }),
    contact: ['Hello?', { says: 'Well', takesMs: 41_000 }],
    dialogueModel: { understands: { Well: {} } },
  });
  expect(findings.answers).toMatchObject([{ questionId: 'Age?', evidence: 'Well' }]);
  expect(findings.hasAnswered).toBe(false);
});

test('a contact who talks over the last message until the maximum duration has still finished the call', async () => {
  const { findings } = await conductScript({
    plan: scriptedPlan([asking('Age?')], { durationMinutes: 1 }),
    contact: ['Hello?', 'Forty', { says: 'And another thing', interruptsAfterMs: 300, takesMs: 70_000 }],
  });
  expect(findings.outcome).toEqual({ kind: 'finished' });
});
