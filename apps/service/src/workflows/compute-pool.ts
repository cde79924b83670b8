import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { CallAnalysis, FinishedCall } from '@parley/call-engine/analysis/analysis-model.ts';
import type { Passage } from '@parley/call-engine/dialogue/dialogue-model.ts';
import type { JournalEntry } from '@parley/call-engine/journal.ts';
import type { ModelEndpoint } from '@parley/call-engine/llm/endpoint.ts';
import type { ModelReport } from '@parley/call-engine/llm/model-report.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import type { Searches } from '@parley/call-engine/plan-knowledge.ts';
import type { Replay } from '@parley/call-engine/replay.ts';
import type { PairScorer } from '@parley/understanding/trained-turn-reader.ts';
import type { TextPair } from '@parley/understanding/turn-reader.ts';
import { AnalysisBatches } from './analysis-batches.ts';
import type { Evaluation, EvaluationOrder, TestCaseRun } from './evaluate-agent.ts';
import { ThreadPool } from './thread-pool.ts';

/** The language models of a company, which a thread opens itself; none: the rules conduct its calls. */
export interface DialogueEndpoints {
  readonly endpoints: readonly ModelEndpoint[];
  readonly deadlineMs: number;
}

export type PlainEvaluationOrder = Pick<
  EvaluationOrder,
  'agent' | 'company' | 'catalog' | 'job' | 'testCases' | 'seeds' | 'now'
>;

/** What a thread is asked to do. */
export type ComputeOrder =
  /** As JSON, which takes the event loop half of what a copy of the objects does. */
  | { readonly kind: 'analyse'; readonly calls: string; readonly turnMs: number }
  | { readonly kind: 'replay'; readonly journal: readonly JournalEntry[]; readonly plan: CallPlan }
  | {
      /** All simulated contacts, or only the agent's own test cases. */
      readonly kind: 'evaluate' | 'test_cases';
      readonly order: PlainEvaluationOrder;
      readonly models: DialogueEndpoints;
      /** Where documents are searched, by the searches that there are. */
      readonly search: { readonly port: MessagePort; readonly kinds: readonly (keyof Searches)[] };
      /** Whether the port also scores what was said. */
      readonly hasNetwork: boolean;
    };

export type ComputeAnswer =
  /** Of as many calls as the turn had time for. */
  | { readonly analyses: string }
  | { readonly replayed: Replay }
  | { readonly evaluation: Evaluation; readonly requests: readonly ModelReport[] }
  | (TestCaseRun & { readonly requests: readonly ModelReport[] });

/** What a thread asks the main thread for, which has the database and the network that reads turns. */
export type ThreadQuestion = { readonly id: number } & (
  | { readonly kind: keyof Searches; readonly question: string }
  | { readonly kind: 'score'; readonly pairs: readonly TextPair[]; readonly deadlineMs: number }
);

export type ThreadReply = { readonly id: number } & (
  | { readonly found: readonly Passage[] }
  | { readonly scores: readonly Float32Array[] }
  | { readonly error: string }
);

/** An analysis takes a third of a second for 150 questions; one that takes this long is not going to end. */
const ANALYSIS_MS = 10_000;
/** How long calls of one company are analysed before another company has its turn. */
const ANALYSIS_TURN_MS = 50;
const REPLAY_MS = 30_000;
/** The largest agent against all 18 simulated contacts takes 20 s of a core by rules. */
const EVALUATION_MS = 120_000;
/** With a language model most of the time is spent waiting for it. */
export const EVALUATION_BY_MODEL_MS = 600_000;
/** A second of a core; much more where many processes share it. */
const START_MS = 30_000;
const HEAP_MEGABYTES = 512;
const FEWEST_THREADS = 2;
const MOST_THREADS = 8;

/** Beside the threads that compute: these wait for language models nearly all of the time, so a core has room for many. */
const MODEL_THREADS = 8;
const modelLimits = { atOnce: MODEL_THREADS, atOnceEach: 1, mostWaiting: 1000, mostWaitingEach: 20 };

const limitsOf = (threads: number) => ({
  atOnce: threads,
  atOnceEach: Math.max(1, threads - 1),
  longAtOnce: Math.max(1, threads - 1),
  mostWaiting: 1000,
  mostWaitingEach: 200,
});

/**
 * The understanding of texts that companies write, in threads: the analysis of ended calls by rules, tests with simulated
 * contacts, and replays. An agent of 150 long questions held up every call of a process for half a minute before.
 */
