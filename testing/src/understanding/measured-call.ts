import type { AnalysisModel, CallAnalysis } from '@parley/call-engine/analysis/analysis-model.ts';
import type { DialogueModel, Expectation } from '@parley/call-engine/dialogue/dialogue-model.ts';
import type { TurnHead } from '@parley/call-engine/dialogue/llm/turn-reading.ts';
import type { JournalEntry } from '@parley/call-engine/journal.ts';
import { liveCall } from '@parley/call-engine/live-call.ts';
import type { CallFindings } from '@parley/call-engine/outcome.ts';
import {
  type Heard,
  type Party,
  type Said,
  type Saying,
  type Words,
  wholeText,
} from '@parley/call-engine/party.ts';
import type { CallPlan, PlanQuestion } from '@parley/call-engine/plan.ts';
import { planKnowledge } from '@parley/call-engine/plan-knowledge.ts';
import { transcriptOf } from '@parley/call-engine/transcript.ts';
import { withDigits } from '@parley/language/spoken-number.ts';
import { draftAgent } from '@parley/service/domains/agents/agent-draft.model.ts';
import { compilePlan } from '@parley/service/domains/agents/call-plan.model.ts';
import { catalogOf } from '@parley/service/domains/contact-fields/catalog.model.ts';
import { sampleContact } from '../contact-samples.ts';
import type { Setting } from './understanding-set.ts';

/** What understands the calls that are measured. */
export interface Models {
  readonly dialogueModel: DialogueModel;
  /** Instead of it: a dialogue model for one call that is told what is meant. */
  readonly toldModel?: (plan: CallPlan, meant: Meaning) => DialogueModel;
  readonly analysisModel: AnalysisModel;
  /** How the person's words are heard; absent: as they are written. */
  readonly hear?: Hear;
}

/** What speech to text makes of words; `times` counts how often they have been said, since people repeat more slowly. */
export type Hear = (
  words: string,
  times: number,
  expected: readonly string[],
  plan: CallPlan,
) => Promise<{ readonly text: string; readonly confidence: number }>;

/** What somebody who knows the person reads in their words; undefined: only what anybody would. */
export type Meaning = (turn: MeantTurn) => Omit<TurnHead, 'next'> | undefined;

export interface MeantTurn {
  readonly plan: CallPlan;
  readonly heard: string;
  /** The question that is open; absent at the opening and elsewhere. */
  readonly question?: PlanQuestion;
}

/** The agent's words since the person last spoke, and what it waits for. */
export interface AgentTurn {
  readonly text: string;
  readonly expectation: Expectation['kind'];
  /** The id of the question that was asked last. */
  readonly questionId: string | undefined;
  /** What the person said that was heard as something else. */
  readonly misheard: ReadonlySet<string>;
}

/** What the person says to it; undefined: nothing. */
export type Reaction = (turn: AgentTurn) => string | undefined;

export interface MeasuredCall {
  readonly plan: CallPlan;
  readonly findings: CallFindings;
  readonly analysis: CallAnalysis;
  readonly journal: readonly JournalEntry[];
  /** The agent's words after each thing that the person said, in order; first of all, the opening. */
  readonly agentTurns: readonly string[];
}

export interface MeasuredOrder {
  readonly setting: Setting;
  readonly company: string;
  /** As `POST /agents` takes it. */
  readonly agent: unknown;
  readonly reaction: (plan: CallPlan) => Reaction;
  readonly meant: Meaning;
}

const MS_PER_CHARACTER = 50;
const RING_TIMEOUT_MS = 30_000;

