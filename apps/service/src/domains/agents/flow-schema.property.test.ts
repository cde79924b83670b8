import { randomUUID } from 'node:crypto';
import { operators, sentFlow, shownFlow } from '@parley/contract/flow.ts';
import { isUuid } from '@parley/kernel/id.ts';
import { sentFlow as flow, plain } from '@parley/testing/flow-values.ts';
import { nonsense } from '@parley/testing/schema-values.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { expect, test } from 'vitest';
import { Components } from '../../http/openapi-components.ts';
import { viewFlow } from './flow.model.ts';
import { readFlow } from './flow-grammar.model.ts';

// biome-ignore lint/suspicious/noExplicitAny: a flow is sent as JSON of any shape
type Json = any;

/** What a client does that holds values against the OpenAPI document. Closed, so that nothing goes undescribed. */
function described(schema: TSchema) {
  const components = new Components();
  const root = components.sent(schema) as object;
  const ajv = new Ajv2020({ strict: false, formats: { uuid: isUuid } });
  return ajv.compile({ ...root, components: { schemas: components.byName() } });
}
const acceptsSent = described(sentFlow.flow);
const acceptsShown = described(shownFlow.flow);

const context = { country: 'CH', newId: randomUUID, keptIds: new Set<string>() };
const problemsOf = (sent: Json) => {
  const reading = readFlow(sent, context);
  return 'problems' in reading ? reading.problems : [];
};

/** What takes more than the shape of one block to see. */
const beyondShape = [
  'is the name of another branch of this section',
  'must be the name of one of the branches',
  'is the label of another destination',
  'must be a telephone number',
  'is the same as another option',
];
const isAboutShape = ({ message }: { message: string }) =>
  !beyondShape.some((words) => message.startsWith(words));

/** Without the value of a condition that has no use for one: the grammar does not look at it. */
function heeded(part: Json): Json {
  if (Array.isArray(part)) return part.map(heeded);
  if (typeof part !== 'object' || part === null) return part;
  const { value, ...rest } = part;
  const isUnused = part.type === 'expression' && /EXISTS$/.test(part.operator);
  const kept = isUnused || value === undefined ? rest : { ...rest, value };
  return Object.fromEntries(Object.entries(kept).map(([name, inner]) => [name, heeded(inner)]));
}

/** Every object and list of a flow. */
const partsOf = (value: Json): Json[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(partsOf)] : [];

const long = (length: number) => 'x'.repeat(length);
const one = { phoneNumber: '+41446681800' };
const labelled = { ...one, label: 'Front desk' };
const expression = { type: 'expression', field: 'contact.country', operator: 'EQUALS', value: 'CH' };
/** At and beyond what each property may be; each is tried in every block, also where it is unknown. */
const values: Readonly<Record<string, readonly Json[]>> = {
  type: [
    'sequential',
    'looping',
    'conditional',
    'human_handoff',
    'intent',
    'expression',
    'first_message',
    'choice',
    'number',
    'money',
    'date',
    'x',
  ],
  title: ['x', ' ', '', long(300), long(301), 7, null],
  text: ['\u00a0', long(20_000), long(20_001), null],
  prompt: ['x', '', long(20_001)],
  message: ['x', ' ', 7],
  question: ['x', ' '],
  questions: [[], {}, [{ question: 'x' }], [{}], [null]],
  idealAnswer: ['x', '', null],
  importance: ['REQUIRED', 'low', null],
  weight: [0, 100, -1, 100.5, '7', null],
  answer: [
    {},
    null,
    { type: 'text' },
    { type: 'choice' },
    { type: 'choice', options: ['a', 'b'] },
    { type: 'money', currency: 'GBP', period: 'year' },
    { type: 'date', unit: 'years' },
  ],
  options: [[], ['a'], ['a', 'b'], ['a', ''], [7], 'a', Array(101).fill(long(3))],
  unit: ['years', ' ', long(51), 7],
  currency: ['GBP', 'gbp', 'EURO', null],
  period: ['hour', 'night', null],
  key: ['a-B_9', '', 'a b', long(64), long(65), 7],
  branches: [[], [null], [{}], {}],
  name: ['x', ' ', long(200), long(201)],
  defaultBranch: ['x', ' ', long(201), null],
  sections: [[], {}, [null], [{}], [{ type: 'sequential', prompt: 'x' }]],
  condition: [{}, null, { type: 'intent' }, { type: 'intent', description: 'x', value: 1 }, expression],
  description: ['x', ''],
  field: ['contact.a', 'contact.A', 'job.a.b', 'job.a.b.c.d.e.f.g', 'answer.1', 'answer.', 'x', ' '],
  operator: [...operators, 'LIKE', null],
  value: ['', 0, true, null, [], ['a', 1, true], [[1]], [null], {}, long(20_001), Array(201).fill(1)],
  logicalOperator: ['AND', null, {}],
  phoneNumber: [one.phoneNumber, ' ', long(51), 7],
  destinations: [
    [],
    [one],
    [labelled],
    [one, labelled],
    [{}],
    [{ label: 'x' }],
    {},
    Array(51).fill(labelled),
  ],
  label: ['x', ' ', long(201)],
  firstMessage: [null, {}],
  lastMessage: [null, {}, { type: 'last_message', text: 'x' }],
};
const property = fc.constantFrom(...Object.keys(values));
const setting = fc.oneof(
  property.chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(values[name] ?? [])))),
  fc.tuple(property, nonsense),
);

