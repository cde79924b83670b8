import { conductedCall } from '@parley/testing/corpus/conducted-call.ts';
import { asks, question } from '@parley/testing/corpus/flows.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import type { AnswerType } from '../../answer-type.ts';
import { rulesAnalysisModel } from '../rules.ts';

/** Whether an outcome is met by these answers; null: not known. */
async function judged(
  description: string,
  ...asked: readonly (readonly [text: string, answer: string, answerType?: AnswerType])[]
): Promise<boolean | null> {
  const questions = asked.map(([text, , answerType], index) => ({
    ...question(`k${index}`, text),
    ...(answerType && { answerType }),
  }));
  const plan = scriptedPlan([asks(...questions)], {
    analysis: {
      extractionTargets: [],
      outcomes: [{ key: 'it', label: 'It', description }],
      tags: [],
    },
  });
  const call = await conductedCall(plan, ['Hello.', ...asked.map(([, answer]) => answer)]);
  const { analytics } = await rulesAnalysisModel().analyse(call, new AbortController().signal);
  const [outcome] = analytics?.outcomes ?? [];
  return outcome === undefined || outcome.unknown ? null : outcome.met;
}

const years: AnswerType = { kind: 'number', unit: 'years' };
const hourly: AnswerType = { kind: 'money', currency: 'GBP', period: 'hour' };

test('a bound in words is no topic of its own', async () => {
  const asked = 'How many years did he work for you?';
  expect(await judged('Worked for us for at least three years.', [asked, 'Four', years])).toBe(true);
  expect(await judged('Worked for us for at least three years.', [asked, 'Two', years])).toBe(false);
});

test('a bound on money is about the question for money, not about hours or years', async () => {
  const hours = ['How many hours a week could you work?', 'Twelve', { kind: 'number' }] as const;
  const rate = ['What rate are you looking for?', 'Eighteen pounds an hour', hourly] as const;
  expect(await judged('Expects at most twenty pounds an hour.', hours, rate)).toBe(true);
  expect(await judged('Expects at most fifteen pounds an hour.', hours, rate)).toBe(false);
});

test('a rating is held against the question with the scale, not against what else names the same thing', async () => {
  const asked = [
    ['On a scale from 1 to 10, how happy were you with your visit?', 'Nine', { kind: 'number' }],
    ['How many hours did your visit take?', 'Two', { kind: 'number' }],
  ] as const;
  expect(await judged('Rated the visit at least 8.', ...asked)).toBe(true);
});

test('a no to a question that also says where or when is against the condition, and proves no contrary', async () => {
  const moved = ['Would you move to Bristol?', 'No'] as const;
  expect(await judged('Would move.', moved)).toBe(false);
  expect(await judged('Would not move.', moved)).toBeNull();
  expect(await judged('Has a truck licence.', ['Do you have a clean truck licence?', 'No'])).toBeNull();
});

test('a condition in the words of its question is answered by it, with its time', async () => {
  const asked = 'Have you had a claim in the last three years?';
  expect(await judged('Has had a claim in the last three years.', [asked, 'No'])).toBe(false);
  expect(await judged('Has had a claim in the last three years.', [asked, 'Yes, I have'])).toBe(true);
});
