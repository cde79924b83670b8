import type { KnownData } from '@parley/call-engine/expression.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import { planFor } from '@parley/testing/scripted-agent.ts';
import { expect, test } from 'vitest';
import { Random } from '../random.ts';
import { selfFor } from './self.ts';

const contact: KnownData = {
  email: 'ada.novak@example.com',
  organization: 'Example Ltd',
  work_permit: false,
  available_from: '2027-03-01',
  skills: ['SQL', 'Tact'],
  shoe_size: 38,
  company_name: 'Northwind',
};

function ask(text: string, seed: number, isAgain = false, call: Partial<CallPlan> = {}): string {
  const plan = planFor({ known: { contact, job: {} }, ...call });
  const self = selfFor(plan, new Random(seed), new Random(seed));
  const asked = self.read({ text, isOpening: false });
  if (asked.kind !== 'question') throw new Error(`"${text}" was taken for: ${asked.kind}`);
  return self.answers.to({ ...asked, isAgain });
}

const seeds = Array.from({ length: 40 }, (_, seed) => seed);

test.each([
  ['Do you have a work permit?', /^(no|nope)\b/i],
  ['Which company do you work for?', /Example Ltd/],
  ['When could you start, and what is your notice period?', /March 1, 2027.*(month|weeks)/],
  ['What are your main skills?', /SQL and Tact/],
  ['Could you tell me your e-mail address?', /ada\.novak@example\.com/],
  ['Could you spell your name, please?', /A-D-A, N-O-V-A-K\.$/],
  ['What is your shoe size?', /38/],
  ['What are your salary expectations?', /\d\d,000/],
  ['On a scale from 1 to 10, how satisfied are you?', /seven|eight|nine|ten/i],
  ['On a scale of 1 to 5, how likely are you to recommend us?', /four|five/i],
  ['Do you prefer to work remotely or on site?', /remotely|on site/i],
  ['Would you rather have coffee, tea or water?', /coffee|tea|water/i],
  ['How many people work in your team?', /\d|four|five|six|seven|eight|nine|ten/i],
  ['Am I speaking with Ada Novak?', /^yes/i],
  ['Is now a good time?', /^(yes|yeah)[^.]*\.$/i],
  ['Is the roof yours, or do you rent?', /^(?!.*(the roof|do you)).*(yours|rent)/i],
  ['How much do you pay for electricity per month?', /\d(?!\d?,000)/],
  ['Do you have two minutes for us?', /yes|yeah|do/i],
  ['According to our records: Clerk. Is that correct?', /yes|correct/i],
  ['Are you interested in it?', /yes|yeah|am/i],
  ['Do you have any questions for me?', /^no\b/i],
  ['When does your contract end?', /next|weeks|year/i],
  ['Please introduce yourself in a few sentences.', /\bI\b/],
])('a persona has a fitting answer to "%s"', (question, answer) => {
  for (const seed of seeds) expect(ask(question, seed)).toMatch(answer);
});

test('a persona answers the same question with the same value in every call, in varying words', () => {
  const question = 'What is your notice period?';
  const answers = seeds.map((seed) => {
    const self = selfFor(planFor(), new Random('words', seed), new Random('facts'));
    return self.answers.to({ text: question, isPlanned: true, isAgain: false });
  });
  expect(new Set(answers).size).toBeGreaterThan(3);
  expect(
    new Set(answers.map((answer) => /(\w+) (months?|weeks)/i.exec(answer)?.[0]?.toLowerCase())).size,
  ).toBe(1);
});

test('when asked again a persona answers in plain words', () => {
  for (const seed of seeds) {
    expect(ask('What is your notice period?', seed, true)).toMatch(
      /^My notice period is \w+ (months?|weeks)\.$/,
    );
  }
});

test('every answer of a persona begins with a capital letter and ends with a full stop', () => {
  const questions = [
    'Why us?',
    'Who decides?',
    'Where?',
    'Which colour do you like?',
    'What should we do better?',
  ];
  for (const seed of seeds) {
    for (const question of questions) expect(ask(question, seed)).toMatch(/^\p{Lu}[^%]*\.$/u);
  }
});

const jobWords = /team|responsib|learn|boss|manager|colleague|sales|customer service/i;

test.each([
  ['your contract that ends soon, and whether you renew it', /expensive|often enough|provider/],
  ['your appointment on Monday', /came up|suit me|away/],
  ['our survey about the delivery', /friendly|worked as it should|longer/],
  ['an overdue invoice', /invoice|bank|paid/],
  ['something else', /suits me|works for us|price/],
])('in a call about %s a persona gives reasons that fit, and none of an applicant', (about, fitting) => {
  for (const seed of seeds) {
    const call = { firstMessage: { id: '', text: `I am calling about ${about}.` }, sections: [] };
    const said = ask('What is the main reason?', seed, false, call);
    expect(said).toMatch(fitting);
    expect(said).not.toMatch(jobWords);
    expect(ask('Who decides about it?', seed, false, call)).not.toMatch(jobWords);
  }
});

test('in a call about a job a persona gives the reasons of an applicant', () => {
  const call = { known: { contact, job: { title: 'Clerk' } } };
  const said = seeds.map((seed) => ask('Why do you want to change?', seed, false, call));
  expect(said.filter((one) => jobWords.test(one))).toHaveLength(seeds.length);
});