/** A flow with one change somewhere: a property that is set, an entry that is replaced, or one that is gone. */
const changedFlow = fc
  .tuple(flow, fc.nat(), fc.nat(), setting, fc.constantFrom('set', 'set', 'replace', 'drop'))
  .map(([sent, at, which, [name, value], how]) => {
    const changed = structuredClone(sent);
    const parts = partsOf(changed);
    const part = parts[at % parts.length];
    const keys = Object.keys(part);
    const key = how === 'set' && !Array.isArray(part) ? name : keys[which % keys.length];
    if (key === undefined) return changed;
    if (how !== 'drop') part[key] = value;
    else if (Array.isArray(part)) part.splice(Number(key), 1);
    else delete part[key];
    return plain(changed);
  });

const verdicts = (sent: Json) => {
  const problems = problemsOf(sent).filter(isAboutShape);
  return { problems, isFound: problems.length > 0, isRefused: !acceptsSent(heeded(sent)) };
};

test('the documented JSON schema of a flow restricts every property as strictly as the validation does', () => {
  const everyBlock = {
    firstMessage: { type: 'first_message', text: 'Hello.' },
    sections: [
      { type: 'sequential', prompt: 'Talk.' },
      {
        type: 'looping',
        questions: [
          { question: 'Which?', importance: 'LOW' },
          { question: 'Why?', weight: 1 },
          { question: 'Red or green?', answer: { type: 'choice', options: ['red', 'green'] } },
          { question: 'How much?', answer: { type: 'money', currency: 'CHF', period: 'year' } },
        ],
      },
      { type: 'human_handoff', ...one },
      { type: 'human_handoff', destinations: [labelled, { ...one, label: 'Back office' }] },
      {
        type: 'conditional',
        branches: [
          { name: 'A', condition: { type: 'intent', description: 'Wants it.' }, sections: [] },
          ...operators.map((operator) => ({
            name: operator,
            condition: { ...expression, operator, value: operator === 'IN' ? ['CH'] : 'CH' },
            sections: [{ type: 'sequential', prompt: 'Talk.' }],
          })),
        ],
      },
    ],
    lastMessage: { type: 'last_message', text: 'Goodbye.' },
  };
  const differing: unknown[] = [];
  const compare = (sent: Json, change: unknown) => {
    const verdict = verdicts(sent);
    if (verdict.isFound !== verdict.isRefused) differing.push({ change, ...verdict });
    return verdict.problems;
  };
  compare(everyBlock, 'none');
  for (const at of partsOf(everyBlock).keys()) {
    const changed = (how: unknown, change: (part: Json) => void) => {
      const copy = structuredClone(everyBlock);
      change(partsOf(copy)[at]);
      return compare(copy, [at, how]);
    };
    if (Array.isArray(partsOf(everyBlock)[at])) {
      for (const value of [null, {}, 'x']) changed(['push', value], (part) => part.push(value));
      continue;
    }
    for (const name of Object.keys(partsOf(everyBlock)[at]))
      changed(['delete', name], (part) => delete part[name]);
    for (const [name, tried] of Object.entries(values))
      for (const value of tried) {
        const problems = changed({ [name]: value }, (part) => Object.assign(part, { [name]: value }));
        // An unknown property is refused whatever its value is.
        const isUnknown = ({ path, message }: { path: string; message: string }) =>
          path.endsWith(`.${name}`) && message === 'is not a known property';
        if (problems.some(isUnknown)) break;
      }
  }
  expect(differing).toEqual([]);
});

test('the documented JSON schema accepts a flow exactly if the validation accepts it', () => {
  const seen = { accepted: 0, refused: 0 };
  const sentFlows = fc.oneof({ weight: 1, arbitrary: flow }, { weight: 9, arbitrary: changedFlow });
  fc.assert(
    fc.property(sentFlows, (sent) => {
      const verdict = verdicts(sent);
      expect(verdict).toMatchObject({ isRefused: verdict.isFound });
      seen[verdict.isRefused ? 'refused' : 'accepted']++;
    }),
    { numRuns: 500 },
  );
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(100);
});

test('every returned flow matches the documented JSON schema and can be sent back', () => {
  fc.assert(
    fc.property(flow, (sent) => {
      const reading = readFlow(sent, context);
      const shown = 'flow' in reading && plain(viewFlow(reading.flow));
      expect(acceptsShown(shown) || acceptsShown.errors).toBe(true);
      expect(acceptsSent(shown) || acceptsSent.errors).toBe(true);
    }),
    { numRuns: 300 },
  );
});
