import type { KnownValue } from '../expression.ts';
import type { ModelRequest } from '../llm/model-request.ts';
import type { CallAnswer } from '../outcome.ts';
import type { Words } from '../party.ts';
import type { CallPlan, PlanQuestion, PlanSequential } from '../plan.ts';

/**
 * Understands what the contact said and words what the conductor has decided to say. It makes no decisions and has no
 * tools, no clock and no memory beyond its inputs.
 */
export interface DialogueModel {
  understand(heard: string, expectation: Expectation, context: CallContext): Promise<Understanding>;
  word(intention: Intention, context: CallContext): Promise<Words>;
  /** Whether the transcript so far supports a description, such as "the contact wants to buy". */
  judge(description: string, context: CallContext): Promise<Judgement>;
  /** An answer based only on the passages; undefined when they have none. */
  answer(question: string, passages: readonly Passage[], context: CallContext): Promise<Words | undefined>;
  /** After the call: resolves once all usage has been noted. Absent when that is immediate. */
  rest?(context: CallContext): Promise<void>;
}

/** What a dialogue model knows about its call. */
export interface CallContext {
  readonly plan: CallPlan;
  /** Everything said so far, newest last, including the words to be understood. It grows with the call. */
  readonly turns: readonly Turn[];
  /** When the call was answered, ISO 8601: "tomorrow" is relative to this. */
  readonly answeredAt: string;
  /** Selects among equivalent phrases: the same seed and the same call give the same words. */
  readonly seed: number;
  /** How far the flow has come. Absent: not known, so that every question of the plan may be meant. */
  readonly progress?: FlowProgress;
  /** The recording was stopped during the call. */
  readonly isUnrecorded?: boolean;
  /** Receives each request to a language model, for the journal. Absent when there is no journal. */
  readonly note?: (thought: ModelRequest) => void;
}

/** Grows with the call. */
export interface FlowProgress {
  /** One for each question that was asked or answered, the latest answer last. */
  readonly answers: readonly CallAnswer[];
  /** The questions that were answered, or that can still be asked on the branches taken so far. */
  readonly questions: readonly PlanQuestion[];
}

export interface Turn {
  readonly speaker: 'agent' | 'contact';
  readonly text: string;
}

export interface Passage {
  readonly title: string;
  readonly text: string;
  /** The document and the place in it, to cite the source of an answer. */
  readonly source?: string;
}

/** What the contact's words may answer. */
export type Expectation =
  /** Who answered is not known yet. `isUnasked`: they have heard no question so far, so that a "no" refuses nothing. */
  | { readonly kind: 'opening'; readonly isUnasked?: true }
  | { readonly kind: 'answer'; readonly question: PlanQuestion }
  | { readonly kind: 'talk'; readonly section: PlanSequential }
  /** One of several people or departments, by label. */
  | { readonly kind: 'choice'; readonly labels: readonly string[] }
  | { readonly kind: 'message' }
  | { readonly kind: 'callback_time' }
  /** Whether an answer that they gave in passing was understood: true or false. Another value is one of `others`. */
  | {
      readonly kind: 'confirmation';
      readonly question: PlanQuestion;
      readonly value: KnownValue;
      readonly quote: string;
    }
  /** Whether they never want to be called again: true or false. */
  | { readonly kind: 'opt_out' }
  /** Whether the call may be recorded: true or false. */
  | { readonly kind: 'recording' }
  /** Whether they are still there. */
  | { readonly kind: 'presence' };

export interface Understanding {
  /** Wishes about the call itself. Several may apply; the conductor decides which goes first. */
  readonly wants: {
    /** A human, perhaps one of the labels of the flow's handoffs. */
    readonly person?: { readonly label?: string };
    /**
     * `possible`: only one of two readings saw it, so one short confirmation is asked for. `faint`: it only sounds a
     * little like it; it counts if they say so when asked. `doubted`: it is plain in words that were heard badly; it also
     * counts if they hang up instead of an answer.
     */
    readonly neverAgain?: true | 'possible' | 'doubted' | 'faint';
    readonly notInterested?: true;
    /** That the call is not recorded. It goes on all the same. */
    readonly unrecorded?: true;
    readonly wrongPerson?: true;
    /** `at` is ISO 8601 with offset; null when they named no time that could be understood. */
    readonly later?: { readonly rawText: string; readonly at: string | null };
    readonly goodbye?: true;
    /** To have the last thing repeated. */
    readonly repeat?: true;
    /** A moment to think, or to fetch something. */
    readonly moment?: true;
  };
  /** Which readings saw each wish, where several read the turn: it explains to operators why one was confirmed. */
  readonly seenBy?: Readonly<Partial<Record<keyof Understanding['wants'], readonly ReadingName[]>>>;
  /** A machine is speaking: a voicemail, a call screener that asks who is calling, or a menu that has keys pressed. */
  readonly machine?: 'voicemail' | 'screening' | 'menu';
  /** A question of the contact, in their words. */
  readonly question?: string;
  /** What that question asks about the call itself; absent when it asks about something else. */
  readonly about?: SelfTopic;
  /** They ask who is calling, or whether it is a machine: the first message answers that. */
  readonly asksWho?: true;
  /** Off topic: unrelated to the question. */
  readonly isOffTopic?: true;
  /** They refuse to answer. */
  readonly isRefused?: true;
  /** The answer to the expectation. `isClear` false: one follow-up question is worthwhile. */
  readonly answer?: {
    readonly value: KnownValue;
    readonly isClear: boolean;
    readonly quote?: string;
    /** Of one that is not clear: what they rather mean. It stands if they say no more when asked again. */
    readonly isLikely?: true;
  };
  /** What the turn says about other questions of the flow, asked before or still to come. */
  readonly others?: readonly OtherAnswer[];
  /** They say that they have answered this before. The answer, if any, is what they said then. */
  readonly hasToldAlready?: true;
  /** Asked for a message or for a time to be called: they have the call go on instead. */
  readonly goesOn?: true;
  /** They asked for a person or for another time, and took it back in the same breath. */
  readonly takesBack?: true;
  /** In a sequential section: whether its topic is done. */
  readonly isDone?: boolean;
}

