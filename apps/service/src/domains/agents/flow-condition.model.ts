import {
  FIELD,
  MAX_CHOICES,
  MAX_FLOW_TEXT,
  needNoValue,
  type Operator,
  operators,
  sentFlow,
} from '@parley/contract/flow.ts';
import type { Condition } from './flow.model.ts';
import type { FlowFindings, Sent } from './flow-findings.model.ts';

/** The condition of a branch. `logicalOperator` is accepted and means nothing. */
export function readCondition(findings: FlowFindings, path: string, value: unknown): Condition {
  const unread: Condition = { type: 'intent', description: '' };
  const sent = findings.object(path, value);
  if (sent === undefined) return unread;
  const type = findings.oneOf(`${path}.type`, sent.type, ['intent', 'expression']);
  if (type === 'intent') {
    findings.refuseUnknown(path, sent, sentFlow.intent);
    return { type, description: findings.text(`${path}.description`, sent.description, MAX_FLOW_TEXT) };
  }
  return type === 'expression' ? readExpression(findings, path, sent) : unread;
}

function readExpression(findings: FlowFindings, path: string, sent: Sent): Condition {
  findings.refuseUnknown(path, sent, sentFlow.expression);
  const field = findings.text(`${path}.field`, sent.field, MAX_FLOW_TEXT);
  if (field !== '' && !FIELD.test(field))
    findings.add(`${path}.field`, 'must be contact.<key>, job.<property> or answer.<question key>');
  const operator = findings.oneOf(`${path}.operator`, sent.operator, operators);
  const base = { type: 'expression', field, operator } as const;
  // Nothing is asked of a value that is not used, so none is kept.
  if (needNoValue.includes(operator)) return base;
  const problem = operators.includes(operator) ? valueProblem(operator, sent.value) : undefined;
  if (problem !== undefined) findings.add(`${path}.value`, problem);
  return { ...base, value: sent.value };
}

const comparesLists: readonly Operator[] = ['EQUALS', 'NOT_EQUALS', 'CONTAINS'];

/** Whether the types fit the field is not asked here: what does not fit is simply not true. */
function valueProblem(operator: Operator, value: unknown): string | undefined {
  if (value === undefined || value === null) return `is required by the operator ${operator}`;
  if (operator === 'IN')
    return isPlainList(value)
      ? undefined
      : `must be a list of 1 to ${MAX_CHOICES} texts, numbers or booleans`;
  if (isPlain(value) || (comparesLists.includes(operator) && isPlainList(value))) return undefined;
  return 'must be text, a number, true or false';
}

const isPlainList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.length <= MAX_CHOICES && value.every(isPlain);

const isPlain = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= MAX_FLOW_TEXT
    : typeof value === 'boolean' || Number.isFinite(value);
