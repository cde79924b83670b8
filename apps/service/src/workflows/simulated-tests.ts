import type { ModelReport, OnModelRequest } from '@parley/call-engine/llm/model-report.ts';
import type { FlowPart } from '@parley/contract/flow-path.ts';
import type { SimulatedTestView } from '@parley/contract/preflight.ts';
import { conflict, Failure } from '@parley/kernel/failure.ts';
import { agentOrDraft } from '../domains/agents/agent-version.actions.ts';
import { type RunTestCases, testCasesToRun } from '../domains/agents/test-case.actions.ts';
import type { Scope } from '../storage/scope.ts';
import type { CompanyId } from '../storage/sql.ts';
import {
  type DialogueEndpoints,
  EVALUATION_BY_MODEL_MS,
  type EvaluationServices,
  type PlainEvaluationOrder,
} from './compute-pool.ts';
import { type Evaluation, type PersonEvaluation, TEST_RUN_MS, type TestCaseRun } from './evaluate-agent.ts';
import { ownAgent } from './evaluation/agent-under-test.ts';
import type { CallEvaluation } from './evaluation/call-evaluation.ts';
import type { EverydayEvaluation } from './evaluation/everyday.ts';
import { expectedMs, expectedTurns } from './evaluation/test-cost.ts';
import type { MeaningSearch } from './meaning-search.ts';
import type { CountTestTurns } from './test-turn-limit.ts';
import { ThreadFailure } from './thread-pool.ts';

export interface SimulationServices {
  /** Runs off the main thread. */
  readonly evaluate: (
    companyId: CompanyId,
    order: PlainEvaluationOrder,
    services: EvaluationServices,
  ) => Promise<{ evaluation: Evaluation; requests: readonly ModelReport[] }>;
  /** Runs off the main thread, too. */
  readonly playTestCases: (
    companyId: CompanyId,
    order: PlainEvaluationOrder,
    services: EvaluationServices,
  ) => Promise<TestCaseRun & { requests: readonly ModelReport[] }>;
  readonly dialogueEndpointsOf: (companyId: CompanyId) => Promise<DialogueEndpoints>;
  readonly meaning: MeaningSearch | undefined;
  readonly onRequest: OnModelRequest;
  readonly countTurns: CountTestTurns;
  readonly stopwatch: () => number;
}

const refusals: Readonly<Record<ThreadFailure['kind'], string>> = {
  timeout: 'The test took too long and was ended: test fewer cases at once, or use a quicker language model',
  memory: 'The test used too much memory and was ended: make the agent smaller, or test fewer cases at once',
  failed: 'The test failed: the log of the service says why',
};

/** So much time of a thread may a company use within a minute. */
const BUDGET_MS = 30_000;
const BUDGET_WINDOW_MS = 60_000;

interface SimulatedTest<View> {
  /** The limit where a language model is waited for. */
  readonly byModelMs: number;
  readonly orderFor: (order: PlainEvaluationOrder) => Promise<PlainEvaluationOrder>;
  readonly play: (
    order: PlainEvaluationOrder,
    more: EvaluationServices,
  ) => Promise<{ view: View; requests: readonly ModelReport[] }>;
}

/** Runs agents against the simulated contacts, in memory: nobody is called, nothing is charged, and no event is emitted. */
export class SimulatedTests {
  readonly #services: SimulationServices;
  readonly #busy = new Set<CompanyId>();
  /** What the tests of a company took, and when they ended. */
  readonly #spent = new Map<CompanyId, { readonly endedMs: number; readonly tookMs: number }[]>();

  constructor(services: SimulationServices) {
    this.#services = services;
  }

  readonly run = (
    scope: Scope,
    agentId: string,
    { draft = false, signal }: { readonly draft?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<SimulatedTestView> =>
    this.#alone(scope, { agentId, draft }, signal, {
      byModelMs: EVALUATION_BY_MODEL_MS,
      orderFor: async (order) => ({ ...order, seeds: 1 }),
      play: async (order, more) => {
        const { evaluation, requests } = await this.#services.evaluate(scope.companyId, order, more);
        const { isRight, people, flowFaults, everyday } = evaluation;
        const view: SimulatedTestView = {
          isRight,
          people: people.map(viewPerson),
          flowFaults: flowFaults.map(({ rule, evidence }) => `${rule}: ${evidence}`),
          ...(everyday && { everyday: viewEveryday(everyday) }),
        };
        return { view, requests };
      },
    });

