import type { Expectation, Intention, Judgement, Passage, Understanding } from './dialogue/dialogue-model.ts';
import type { Thought } from './dialogue/thought.ts';
import type { CallAnswer, CallOutcome } from './outcome.ts';
import type { Heard } from './party.ts';
import type { Trouble } from './trouble.ts';
import type { TurnRecord } from './turn-record.ts';

/**
 * Everything that happened in a call, in its order: what came in, and what was decided. The inputs alone, given
 * to the conductor again, must lead to the same decisions.
 */
export type JournalEntry = Input | Decision | Remark;

/** Beside the call: nothing follows from it, and a replay passes it over. */
export type Remark =
  | ({ readonly kind: 'thought' } & Thought)
  /** What it took to reply to them, in a spoken call. */
  | ({ readonly kind: 'turn' } & TurnRecord)
  /** A part of the call's sound failed. */
  | ({ readonly kind: 'trouble' } & Trouble);

/** What is put down beside the call. */
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
  /** `isStreamed`: it was found while it was being said, and stands here as far as it came. */
  | { readonly kind: 'worded'; readonly text: string; readonly isStreamed?: true }
  | { readonly kind: 'judged'; readonly judgement: Judgement }
  /** `missed`: what could not be searched, or not in time, in words. */
  | { readonly kind: 'found'; readonly passages: readonly Passage[]; readonly missed?: string }
  /** Null: the passages did not answer it. `cites` is the passage that bears the answer out. */
  | {
      readonly kind: 'answered';
      readonly text: string | null;
      readonly isStreamed?: true;
      readonly cites?: Citation;
    }
  | { readonly kind: 'transferred'; readonly isTaken: boolean }
  | { readonly kind: 'elapsed'; readonly atMs: number }
  /** A part of ours failed. `text` is what it had brought forth until then, when it was already being said. */
  | {
      readonly kind: 'failed';
      readonly part: FailedPart;
      readonly message: string;
      readonly text?: string;
    };

export type Citation = Pick<Passage, 'title' | 'source'>;

/** `stop`: nothing failed, the process has to end. `end`: nothing failed, somebody else wants the call to end. */
export type FailedPart = 'understand' | 'word' | 'judge' | 'find' | 'answer' | 'party' | 'stop' | 'end';

/** Each with why, in words: this is what an operator reads when they ask what the agent was thinking. */
export type Decision =
  | { readonly kind: 'say'; readonly text: string; readonly why: string }
  | { readonly kind: 'word'; readonly intention: Intention; readonly why: string }
  | { readonly kind: 'listen'; readonly expectation: Expectation['kind']; readonly patienceMs: number }
  | { readonly kind: 'enter'; readonly sectionId: string; readonly title?: string }
  | { readonly kind: 'ask'; readonly questionId: string }
  /** Whether a branch's description fits is put to the dialogue model. */
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
  | { readonly kind: 'note'; readonly answer: CallAnswer }
  /** A question of theirs is looked up in the knowledge. */
  | { readonly kind: 'look_up'; readonly question: string }
  /** Nothing in the knowledge answered it. */
  | { readonly kind: 'leave_open'; readonly question: string }
  | { readonly kind: 'take_message'; readonly text: string }
  | { readonly kind: 'transfer'; readonly to: string; readonly label: string | null; readonly why: string }
  | { readonly kind: 'end'; readonly outcome: CallOutcome; readonly why: string };

/** Where a call's journal goes, entry by entry as it happens. */
export type Keep = (entry: JournalEntry) => void;
