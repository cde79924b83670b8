import { conductByRules } from '@parley/testing/scripted-call.ts';
import type { ScriptLine } from '@parley/testing/scripted-party.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import type { PlanQuestion, PlanSection } from '../plan.ts';

const question = (key: string, text: string): PlanQuestion => ({ id: key, key, text });
const START = 'Wann könnten Sie anfangen?';
const hiring: PlanSection = {
  type: 'looping',
  id: 'hiring',
  questions: [
    question('years', 'Wie viele Jahre Erfahrung haben Sie?'),
    question('licence', 'Haben Sie einen Führerschein?'),
    question('start', START),
  ],
};

async function call(...contact: ScriptLine[]) {
  const { findings, party, decisions } = await conductByRules({
    plan: scriptedPlan([hiring], { language: 'DE' }),
    contact: ['Hallo?', ...contact],
  });
  return {
    values: Object.fromEntries(findings.answers.map(({ questionId, value }) => [questionId, value])),
    said: party.said.slice(1),
    asked: decisions('ask').map(({ questionId }) => questionId),
    outcome: findings.outcome,
    decisions,
  };
}

test('German answers given before their question are noted, and the question is not asked', async () => {
  const { values, asked } = await call(
    'Fünf Jahre, ich habe den Führerschein, und ich könnte nächsten Montag anfangen.',
  );
  expect(values).toEqual({ years: 5, licence: true, start: '2026-03-09' });
  expect(asked).toEqual(['years']);
});

test('a German no given before its question counts', async () => {
  const { values, asked } = await call('Fünf Jahre, aber einen Führerschein habe ich nicht.', 'Morgen');
  expect(values).toEqual({ years: 5, licence: false, start: '2026-03-03' });
  expect(asked).toEqual(['years', 'start']);
});

test('an unclear German answer given before its question is confirmed when the question is due', async () => {
  const { values, said } = await call('Nächsten Montag.', 'Fünf Jahre', 'Ja', 'Ja, genau');
  expect(said.at(-2)).toContain('Nächsten Montag');
  expect(values).toEqual({ years: 5, licence: true, start: '2026-03-09' });
});

test.each([
  'Entschuldigung, ich meinte vier Jahre',
  'Korrektur, vier Jahre',
  'Ich habe mich versprochen, vier Jahre',
])('in German, "%s" corrects the previous answer', async (words) => {
  const { values, decisions } = await call('Fünf Jahre', words, 'Ja', 'Morgen');
  expect(values).toEqual({ years: 4, licence: true, start: '2026-03-03' });
  expect(decisions('revise')).toMatchObject([{ was: 5 }]);
});

test('a German correction can change an earlier answer by naming its question', async () => {
  const { values } = await call(
    'Fünf Jahre',
    'Ja',
    'Ach nein, den Führerschein habe ich nicht mehr',
    'Morgen',
  );
  expect(values).toEqual({ years: 5, licence: false, start: '2026-03-03' });
});

test('after a German answer is withdrawn, its question is asked once more', async () => {
  const { values, asked } = await call('Fünf Jahre', 'Das nehme ich zurück.', 'Ja', 'Vier', 'Morgen');
  expect(asked).toEqual(['years', 'licence', 'licence', 'years', 'start']);
  expect(values).toEqual({ years: 4, licence: true, start: '2026-03-03' });
});

test('a German contact who says "I told you already" gets an apology and the question in other words', async () => {
  const { values, said, decisions } = await call(
    'Fünf Jahre',
    'Ja',
    'Das habe ich doch schon gesagt',
    'Morgen',
  );
  expect(said[3]).not.toBe(said[2]);
  expect(decisions('word').map(({ intention }) => intention.kind)).toContain('apologise_missed');
  expect(values.start).toBe('2026-03-03');
});

test('"Morgen" (tomorrow) is an answer to the question when the contact could start', async () => {
  const { values, outcome } = await call('Fünf Jahre', 'Ja', 'Morgen');
  expect(values.start).toBe('2026-03-03');
  expect(outcome).toEqual({ kind: 'finished' });
});

test('a better time in reply to a German greeting schedules a callback at that time', async () => {
  const { findings } = await conductByRules({
    plan: scriptedPlan([hiring], { language: 'DE' }),
    contact: ['Morgen um 15 Uhr wäre besser'],
  });
  expect(findings.outcome).toMatchObject({ kind: 'callback', at: '2026-03-03T14:00:00.000Z' });
});

test('"Guten Morgen" in reply to a German greeting is not a callback request', async () => {
  const { findings } = await conductByRules({
    plan: scriptedPlan([hiring], { language: 'DE' }),
    contact: ['Guten Morgen', 'Fünf Jahre', 'Ja', 'Morgen'],
  });
  expect(findings.outcome).toEqual({ kind: 'finished' });
});
