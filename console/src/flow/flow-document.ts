import {
  type Branch,
  type Condition,
  type Destination,
  type Flow,
  type Message,
  needsValue,
  type Operator,
  type Question,
  type Section,
} from './flow.model.ts';
import { type NewId, newCondition } from './flow-block.ts';

/** A flow in requests and replies. */
export type FlowDocument = Readonly<Record<string, unknown>>;

/* biome-ignore lint/suspicious/noExplicitAny: the grammar of the service answers for the shape, and the contract leaves it open */
type Given = any;

/** A flow as the service gave it. */
export function readFlow(document: FlowDocument, newId: NewId): Flow {
  const { firstMessage, sections, lastMessage } = document as Given;
  return {
    firstMessage: readMessage(firstMessage, newId),
    sections: readSections(sections, newId),
    lastMessage: readMessage(lastMessage, newId),
  };
}

const readMessage = (given: Given, newId: NewId): Message => ({
  id: given?.id ?? newId(),
  text: given?.text ?? '',
});

const readSections = (given: Given, newId: NewId): Section[] =>
  (given ?? []).map((section: Given) => readSection(section, newId));

function readSection(given: Given, newId: NewId): Section {
  const titled = { id: given.id ?? newId(), title: given.title ?? '' };
  switch (given.type as Section['type']) {
    case 'looping':
      return {
        ...titled,
        type: 'looping',
        questions: given.questions.map((question: Given) => readQuestion(question, newId)),
      };
    case 'conditional': {
      const branches: Branch[] = given.branches.map((branch: Given) => ({
        id: branch.id ?? newId(),
        name: branch.name,
        condition: readCondition(branch.condition),
        sections: readSections(branch.sections, newId),
      }));
      const defaultBranch = branches.find(({ name }) => name === given.defaultBranch)?.id;
      return { ...titled, type: 'conditional', branches, defaultBranch };
    }
    case 'human_handoff':
      return {
        ...titled,
        type: 'human_handoff',
        message: given.message ?? '',
        destinations: (given.destinations ?? [{ phoneNumber: given.phoneNumber }]).map(
          ({ label, phoneNumber }: Given) => ({ label: label ?? '', phoneNumber: phoneNumber ?? '' }),
        ),
      };
    default:
      return { ...titled, type: 'sequential', prompt: given.prompt ?? '' };
  }
}

const readQuestion = (given: Given, newId: NewId): Question => ({
  id: given.id ?? newId(),
  question: given.question,
  idealAnswer: given.idealAnswer ?? '',
  importance: given.importance ?? '',
  weight: given.weight === undefined ? '' : String(given.weight),
  key: given.key ?? '',
});

function readCondition(given: Given): Condition {
  if (given.type === 'intent') return { ...newCondition, description: given.description };
  return {
    ...newCondition,
    type: 'expression',
    field: given.field,
    operator: given.operator,
    value: valueText(given.value),
    ...(given.value === undefined ? {} : { given: given.value }),
  };
}

const valueText = (value: unknown): string =>
  value === undefined ? '' : Array.isArray(value) ? value.join(', ') : String(value);

/** A flow as the service takes it: what was left empty is left out, where it may be. */
export const writeFlow = (flow: Flow): FlowDocument => ({
  firstMessage: { id: flow.firstMessage.id, type: 'first_message', text: flow.firstMessage.text },
  sections: flow.sections.map(writeSection),
  ...(flow.lastMessage.text.trim() === ''
    ? {}
    : { lastMessage: { id: flow.lastMessage.id, type: 'last_message', text: flow.lastMessage.text } }),
});

function writeSection(section: Section): FlowDocument {
  const titled = { id: section.id, type: section.type, ...unlessEmpty('title', section.title) };
  switch (section.type) {
    case 'sequential':
      return { ...titled, prompt: section.prompt };
    case 'looping':
      return { ...titled, questions: section.questions.map(writeQuestion) };
    case 'conditional': {
      const fallback = section.branches.find(({ id }) => id === section.defaultBranch);
      return {
        ...titled,
        branches: section.branches.map(({ id, name, condition, sections }) => ({
          id,
          name,
          condition: writeCondition(condition),
          sections: sections.map(writeSection),
        })),
        ...(fallback === undefined ? {} : { defaultBranch: fallback.name }),
      };
    }
    case 'human_handoff':
      return {
        ...titled,
        ...unlessEmpty('message', section.message),
        ...writeDestinations(section.destinations),
      };
  }
}

function writeDestinations(destinations: readonly Destination[]): FlowDocument {
  const [first] = destinations;
  if (first && destinations.length === 1 && first.label.trim() === '')
    return { phoneNumber: first.phoneNumber };
  return {
    destinations: destinations.map(({ label, phoneNumber }) => ({
      ...unlessEmpty('label', label),
      phoneNumber,
    })),
  };
}

const writeQuestion = ({ id, question, idealAnswer, importance, weight, key }: Question): FlowDocument => ({
  id,
  question,
  ...unlessEmpty('idealAnswer', idealAnswer),
  ...unlessEmpty('importance', importance),
  // Words in place of a number are sent as they are: the service says what is wrong with them.
  ...(weight.trim() === '' ? {} : { weight: Number.isNaN(Number(weight)) ? weight : Number(weight) }),
  ...unlessEmpty('key', key.trim()),
});

function writeCondition(condition: Condition): FlowDocument {
  const { type, description, field, operator } = condition;
  if (type === 'intent') return { type, description };
  return { type, field, operator, ...(needsValue(operator) ? { value: writeValue(condition) } : {}) };
}

const ordered: readonly Operator[] = ['GREATER_THAN', 'LESS_THAN'];

function writeValue({ operator, value, given }: Condition): unknown {
  const wantsList = operator === 'IN';
  if (given !== undefined && valueText(given) === value && (!wantsList || Array.isArray(given))) return given;
  if (wantsList || Array.isArray(given)) {
    return value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  }
  const isNumber = value.trim() !== '' && Number.isFinite(Number(value));
  if (ordered.includes(operator) && isNumber) return Number(value);
  // Nothing is no value: the service says that one is needed.
  return value.trim() === '' ? null : value.trim();
}

const unlessEmpty = (name: string, text: string): FlowDocument =>
  text.trim() === '' ? {} : { [name]: text };
