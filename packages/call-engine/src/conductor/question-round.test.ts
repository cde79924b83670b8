import { conductScript } from '@parley/testing/scripted-call.ts';
import type { ScriptLine } from '@parley/testing/scripted-party.ts';
import { asking, scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import type { Understanding } from '../dialogue/dialogue-model.ts';

const understands: Record<string, Partial<Understanding>> = {
  'Hm.': {},
  'I would rather not say': { isRefused: true },
  'Not exactly, over thirty': { isRefused: true, answer: { value: 'over thirty', isClear: false } },
  'Around forty': { answer: { value: 'around forty', isClear: false } },
  'What does it pay?': { question: 'pay' },
  'Who won the match?': { question: 'match' },
  'Nice weather': { isOffTopic: true },
  'Pardon?': { wants: { repeat: true } },
  'One moment': { wants: { moment: true } },
  'Forty. What does it pay?': { question: 'pay', answer: { value: 40, isClear: true } },
};

const call = (...contact: ScriptLine[]) =>
  conductScript({
    plan: scriptedPlan([asking('Age?', 'Town?')]),
    contact: ['Hello?', ...contact],
    dialogueModel: { understands, answers: { pay: 'It pays well.' } },
    passages: [{ title: 'Pay', text: 'It pays well.' }],
  });

const answer = async (...contact: ScriptLine[]) => {
  const result = await call(...contact);
  return { ...result, first: result.findings.answers[0], said: result.party.said.slice(1) };
};

test('an answer is noted with its words and their times', async () => {
  const { first, said } = await answer('Forty', 'Basel');
  expect(first).toEqual({
    questionId: 'Age?',
    key: 'Age?',
    question: 'Age?',
    value: 'Forty',
    evidence: 'Forty',
    startMs: 2_920,
    endMs: 3_220,
  });
  expect(said.slice(0, 2)).toEqual(['Age?', '[acknowledge] Town?']);
});

test('a question without an answer is rephrased twice, then left unanswered', async () => {
  const { first, said, dialogueModel } = await answer('Hm.', 'Hm.', 'Hm.', 'Basel');
  expect(said).toEqual(['Age?', '[ask_again]', '[ask_again]', 'Town?', '[acknowledge] Thanks, and goodbye.']);
  expect(dialogueModel.intentions).toMatchObject([{ attempt: 1 }, { attempt: 2 }, { kind: 'acknowledge' }]);
  expect(first).toMatchObject({ questionId: 'Age?', evidence: 'Hm.' });
  expect(first).not.toHaveProperty('value');
});

test('an unclear answer is followed up once', async () => {
  const { first, said, dialogueModel } = await answer('Around forty', '41', 'Basel');
  expect(said.slice(0, 3)).toEqual(['Age?', '[clarify]', '[acknowledge] Town?']);
  expect(dialogueModel.intentions[0]).toMatchObject({ kind: 'clarify', heard: 'Around forty' });
  expect(first).toMatchObject({ value: '41', evidence: 'Around forty … 41' });
});

test.each(['Around forty', 'Hm.', 'I would rather not say'])(
  'an answer that stays unclear (%s) is kept as it is',
  async (again) => {
    const { first, said } = await answer('Around forty', again, 'Basel');
    expect(said.filter((text) => text.includes('[clarify]'))).toHaveLength(1);
    expect(first).toMatchObject({ value: 'around forty' });
  },
);

test('an unclear answer counts when the contact hangs up instead of clarifying', async () => {
  const { first } = await answer('Around forty', { leaves: true });
  expect(first).toMatchObject({ value: 'around forty' });
});

test('a refusal is accepted and noted', async () => {
  const { first, said } = await answer('I would rather not say', 'Basel');
  expect(said.slice(0, 2)).toEqual(['Age?', '[accept_refusal] Town?']);
  expect(first).not.toHaveProperty('value');
  expect(first).toMatchObject({ evidence: 'I would rather not say' });
});

test('a contact who refuses with a short reason is not pressed for more', async () => {
  const { said, first } = await answer('Not exactly, over thirty', 'Basel');
  expect(said[1]).toBe('[acknowledge] Town?');
  expect(first).toMatchObject({ value: 'over thirty' });
});

test('a contact’s question is answered from the knowledge, then the question of the flow is asked again', async () => {
  const { first, said, findings } = await answer('What does it pay?', 'Forty', 'Basel');
  expect(said.slice(0, 2)).toEqual(['Age?', 'It pays well. Age?']);
  expect(first).toMatchObject({ value: 'Forty' });
  expect(findings.openQuestions).toEqual([]);
});

test('a contact’s question without an answer is noted, and the agent says so', async () => {
  const { said, findings } = await answer('Who won the match?', 'Forty', 'Basel');
  expect(said[1]).toBe('[unknown_answer] Age?');
  expect(findings.openQuestions).toEqual(['match']);
});

test('an answer together with a question counts as both', async () => {
  const { first, said } = await answer('Forty. What does it pay?', 'Basel');
  expect(first).toMatchObject({ value: 40 });
  expect(said[1]).toBe('It pays well. Town?');
});

test('a contact who keeps asking gets answers, but no question is asked more than three times', async () => {
  const { said, first } = await answer(...Array.from({ length: 4 }, () => 'What does it pay?'), 'Basel');
  expect(said.slice(0, 4)).toEqual([
    'Age?',
    'It pays well. Age?',
    'It pays well. Age?',
    'It pays well. Town?',
  ]);
  expect(first).not.toHaveProperty('value');
});

test('a contact who goes off topic is led back to the question, at most twice', async () => {
  const { said } = await answer('Nice weather', 'Nice weather', 'Nice weather', 'Basel');
  expect(said.slice(0, 4)).toEqual(['Age?', '[back_to_topic] Age?', '[back_to_topic] Age?', 'Town?']);
});

test('repeating a question on request does not count as another attempt', async () => {
  const { said, first, decisions } = await answer('Pardon?', 'Pardon?', 'Pardon?', 'Hm.', 'Forty', 'Basel');
  expect(said.slice(0, 5)).toEqual(['Age?', 'Age?', 'Age?', 'Age?', '[ask_again]']);
  expect(decisions('ask')).toHaveLength(3);
  expect(first).toMatchObject({ value: 'Forty' });
});

test('after three repetitions the question is rephrased', async () => {
  const { said } = await answer('Pardon?', 'Pardon?', 'Pardon?', 'Pardon?', 'Forty', 'Basel');
  expect(said.slice(3, 5)).toEqual(['Age?', '[ask_again]']);
});

test('a contact who asks for a moment gets one', async () => {
  const { said, first } = await answer('One moment', { says: 'Forty', afterMs: 25_000 }, 'Basel');
  expect(said.slice(0, 2)).toEqual(['Age?', '[give_moment]']);
  expect(first).toMatchObject({ value: 'Forty' });
});

test('"say that again" after the contact asked for a moment repeats the question, not the agent\'s last words', async () => {
  const { said } = await answer('One moment', 'Pardon?', 'Forty', 'Basel');
  expect(said[2]).toBe('Age?');
});

test('a question interrupted by its answer is not repeated', async () => {
  const { said } = await answer({ says: 'Forty', interruptsAfterMs: 100 }, 'Basel');
  expect(said.slice(0, 2)).toEqual(['A', '[acknowledge] Town?']);
});

test('a question interrupted by something else is repeated as written', async () => {
  const { said, first } = await answer({ says: 'Hm.', interruptsAfterMs: 100 }, 'Forty', 'Basel');
  expect(said.slice(0, 2)).toEqual(['A', 'Age?']);
  expect(first).toMatchObject({ value: 'Forty' });
});
