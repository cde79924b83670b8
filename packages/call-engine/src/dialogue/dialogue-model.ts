import type { KnownValue } from '../expression.ts';
import type { Words } from '../party.ts';
import type { CallPlan, PlanQuestion, PlanSequential } from '../plan.ts';
import type { Thought } from './thought.ts';

/**
 * Understands what was said and finds the words for what the conductor has decided to say. It decides nothing
 * itself and has no means of doing anything: no tools, no clock, no memory beyond what it is given.
 */
export interface DialogueModel {
  understand(heard: string, expectation: Expectation, context: CallContext): Promise<Understanding>;
  word(intention: Intention, context: CallContext): Promise<Words>;
  /** Whether what has been said so far bears out a description, such as "the contact wants to buy". */
  judge(description: string, context: CallContext): Promise<Judgement>;
  /** An answer that follows from the passages and from nothing else; undefined when they do not give one. */
  answer(question: string, passages: readonly Passage[], context: CallContext): Promise<Words | undefined>;
  /** After the call: resolves once everything that it took has been noted. Absent where that is at once. */
  rest?(context: CallContext): Promise<void>;
}

/** What a dialogue model is told of the call it is in. */
export interface CallContext {
  readonly plan: CallPlan;
  /** Everything said so far, the newest last, with the words that are to be understood. It grows with the call. */
  readonly turns: readonly Turn[];
  /** When the call was answered, ISO 8601: what "tomorrow" is counted from. */
  readonly answeredAt: string;
  /** Chooses among equally good words: the same seed and the same call give the same words. */
  readonly seed: number;
  /** Where a dialogue model that asks a model puts down what that took. Absent where nobody keeps a journal. */
  readonly note?: (thought: Thought) => void;
}

export interface Turn {
  readonly speaker: 'agent' | 'contact';
  readonly text: string;
}

export interface Passage {
  readonly title: string;
  readonly text: string;
  /** The document and the place in it, for whoever asks where an answer came from. */
  readonly source?: string;
}

/** What their words may be an answer to. */
export type Expectation =
  /** The first message was said; who picked up is not known yet. */
  | { readonly kind: 'opening' }
  | { readonly kind: 'answer'; readonly question: PlanQuestion }
  | { readonly kind: 'talk'; readonly section: PlanSequential }
  /** One of several people or departments, by label. */
  | { readonly kind: 'choice'; readonly labels: readonly string[] }
  | { readonly kind: 'message' }
  | { readonly kind: 'callback_time' }
  /** Whether they are still there. */
  | { readonly kind: 'presence' };

export interface Understanding {
  /** What they want of the call itself. Several may hold; the conductor decides which comes first. */
  readonly wants: {
    /** A human being, perhaps one of the labels that the flow's handoffs have. */
    readonly person?: { readonly label?: string };
    readonly neverAgain?: true;
    readonly notInterested?: true;
    readonly wrongPerson?: true;
    /** `at` is ISO 8601 with offset; null when they named no time that could be understood. */
    readonly later?: { readonly rawText: string; readonly at: string | null };
    readonly goodbye?: true;
    /** To hear the last thing again. */
    readonly repeat?: true;
    /** A moment to think, or to fetch something. */
    readonly moment?: true;
  };
  /** It is a machine that speaks: one that takes messages, or one that asks who is calling. */
  readonly machine?: 'voicemail' | 'screening';
  /** What they would like to know of us, in their words. */
  readonly question?: string;
  /** They ask who is calling, or whether it is a machine: what the first message says. */
  readonly asksWho?: true;
  /** It has nothing to do with what they were asked. */
  readonly isOffTopic?: true;
  /** They would rather not answer. */
  readonly isRefused?: true;
  /** The answer to what was expected. `isClear` false: it is worth asking back once. */
  readonly answer?: { readonly value: KnownValue; readonly isClear: boolean };
  /** In a sequential section: whether what it is about has been dealt with. */
  readonly isDone?: boolean;
}

export interface Judgement {
  readonly holds: boolean;
  /** In words, for whoever asks why the call went this way. */
  readonly reason: string;
}

/** What the conductor wants said. Fixed texts of the flow are said as they are and need no words from a dialogue model. */
export type Intention =
  /** A question again, in other words. `attempt` counts from 1. */
  | { readonly kind: 'ask_again'; readonly question: PlanQuestion; readonly attempt: number }
  /** What was answered is unclear: one follow-up. */
  | { readonly kind: 'clarify'; readonly question: PlanQuestion; readonly heard: string }
  /** A word before the next sentence, if that is known already, so that it does not sound like a form. */
  | { readonly kind: 'acknowledge'; readonly heard: string; readonly before?: string }
  | { readonly kind: 'accept_refusal' }
  /** Begin a section that is described, or come back to it after they asked or spoke of something else. */
  | { readonly kind: 'section'; readonly section: PlanSequential; readonly exchanges: number }
  | { readonly kind: 'unknown_answer'; readonly question: string }
  /** Back to what the call is about. */
  | { readonly kind: 'back_to_topic' }
  | { readonly kind: 'still_there' }
  /** They come back to the call: what they were last asked, again. */
  | { readonly kind: 'welcome_back'; readonly question: string }
  | { readonly kind: 'give_moment' }
  | { readonly kind: 'announce_handoff' }
  | { readonly kind: 'choose_destination'; readonly labels: readonly string[] }
  | { readonly kind: 'handoff_failed' }
  /** Nobody can take the call: ask what to pass on. */
  | { readonly kind: 'take_message' }
  | { readonly kind: 'confirm_message' }
  | { readonly kind: 'ask_callback_time' }
  /** `at` null: no time was understood, and we shall simply try again. */
  | { readonly kind: 'confirm_callback'; readonly at: string | null }
  | { readonly kind: 'respect_refusal' }
  | { readonly kind: 'confirm_opt_out' }
  | { readonly kind: 'apologise_wrong_person' }
  | { readonly kind: 'answer_screening' }
  | { readonly kind: 'goodbye' }
  | { readonly kind: 'running_out_of_time' }
  | { readonly kind: 'technical_apology' };
