import { type importances, needNoValue, type Operator } from '@parley/contract/flow.ts';
import type { components } from '../api/api.gen.ts';

/**
 * A flow in the editor. Every block has an id and every text is present, possibly empty, so that a form can be half
 * filled. `flow-document.ts` translates from and to the API's format.
 */
export interface Flow {
  readonly firstMessage: Message;
  readonly sections: readonly Section[];
  /** Empty: there is no message. */
  readonly lastMessage: Message;
}

export interface Message {
  readonly id: string;
  readonly text: string;
}

export type Section = TalkSection | AskSection | DecideSection | HandoffSection;
export type SectionType = Section['type'];

interface Titled {
  readonly id: string;
  readonly title: string;
}

export interface TalkSection extends Titled {
  readonly type: 'sequential';
  readonly prompt: string;
}

export interface AskSection extends Titled {
  readonly type: 'looping';
  readonly questions: readonly Question[];
}

export interface DecideSection extends Titled {
  readonly type: 'conditional';
  readonly branches: readonly Branch[];
  /** The id of a branch, so that it may be renamed. */
  readonly defaultBranch: string | undefined;
}

export interface HandoffSection extends Titled {
  readonly type: 'human_handoff';
  readonly message: string;
  readonly destinations: readonly Destination[];
}

export interface Destination {
  readonly label: string;
  readonly phoneNumber: string;
}

export interface Question {
  readonly id: string;
  readonly question: string;
  readonly idealAnswer: string;
  readonly importance: (typeof importances)[number] | '';
  /** As typed. */
  readonly weight: string;
  readonly key: string;
  /** The type of its answer; absent: it follows from the wording. */
  readonly answer?: NonNullable<components['schemas']['FlowQuestionInput']['answer']> | undefined;
}

export interface Branch {
  readonly id: string;
  readonly name: string;
  readonly condition: Condition;
  readonly sections: readonly Section[];
}

export const needsValue = (operator: Operator): boolean => !needNoValue.includes(operator);

/** Keeps the values of both types, so that switching the type loses nothing. */
export interface Condition {
  readonly type: 'intent' | 'expression';
  readonly description: string;
  readonly field: string;
  readonly operator: Operator;
  /** A list is separated by commas. */
  readonly value: string;
  /** The stored value: sent back unchanged while its text is unchanged. */
  readonly given?: unknown;
}

/** Everything in a list of a flow that can be moved. */
export type Block = Section | Branch | Question;

export type NewId = () => string;

export const newQuestion = (newId: NewId): Question => ({
  id: newId(),
  question: '',
  idealAnswer: '',
  importance: '',
  weight: '',
  key: '',
});

export const newCondition: Condition = {
  type: 'intent',
  description: '',
  field: '',
  operator: 'EXISTS',
  value: '',
};

export const newBranch = (newId: NewId, name = ''): Branch => ({
  id: newId(),
  name,
  condition: newCondition,
  sections: [],
});

/** A new section with its minimum content. */
export function newSection(type: SectionType, newId: NewId): Section {
  const titled = { id: newId(), title: '' };
  switch (type) {
    case 'sequential':
      return { ...titled, type, prompt: '' };
    case 'looping':
      return { ...titled, type, questions: [newQuestion(newId)] };
    case 'conditional':
      return { ...titled, type, branches: [newBranch(newId)], defaultBranch: undefined };
    case 'human_handoff':
      return { ...titled, type, message: '', destinations: [{ label: '', phoneNumber: '' }] };
  }
}

/** The first version of a flow: it works as it is, and says that an AI calls. */
export const starterFlow = (newId: NewId): Flow => ({
  firstMessage: {
    id: newId(),
    text: 'Hello {{contact.first_name}}, this is an AI assistant calling from {{contact.company_name}}.',
  },
  sections: [
    {
      id: newId(),
      type: 'looping',
      title: 'Questions',
      questions: [{ ...newQuestion(newId), question: 'Do you have a few minutes to talk?', key: 'has_time' }],
    },
  ],
  lastMessage: { id: newId(), text: 'Thank you for your time. Goodbye!' },
});

export const isAsk = (block: Block): block is AskSection => 'type' in block && block.type === 'looping';
export const isDecide = (block: Block): block is DecideSection =>
  'type' in block && block.type === 'conditional';
export const isBranch = (block: Block): block is Branch => 'condition' in block;
