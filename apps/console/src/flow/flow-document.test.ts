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

test('a flow that was not edited is saved unchanged', () => {
  expect(writeFlow(sampleFlow())).toEqual(sampleDocument);
});

test('empty values of a flow are not sent to the service', () => {
  const flow = change(sampleFlow(), 'last', { text: '  ' });
  expect(writeFlow(flow)).not.toHaveProperty('lastMessage');
  const added = insert(
    sampleFlow(),
    { owner: 'ask', kind: 'questions', index: 2 },
    newQuestion(() => 'q3'),
  );
  expect(JSON.stringify(writeFlow(added))).toContain('{"id":"q3","question":""}');
});

test('a default branch stays the default when it is renamed', () => {
  const written = writeFlow(change<Branch>(sampleFlow(), 'yes', { name: 'Keen' }));
  expect(written).toMatchObject({ sections: [{}, { defaultBranch: 'Keen' }, {}] });
});

test('one handoff number without a label is stored as phoneNumber, several as destinations', () => {
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

test('a value in a condition keeps its type until it is edited', () => {
  const document = structuredClone(sampleDocument);
  const [, decide] = document.sections;
  if (decide?.type !== 'conditional') throw new Error('no decision');
  for (const branch of decide.branches)
    branch.condition = { type: 'expression', field: 'contact.age', operator: 'EQUALS', value: 7 };
  const flow = readFlow(document, countingIds());
  expect(JSON.stringify(writeFlow(flow))).toContain('"value":7');
});

test('in a condition a list is split at commas, comparisons use numbers, and empty text means null', () => {
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

test('Yes in a condition is stored as a boolean, and empty parts of an answer type are left out', () => {
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

test('a question that takes keys of the telephone still does after the flow was edited', () => {
  const taking = (keys: boolean) =>
    JSON.stringify(
      writeFlow(
        readFlow(
          writeFlow(change<Question>(sampleFlow(), 'q2', { answer: { type: 'yes_no', keys } })),
          countingIds(),
        ),
      ),
    );
  expect(taking(true)).toContain('"answer":{"type":"yes_no","keys":true}');
  expect(taking(false)).toContain('"answer":{"type":"yes_no"}');
});
