import { english } from '@parley/testing/corpus/verdicts/english.ts';
import { french } from '@parley/testing/corpus/verdicts/french.ts';
import { generatedCall } from '@parley/testing/corpus/verdicts/generated-call.ts';
import { german } from '@parley/testing/corpus/verdicts/german.ts';
import { spanish } from '@parley/testing/corpus/verdicts/spanish.ts';
import type { VerdictLanguage } from '@parley/testing/corpus/verdicts/verdict-language.ts';
import { describe, expect, test } from 'vitest';
import type { FinishedCall, JudgedOutcome } from './analysis-model.ts';
import { rulesAnalysisModel } from './rules.ts';

const CALLS = 25;

interface Judged {
  readonly call: FinishedCall;
  readonly description: string;
  readonly truth: boolean | undefined;
  readonly outcome: JudgedOutcome;
}

const said = ({ transcript }: FinishedCall): string =>
  transcript.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n');

async function judgedCalls(words: VerdictLanguage, first: number): Promise<Judged[]> {
  const model = rulesAnalysisModel();
  const judged: Judged[] = [];
  for (let seed = first; seed < first + CALLS; seed += 1) {
    const { call, truth } = await generatedCall(words, seed);
    const { analytics } = await model.analyse(call, new AbortController().signal);
    for (const [index, { key, description }] of call.plan.analysis.outcomes.entries())
      judged.push({
        call,
        description,
        truth: truth.get(key),
        outcome: analytics?.outcomes[index] as JudgedOutcome,
      });
  }
  return judged;
}

describe.each([english, german, french, spanish])(
  'outcomes with two or three conditions in $language',
  (words) => {
    test.each([1, 26])(
      'no outcome is met without all its conditions, and 85 % of the true ones are (25 calls from seed %i)',
      async (first) => {
        const judged = await judgedCalls(words, first);
        const met = judged.filter(({ outcome }) => outcome.met);
        const wrong = met.filter(({ truth }) => truth !== true);
        expect(wrong.map(({ call, description }) => `${description}\n${said(call)}`)).toEqual([]);
        const right = judged.filter(({ truth }) => truth === true);
        const recall = met.length / right.length;
        expect(right.length).toBeGreaterThanOrEqual(15);
        expect(recall).toBeGreaterThanOrEqual(0.85);
      },
    );
  },
);
