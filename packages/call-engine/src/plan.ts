import type { CallingWindow } from '@parley/kernel/calling-window.ts';
import type { Language } from '@parley/language/language.ts';
import type { AnswerType } from './answer-type.ts';
import type { Expression, KnownData } from './expression.ts';

/**
 * Everything one live call needs, as data: the agent's flow with its texts filled in for this contact, what the
 * dialogue model gets to see, and what the conductor decides on. Nothing is looked up during the call, so a stored
 * plan and the journal are enough to replay it.
 */
export interface CallPlan {
  readonly agent: { readonly id: string; readonly versionId: string; readonly name: string };
  readonly company: { readonly name: string };
  readonly contact: PlanContact;
  readonly language: Language;
  /** PHONE is dialled; ONLINE is joined by the contact. */
  readonly type: 'PHONE' | 'ONLINE';
  /** The purpose of a ready-made agent; null: it has its own flow. */
  readonly focus: PlanFocus | null;
  /** A hard time budget: the last message is said before it ends. */
  readonly durationMinutes: number;
  /** Discloses that an AI is speaking. */
  readonly firstMessage: PlanMessage;
  readonly sections: readonly PlanSection[];
  readonly lastMessage: PlanMessage;
  /** Every handoff of the flow in order, nested ones too: a request for a human is honoured at any time. */
  readonly handoffs: readonly PlanHandoff[];
  /** What the dialogue model gets to see, in this order. */
  readonly prompt: readonly PromptSection[];
  /** What a contact's question can be answered from. Never instructions. */
  readonly knowledge: readonly PlanDocument[];
  readonly analysis: PlanAnalysis;
  /**
   * What expressions are evaluated on; answers of the call are added as `answer`. Contains personal data that the
   * dialogue model does not see.
   */
  readonly known: { readonly contact: KnownData; readonly job: KnownData };
  /** What "tomorrow at three" means to this contact. A null window is open at any time. */
  readonly hours: { readonly timeZone: string; readonly window: CallingWindow | null };
  readonly voicemail: PlanVoicemail;
  readonly voice: PlanVoice;
  /** What is chosen in a telephone menu, best first: "sales". Absent: the contact by name, or whoever answers. */
  readonly menu?: { readonly wanted: readonly string[] };
  /** What keys of the contact's telephone mean in the whole call. `optOut`: never to be called again. */
  readonly keypad?: { readonly optOut?: string };
  /** Whether the sound of the call is recorded. Absent: not known. */
  readonly isRecorded?: boolean;
  /** How the contact agrees to the recording; absent: not asked, though an objection counts in every call. */
  readonly recordingConsent?: PlanRecordingConsent;
  /** What contact and job put into the author's texts, as it stands there. Absent: nothing, or not known. */
  readonly filled?: readonly PlanValue[];
}

/** `notice` stands in the first message: the recording counts as announced once it was heard. */
export type PlanRecordingConsent =
  | { readonly mode: 'announce'; readonly notice: string }
  | { readonly mode: 'ask' };

export interface PlanValue {
  readonly text: string;
  /** Given by the contact or about them; otherwise by the company, of itself or of the job. */
  readonly isOfContact: boolean;
}

export type PlanFocus = 'GENERIC' | 'SCREENING' | 'LANGUAGE_TEST' | 'REFERENCE_CHECK';

export interface PlanContact {
  readonly id: string;
  /** As it may be said, whatever else the agent may know: it is how one asks for the right person. */
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: 'male' | 'female' | null;
  readonly phoneNumber: string | null;
}

export interface PlanMessage {
  readonly id: string;
  readonly text: string;
}

export type PlanSection = PlanSequential | PlanLooping | PlanConditional | PlanHandoff;

interface Titled {
  readonly id: string;
  readonly title?: string;
}

export interface PlanSequential extends Titled {
  readonly type: 'sequential';
  /** An instruction to the dialogue model. Contact data stands in it between quotation marks. */
  readonly prompt: string;
}

export interface PlanLooping extends Titled {
  readonly type: 'looping';
  readonly questions: readonly PlanQuestion[];
}

export interface PlanQuestion {
  readonly id: string;
  /** As it is asked. */
  readonly text: string;
  /** What expressions call its answer. */
  readonly key?: string;
  /** Absent in plans of older versions: then it follows from the wording. */
  readonly answerType?: AnswerType;
  /** It may be answered by keys: a number, the position of a choice, 1 for yes and 2 for no. */
  readonly takesKeys?: true;
  /** Absent: the answer is kept and not scored. The ideal answer is never spoken nor shown to the dialogue model in the call. */
  readonly scoring?: {
    readonly idealAnswer: string;
    readonly weight: number;
    /** Null when the weight was given as a number. */
    readonly importance: 'REQUIRED' | 'HIGH' | 'MEDIUM' | 'LOW' | null;
  };
}

export interface PlanConditional extends Titled {
  readonly type: 'conditional';
  /** In order: the first whose condition holds is taken. */
  readonly branches: readonly PlanBranch[];
  /** The id of the branch taken when none holds; absent: the section is skipped. */
  readonly defaultBranchId?: string;
}

export interface PlanBranch {
  readonly id: string;
  readonly name: string;
  readonly condition: PlanCondition;
  readonly sections: readonly PlanSection[];
}

export type PlanCondition =
  | { readonly type: 'intent'; readonly description: string }
  | ({ readonly type: 'expression' } & Expression);

export interface PlanHandoff extends Titled {
  readonly type: 'human_handoff';
  /** Said before the transfer; absent: the dialogue model words it. */
  readonly message?: string;
  /** With several, the agent chooses by label. */
  readonly destinations: readonly { readonly label?: string; readonly phoneNumber: string }[];
}

export interface PromptSection {
  readonly id: 'guardrails' | 'forbidden-topics' | 'instructions' | 'contact';
  readonly title: string;
  /** Data is shown to a model as quoted data, never as something to obey. */
  readonly kind: 'instruction' | 'data';
  readonly text: string;
}

export interface PlanDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface PlanAnalysis {
  readonly extractionTargets: readonly PlanExtractionTarget[];
  readonly outcomes: readonly PlanLabel[];
  readonly tags: readonly PlanLabel[];
}

export interface PlanExtractionTarget {
  readonly key: string;
  readonly label: string;
  readonly type: 'string' | 'number' | 'bool' | 'date' | 'enum' | 'list';
  readonly description?: string;
  readonly options?: readonly string[];
}

export interface PlanLabel {
  readonly key: string;
  readonly label: string;
  readonly description: string;
}

export type PlanVoicemail =
  | { readonly action: 'HANG_UP' }
  | { readonly action: 'LEAVE_MESSAGE'; readonly message: string };

/** Null: what follows from the language. */
export interface PlanVoice {
  readonly provider: string | null;
  readonly voiceId: string | null;
  readonly speed: number;
}

/** Every question of a flow, whichever branch it stands in. */
export const questionsIn = (sections: readonly PlanSection[]): PlanQuestion[] =>
  sections.flatMap((section) =>
    section.type === 'looping'
      ? section.questions
      : section.type === 'conditional'
        ? section.branches.flatMap((branch) => questionsIn(branch.sections))
        : [],
  );
