import type { ModelReport, OnModelRequest } from '@parley/call-engine/llm/model-report.ts';
import type { FlowPart } from '@parley/contract/flow-path.ts';
import type { SimulatedTestView } from '@parley/contract/preflight.ts';
import { conflict, Failure } from '@parley/kernel/failure.ts';
import { agentOrDraft } from '../domains/agents/agent-version.actions.ts';
import { type RunTestCases, testCasesToRun } from '../domains/agents/test-case.actions.ts';
import type { Scope } from '../storage/scope.ts';
import type { CompanyId } from '../storage/sql.ts';
import type { DialogueEndpoints, EvaluationServices, PlainEvaluationOrder } from './compute-pool.ts';
import type { Evaluation, PersonEvaluation, TestCaseRun } from './evaluate-agent.ts';
import { ownAgent } from './evaluation/agent-under-test.ts';
import type { CallEvaluation } from './evaluation/call-evaluation.ts';
import type { EverydayEvaluation } from './evaluation/everyday.ts';
import type { MeaningSearch } from './meaning-search.ts';
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
  readonly stopwatch: () => number;
}

const refusals: Readonly<Record<ThreadFailure['kind'], string>> = {
  timeout: 'The test took too long and was ended: test fewer cases at once, or use a quicker language model',
  memory: 'The test used too much memory and was ended: make the agent smaller, or test fewer cases at once',
  failed: 'The test failed: the log of the service says why',
};

/** So much time of a thread may a company use within a minute, one test more or less. */
const BUDGET_MS = 30_000;
const BUDGET_WINDOW_MS = 60_000;

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
    this.#alone(scope, { agentId, draft }, signal, async (order, more) => {
      const { evaluation, requests } = await this.#services.evaluate(
        scope.companyId,
        { ...order, seeds: 1 },
        more,
      );
      const { isRight, people, flowFaults, everyday } = evaluation;
      const view: SimulatedTestView = {
        isRight,
        people: people.map(viewPerson),
        flowFaults: flowFaults.map(({ rule, evidence }) => `${rule}: ${evidence}`),
        ...(everyday && { everyday: viewEveryday(everyday) }),
      };
      return { view, requests };
    });

  readonly runTestCases: RunTestCases = (scope, agentId, { testCaseIds, draft = false }, signal) =>
    this.#alone(scope, { agentId, draft }, signal, async (order, more) => {
      const testCases = await testCasesToRun(scope, agentId, testCaseIds);
      const { results, unreached, requests } = await this.#services.playTestCases(
        scope.companyId,
        { ...order, testCases },
        more,
      );
      return {
        view: {
          passed: results.every(({ passed }) => passed),
          results: [...results],
          unreached: [...unreached],
        },
        requests,
      };
    });

  /** A test takes a thread for seconds: a company runs one at a time. */
  async #alone<View>(
    scope: Scope,
    { agentId, draft }: { readonly agentId: string; readonly draft: boolean },
    signal: AbortSignal | undefined,
    work: (
      order: PlainEvaluationOrder,
      more: EvaluationServices,
    ) => Promise<{ view: View; requests: readonly ModelReport[] }>,
  ): Promise<View> {
    const { dialogueEndpointsOf, meaning, onRequest, stopwatch } = this.#services;
    // Fails as reading it would.
    const agent = await agentOrDraft(scope, agentId, draft);
    const { companyId } = scope;
    if (this.#busy.has(companyId))
      throw conflict('A simulated test of this company is already running: wait until it has finished');
    this.#refuseSpent(companyId);
    this.#busy.add(companyId);
    const beganMs = stopwatch();
    try {
      const { searches, companyId: _, ...underTest } = await ownAgent(scope, agent, undefined, meaning);
      const models = await dialogueEndpointsOf(companyId);
      const { view, requests } = await work({ ...underTest, now: scope.now() }, { models, searches, signal });
      for (const report of requests) onRequest(report);
      return view;
    } catch (error) {
      if (error instanceof ThreadFailure) throw new Failure('unprocessable', refusals[error.kind]);
      throw error;
    } finally {
      this.#busy.delete(companyId);
      const endedMs = stopwatch();
      this.#spent.set(companyId, [
        ...(this.#spent.get(companyId) ?? []),
        { endedMs, tookMs: endedMs - beganMs },
      ]);
    }
  }

  #refuseSpent(companyId: CompanyId): void {
    const nowMs = this.#services.stopwatch();
    const counting = (this.#spent.get(companyId) ?? []).filter(
      ({ endedMs }) => endedMs > nowMs - BUDGET_WINDOW_MS,
    );
    if (counting.length > 0) this.#spent.set(companyId, counting);
    else this.#spent.delete(companyId);
    const spentMs = counting.reduce((sum, { tookMs }) => sum + tookMs, 0);
    const [oldest] = counting;
    if (oldest === undefined || spentMs < BUDGET_MS) return;
    const retryAfterSeconds = Math.ceil((oldest.endedMs + BUDGET_WINDOW_MS - nowMs) / 1000);
    throw new Failure(
      'too_many_requests',
      `The simulated tests of this company took ${Math.round(spentMs / 1000)} s of the last minute: try again in ${retryAfterSeconds} s`,
      { retryAfterSeconds },
    );
  }
}

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
