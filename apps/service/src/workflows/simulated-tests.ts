import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';
import type { SimulatedTestView } from '@parley/contract/preflight.ts';
import { conflict } from '@parley/kernel/failure.ts';
import { getAgent } from '../domains/agents/agent.actions.ts';
import type { Scope } from '../storage/scope.ts';
import type { CompanyId } from '../storage/sql.ts';
import { type CallEvaluation, evaluateAgent, type PersonEvaluation } from './evaluate-agent.ts';
import { ownAgent } from './evaluation/agent-under-test.ts';
import type { MeaningSearch } from './meaning-search.ts';

export interface SimulationServices {
  readonly dialogueModelOf: (companyId: CompanyId) => Promise<DialogueModel>;
  readonly meaning: MeaningSearch | undefined;
  readonly stopwatch: () => number;
}

/** Runs agents against the simulated contacts, in memory: nobody is called, nothing is charged, and no event is emitted. */
export class SimulatedTests {
  readonly #services: SimulationServices;
  readonly #busy = new Set<CompanyId>();

  constructor(services: SimulationServices) {
    this.#services = services;
  }

  readonly run = async (scope: Scope, agentId: string): Promise<SimulatedTestView> => {
    const { dialogueModelOf, meaning, stopwatch } = this.#services;
    // Fails as reading it would.
    await getAgent(scope, agentId);
    const { companyId } = scope;
    if (this.#busy.has(companyId))
      throw conflict('A simulated test of this company is already running: wait until it has finished');
    this.#busy.add(companyId);
    try {
      const underTest = await ownAgent(scope, agentId, undefined, meaning);
      const dialogueModel = await dialogueModelOf(companyId);
      const { isRight, people } = await evaluateAgent({
        ...underTest,
        dialogueModel,
        seeds: 1,
        now: scope.now(),
        stopwatch,
      });
      return { isRight, people: people.map(viewPerson) };
    } finally {
      this.#busy.delete(companyId);
    }
  };
}

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
  };
}
