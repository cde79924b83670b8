import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';
import type { KnownData } from '@parley/call-engine/expression.ts';
import type { JournalEntry } from '@parley/call-engine/journal.ts';
import { liveCall } from '@parley/call-engine/live-call.ts';
import type { CallFindings, TranscriptLine } from '@parley/call-engine/outcome.ts';
import type { CallPlan, PlanSection } from '@parley/call-engine/plan.ts';
import { planKnowledge, type Searches } from '@parley/call-engine/plan-knowledge.ts';
import { transcriptOf } from '@parley/call-engine/transcript.ts';
import { type UsageByModel, usageByModel } from '@parley/call-engine/usage-by-model.ts';
import type { Self } from '@parley/simulator/personas/self.ts';
import type { SimulatedContact } from '@parley/simulator/simulated-contact.ts';
import { simulatedLine } from '@parley/simulator/simulated-line.ts';
import { type Ending, meaningOf } from '../../domains/conversations/settlement.model.ts';
import { accountOf } from '../call-account.ts';
import { callSeed } from '../call-seed.ts';
import { RING_TIMEOUT_MS } from '../call-time-limits.ts';
import { UNHURRIED_MS } from '../conduct-call.ts';

/** One simulated call with everything that is known about it. */
export interface PlayedCall {
  readonly plan: CallPlan;
  /** Counts from 1. */
  readonly number: number;
  readonly ending: Ending;
  /** Null: it was not answered. */
  readonly findings: CallFindings | null;
  readonly notes: string | null;
  readonly durationSeconds: number;
  readonly journal: readonly JournalEntry[];
  readonly transcript: readonly TranscriptLine[];
  /** The flow itself came to where it passes the call on. */
  readonly isAtHandoff: boolean;
  /** Real time that the dialogue model took, each time it was asked. */
  readonly timesMs: readonly number[];
  /** What the dialogue model asked of models; nothing where rules do the thinking. */
  readonly thinking: readonly UsageByModel[];
}

export interface Stage {
  readonly dialogueModel: DialogueModel;
  /** Where the documents of the agent are searched. */
  readonly searches?: Searches;
  readonly now: Date;
  /** Milliseconds of a clock that only goes on. */
  readonly stopwatch: () => number;
  /** How often somebody who was not reached is called. */
  readonly maxAttempts: number;
}

export interface Role {
  readonly plan: CallPlan;
  readonly seed: number;
  /** What the person at the other end will answer, by the key of the question. */
  readonly answers: KnownData;
  /** Plays the contact; absent: the persona of the number. */
  readonly contactOf?: (self: Self) => SimulatedContact;
}

/** Places all calls of a conversation, without waiting between them. */
export async function playConversation(stage: Stage, role: Role): Promise<PlayedCall[]> {
  const calls: PlayedCall[] = [];
  for (let number = 1; number <= stage.maxAttempts; number += 1) {
    const call = await playCall(stage, role, number);
    calls.push(call);
    const { leadsTo } = meaningOf(call.ending.kind);
    if (leadsTo !== 'retry' && leadsTo !== 'technical') break;
  }
  return calls;
}

async function playCall(
  stage: Stage,
  { plan, seed, answers, contactOf }: Role,
  number: number,
): Promise<PlayedCall> {
  const journal: JournalEntry[] = [];
  const undisturbed = { signal: new AbortController().signal };
  const { dialogueModel, timesMs } = timedDialogueModel(stage.dialogueModel, stage.stopwatch);
  const result = await liveCall({
    // Nobody waits for simulated time.
    line: simulatedLine({
      speed: Number.POSITIVE_INFINITY,
      seed,
      ...(contactOf && { contactOf }),
    }),
    order: {
      attemptId: `${plan.contact.id}-${number}`,
      to: plan.contact.phoneNumber ?? '',
      from: null,
      attemptNumber: number,
      ringTimeoutMs: RING_TIMEOUT_MS,
      // Personas answer from these values; the agent does not get them.
      plan: { ...plan, known: { ...plan.known, contact: { ...plan.known.contact, ...answers } } },
    },
    plan,
    dialogueModel,
    knowledge: planKnowledge(plan, stage.searches, UNHURRIED_MS),
    now: () => stage.now,
    seed: callSeed(seed, plan.contact.id, plan.agent.versionId, number),
    keep: (entry) => journal.push(entry),
    onProgress: () => {},
    ...undisturbed,
  });
  const { ending, notes, durationSeconds } = accountOf(result, undisturbed);
  const handoffs = new Set(handoffIds(plan.sections));
  return {
    plan,
    number,
    ending,
    findings: result.kind === 'answered' ? result.findings : null,
    notes,
    durationSeconds: durationSeconds ?? 0,
    journal,
    transcript: transcriptOf(journal, plan.language),
    isAtHandoff: journal.some((entry) => entry.kind === 'enter' && handoffs.has(entry.sectionId)),
    timesMs,
    thinking: usageByModel(journal) ?? [],
  };
}

const handoffIds = (sections: readonly PlanSection[]): string[] =>
  sections.flatMap((section) => {
    if (section.type === 'human_handoff') return [section.id];
    return section.type === 'conditional' ? section.branches.flatMap((one) => handoffIds(one.sections)) : [];
  });

/** How long a dialogue model took to understand and to find words, one number for each time it was asked. */
interface DialogueModelTimes {
  readonly dialogueModel: DialogueModel;
  readonly timesMs: readonly number[];
}

/** The dialogue model with a stopwatch: of words that are still being found, the time until the first are there. */
function timedDialogueModel(dialogueModel: DialogueModel, nowMs: () => number): DialogueModelTimes {
  const timesMs: number[] = [];
  const timed =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const beganMs = nowMs();
      return work(...args).finally(() => timesMs.push(nowMs() - beganMs));
    };
  return {
    timesMs,
    dialogueModel: {
      understand: timed((...args) => dialogueModel.understand(...args)),
      word: timed((...args) => dialogueModel.word(...args)),
      judge: timed((...args) => dialogueModel.judge(...args)),
      answer: timed((...args) => dialogueModel.answer(...args)),
      // Not asked for anything: what it took is put down.
      rest: async (context) => dialogueModel.rest?.(context),
    },
  };
}
