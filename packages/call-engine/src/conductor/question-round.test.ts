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

test('an answer is noted with the words and the times it rests on', async () => {
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

test('a question that is not answered is asked twice more in other words, then left unanswered', async () => {
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

test('an unclear answer counts when they leave instead of making it clear', async () => {
  const { first } = await answer('Around forty', { leaves: true });
  expect(first).toMatchObject({ value: 'around forty' });
});

test('a refusal is accepted and noted', async () => {
  const { first, said } = await answer('I would rather not say', 'Basel');
  expect(said.slice(0, 2)).toEqual(['Age?', '[accept_refusal] Town?']);
  expect(first).not.toHaveProperty('value');
  expect(first).toMatchObject({ evidence: 'I would rather not say' });
});

test('who refuses and says a little is not pressed for more', async () => {
  const { said, first } = await answer('Not exactly, over thirty', 'Basel');
  expect(said[1]).toBe('[acknowledge] Town?');
  expect(first).toMatchObject({ value: 'over thirty' });
});

test('a question of theirs is answered from the knowledge, then ours is asked again', async () => {
  const { first, said, findings } = await answer('What does it pay?', 'Forty', 'Basel');
  expect(said.slice(0, 2)).toEqual(['Age?', 'It pays well. Age?']);
  expect(first).toMatchObject({ value: 'Forty' });
  expect(findings.openQuestions).toEqual([]);
});

test('a question of theirs that nothing answers is noted, and they are told', async () => {
  const { said, findings } = await answer('Who won the match?', 'Forty', 'Basel');
  expect(said[1]).toBe('[unknown_answer] Age?');
  expect(findings.openQuestions).toEqual(['match']);
});

test('an answer with a question is both', async () => {
  const { first, said } = await answer('Forty. What does it pay?', 'Basel');
  expect(first).toMatchObject({ value: 40 });
  expect(said[1]).toBe('It pays well. Town?');
});

test('whoever keeps asking is answered, yet not asked the same thing more than three times', async () => {
  const { said, first } = await answer(...Array.from({ length: 4 }, () => 'What does it pay?'), 'Basel');
  expect(said.slice(0, 4)).toEqual([
    'Age?',
    'It pays well. Age?',
    'It pays well. Age?',
    'It pays well. Town?',
  ]);
  expect(first).not.toHaveProperty('value');
});

test('who strays is brought back to the question, twice at most', async () => {
  const { said } = await answer('Nice weather', 'Nice weather', 'Nice weather', 'Basel');
  expect(said.slice(0, 4)).toEqual(['Age?', '[back_to_topic] Age?', '[back_to_topic] Age?', 'Town?']);
});

test('who asks to hear it again hears it again, without it counting as asked again', async () => {
  const { said, first, decisions } = await answer('Pardon?', 'Pardon?', 'Pardon?', 'Hm.', 'Forty', 'Basel');
  expect(said.slice(0, 5)).toEqual(['Age?', 'Age?', 'Age?', 'Age?', '[ask_again]']);
  expect(decisions('ask')).toHaveLength(3);
  expect(first).toMatchObject({ value: 'Forty' });
});

test('after three times it is said in other words instead', async () => {
  const { said } = await answer('Pardon?', 'Pardon?', 'Pardon?', 'Pardon?', 'Forty', 'Basel');
  expect(said.slice(3, 5)).toEqual(['Age?', '[ask_again]']);
});

test('who asks for a moment is given one, and waited for', async () => {
  const { said, first } = await answer('One moment', { says: 'Forty', afterMs: 25_000 }, 'Basel');
  expect(said.slice(0, 2)).toEqual(['Age?', '[give_moment]']);
  expect(first).toMatchObject({ value: 'Forty' });
});

test('who asks to hear it again after a moment hears the question, not the courtesy', async () => {
  const { said } = await answer('One moment', 'Pardon?', 'Forty', 'Basel');
  expect(said[2]).toBe('Age?');
});

test('a question cut short by its answer is not said again', async () => {
  const { said } = await answer({ says: 'Forty', interruptsAfterMs: 100 }, 'Basel');
  expect(said.slice(0, 2)).toEqual(['A', '[acknowledge] Town?']);
});

test('a question cut short by something else is said again as it is written', async () => {
  const { said, first } = await answer({ says: 'Hm.', interruptsAfterMs: 100 }, 'Forty', 'Basel');
  expect(said.slice(0, 2)).toEqual(['A', 'Age?']);
  expect(first).toMatchObject({ value: 'Forty' });
});
