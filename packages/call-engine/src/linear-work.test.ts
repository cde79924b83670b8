import { conductedCall } from '@parley/testing/corpus/conducted-call.ts';
import { asks, question } from '@parley/testing/corpus/flows.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { scriptedContext } from '@parley/testing/understood-as.ts';
import { expect, test } from 'vitest';
import { rulesAnalysisModel } from './analysis/rules.ts';
import { answerFrom } from './dialogue/rules/extracted-answer.ts';
import { contentStems } from './dialogue/rules/stem.ts';

/**
 * How often a pattern is tried: `test`, `match`, `replace` and `split` all go through `exec`, and `split` at every character. It is the
 * same on every machine, and grows with the square where something is compared with everything.
 */
async function patternsTried(work: () => unknown): Promise<number> {
  const { exec } = RegExp.prototype;
  let tried = 0;
  RegExp.prototype.exec = function (text) {
    tried += 1;
    return exec.call(this, text);
  };
  try {
    await work();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return tried;
}

/** What twice and four times as much takes in proportion; each of other words, so that nothing is remembered. */
async function growth(size: number, workOf: (size: number) => Promise<() => unknown>) {
  // Patterns of languages are made with their first use.
  await patternsTried(await workOf(3));
  const counts: number[] = [];
  for (const times of [1, 2, 4]) counts.push(await patternsTried(await workOf(size * times)));
  const [once = 0, twice = 0, fourTimes = 0] = counts;
  expect(once).toBeGreaterThan(size);
  return { twice: twice / once, fourTimes: fourTimes / once };
}

/** A little more than in proportion is left for what comes once in a while. */
const linear = { twice: expect.closeTo(2, 0), fourTimes: expect.closeTo(4, 0) };

const topic = (size: number, at: number) => `subject${size}x${at}`;

test('the work of stemming a text grows linearly with its length', async () => {
  const found = await growth(2000, async (size) => {
    const text = Array.from({ length: size }, (_, at) => `${topic(size, at)} matters`).join(' ');
    return () => contentStems(text);
  });
  expect(found).toEqual(linear);
});

test('the work of finding an answer grows linearly with the number of passages', async () => {
  const context = scriptedContext();
  const found = await growth(20, async (size) => {
    const passages = Array.from({ length: size }, (_, at) => ({
      title: `About ${topic(size, at)}`,
      text: `The ${topic(size, at)} costs ${at + 2} euros. Nobody has asked for it since ${1900 + (at % 99)}.`,
    }));
    return () => answerFrom(`How much does the ${topic(size, 1)} cost?`, passages, context);
  });
  expect(found).toEqual(linear);
});

test('the work of analysing a call grows linearly with the number of its questions', async () => {
  const outcomes = ['a driving licence', 'experience with forklifts', 'time at weekends'].map((what, at) => ({
    key: `outcome${at}`,
    label: what,
    description: `Has ${what}`,
  }));
  const found = await growth(8, async (size) => {
    const questions = Array.from({ length: size }, (_, at) =>
      question(`q${at}`, `Do you have a certificate for ${topic(size, at)}?`, 'Yes'),
    );
    const plan = scriptedPlan([asks(...questions)], {
      analysis: { extractionTargets: [], outcomes, tags: [] },
    });
    const says = questions.map((_, at) => `Yes, I have one for ${topic(size, at)} since ${1980 + at}.`);
    const call = await conductedCall(plan, ['Hello.', ...says]);
    return () => rulesAnalysisModel().analyse(call, new AbortController().signal);
  });
  expect(found).toEqual(linear);
});
