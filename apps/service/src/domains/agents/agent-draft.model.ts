import { NewAgent } from '@parley/contract/agent.ts';
import { Failure, invalid } from '@parley/kernel/failure.ts';
import { Validator } from '../../http/validation.ts';
import { type Agent, agentViolations, blankAgent, withChanges } from './agent.model.ts';
import { readFlow } from './flow-grammar.model.ts';

/** What a record has beside the properties that make it. */
const recordOnly: ReadonlySet<string> = new Set(['id', 'schemaVersion', 'custom', 'createdAt', 'updatedAt']);

/**
 * An agent of its creation properties, or of a record that was read through the API, kept by nobody. The same
 * properties give the same agent, ids included, so that whatever is tried on it can be repeated.
 */
export function draftAgent(sent: unknown): Agent {
  const wanted = propertiesOf(sent);
  const wrong = new Validator().body(NewAgent)(wanted);
  if (wrong.length > 0) throw invalid(wrong);
  const properties = wanted as NewAgent;
  const violations = agentViolations(properties);
  if (violations.length > 0) throw invalid(violations);
  const drafted = new Date(0);
  return {
    ...withChanges(blankAgent, properties, flowOf(properties)),
    id: 'draft',
    versionId: 'draft',
    createdAt: drafted,
    updatedAt: drafted,
  };
}

const propertiesOf = (sent: unknown): unknown =>
  typeof sent !== 'object' || sent === null || Array.isArray(sent)
    ? sent
    : Object.fromEntries(Object.entries(sent).filter(([name]) => !recordOnly.has(name)));

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
