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

export interface Question extends Block<typeof blocks.question> {
  /** What kind of answer it asks for; absent: it follows from its wording. */
  readonly answer?: Answer;
}
export type Answer = Part<typeof blocks.answer>;
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

/** The ids that the service gave the blocks of a flow. */
export function idsOf(flow: Flow): Set<string> {
  const inSections = (sections: readonly Section[]): string[] => sections.flatMap(inSection);
  const inSection = (section: Section): string[] => {
    if (section.type === 'looping') return [section.id, ...section.questions.map(({ id }) => id)];
    if (section.type !== 'conditional') return [section.id];
    return [section.id, ...section.branches.flatMap((branch) => [branch.id, ...inSections(branch.sections)])];
  };
  const messages = [flow.firstMessage.id, ...(flow.lastMessage ? [flow.lastMessage.id] : [])];
  return new Set([...messages, ...inSections(flow.sections)]);
}

/** As a client wrote it: a single unnamed destination of a handoff is its phoneNumber. */
export const viewFlow = (flow: Flow): Record<string, unknown> => ({
  ...flow,
  sections: flow.sections.map(viewSection),
});

function viewSection(section: Section): object {
  if (section.type === 'conditional') {
    return { ...section, branches: section.branches.map(viewBranch) };
  }
  if (section.type !== 'human_handoff') return section;
  const { destinations, ...rest } = section;
  const [first] = destinations;
  return destinations.length === 1 && first?.label === undefined
    ? { ...rest, phoneNumber: first?.phoneNumber }
    : section;
}

const viewBranch = (branch: Branch): object => ({ ...branch, sections: branch.sections.map(viewSection) });