  readonly runTestCases: RunTestCases = (scope, agentId, { testCaseIds, draft = false }, signal) =>
    this.#alone(scope, { agentId, draft }, signal, {
      byModelMs: TEST_RUN_MS,
      orderFor: async (order) => ({
        ...order,
        testCases: await testCasesToRun(scope, agentId, testCaseIds),
      }),
      play: async (order, more) => {
        const { playTestCases } = this.#services;
        const { results, unreached, requests } = await playTestCases(scope.companyId, order, more);
        const passed = results.every((result) => result.passed);
        return { view: { passed, results: [...results], unreached: [...unreached] }, requests };
      },
    });

  /** A test takes a thread for seconds: a company runs one at a time. */
  async #alone<View>(
    scope: Scope,
    { agentId, draft }: { readonly agentId: string; readonly draft: boolean },
    signal: AbortSignal | undefined,
    { byModelMs, orderFor, play }: SimulatedTest<View>,
  ): Promise<View> {
    const { dialogueEndpointsOf, meaning, onRequest, countTurns } = this.#services;
    // Fails as reading it would.
    const agent = await agentOrDraft(scope, agentId, draft);
    const { companyId } = scope;
    if (this.#busy.has(companyId))
      throw conflict('A simulated test of this company is already running: wait until it has finished');
    this.#busy.add(companyId);
    try {
      const { searches, companyId: _, ...underTest } = await ownAgent(scope, agent, undefined, meaning);
      const models = await dialogueEndpointsOf(companyId);
      const order = await orderFor({ ...underTest, now: scope.now() });
      const more = { models, searches, signal };
      this.#refuseCostly(companyId, order, more, byModelMs);
      if (models.endpoints.length > 0) await countTurns(companyId, expectedTurns(order));
      const { view, requests } = await this.#counted(companyId, () => play(order, more));
      for (const report of requests) onRequest(report);
      return view;
    } catch (error) {
      if (error instanceof ThreadFailure) throw new Failure('unprocessable', refusals[error.kind]);
      throw error;
    } finally {
      this.#busy.delete(companyId);
    }
  }

  /** Whatever was played counts, however it ended. A test that is refused takes nothing. */
  async #counted<Result>(companyId: CompanyId, play: () => Promise<Result>): Promise<Result> {
    const { stopwatch } = this.#services;
    const beganMs = stopwatch();
    try {
      return await play();
    } finally {
      const endedMs = stopwatch();
      const before = this.#spent.get(companyId) ?? [];
      this.#spent.set(companyId, [...before, { endedMs, tookMs: endedMs - beganMs }]);
    }
  }

  /** Before anything of it is played, rather than in the middle. A model is waited for, so it has a limit of its own. */
  #refuseCostly(
    companyId: CompanyId,
    order: PlainEvaluationOrder,
    { models }: EvaluationServices,
    byModelMs: number,
  ): void {
    const isByModel = models.endpoints.length > 0;
    const estimateMs = expectedMs(order, { isByModel });
    const limitMs = isByModel ? byModelMs : BUDGET_MS;
    if (estimateMs > limitMs)
      throw new Failure(
        'unprocessable',
        `The test is estimated to take ${seconds(estimateMs)}, and the limit is ${seconds(limitMs)}: test fewer cases at once, or make the agent smaller`,
      );
    this.#refuseSpent(companyId, isByModel ? 0 : estimateMs);
  }

  /** What the company has used of its budget leaves no room for a test that is expected to take so long. */
  #refuseSpent(companyId: CompanyId, estimateMs: number): void {
    const nowMs = this.#services.stopwatch();
    const counting = (this.#spent.get(companyId) ?? []).filter(
      ({ endedMs }) => endedMs > nowMs - BUDGET_WINDOW_MS,
    );
    if (counting.length > 0) this.#spent.set(companyId, counting);
    else this.#spent.delete(companyId);
    const spentMs = counting.reduce((sum, { tookMs }) => sum + tookMs, 0);
    if (counting.length === 0 || spentMs + estimateMs < BUDGET_MS) return;
    // The oldest stop counting first: so many of them must, before there is room.
    let leftMs = spentMs;
    const last = counting.find(({ tookMs }) => {
      leftMs -= tookMs;
      return leftMs + estimateMs < BUDGET_MS;
    });
    const { endedMs } = last ?? (counting.at(-1) as (typeof counting)[number]);
    const retryAfterSeconds = Math.ceil((endedMs + BUDGET_WINDOW_MS - nowMs) / 1000);
    throw new Failure(
      'too_many_requests',
      `The simulated tests of this company took ${seconds(spentMs)} of the last minute, and this one is estimated to take ${seconds(estimateMs)}; the limit is ${seconds(BUDGET_MS)} a minute: try again in ${retryAfterSeconds} s`,
      { retryAfterSeconds },
    );
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

const viewEveryday = ({
  conversations,
  manners,
}: EverydayEvaluation): NonNullable<SimulatedTestView['everyday']> => ({
  right: conversations.right,
  total: conversations.total,
  manners: manners.map(({ who, conversations: { right, total }, calls }) => ({
    who,
    right,
    total,
    faults: calls.flatMap(({ faults, breaches }) => [
      ...faults.map(({ of, expected, actual }) => `${of}: ${actual}; expected: ${expected}`),
      ...breaches.map(({ rule, evidence }) => `${rule}: ${evidence}`),
    ]),
  })),
});

/** A second call reaches the first message again. */
const uniqueParts = (parts: readonly FlowPart[]): FlowPart[] => [
  ...new Map(parts.map((part) => [part.id, part])).values(),
];

function viewPerson({
  digits,
  who,
  isRight,
  conversations,
}: PersonEvaluation): SimulatedTestView['people'][number] {
  const calls = conversations.flatMap((conversation) => conversation.calls);
  const last = calls.at(-1) as CallEvaluation;
  return {
    name: who,
    number: `+1500555${digits}`,
    outcome: last.ending,
    expected: last.expected,
    isRight,
    breaches: calls.flatMap(({ breaches }) => breaches.map(({ rule, evidence }) => `${rule}: ${evidence}`)),
    calls: calls.length,
    transcript: calls.flatMap(({ transcript }) =>
      transcript.map(({ speaker, text }) => ({ who: speaker === 'AI' ? 'agent' : 'person', words: text })),
    ),
    answers: [...last.answers],
    path: uniqueParts(calls.flatMap(({ path }) => path)),
  };
}
