import { holds, type KnownValue } from '@parley/call-engine/expression.ts';
import type { DataType } from '@parley/contract/contact-field.ts';
import { isDay } from '@parley/kernel/local-time.ts';
import type { Catalog } from '../contact-fields/catalog.model.ts';
import type { ContactField } from '../contact-fields/contact-field.model.ts';
import type { ExpressionCondition } from './flow.model.ts';

/** What is certain at a place of a flow, whoever is called. */
export interface Certain {
  readonly catalog: Catalog;
  /** Keys of the questions that may have been asked by then. */
  readonly asked: ReadonlySet<string>;
  /** Expressions that led here, and whether they held. */
  readonly facts: readonly Fact[];
}

export interface Fact {
  readonly expression: ExpressionCondition;
  readonly held: boolean;
}

/** Whether an expression is decided before anybody is called, and why. Undefined: it depends on the call. */
export interface Truth {
  readonly holds: boolean;
  readonly why: string;
}

export function truthOf(expression: ExpressionCondition, certain: Certain): Truth | undefined {
  return byPresence(expression, certain) ?? byType(expression, certain) ?? byFacts(expression, certain);
}

/** Every contact, company and agent has these. */
const alwaysThere: readonly string[] = ['first_name', 'last_name', 'company_name', 'agent_name'];

function byPresence({ field, operator }: ExpressionCondition, certain: Certain): Truth | undefined {
  const why = absence(field, certain);
  if (why !== undefined) return { holds: operator === 'NOT_EXISTS', why };
  const isThere = field.startsWith('contact.') && alwaysThere.includes(field.slice('contact.'.length));
  if (!isThere || (operator !== 'EXISTS' && operator !== 'NOT_EXISTS')) return undefined;
  return { holds: operator === 'EXISTS', why: `${field} always has a value` };
}

function absence(field: string, { catalog, asked }: Certain): string | undefined {
  const [source, key = ''] = field.split(/\.(.*)/s);
  if (source === 'contact' && !catalog.has(key)) return `the catalog has no field "${key}"`;
  if (source === 'job') return 'conversations of an agent with a flow have no job';
  if (source === 'answer' && !asked.has(key)) return `no question with the key "${key}" is asked before`;
  return undefined;
}

function byType(expression: ExpressionCondition, { catalog }: Certain): Truth | undefined {
  const { field, operator } = expression;
  if (!field.startsWith('contact.') || operator === 'EXISTS' || operator === 'NOT_EXISTS') return undefined;
  const known = catalog.get(field.slice('contact.'.length));
  return known === undefined || canHold(known, expression)
    ? undefined
    : { holds: false, why: `${field} is of the type ${known.dataType}, and no such value satisfies it` };
}

function canHold({ dataType, enumOptions }: ContactField, expression: ExpressionCondition): boolean {
  const { operator, value } = expression;
  const satisfies = (one: KnownValue): boolean => isSatisfiedBy(expression, one);
  switch (dataType) {
    case 'bool':
      return satisfies(true) || satisfies(false);
    case 'enum':
      return enumOptions.some(satisfies);
    case 'number': {
      const wanted = Array.isArray(value) ? value : [value];
      return (
        operator !== 'CONTAINS' &&
        wanted.some((one) => isSatisfiedBy({ ...expression, operator: 'IN', value: [one] }, Number(one)))
      );
    }
    case 'tags':
      if (operator === 'EQUALS' || operator === 'NOT_EQUALS') return Array.isArray(value);
      return operator === 'CONTAINS' || operator === 'IN';
    case 'date':
      return (operator !== 'GREATER_THAN' && operator !== 'LESS_THAN') || isDay(String(value).slice(0, 10));
    case 'string':
      return true;
  }
}

const isSatisfiedBy = (expression: ExpressionCondition, value: KnownValue): boolean =>
  holds({ ...expression, field: 'contact.x' }, { contact: { x: value }, job: {}, answer: {} });

/** What follows from the branches that were taken or passed over on the way here. */
function byFacts(expression: ExpressionCondition, { catalog, facts }: Certain): Truth | undefined {
  const type = catalog.get(expression.field.replace(/^contact\./, ''))?.dataType;
  for (const fact of facts) {
    const isSameField = fact.expression.field === expression.field;
    const follows = isSameField ? following(expression, fact, type) : undefined;
    if (follows !== undefined) return { holds: follows, why: `it is decided by ${inWords(fact)} before` };
  }
  return undefined;
}

function following(
  expression: ExpressionCondition,
  fact: Fact,
  type: DataType | undefined,
): boolean | undefined {
  const { operator, value } = expression;
  const given = fact.expression;
  if (given.operator === operator && JSON.stringify(given.value) === JSON.stringify(value)) return fact.held;
  const exists = existence(fact);
  if (operator === 'EXISTS' && exists !== undefined) return exists;
  if (operator === 'NOT_EXISTS' && exists !== undefined) return !exists;
  if (exists === false) return false;
  if (!fact.held) return undefined;
  if (given.operator === 'EQUALS') {
    const value = valueEqualTo(given.value, type);
    return value === undefined ? undefined : isSatisfiedBy(expression, value);
  }
  const [from, to] = [given.value, value];
  if (typeof from !== 'number' || typeof to !== 'number') return undefined;
  if (given.operator === 'GREATER_THAN') {
    if (operator === 'GREATER_THAN' && to <= from) return true;
    if ((operator === 'LESS_THAN' || operator === 'EQUALS') && to <= from) return false;
  }
  if (given.operator === 'LESS_THAN') {
    if (operator === 'LESS_THAN' && to >= from) return true;
    if ((operator === 'GREATER_THAN' || operator === 'EQUALS') && to >= from) return false;
  }
  return undefined;
}

/** What a field holds that equals a value, where that is one value: the text "07" equals 7, but is not "7". */
function valueEqualTo(wanted: unknown, type: DataType | undefined): KnownValue | undefined {
  if (type === 'number') return Number(wanted);
  if (type === 'bool') return String(wanted).trim().toLowerCase() === 'true';
  if (typeof wanted !== 'string' || type === 'tags') return undefined;
  // An answer may be of any type.
  const isOnlyText = Number.isNaN(Number(wanted)) && !/^\s*(true|false)\s*$/i.test(wanted);
  return type !== undefined || isOnlyText ? wanted : undefined;
}

/** Whether a fact says that the field has a value. */
function existence({ expression: { operator }, held }: Fact): boolean | undefined {
  if (operator === 'NOT_EXISTS') return !held;
  if (operator === 'EXISTS') return held;
  return held ? true : undefined;
}

const inWords = ({ expression: { field, operator, value }, held }: Fact): string =>
  `${held ? '' : 'not '}${field} ${operator}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`;