/** A whole call as `parley eval` holds it, with its analysis: in memory and in simulated time. */
export async function measureCall(models: Models, order: MeasuredOrder): Promise<MeasuredCall> {
  const { setting } = order;
  const plan = planOf(order);
  const journal: JournalEntry[] = [];
  const person = new ReactingParty(order.reaction(plan), journal, (words, times, expected) =>
    models.hear?.(words, times, expected, plan),
  );
  const result = await liveCall({
    line: {
      async *dial() {
        yield { kind: 'answered', party: person };
      },
    },
    order: {
      attemptId: 'measured',
      to: setting.contact.phoneNumber,
      from: null,
      attemptNumber: 1,
      ringTimeoutMs: RING_TIMEOUT_MS,
      plan,
    },
    plan,
    dialogueModel: models.toldModel?.(plan, order.meant) ?? models.dialogueModel,
    knowledge: planKnowledge(plan),
    now: () => new Date(setting.now),
    seed: 1,
    keep: (entry) => journal.push(entry),
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  if (result.kind === 'unanswered') throw new Error(`The call was not answered: ${result.reason.code}`);
  const { findings, answeredAt, durationMs } = result;
  const analysis = await models.analysisModel.analyse(
    {
      plan,
      findings,
      transcript: transcriptOf(journal, plan.language),
      answeredAt,
      durationSeconds: Math.round(durationMs / 1000),
    },
    new AbortController().signal,
  );
  return { plan, findings, analysis, journal, agentTurns: person.agentTurns };
}

function planOf({ setting, company, agent }: MeasuredOrder): CallPlan {
  const { timeZone, contact } = setting;
  return compilePlan({
    agent: draftAgent(agent),
    company: { name: company, description: null },
    catalog: catalogOf([]),
    contact: sampleContact({ ...contact, id: 'measured-contact' }),
    job: null,
    timeZone,
  });
}

/** Without marks, spaces, capitals and the two ways to write a number. */
const soundOf = (text: string): string => withDigits(text.toLowerCase()).replaceAll(/[^\p{L}\p{N}]/gu, '');

type HeardAs = (words: string, times: number, expected: readonly string[]) => ReturnType<Hear> | undefined;

/** Somebody who reacts to what the agent has said, and otherwise stays silent. */
class ReactingParty implements Party {
  readonly agentTurns: string[] = [''];
  readonly #react: Reaction;
  readonly #journal: readonly JournalEntry[];
  readonly #hearAs: HeardAs;
  readonly #said = new Map<string, number>();
  readonly #misheard = new Set<string>();
  #nowMs = 0;

  constructor(react: Reaction, journal: readonly JournalEntry[], hear: HeardAs) {
    this.#hearAs = hear;
    this.#react = react;
    this.#journal = journal;
  }

  elapsedMs(): number {
    return this.#nowMs;
  }

  say(words: Words): Saying {
    return { done: this.#hear(words) };
  }

  async #hear(words: Words): Promise<Said> {
    const text = await wholeText(words);
    const startMs = this.#nowMs;
    this.#nowMs += text.length * MS_PER_CHARACTER;
    this.agentTurns.push(`${this.agentTurns.pop() ?? ''} ${text}`.trim());
    return { text, isWhole: true, startMs, endMs: this.#nowMs };
  }

  async listen(patienceMs: number, expected: readonly string[] = []): Promise<Heard> {
    const text = this.agentTurns.at(-1) ?? '';
    const words = text === '' ? undefined : this.#react({ text, ...this.#awaited() });
    if (words === undefined) {
      this.#nowMs += patienceMs;
      return { kind: 'silence', atMs: this.#nowMs };
    }
    this.agentTurns.push('');
    const startMs = this.#nowMs;
    this.#nowMs += words.length * MS_PER_CHARACTER;
    const times = (this.#said.get(words) ?? 0) + 1;
    this.#said.set(words, times);
    const heard = (await this.#hearAs(words, times, expected)) ?? { text: words };
    if (soundOf(heard.text) !== soundOf(words)) this.#misheard.add(words);
    // Nothing was made out: to the call that is silence.
    if (heard.text === '') return { kind: 'silence', atMs: this.#nowMs };
    return { kind: 'words', ...heard, startMs, endMs: this.#nowMs };
  }

  #awaited(): Omit<AgentTurn, 'text'> {
    const listening = this.#journal.findLast((entry) => entry.kind === 'listen');
    const asked = this.#journal.findLast((entry) => entry.kind === 'ask');
    const misheard = this.#misheard;
    return { expectation: listening?.expectation ?? 'opening', questionId: asked?.questionId, misheard };
  }

  async transfer(): Promise<boolean> {
    return true;
  }

  async leave(): Promise<void> {}
}
