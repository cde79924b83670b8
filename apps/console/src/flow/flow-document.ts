import type { Operator } from '@parley/contract/flow.ts';
import type { components } from '../api/api.gen.ts';
import {
  type Branch,
  type Condition,
  type Destination,
  type Flow,
  type Message,
  type NewId,
  needsValue,
  newCondition,
  type Question,
  type Section,
} from './flow.model.ts';

type Schemas = components['schemas'];
/** A flow in the API's format; replies have ids as well. */
export type FlowDocument = Schemas['FlowInput'];
type SentSection = Schemas['FlowSectionInput'];
type SentHandoff = Schemas['HumanHandoffSectionInput'];
type SentQuestion = Schemas['FlowQuestionInput'];
type SentCondition = Schemas['FlowConditionInput'];
type SentExpression = Schemas['ExpressionConditionInput'];

export function readFlow({ firstMessage, sections, lastMessage }: FlowDocument, newId: NewId): Flow {
  return {
    firstMessage: readMessage(firstMessage, newId),
    sections: readSections(sections, newId),
    lastMessage: readMessage(lastMessage, newId),
  };
}

const readMessage = (
  given: FlowDocument['lastMessage'] | FlowDocument['firstMessage'],
  newId: NewId,
): Message => ({
  id: given?.id ?? newId(),
  text: given?.text ?? '',
});

const readSections = (given: readonly SentSection[], newId: NewId): Section[] =>
  given.map((section) => readSection(section, newId));

function readSection(given: SentSection, newId: NewId): Section {
  const titled = { id: given.id ?? newId(), title: given.title ?? '' };
  switch (given.type) {
    case 'looping':
      return {
        ...titled,
        type: 'looping',
        questions: given.questions.map((question) => readQuestion(question, newId)),
      };
    case 'conditional': {
      const branches: Branch[] = given.branches.map((branch) => ({
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
        destinations: (given.destinations ?? [{ phoneNumber: given.phoneNumber ?? '' }]).map(
          ({ label = '', phoneNumber }) => ({ label, phoneNumber }),
        ),
      };
    default:
      return { ...titled, type: 'sequential', prompt: given.prompt };
  }
}

const readQuestion = (given: SentQuestion, newId: NewId): Question => ({
  id: given.id ?? newId(),
  question: given.question,
  idealAnswer: given.idealAnswer ?? '',
  importance: given.importance ?? '',
  weight: given.weight === undefined ? '' : String(given.weight),
  key: given.key ?? '',
  ...(given.answer === undefined ? {} : { answer: given.answer }),
});

function readCondition(given: SentCondition): Condition {
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

/** Optional values that are empty are left out. */
export const writeFlow = (flow: Flow): FlowDocument => ({
  firstMessage: { id: flow.firstMessage.id, type: 'first_message', text: flow.firstMessage.text },
  sections: flow.sections.map(writeSection),
  ...(flow.lastMessage.text.trim() === ''
    ? {}
    : { lastMessage: { id: flow.lastMessage.id, type: 'last_message', text: flow.lastMessage.text } }),
});

function writeSection(section: Section): SentSection {
  const { id } = section;
  const titled = unlessEmpty('title', section.title);
  switch (section.type) {
    case 'sequential':
      return { id, type: section.type, ...titled, prompt: section.prompt };
    case 'looping':
      return { id, type: section.type, ...titled, questions: section.questions.map(writeQuestion) };
    case 'conditional': {
      const fallback = section.branches.find(({ id }) => id === section.defaultBranch);
      return {
        id,
        type: section.type,
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
        id,
        type: section.type,
        ...titled,
        ...unlessEmpty('message', section.message),
        ...writeDestinations(section.destinations),
      };
  }
}

function writeDestinations(
  destinations: readonly Destination[],
): Pick<SentHandoff, 'phoneNumber' | 'destinations'> {
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

const writeQuestion = ({
  id,
  question,
  idealAnswer,
  importance,
  weight,
  key,
  answer,
}: Question): SentQuestion => ({
  id,
  question,
  ...unlessEmpty('idealAnswer', idealAnswer),
  ...unlessEmpty('importance', importance),
  // Text instead of a number is sent as it is: the service reports the error.
  ...(weight.trim() === ''
    ? {}
    : { weight: Number.isNaN(Number(weight)) ? (weight as unknown as number) : Number(weight) }),
  ...unlessEmpty('key', key.trim()),
  ...(answer === undefined ? {} : { answer: writeAnswer(answer) }),
});

/** Properties that were left empty are left out. */
function writeAnswer({ options, unit, currency, period, keys, type }: NonNullable<Question['answer']>) {
  const filled = (options ?? []).map((one) => one.trim()).filter((one) => one !== '');
  return {
    type,
    ...(filled.length > 0 || type === 'choice' ? { options: filled } : {}),
    ...unlessEmpty('unit', unit ?? ''),
    ...unlessEmpty('currency', currency ?? ''),
    ...(period === undefined ? {} : { period }),
    ...(keys ? { keys } : {}),
  };
}

function writeCondition(condition: Condition): SentCondition {
  const { type, description, field, operator } = condition;
  if (type === 'intent') return { type, description };
  return {
    type,
    field,
    operator,
    ...(needsValue(operator) ? { value: writeValue(condition) as NonNullable<SentExpression['value']> } : {}),
  };
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
  // Empty means no value: the service reports that one is needed.
  return value.trim() === '' ? null : value.trim();
}

const unlessEmpty = <Name extends string, Text extends string>(
  name: Name,
  text: Text,
): { readonly [Key in Name]?: Exclude<Text, ''> } =>
  text.trim() === '' ? {} : ({ [name]: text } as { [Key in Name]: Exclude<Text, ''> });