export class ComputePool {
  readonly #pool: ThreadPool;
  /** What waits for language models holds up nothing that computes. */
  readonly #modelPool: ThreadPool;
  readonly #batches = new AnalysisBatches((companyId, calls, signal) =>
    this.#analyseTurn(companyId, calls, signal),
  );

  constructor(threads = Math.min(MOST_THREADS, Math.max(FEWEST_THREADS, availableParallelism() - 1))) {
    const common = {
      thread: new URL('./compute-thread.ts', import.meta.url),
      heapMegabytes: HEAP_MEGABYTES,
      startMs: START_MS,
    };
    this.#pool = new ThreadPool({ ...common, purpose: 'analyses calls', limits: limitsOf(threads) });
    this.#modelPool = new ThreadPool({
      ...common,
      purpose: 'tests agents with a language model',
      limits: modelLimits,
    });
  }

  /** Threads that work at the moment. */
  get busy(): number {
    return this.#pool.busy + this.#modelPool.busy;
  }

  analyse(companyId: string, call: FinishedCall, signal: AbortSignal): Promise<CallAnalysis> {
    return this.#batches.add(companyId, call, signal);
  }

  async #analyseTurn(
    companyId: string,
    calls: readonly FinishedCall[],
    signal: AbortSignal,
  ): Promise<CallAnalysis[]> {
    const order: ComputeOrder = {
      kind: 'analyse',
      calls: JSON.stringify(calls),
      turnMs: ANALYSIS_TURN_MS,
    };
    const { analyses } = await this.#pool.run<{ analyses: string }>(() => ({ order }), {
      owner: companyId,
      timeoutMs: ANALYSIS_MS,
      isComputing: true,
      signal,
    });
    return JSON.parse(analyses);
  }

  async replay(
    companyId: string,
    journal: readonly JournalEntry[],
    plan: CallPlan,
    signal?: AbortSignal,
  ): Promise<Replay> {
    const order: ComputeOrder = { kind: 'replay', journal, plan };
    const { replayed } = await this.#pool.run<{ replayed: Replay }>(() => ({ order }), {
      owner: companyId,
      timeoutMs: REPLAY_MS,
      isComputing: true,
      signal,
    });
    return replayed;
  }

  evaluate(
    companyId: string,
    order: PlainEvaluationOrder,
    services: EvaluationServices,
  ): Promise<{ evaluation: Evaluation; requests: readonly ModelReport[] }> {
    return this.#played('evaluate', companyId, order, services);
  }

  playTestCases(
    companyId: string,
    order: PlainEvaluationOrder,
    services: EvaluationServices,
  ): Promise<TestCaseRun & { requests: readonly ModelReport[] }> {
    return this.#played('test_cases', companyId, order, services);
  }

  async #played<Answer extends ComputeAnswer>(
    kind: 'evaluate' | 'test_cases',
    companyId: string,
    order: PlainEvaluationOrder,
    { models, searches = {}, score, signal }: EvaluationServices,
  ): Promise<Answer> {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (asked: ThreadQuestion) => {
      answered(asked, searches, score).then((reply) => port1.postMessage(reply));
    });
    const kinds = (['byWords', 'byMeaning'] as const).filter((one) => searches[one] !== undefined);
    const sent: ComputeOrder = {
      kind,
      order,
      models,
      search: { port: port2, kinds },
      hasNetwork: score !== undefined,
    };
    const isByModel = models.endpoints.length > 0;
    try {
      return await (isByModel ? this.#modelPool : this.#pool).run<Answer>(
        () => ({ order: sent, transfer: [port2] }),
        {
          owner: companyId,
          timeoutMs: isByModel ? EVALUATION_BY_MODEL_MS : EVALUATION_MS,
          isComputing: !isByModel,
          isLong: true,
          signal,
        },
      );
    } finally {
      port1.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#modelPool.close()]);
  }
}

export interface EvaluationServices {
  readonly models: DialogueEndpoints;
  readonly searches?: Searches | undefined;
  /** Scores what was said with the network that reads turns, as in calls. */
  readonly score?: PairScorer['score'] | undefined;
  readonly signal?: AbortSignal | undefined;
}

async function answered(
  asked: ThreadQuestion,
  searches: Searches,
  score: EvaluationServices['score'],
): Promise<ThreadReply> {
  const { id } = asked;
  try {
    if (asked.kind !== 'score') {
      const failed = (why: string) => {
        throw new Error(why);
      };
      return { id, found: [...((await searches[asked.kind]?.(asked.question, failed)) ?? [])] };
    }
    return { id, scores: (await score?.(asked.pairs, asked)) ?? [] };
  } catch (error) {
    return { id, error: (error as Error).message };
  }
}
