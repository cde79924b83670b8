import type { FinishedCall } from '@parley/call-engine/analysis/analysis-model.ts';
import { rulesAnalysisModel } from '@parley/call-engine/analysis/rules.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { english } from '@parley/testing/corpus/verdicts/english.ts';
import { french } from '@parley/testing/corpus/verdicts/french.ts';
import { changedCall } from '@parley/testing/corpus/verdicts/generated-call.ts';
import { german } from '@parley/testing/corpus/verdicts/german.ts';
import { spanish } from '@parley/testing/corpus/verdicts/spanish.ts';
import { describe, expect, test } from 'vitest';
import { TrainedTurnReader } from './trained-turn-reader.ts';

/** 200 calls in all. */
const CALLS = 25;

const said = ({ transcript }: FinishedCall): string =>
  transcript.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n');

describe.each([english, german, french, spanish])(
  'outcomes of contacts who change their mind in $language',
  (words) => {
    test.each([1, 26])(
      'no outcome is met unless all its conditions still hold at the end (25 calls from seed %i)',
      async (first) => {
        const dialogueModel = rulesDialogueModel({ turnReader: new TrainedTurnReader() });
        const analysisModel = rulesAnalysisModel();
        const wrong: string[] = [];
        let met = 0;
        for (let seed = first; seed < first + CALLS; seed += 1) {
          const { call, truth } = await changedCall(words, seed, dialogueModel);
          const { analytics } = await analysisModel.analyse(call, new AbortController().signal);
          for (const [index, { key, description }] of call.plan.analysis.outcomes.entries()) {
            const outcome = analytics?.outcomes[index];
            if (outcome?.met !== true) continue;
            met += 1;
            const isQuoted = call.transcript.some(
              ({ speaker, text }) => speaker === 'CONTACT' && text.includes(outcome.evidence ?? '\n'),
            );
            if (truth.get(key) !== true || !isQuoted)
              wrong.push(`${description}\n${outcome.reason}\n${said(call)}`);
          }
        }
        expect(wrong).toEqual([]);
        // It must not be so by judging nothing.
        expect(met).toBeGreaterThanOrEqual(10);
      },
    );
  },
);