/** Who read a turn: the rules, the trained reading beside them, or a language model. */
export type ReadingName = 'rules' | 'trained' | 'model';

/** An answer to another question than the open one: given ahead, corrected, or withdrawn. */
export interface OtherAnswer {
  readonly questionId: string;
  /** Null: withdrawn, as in "forget what I said about the licence". */
  readonly value: KnownValue | null;
  /** The words that it rests on, as they stand in the turn. */
  readonly quote: string;
  /** False: it is confirmed in passing before anything is decided on it. */
  readonly isClear: boolean;
}

/** What people ask about the call itself. */
export type SelfTopic = 'who' | 'machine' | 'duration' | 'reason' | 'source' | 'recorded' | 'scam';

export interface Judgement {
  readonly holds: boolean;
  /** In words, for operators. */
  readonly reason: string;
}

/** What the conductor wants to say. Fixed texts of the flow are said as they are, without the dialogue model. */
export type Intention =
  /** A question again, in other words. `attempt` counts from 1. */
  | { readonly kind: 'ask_again'; readonly question: PlanQuestion; readonly attempt: number }
  /** The answer is unclear: one follow-up question. */
  | { readonly kind: 'clarify'; readonly question: PlanQuestion; readonly heard: string }
  /** A short acknowledgement before the next sentence, so that the call does not sound like a form. */
  | { readonly kind: 'acknowledge'; readonly heard: string; readonly before?: string }
  | { readonly kind: 'accept_refusal' }
  /** An answer was corrected or withdrawn. */
  | { readonly kind: 'accept_correction' }
  /** Confirms an answer that was given in passing. `quote` is in their words. */
  | { readonly kind: 'confirm_answer'; readonly question: PlanQuestion; readonly quote: string }
  /** They say that they have answered this before, and we have not understood it. */
  | { readonly kind: 'apologise_missed' }
  /** Start a described section, or return to it after a question or something off topic. */
  | { readonly kind: 'section'; readonly section: PlanSequential; readonly exchanges: number }
  | { readonly kind: 'unknown_answer'; readonly question: string }
  /** Back to what the call is about. */
  | { readonly kind: 'back_to_topic' }
  | { readonly kind: 'still_there' }
  /** The contact rejoined the call: the last question again. */
  | { readonly kind: 'welcome_back'; readonly question: string }
  | { readonly kind: 'give_moment' }
  | { readonly kind: 'announce_handoff' }
  | { readonly kind: 'choose_destination'; readonly labels: readonly string[] }
  | { readonly kind: 'handoff_failed' }
  /** Nobody can take the call: ask for a message. */
  | { readonly kind: 'take_message' }
  | { readonly kind: 'confirm_message' }
  | { readonly kind: 'ask_callback_time' }
  /** `at` null: no time was understood, and we shall simply try again. */
  | { readonly kind: 'confirm_callback'; readonly at: string | null }
  | { readonly kind: 'respect_refusal' }
  /** Whether we should never call again: a yes means never. */
  | { readonly kind: 'ask_opt_out' }
  | { readonly kind: 'confirm_opt_out' }
  /** Whether the call may be recorded: a yes allows it. */
  | { readonly kind: 'ask_recording' }
  /** Nothing is recorded any more. */
  | { readonly kind: 'confirm_unrecorded' }
  | { readonly kind: 'apologise_wrong_person' }
  | { readonly kind: 'answer_screening' }
  | { readonly kind: 'goodbye' }
  | { readonly kind: 'running_out_of_time' }
  | { readonly kind: 'technical_apology' };
