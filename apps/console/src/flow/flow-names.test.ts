import { expect, test } from 'vitest';
import type { ContactField } from '../api/catalog.ts';
import type { Branch, Flow } from './flow.model.ts';
import { fieldChoices, namedQuestions, partChoices, typeOfField, withField } from './flow-names.ts';
import { change, locate } from './flow-tree.ts';
import { sampleFlow } from './sample-flow.ts';

const field = (key: string, dataType: ContactField['dataType'], enumOptions?: string[]) =>
  ({ key, label: key.toUpperCase(), dataType, enumOptions }) as ContactField;
const fields = [field('vip', 'bool'), field('plan', 'enum', ['Basic', 'Plus']), field('since', 'date')];
const branchOf = (flow: Flow): Branch => locate(flow, 'yes')?.block as Branch;

test('conditions offer questions by their wording and contact fields by their label', () => {
  expect(fieldChoices(sampleFlow(), fields).map(({ group, words }) => `${group}: ${words}`)).toEqual([
    'Answers to questions: Are you interested?',
    'Answers to questions: When could you start?',
    'Contact fields: VIP',
    'Contact fields: PLAN',
    'Contact fields: SINCE',
  ]);
});

test('a question without a key gets one from its wording when a condition compares it', () => {
  const asked = change(sampleFlow(), 'q1', { key: 'when_could_you_start' });
  const [, unnamed] = fieldChoices(asked, fields);
  const flow = withField(asked, branchOf(asked), unnamed?.value ?? '');
  expect(locate(flow, 'q2')?.block).toMatchObject({ key: 'when_could_you_start_2' });
  expect(branchOf(flow).condition).toMatchObject({ field: 'answer.when_could_you_start_2', value: '' });
  expect(typeOfField(flow, fields, 'answer.when_could_you_start_2')).toEqual({ type: 'date' });
});

test('a wording without Latin letters still gives its question a key', () => {
  const asked = change(sampleFlow(), 'q2', { question: 'いつ始められますか' });
  const flow = withField(asked, branchOf(asked), fieldChoices(asked, fields)[1]?.value ?? '');
  expect(branchOf(flow).condition.field).toBe('answer.question');
});

test('the value of a contact field is picked by the type of the field', () => {
  const typeOf = (path: string) => typeOfField(sampleFlow(), fields, path);
  expect(typeOf('contact.vip')).toEqual({ type: 'yes_no' });
  expect(typeOf('contact.plan')).toEqual({ type: 'choice', options: ['Basic', 'Plus'] });
  expect(typeOf('contact.since')).toEqual({ type: 'date' });
  expect(typeOf('job.title')).toBeUndefined();
});

test('a test case names questions and parts by what people recognise, where only one part has that name', () => {
  const token = change(sampleFlow(), 'q2', { question: 'When could you start, {{contact.first_name}}?' });
  expect(namedQuestions(sampleFlow()).map(({ name }) => name)).toEqual(['interest', 'When could you start?']);
  expect(namedQuestions(token)[1]?.name).toBe('q2');
  const twice = change(sampleFlow(), 'no', { name: 'Interested' });
  expect(partChoices(twice).map(({ group, value }) => `${group} ${value}`)).toEqual([
    'Sections Basics',
    'Questions interest',
    'Questions When could you start?',
    'Sections decide',
    'Branches no',
    'Sections why',
    'Branches yes',
    'Sections hand',
    'Sections talk',
  ]);
});
