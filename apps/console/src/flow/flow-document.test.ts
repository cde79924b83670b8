import { expect, test } from 'vitest';
import {
  type Branch,
  type Condition,
  type HandoffSection,
  newQuestion,
  newSection,
  type Question,
  starterFlow,
} from './flow.model.ts';
import { readFlow, writeFlow } from './flow-document.ts';
import { change, insert } from './flow-tree.ts';
import { countingIds, sampleDocument, sampleFlow } from './sample-flow.ts';

const conditionOf = (flow: ReturnType<typeof sampleFlow>, id: string): Condition => {
  const [, decide] = flow.sections;
  if (decide?.type !== 'conditional') throw new Error('no decision');
  const branch = decide.branches.find((one) => one.id === id);
  if (!branch) throw new Error('no branch');
  return branch.condition;
};
const writtenCondition = (change_: Partial<Condition>) => {
  const flow = sampleFlow();
  const condition = { ...conditionOf(flow, 'yes'), ...change_ };
  const written = writeFlow(change<Branch>(flow, 'yes', { condition })) as unknown as {
    sections: { branches: { condition: unknown }[] }[];
  };
  return written.sections[1]?.branches[1]?.condition;
};

test('an unchanged flow is sent back unchanged', () => {
  expect(writeFlow(sampleFlow())).toEqual(sampleDocument);
});

test('empty values are left out', () => {
  const flow = change(sampleFlow(), 'last', { text: '  ' });
  expect(writeFlow(flow)).not.toHaveProperty('lastMessage');
  const added = insert(
    sampleFlow(),
    { owner: 'ask', kind: 'questions', index: 2 },
    newQuestion(() => 'q3'),
  );
  expect(JSON.stringify(writeFlow(added))).toContain('{"id":"q3","question":""}');
});

test('a renamed branch stays the default branch', () => {
  const written = writeFlow(change<Branch>(sampleFlow(), 'yes', { name: 'Keen' }));
  expect(written).toMatchObject({ sections: [{}, { defaultBranch: 'Keen' }, {}] });
});

test('one number without a label is stored as phoneNumber, several as destinations', () => {
  const handoff = newSection('human_handoff', countingIds()) as HandoffSection;
  const flow = (destinations: HandoffSection['destinations']) =>
    writeFlow({ ...sampleFlow(), sections: [{ ...handoff, destinations }] });
  expect(flow([{ label: '', phoneNumber: '+1' }])).toMatchObject({ sections: [{ phoneNumber: '+1' }] });
  expect(
    flow([
      { label: 'Sales', phoneNumber: '+1' },
      { label: 'Help', phoneNumber: '+2' },
    ]),
  ).toMatchObject({
    sections: [{ destinations: [{ label: 'Sales' }, { label: 'Help', phoneNumber: '+2' }] }],
  });
});

test('a value keeps its type until it is edited', () => {
  const document = structuredClone(sampleDocument);
  const [, decide] = document.sections;
  if (decide?.type !== 'conditional') throw new Error('no decision');
  for (const branch of decide.branches)
    branch.condition = { type: 'expression', field: 'contact.age', operator: 'EQUALS', value: 7 };
  const flow = readFlow(document, countingIds());
  expect(JSON.stringify(writeFlow(flow))).toContain('"value":7');
});

test('a list is split at commas, comparisons use numbers, and empty means no value', () => {
  expect(writtenCondition({ value: 'yes, of course ,' })).toMatchObject({ value: ['yes', 'of course'] });
  const { given: _given, ...plain } = conditionOf(sampleFlow(), 'yes');
  expect(
    writtenCondition({ ...plain, given: undefined, operator: 'GREATER_THAN', value: ' 5 ' }),
  ).toMatchObject({ value: 5 });
  expect(writtenCondition({ given: undefined, operator: 'EQUALS', value: ' ' })).toMatchObject({
    value: null,
  });
  expect(writtenCondition({ operator: 'EXISTS' })).not.toHaveProperty('value');
});

test('a new flow has a first message, a question and a last message', () => {
  const written = writeFlow(starterFlow(countingIds()));
  expect(written).toMatchObject({
    firstMessage: { type: 'first_message' },
    sections: [{ type: 'looping', questions: [{}] }],
    lastMessage: { type: 'last_message' },
  });
});

test('a picked Yes is a boolean, and an answer type leaves out what was left empty', () => {
  expect(writtenCondition({ operator: 'EQUALS', value: 'true', given: true })).toMatchObject({ value: true });
  expect(writtenCondition({ operator: 'IN', value: 'true, false', given: [true, false] })).toMatchObject({
    value: [true, false],
  });
  const answer = { type: 'choice', options: ['Price', ' ', 'Service '], unit: ' ' } as const;
  const flow = change<Question>(sampleFlow(), 'q2', { answer: { ...answer, options: [...answer.options] } });
  expect(JSON.stringify(writeFlow(flow))).toContain(
    '"answer":{"type":"choice","options":["Price","Service"]}',
  );
});
