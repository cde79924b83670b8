import type { CallAnalysis, FinishedCall } from '@parley/call-engine/analysis/analysis-model.ts';
import { expect, test } from 'vitest';
import { AnalysisBatches } from './analysis-batches.ts';

const signal = new AbortController().signal;
/** Calls are told apart by their duration. */
const call = (durationSeconds: number) => ({ durationSeconds }) as FinishedCall;
const analysisOf = ({ durationSeconds }: FinishedCall) =>
  ({ general: { overallRating: durationSeconds } }) as CallAnalysis;
const ratings = (analyses: readonly CallAnalysis[]) => analyses.map(({ general }) => general.overallRating);

/** Turns that end when they are told to. */
function heldTurns() {
  const turns: { companyId: string; calls: number[]; end: (answered?: number) => void; fail: () => void }[] =
    [];
  const batches = new AnalysisBatches(
    (companyId, calls) =>
      new Promise((resolve, reject) => {
        turns.push({
          companyId,
          calls: calls.map(({ durationSeconds }) => durationSeconds),
          end: (answered = calls.length) => resolve(calls.slice(0, answered).map(analysisOf)),
          fail: () => reject(new Error('The thread ended')),
        });
      }),
  );
  return { batches, turns };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('calls that wait during an analysis form the next batch, one batch for each company', async () => {
  const { batches, turns } = heldTurns();
  const own = [1, 2, 3].map((each) => batches.add('one', call(each), signal));
  const other = batches.add('other', call(9), signal);
  expect(turns.map(({ companyId, calls }) => [companyId, calls])).toEqual([
    ['one', [1]],
    ['other', [9]],
  ]);
  turns[0]?.end();
  turns[1]?.end();
  await settled();
  expect(turns[2]?.calls).toEqual([2, 3]);
  turns[2]?.end();
  expect(ratings(await Promise.all([...own, other]))).toEqual([1, 2, 3, 9]);
});

test('calls that a batch has no time left for are analysed in the next batch', async () => {
  const { batches, turns } = heldTurns();
  const all = [1, 2, 3].map((each) => batches.add('one', call(each), signal));
  turns[0]?.end();
  await settled();
  turns[1]?.end(1);
  await settled();
  expect(turns[2]?.calls).toEqual([3]);
  turns[2]?.end();
  expect(ratings(await Promise.all(all))).toEqual([1, 2, 3]);
});

test('a call whose analysis crashes its thread does not make other calls fail', async () => {
  const { batches, turns } = heldTurns();
  const all = [1, 2, 3].map((each) => batches.add('one', call(each), signal));
  const outcomes = Promise.allSettled(all);
  turns[0]?.end();
  await settled();
  turns[1]?.fail();
  await settled();
  expect(turns[2]?.calls).toEqual([2]);
  turns[2]?.fail();
  await settled();
  expect(turns[3]?.calls).toEqual([3]);
  turns[3]?.end();
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a call whose analysis is aborted while it waits is not analysed', async () => {
  const { batches, turns } = heldTurns();
  const gone = new AbortController();
  const first = batches.add('one', call(1), signal);
  const second = batches.add('one', call(2), gone.signal);
  gone.abort(new Error('gone'));
  turns[0]?.end();
  await expect(second).rejects.toThrow('gone');
  await first;
  expect(turns).toHaveLength(1);
});
