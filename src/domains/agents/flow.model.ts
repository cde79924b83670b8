/** What a prompt, a question or a message may be long. */
export const MAX_FLOW_TEXT = 20_000;

/**
 * A flow as it is kept: valid by the grammar, with the ids that the service assigned. Order is the order of the
 * call.
 */
export interface Flow {
  readonly schemaVersion: 1;
  readonly firstMessage: Message<'first_message'>;
  readonly sections: readonly Section[];
  readonly lastMessage?: Message<'last_message'>;
}

export interface Message<Type extends string> {
  readonly id: string;
  readonly type: Type;
  readonly text: string;
}

export type Section = SequentialSection | LoopingSection | ConditionalSection | HandoffSection;

interface Titled {
  readonly id: string;
  readonly title?: string;
}

/** Talks as its prompt says. */
export interface SequentialSection extends Titled {
  readonly type: 'sequential';
  readonly prompt: string;
}

/** Asks its questions, one after the other. */
export interface LoopingSection extends Titled {
  readonly type: 'looping';
  readonly questions: readonly Question[];
}

export const importances = ['REQUIRED', 'HIGH', 'MEDIUM', 'LOW'] as const;
export type Importance = (typeof importances)[number];

export interface Question {
  readonly id: string;
  readonly question: string;
  /** Never spoken: what a good answer would be, for scoring only. */
  readonly idealAnswer?: string;
  /** One of the two opts the question into scoring. */
  readonly importance?: Importance;
  readonly weight?: number;
  /** What `answer.<key>` of an expression refers to. */
  readonly key?: string;
}

/** Takes the first branch whose condition holds, else the default, else none. */
export interface ConditionalSection extends Titled {
  readonly type: 'conditional';
  readonly branches: readonly Branch[];
  readonly defaultBranch?: string;
}

export interface Branch {
  readonly id: string;
  readonly name: string;
  readonly condition: Condition;
  readonly sections: readonly Section[];
}

export type Condition = IntentCondition | ExpressionCondition;

/** Asked of the brain: does what was said fit the description? */
export interface IntentCondition {
  readonly type: 'intent';
  readonly description: string;
}

export const operators = [
  'EXISTS',
  'NOT_EXISTS',
  'EQUALS',
  'NOT_EQUALS',
  'CONTAINS',
  'GREATER_THAN',
  'LESS_THAN',
  'IN',
] as const;
export type Operator = (typeof operators)[number];

/** Decided on known data alone. */
export interface ExpressionCondition {
  readonly type: 'expression';
  /** `contact.<key>`, `job.<property>` or `answer.<question key>` */
  readonly field: string;
  readonly operator: Operator;
  readonly value?: unknown;
}

/** Passes the call to a person. */
export interface HandoffSection extends Titled {
  readonly type: 'human_handoff';
  readonly message?: string;
  readonly destinations: readonly { readonly label?: string; readonly phoneNumber: string }[];
}
