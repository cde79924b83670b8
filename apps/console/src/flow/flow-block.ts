import type {
  AskSection,
  Block,
  Branch,
  Condition,
  DecideSection,
  Flow,
  Question,
  Section,
  SectionType,
} from './flow.model.ts';

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

/** A section with everything that it needs at least, to be filled in. */
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

/** What a flow begins as: it can be called at once, and says who calls. */
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
