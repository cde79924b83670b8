import type { blocks } from '@parley/contract/flow.ts';
import type { Static, TObject, TProperties } from 'typebox';

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

type Part<Properties extends TProperties> = Readonly<Static<TObject<Properties>>>;
type Block<Properties extends TProperties> = Part<Properties> & { readonly id: string };

export interface Message<Type extends string> extends Omit<Block<typeof blocks.firstMessage>, 'type'> {
  readonly type: Type;
}

export type Section = SequentialSection | LoopingSection | ConditionalSection | HandoffSection;

/** Talks as its prompt says. */
export type SequentialSection = Block<typeof blocks.sequential>;

/** Asks its questions, one after the other. */
export interface LoopingSection extends Block<typeof blocks.looping> {
  readonly questions: readonly Question[];
}

export type Question = Block<typeof blocks.question>;
export type Importance = NonNullable<Question['importance']>;

/** Takes the first branch whose condition holds, else the default, else none. */
export interface ConditionalSection extends Block<typeof blocks.conditional> {
  readonly branches: readonly Branch[];
}

export interface Branch extends Block<typeof blocks.branch> {
  readonly condition: Condition;
  readonly sections: readonly Section[];
}

export type Condition = IntentCondition | ExpressionCondition;

/** Asked of the dialogue model: does what was said fit the description? */
export type IntentCondition = Part<typeof blocks.intent>;

/** Decided on known data alone. */
export interface ExpressionCondition extends Omit<Part<typeof blocks.expression>, 'value'> {
  /** What is compared decides whether it fits. */
  readonly value?: unknown;
}

/** Passes the call to a person. */
export interface HandoffSection extends Block<typeof blocks.handoff> {
  readonly destinations: readonly Part<typeof blocks.destination>[];
}
