import {
  answerKinds,
  answerProperties,
  CURRENCY,
  FIELD,
  importances,
  KEY,
  MAX_BLOCKS,
  MAX_CHOICES,
  MAX_DEPTH,
  MAX_FLOW_TEXT,
  MAX_LABEL,
  MAX_NAME,
  MAX_OPTIONS,
  MAX_TITLE,
  MAX_UNIT,
  MAX_WEIGHT,
  moneyPeriods,
  needNoValue,
  type Operator,
  operators,
  sentFlow,
} from '@parley/contract/flow.ts';
import type { FlowProblem } from '@parley/kernel/failure.ts';
import type { NewId } from '@parley/kernel/id.ts';
import type { Answer, Branch, Condition, Flow, Message, Question, Section } from './flow.model.ts';
import { FlowFindings, given, readDestinations, type Sent } from './flow-findings.model.ts';

const { sections: sectionSchemas, flow: flowSchema } = sentFlow;
const sectionTypes = Object.keys(sectionSchemas) as (keyof typeof sectionSchemas)[];

export interface FlowContext {
  /** Telephone numbers without a country code are read in it. */
  readonly country: string | null;
  readonly newId: NewId;
  /** The ids of the flow that this one replaces: a block that comes back with its id keeps it. */
  readonly keptIds: ReadonlySet<string>;
}

/** Reads a flow as a client sent it: the flow to keep, or everything that is wrong with it. */
export function readFlow(
  sent: unknown,
  context: FlowContext,
): { readonly flow: Flow } | { readonly problems: readonly FlowProblem[] } {
  const findings = new FlowFindings();
  const flow = new FlowReader(findings, context).flow(sent);
  return flow === undefined || findings.problems.length > 0 ? { problems: findings.problems } : { flow };
}

class FlowReader {
  readonly #findings: FlowFindings;
  readonly #context: FlowContext;
  readonly #usedIds = new Set<string>();
  #blocks = 0;

  constructor(findings: FlowFindings, context: FlowContext) {
    this.#findings = findings;
    this.#context = context;
  }

  flow(value: unknown): Flow | undefined {
    const path = 'flow';
    const sent = this.#findings.object(path, value);
    if (sent === undefined) return undefined;
    this.#findings.refuseUnknown(path, sent, flowSchema);
    return {
      schemaVersion: 1,
      firstMessage: this.#message(`${path}.firstMessage`, sent.firstMessage, 'first_message'),
      sections: this.#sections(`${path}.sections`, sent.sections, 1),
      ...given(sent, 'lastMessage', path, (at, message) => this.#message(at, message, 'last_message')),
    };
  }

  #message<Type extends string>(path: string, value: unknown, type: Type): Message<Type> {
    const sent = this.#findings.object(path, value) ?? { type, text: '-' };
    this.#findings.refuseUnknown(
      path,
      sent,
      type === 'first_message' ? sentFlow.firstMessage : sentFlow.lastMessage,
    );
    this.#findings.oneOf(`${path}.type`, sent.type, [type]);
    return { id: this.#id(sent), type, text: this.#text(`${path}.text`, sent.text) };
  }

