import { NewAgent } from '@parley/contract/agent.ts';
import { Strict } from '@parley/contract/schema.ts';
import { MAX_TEST_CASES, NewTestCase, type TestCase } from '@parley/contract/test-case.ts';
import { Failure, invalid } from '@parley/kernel/failure.ts';
import { Type } from 'typebox';
import { Validator } from '../../http/validation.ts';
import { type Agent, agentViolations, blankAgent, withChanges } from './agent.model.ts';
import { readFlow } from './flow-grammar.model.ts';

/** What a record has beside the properties that make it. */
const recordOnly: ReadonlySet<string> = new Set(['id', 'schemaVersion', 'custom', 'createdAt', 'updatedAt']);

const TestCases = Strict({ testCases: Type.Optional(Type.Array(NewTestCase, { maxItems: MAX_TEST_CASES })) });

/**
 * An agent of its creation properties, or of a record that was read through the API, kept by nobody. The same
 * properties give the same agent, ids included, so that whatever is tried on it can be repeated.
 */
export const draftAgent = (sent: unknown): Agent => draftWithTestCases(sent).agent;

/** The same with the test cases that stand beside the properties in `testCases`. */
export function draftWithTestCases(sent: unknown): {
  readonly agent: Agent;
  readonly testCases: readonly TestCase[];
} {
  const { testCases, ...wanted } = propertiesOf(sent) as { testCases?: unknown };
  const validator = new Validator();
  const wrong = [
    ...validator.body(NewAgent)(isObject(sent) ? wanted : sent),
    ...(testCases === undefined ? [] : validator.body(TestCases)({ testCases })),
  ];
  if (wrong.length > 0) throw invalid(wrong);
  const properties = wanted as NewAgent;
  const violations = agentViolations(properties);
  if (violations.length > 0) throw invalid(violations);
  const drafted = new Date(0);
  const agent = {
    ...withChanges(blankAgent, properties, flowOf(properties)),
    id: 'draft',
    versionId: 'draft',
    createdAt: drafted,
    updatedAt: drafted,
  };
  return { agent, testCases: (testCases as TestCase[] | undefined) ?? [] };
}

const isObject = (sent: unknown): sent is object =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent);

const propertiesOf = (sent: unknown): object =>
  isObject(sent) ? Object.fromEntries(Object.entries(sent).filter(([name]) => !recordOnly.has(name))) : {};

function flowOf({ flow }: NewAgent) {
  if (flow === undefined) return undefined;
  let blocks = 0;
  const newId = () => {
    blocks += 1;
    return `block-${blocks}`;
  };
  const reading = readFlow(flow, { country: null, newId, keptIds: new Set() });
  if ('flow' in reading) return reading.flow;
  throw new Failure('unprocessable', 'The flow is not valid', { errors: reading.problems });
}
