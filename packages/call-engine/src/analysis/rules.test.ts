import { labelledCalls } from '@parley/testing/corpus/calls.ts';
import { conductedCall } from '@parley/testing/corpus/conducted-call.ts';
import { flows } from '@parley/testing/corpus/flows.ts';
import { heldOutCalls } from '@parley/testing/corpus/held-out-calls.ts';
import type { LabelledCall } from '@parley/testing/corpus/labelled-call.ts';
import { type Mark, marksOf, qualityOf } from '@parley/testing/corpus/marking.ts';
import { describe, expect, test } from 'vitest';
import { rulesAnalysisModel } from './rules.ts';

const analysisModel = rulesAnalysisModel();

async function marked(labelled: LabelledCall): Promise<Mark[]> {
  const call = await conductedCall(flows[labelled.flow], labelled.says);
  return marksOf(labelled, await analysisModel.analyse(call, new AbortController().signal));
}

describe('the rules find the fields and outcomes that a human reader noted for a call', () => {
  test.each(labelledCalls.map((labelled) => [`${labelled.flow}: ${labelled.title}`, labelled] as const))(
    'the rules find what a human reader noted for the call "%s"',
    async (_, labelled) => {
      const misses = (await marked(labelled)).filter(({ isRight }) => !isRight);
      expect(misses.map(({ kind, key }) => `${kind} ${key}`)).toEqual(labelled.misses ?? []);
    },
  );
});

test('the rules find fields and outcomes of held-out calls with 90 % precision and 80 % recall', async () => {
  const marks = (await Promise.all(heldOutCalls.map(marked))).flat();
  const quality = (kind: Mark['kind']) => qualityOf(marks.filter((mark) => mark.kind === kind));
  expect(quality('field').precision).toBeGreaterThanOrEqual(0.9);
  expect(quality('field').recall).toBeGreaterThanOrEqual(0.8);
  expect(quality('outcome').precision).toBeGreaterThanOrEqual(0.9);
  expect(quality('outcome').recall).toBeGreaterThanOrEqual(0.8);
});

test('the analysis corpus has at least 40 labelled and 10 held-out calls, none of them twice', () => {
  expect(labelledCalls.length).toBeGreaterThanOrEqual(40);
  expect(heldOutCalls.length).toBeGreaterThanOrEqual(10);
  const titles = [...labelledCalls, ...heldOutCalls].map(({ flow, title }) => `${flow}: ${title}`);
  expect(new Set(titles).size).toBe(titles.length);
});

test('the analysis corpus labels every field and outcome of every call', () => {
  for (const { flow, fields, outcomes } of [...labelledCalls, ...heldOutCalls]) {
    const { extractionTargets, outcomes: labels } = flows[flow].analysis;
    expect(Object.keys(fields)).toEqual(extractionTargets.map(({ key }) => key));
    expect(Object.keys(outcomes)).toEqual(labels.map(({ key }) => key));
  }
});
