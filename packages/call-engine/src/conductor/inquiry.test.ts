import { conductScript, type ScriptedCall } from '@parley/testing/scripted-call.ts';
import { asking, scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { describe, expect, test } from 'vitest';

const pay = { title: 'Pay', text: 'The salary is 60,000 euros a year, paid monthly.', source: 'handbook#2' };
const place = { title: 'Place', text: 'The office is in Vienna.', source: 'handbook#3' };

/** What stands in the journal of a call in which they ask what it pays. */
async function journalled(answer: string | undefined, over: Partial<ScriptedCall> = {}) {
  const { journal, findings } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: ['Hello?', 'What does it pay?', 'Forty'],
    passages: [place, pay],
    ...over,
    dialogueModel: {
      understands: { 'What does it pay?': { question: 'What does it pay?' } },
      answers: answer === undefined ? {} : { 'What does it pay?': answer },
      ...over.dialogueModel,
    },
  });
  const answered = journal.find((entry) => entry.kind === 'answered');
  return { answered, found: journal.find((entry) => entry.kind === 'found'), findings };
}

describe.each([false, true])('a dialogue model that streams: %s', (isStreaming) => {
  const over = { dialogueModel: { isStreaming } };

  test('an answer cites the passage that contains its words', async () => {
    const { answered } = await journalled('It pays 60,000 euros a year.', over);
    expect(answered).toMatchObject({ cites: { title: 'Pay', source: 'handbook#2' } });
  });

  test('an answer without a supporting passage cites none', async () => {
    const { answered } = await journalled('You get a company car and a yacht.', over);
    expect(answered).toMatchObject({ text: 'You get a company car and a yacht.' });
    expect(answered).not.toHaveProperty('cites');
  });
});

test('an unanswered question stays open and cites nothing', async () => {
  const { answered, findings } = await journalled(undefined);
  expect(answered).toEqual({ kind: 'answered', text: null });
  expect(findings.openQuestions).toEqual(['What does it pay?']);
});

test('the journal says what could not be searched', async () => {
  const { found } = await journalled(undefined, { passages: [], missed: 'The documents were not searched' });
  expect(found).toEqual({ kind: 'found', passages: [], missed: 'The documents were not searched' });
});
