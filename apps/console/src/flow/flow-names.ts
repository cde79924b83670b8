import type { ContactField } from '../api/catalog.ts';
import { keyOf } from '../api/key-of.ts';
import type { Choice } from '../components/field.tsx';
import { type Branch, type Flow, isAsk, isBranch, type Question } from './flow.model.ts';
import { blocksOf, change } from './flow-tree.ts';
import { cut, sectionWords, titleOf } from './flow-words.ts';

type Answer = NonNullable<Question['answer']>;

/** Longer wordings would make the list of options unreadable. */
const MOST_LETTERS = 80;
/** Enough for a key that is recognised. */
const MOST_KEY_LETTERS = 40;
/** The option of a question without a key: it gets one when it is chosen. */
const WITHOUT_KEY = 'question ';

const questionsOf = (flow: Flow): Question[] =>
  blocksOf(flow).flatMap(({ block }) => (isAsk(block) ? block.questions : []));

const unique = (choices: readonly Choice[]): Choice[] =>
  [...new Map([...choices].reverse().map((one) => [one.value, one])).values()].reverse();

/**
 * What a condition can compare. Properties of a job are not offered: conversations of an agent with a flow have no
 * job.
 */
export const fieldChoices = (flow: Flow, fields: readonly ContactField[]): Choice[] =>
  unique([
    ...questionsOf(flow).flatMap(({ id, key, question }) => {
      const value = key.trim() === '' ? WITHOUT_KEY + id : `answer.${key.trim()}`;
      const words = cut(question.trim(), MOST_LETTERS) || key.trim();
      return words === '' ? [] : [{ value, words, group: 'Answers to questions' }];
    }),
    ...fields.map(({ key, label }) => ({ value: `contact.${key}`, words: label, group: 'Contact fields' })),
  ]);

/** The flow with this option as the field of a condition; a question without a key gets one. */
export function withField(flow: Flow, { id, condition }: Branch, chosen: string): Flow {
  const questions = questionsOf(flow);
  const unnamed = questions.find((one) => WITHOUT_KEY + one.id === chosen);
  const key = unnamed && freeKey(unnamed.question, questions);
  const keyed = unnamed && key ? change<Question>(flow, unnamed.id, { key }) : flow;
  const field = key === undefined ? chosen : `answer.${key}`;
  return change<Branch>(keyed, id, { condition: { ...condition, field, value: '', given: undefined } });
}

/** "Which city do you live in?" → which_city_do_you_live_in, with a number where another question has it. */
function freeKey(wording: string, questions: readonly Question[]): string {
  const taken = new Set(questions.map(({ key }) => key.trim()));
  const base = keyOf(wording).slice(0, MOST_KEY_LETTERS).replace(/_+$/, '') || 'question';
  const numbered = (number: number): string => (number === 1 ? base : `${base}_${number}`);
  let number = 1;
  while (taken.has(numbered(number))) number++;
  return numbered(number);
}

/** What is known of the type of a condition's field; undefined: it may be anything. */
export function typeOfField(flow: Flow, fields: readonly ContactField[], path: string): Answer | undefined {
  const asked = questionsOf(flow).find(({ key }) => key.trim() !== '' && `answer.${key.trim()}` === path);
  const field = fields.find(({ key }) => `contact.${key}` === path);
  return asked ? asked.answer : field && typeOf(field);
}

function typeOf({ dataType, enumOptions }: ContactField): Answer | undefined {
  switch (dataType) {
    case 'bool':
      return { type: 'yes_no' };
    case 'enum':
      return { type: 'choice', options: enumOptions ?? [] };
    case 'date':
    case 'number':
      return { type: dataType };
    default:
      return undefined;
  }
}

/** The questions of a flow as a test case names them, with the types of their answers. */
export const namedQuestions = (flow: Flow): { name: string; words: string; answer: Answer | undefined }[] =>
  questionsOf(flow).map((question) => ({
    name: nameOf(question),
    words: cut(question.question.trim(), MOST_LETTERS) || question.key,
    answer: question.answer,
  }));

/** A wording with a token is another one in each call. */
const nameOf = ({ id, key, question }: Question): string =>
  key.trim() || (question.trim() === '' || question.includes('{{') ? id : question.trim());

/** The parts of a flow that a test case can expect to be reached. */
export function partChoices(flow: Flow): Choice[] {
  const parts = blocksOf(flow).map(({ block }) => {
    if (isBranch(block))
      return { id: block.id, name: block.name.trim(), words: block.name, group: 'Branches' };
    if (!('type' in block))
      return { id: block.id, name: nameOf(block), words: block.question, group: 'Questions' };
    const words = `${sectionWords[block.type]}: ${titleOf(block)}`;
    return { id: block.id, name: block.title.trim(), words, group: 'Sections' };
  });
  // A name that several parts have, or none, says less than the id.
  const isClear = (name: string): boolean =>
    name !== '' && parts.filter((one) => one.name.toLowerCase() === name.toLowerCase()).length === 1;
  return parts
    .filter(({ words }) => words.trim() !== '')
    .map(({ id, name, words, group }) => ({
      value: isClear(name) ? name : id,
      words: cut(words.trim(), MOST_LETTERS),
      group,
    }));
}
