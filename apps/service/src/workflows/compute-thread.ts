import { parentPort } from 'node:worker_threads';
import type {
  AnalysisModel,
  CallAnalysis,
  FinishedCall,
} from '@parley/call-engine/analysis/analysis-model.ts';
import type { ComputeAnswer, ComputeOrder } from './compute-pool.ts';
import { giveWayToCalls } from './thread-priority.ts';

// Runs as a thread of compute-pool.ts. What goes wrong ends it. Code is loaded when it is first needed: a thread that only
// analyses calls starts in half the time.

let analysisModel: AnalysisModel | undefined;

async function answer(order: ComputeOrder): Promise<ComputeAnswer> {
  switch (order.kind) {
    case 'analyse': {
      analysisModel ??= (await import('@parley/call-engine/analysis/rules.ts')).rulesAnalysisModel();
      return { analyses: JSON.stringify(await analysesOf(analysisModel, order)) };
    }
    case 'replay': {
      const { replay } = await import('@parley/call-engine/replay.ts');
      return { replayed: await replay(order.journal, order.plan) };
    }
    case 'evaluate':
    case 'test_cases': {
      const { evaluateByOrder } = await import('./evaluation/ordered-evaluation.ts');
      return evaluateByOrder(order);
    }
  }
}

/** From the first on, until the time of the turn is over; at least one. */
async function analysesOf(
  model: AnalysisModel,
  { calls, turnMs }: Extract<ComputeOrder, { kind: 'analyse' }>,
): Promise<CallAnalysis[]> {
  const analyses: CallAnalysis[] = [];
  const untilMs = performance.now() + turnMs;
  for (const { answeredAt, ...call } of JSON.parse(calls) as FinishedCall[]) {
    if (analyses.length > 0 && performance.now() > untilMs) break;
    const finished = { ...call, answeredAt: new Date(answeredAt) };
    analyses.push(await model.analyse(finished, new AbortController().signal));
  }
  return analyses;
}

giveWayToCalls();
parentPort?.on('message', async (order: ComputeOrder) => parentPort?.postMessage(await answer(order)));
