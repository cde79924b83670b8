import type { Expectation, Intention, Judgement, Passage, Understanding } from './dialogue/dialogue-model.ts';
import type { KnownValue } from './expression.ts';
import type { ModelRequest } from './llm/model-request.ts';
import type { CallAnswer, CallOutcome } from './outcome.ts';
import type { Heard } from './party.ts';
import type { TurnRecord } from './turn-record.ts';

/**
 * Everything that happened in a call, in order: inputs and decisions. Replaying the inputs must lead to the same
 * decisions.
 */
export type JournalEntry = Input | Decision | Remark;

/** Notes beside the call: no decision depends on them, and a replay skips them. */
export type Remark =
  | ({ readonly kind: 'thought' } & ModelRequest)
  /** The latency of a reply, in a spoken call. */
  | ({ readonly kind: 'turn' } & TurnRecord)
  /** A speech component failed. */
  | ({ readonly kind: 'trouble' } & Trouble);

/** Adds a remark to the journal. */
export type Note = (remark: Remark) => void;

export type Input =
  | { readonly kind: 'heard'; readonly heard: Heard }
  | {
      readonly kind: 'said';
      readonly text: string;
      readonly isWhole: boolean;
      readonly startMs: number;
      readonly endMs: number;
    }
  | { readonly kind: 'understood'; readonly understanding: Understanding }
  /** `isStreamed`: worded while it was being said; the text is as far as it came. */
  | { readonly kind: 'worded'; readonly text: string; readonly isStreamed?: true }
  | { readonly kind: 'judged'; readonly judgement: Judgement }
  /** `missed`: which search failed or was late, as a message. */
  | { readonly kind: 'found'; readonly passages: readonly Passage[]; readonly missed?: string }
  /** Null: the passages have no answer. `cites` is the passage that supports the answer. */
  | {
      readonly kind: 'answered';
      readonly text: string | null;
      readonly isStreamed?: true;
      readonly cites?: Citation;
    }
  | { readonly kind: 'transferred'; readonly isTaken: boolean }
  | { readonly kind: 'elapsed'; readonly atMs: number }
  /** A component failed. `text` is what it had produced by then, if that was already being said. */
  | {
      readonly kind: 'failed';
      readonly part: FailedPart;
      readonly message: string;
      readonly text?: string;
    };

export type Citation = Pick<Passage, 'title' | 'source'>;

/** `stop`: no failure, the process shuts down. `end`: no failure, an operator ended the call. */
export type FailedPart = 'understand' | 'word' | 'judge' | 'find' | 'answer' | 'party' | 'stop' | 'end';

/** Each with its reason in words: operators read these to see why the agent acted. */
export type Decision =
  | { readonly kind: 'say'; readonly text: string; readonly why: string }
  | { readonly kind: 'word'; readonly intention: Intention; readonly why: string }
  | { readonly kind: 'listen'; readonly expectation: Expectation['kind']; readonly patienceMs: number }
  | { readonly kind: 'enter'; readonly sectionId: string; readonly title?: string }
  | { readonly kind: 'ask'; readonly questionId: string }
  /** The dialogue model is asked whether a branch's description fits. */
  | {
      readonly kind: 'judge';
      readonly sectionId: string;
      readonly branchId: string;
      readonly description: string;
    }
  | {
      readonly kind: 'branch';
      readonly sectionId: string;
      readonly branchId: string | null;
      readonly why: string;
    }
  /** A described section of which nothing was said. */
  | { readonly kind: 'skip'; readonly sectionId: string; readonly why: string }
  | { readonly kind: 'note'; readonly answer: CallAnswer }
  /** Another answer takes the place of the one before; `was` is null when there was none. */
  | {
      readonly kind: 'revise';
      readonly answer: CallAnswer;
      readonly was: KnownValue | null;
      readonly why: string;
    }
  /** They took an answer back. */
  | {
      readonly kind: 'withdraw';
      readonly questionId: string;
      readonly was: KnownValue;
      readonly evidence: string;
      readonly startMs: number;
      readonly endMs: number;
    }
  /** What they said may answer a question that is not open: it is confirmed before it counts. */
  | { readonly kind: 'offer'; readonly answer: CallAnswer }
  /** A question is not asked, because it was answered before. */
  | { readonly kind: 'skip'; readonly questionId: string; readonly why: string }
  /** A branch no longer holds, because an answer was corrected. */
  | {
      readonly kind: 'leave';
      readonly sectionId: string;
      readonly branchId: string | null;
      readonly why: string;
    }
  /** A contact's question is looked up in the knowledge. */
  | { readonly kind: 'look_up'; readonly question: string }
  /** The knowledge has no answer. */
  | { readonly kind: 'leave_open'; readonly question: string }
  /** Keys for a telephone menu. */
  | { readonly kind: 'press'; readonly keys: string; readonly why: string }
  | ({ readonly kind: 'consent' } & RecordingDecision)
  | { readonly kind: 'take_message'; readonly text: string }
  | { readonly kind: 'transfer'; readonly to: string; readonly label: string | null; readonly why: string }
  | { readonly kind: 'end'; readonly outcome: CallOutcome; readonly why: string };

/** What was decided in a call about its recording. Whatever is not clear counts as a no. */
export interface RecordingDecision {
  readonly decision: 'announced' | 'granted' | 'refused' | 'unclear' | 'objected';
  /** Since the call was answered. */
  readonly atMs: number;
  /** What the agent had said before: the notice or the question; null: nothing about the recording. */
  readonly asked: string | null;
  /** What the contact said; null: nothing that decided it. */
  readonly said: string | null;
}

/** Receives the journal of a call, entry by entry as it happens. */
export type Keep = (entry: JournalEntry) => void;

/** A speech component failed. `instead` took over; absent: nothing did. */
export interface Trouble {
  readonly part: 'stt' | 'tts' | 'recording' | 'line';
  readonly message: string;
  readonly instead?: string;
}

export type NoteTrouble = (part: Trouble['part'], message: string, instead?: string) => void;

/** The latency of each reply of a call; null when none was spoken. */
export function turnsOf(journal: readonly JournalEntry[]): readonly TurnRecord[] | null {
  const turns = journal.flatMap((entry) => {
    if (entry.kind !== 'turn') return [];
    const { kind: _, earMs, mindMs, voiceMs, ...turn } = entry as typeof entry & OldNames;
    // Journals of 0.1.0-alpha.1 have the parts under other names.
    return [
      {
        ...turn,
        sttMs: turn.sttMs ?? earMs ?? 0,
        modelMs: turn.modelMs ?? mindMs ?? 0,
        ttsMs: turn.ttsMs ?? voiceMs ?? 0,
      },
    ];
  });
  return turns.length === 0 ? null : turns;
}

type OldNames = { readonly [part in 'earMs' | 'mindMs' | 'voiceMs']?: number };