  #sections(path: string, value: unknown, depth: number): readonly Section[] {
    const list = this.#findings.list(path, value, depth === 1 ? 1 : 0);
    // Also what ends the walk of a flow that contains itself.
    if (depth > MAX_DEPTH && list.length > 0) {
      this.#findings.add(path, `must not be nested deeper than ${MAX_DEPTH} levels`);
      return [];
    }
    return this.#blocksOf(path, list, (at, section) => this.#section(at, section, depth));
  }

  #section(path: string, value: unknown, depth: number): Section | undefined {
    const sent = this.#findings.object(path, value);
    if (sent === undefined) return undefined;
    const type = this.#findings.oneOf(`${path}.type`, sent.type, sectionTypes);
    const titled = {
      id: this.#id(sent),
      ...given(sent, 'title', path, (at, title) => this.#findings.text(at, title, MAX_TITLE)),
    };
    if (sectionTypes.includes(type)) this.#findings.refuseUnknown(path, sent, sectionSchemas[type]);
    switch (type) {
      case 'sequential':
        return { ...titled, type, prompt: this.#text(`${path}.prompt`, sent.prompt) };
      case 'looping':
        return { ...titled, type, questions: this.#questions(`${path}.questions`, sent.questions) };
      case 'conditional':
        return { ...titled, type, ...this.#branching(path, sent, depth) };
      case 'human_handoff':
        return {
          ...titled,
          type,
          ...given(sent, 'message', path, this.#text),
          destinations: readDestinations(this.#findings, path, sent, this.#context.country),
        };
      default:
        return undefined;
    }
  }

  #questions(path: string, value: unknown): readonly Question[] {
    return this.#blocksOf(path, this.#findings.list(path, value, 1), (at, question) =>
      this.#question(at, question),
    );
  }

  #question(path: string, value: unknown): Question | undefined {
    const findings = this.#findings;
    const sent = findings.object(path, value);
    if (sent === undefined) return undefined;
    findings.refuseUnknown(path, sent, sentFlow.question);
    if (sent.importance !== undefined && sent.weight !== undefined)
      findings.add(`${path}.weight`, 'cannot be combined with importance');
    return {
      id: this.#id(sent),
      question: this.#text(`${path}.question`, sent.question),
      ...given(sent, 'idealAnswer', path, this.#text),
      ...given(sent, 'importance', path, (at, importance) => findings.oneOf(at, importance, importances)),
      ...given(sent, 'weight', path, (at, weight) => {
        if (typeof weight !== 'number' || !(weight >= 0 && weight <= MAX_WEIGHT))
          findings.add(at, `must be a number from 0 to ${MAX_WEIGHT}`);
        return weight as number;
      }),
      ...given(sent, 'key', path, (at, key) => {
        if (typeof key !== 'string' || !KEY.test(key))
          findings.add(at, 'must be 1 to 64 letters, digits, _ or -');
        return key as string;
      }),
      ...given(sent, 'answer', path, (at, answer) => readAnswer(findings, at, answer)),
    };
  }

  #branching(path: string, sent: Sent, depth: number) {
    const findings = this.#findings;
    const list = findings.list(`${path}.branches`, sent.branches, 1);
    const names = new Set<string>();
    const branches = this.#blocksOf(`${path}.branches`, list, (at, value) => {
      const branch = this.#branch(at, value, depth);
      if (branch === undefined || branch.name === '') return branch;
      if (names.has(branch.name)) findings.add(`${at}.name`, 'is the name of another branch of this section');
      names.add(branch.name);
      return branch;
    });
    return {
      branches,
      ...given(sent, 'defaultBranch', path, (at, value) => {
        const name = findings.text(at, value, MAX_NAME);
        // A branch beyond the limit was not read; that problem stands by itself.
        const isKnown = names.has(name) || branches.length < list.length;
        if (name !== '' && !isKnown) findings.add(at, 'must be the name of one of the branches');
        return name;
      }),
    };
  }

  #branch(path: string, value: unknown, depth: number): Branch | undefined {
    const findings = this.#findings;
    if (value === null) {
      const place = path.slice(path.lastIndexOf('.') + 1);
      findings.add(path, `${place} is null: a branch needs a name, a condition and sections`);
      return undefined;
    }
    const sent = findings.object(path, value);
    if (sent === undefined) return undefined;
    findings.refuseUnknown(path, sent, sentFlow.branch);
    return {
      id: this.#id(sent),
      name: findings.text(`${path}.name`, sent.name, MAX_NAME),
      condition: readCondition(findings, `${path}.condition`, sent.condition),
      sections: this.#sections(`${path}.sections`, sent.sections, depth + 1),
    };
  }

  /** Reads a list of blocks; past the limit of the whole flow nothing is read any more. */
  #blocksOf<Block>(
    path: string,
    list: readonly unknown[],
    read: (path: string, value: unknown) => Block | undefined,
  ): readonly Block[] {
    const blocks: Block[] = [];
    for (const [index, value] of list.entries()) {
      if (++this.#blocks === MAX_BLOCKS + 1)
        this.#findings.add(
          `${path}[${index}]`,
          `is one too many: a flow has at most ${MAX_BLOCKS} sections, branches and questions in all`,
        );
      if (this.#blocks > MAX_BLOCKS) break;
      const block = read(`${path}[${index}]`, value);
      if (block !== undefined) blocks.push(block);
    }
    return blocks;
  }

  readonly #text = (path: string, value: unknown): string => this.#findings.text(path, value, MAX_FLOW_TEXT);

  #id({ id }: Sent): string {
    if (typeof id === 'string' && this.#context.keptIds.has(id) && !this.#usedIds.has(id)) {
      this.#usedIds.add(id);
      return id;
    }
    return this.#context.newId();
  }
}

/** What kind of answer a question asks for. */
function readAnswer(findings: FlowFindings, path: string, value: unknown): Answer {
  const unread: Answer = { type: 'text' };
  const sent = findings.object(path, value);
  if (sent === undefined) return unread;
  findings.refuseUnknown(path, sent, sentFlow.answer);
  const type = findings.oneOf(`${path}.type`, sent.type, answerKinds);
  if (!answerKinds.includes(type)) return unread;
  for (const [property, types] of Object.entries(answerProperties) as [string, readonly string[]][])
    if (sent[property] !== undefined && !types.includes(type))
      findings.add(`${path}.${property}`, `is only for the type ${types.join(' or ')}, not for ${type}`);
  if (type === 'choice' && sent.options === undefined)
    findings.add(`${path}.options`, 'is required by the type choice: name at least two options');
  return {
    type,
    ...given(sent, 'options', path, (at, options) => readOptions(findings, at, options, type)),
    ...given(sent, 'unit', path, (at, unit) => findings.text(at, unit, MAX_UNIT)),
    ...given(sent, 'currency', path, (at, currency) => {
      if (typeof currency !== 'string' || !CURRENCY.test(currency))
        findings.add(at, 'must be the three capital letters of a currency, such as GBP');
      return currency as string;
    }),
    ...given(sent, 'period', path, (at, period) => findings.oneOf(at, period, moneyPeriods)),
    ...given(sent, 'keys', path, (at, keys) => {
      if (typeof keys !== 'boolean') findings.add(at, 'must be true or false');
      return keys === true;
    }),
  };
}

function readOptions(findings: FlowFindings, path: string, value: unknown, type: Answer['type']): string[] {
  const list = findings.list(path, value, 1);
  if (type === 'choice' && list.length === 1)
    findings.add(path, 'must have at least two entries to choose from');
  if (list.length > MAX_OPTIONS) findings.add(path, `must not have more than ${MAX_OPTIONS} entries`);
  const names = new Set<string>();
  return list.slice(0, MAX_OPTIONS).map((option, index) => {
    const name = findings.text(`${path}[${index}]`, option, MAX_LABEL);
    const plain = name.trim().toLowerCase();
    if (plain !== '' && names.has(plain)) findings.add(`${path}[${index}]`, 'is the same as another option');
    names.add(plain);
    return name;
  });
}

/** The condition of a branch. `logicalOperator` is accepted and means nothing. */
function readCondition(findings: FlowFindings, path: string, value: unknown): Condition {
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
