import { MAX_DESTINATIONS, MAX_LABEL, MAX_NUMBER, sentFlow } from '@parley/contract/flow.ts';
import type { FlowProblem } from '@parley/kernel/failure.ts';
import { e164, phoneProblem } from '@parley/kernel/phone-number.ts';
import { isLonger } from '@parley/kernel/text.ts';
import type { HandoffSection } from './flow.model.ts';

/** An object of the JSON that a client sent. */
export type Sent = Readonly<Record<string, unknown>>;

/** More than anybody reads; a flow of a megabyte of nonsense must not become as many sentences. */
const MAX_PROBLEMS = 1000;

/**
 * Collects what is wrong with a flow. Each reading method answers a value of its type whatever was sent, so that
 * the grammar goes on to find the rest; a flow with problems is thrown away as a whole.
 */
export class FlowFindings {
  readonly problems: FlowProblem[] = [];

  add(path: string, message: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ path, message });
    else if (!this.#isFull)
      this.problems.push({ path: 'flow', message: 'has more problems than are listed here' });
  }

  get #isFull(): boolean {
    return this.problems.length > MAX_PROBLEMS;
  }

  object(path: string, value: unknown): Sent | undefined {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Sent;
    this.add(path, value === undefined ? 'is required' : 'must be an object');
    return undefined;
  }

  refuseUnknown(path: string, sent: Sent, { properties }: { readonly properties: object }): void {
    for (const name of Object.keys(sent)) {
      if (this.#isFull) return;
      if (!Object.hasOwn(properties, name)) this.add(`${path}.${name}`, 'is not a known property');
    }
  }

  list(path: string, value: unknown, least: number): readonly unknown[] {
    if (!Array.isArray(value)) {
      this.add(path, value === undefined ? 'is required' : 'must be a list');
      return [];
    }
    if (value.length < least) this.add(path, 'must have at least one entry');
    return value;
  }

  text(path: string, value: unknown, maxLength: number): string {
    const problem = textProblem(value, maxLength);
    if (problem === undefined) return value as string;
    this.add(path, problem);
    return '';
  }

  oneOf<const Values extends readonly string[]>(
    path: string,
    value: unknown,
    values: Values,
  ): Values[number] {
    if (!values.includes(value as string))
      this.add(path, value === undefined ? 'is required' : `must be one of ${values.join(', ')}`);
    return value as Values[number];
  }
}

function textProblem(value: unknown, maxLength: number): string | undefined {
  if (value === undefined) return 'is required';
  if (typeof value !== 'string') return 'must be text';
  if (value.trim() === '') return 'must not be blank';
  return isLonger(value, maxLength) ? `must not be longer than ${maxLength} characters` : undefined;
}

/** The property, read, under its own name; nothing when it was not sent. Made to be spread. */
export function given<Name extends string, Value>(
  sent: Sent,
  name: Name,
  path: string,
  read: (path: string, value: unknown) => Value,
): { readonly [Key in Name]?: Value } {
  const value = sent[name];
  if (value === undefined) return {};
  return { [name]: read(`${path}.${name}`, value) } as { readonly [Key in Name]: Value };
}

type Destination = HandoffSection['destinations'][number];

/** Where a handoff leads: one number, or several with the labels by which the agent chooses. */
export function readDestinations(
  findings: FlowFindings,
  path: string,
  sent: Sent,
  country: string | null,
): readonly Destination[] {
  if (sent.phoneNumber === undefined && sent.destinations === undefined) {
    findings.add(path, 'needs phoneNumber or destinations');
    return [];
  }
  if (sent.phoneNumber !== undefined && sent.destinations !== undefined)
    findings.add(`${path}.destinations`, 'cannot be combined with phoneNumber');
  if (sent.phoneNumber !== undefined)
    return [{ phoneNumber: readNumber(findings, `${path}.phoneNumber`, sent.phoneNumber, country) }];
  return readList(findings, `${path}.destinations`, sent.destinations, country);
}

function readList(
  findings: FlowFindings,
  path: string,
  value: unknown,
  country: string | null,
): readonly Destination[] {
  const list = findings.list(path, value, 1);
  if (list.length > MAX_DESTINATIONS) {
    findings.add(path, `must not have more than ${MAX_DESTINATIONS} entries`);
    return [];
  }
  const labels = new Set<string>();
  return list.flatMap((entry, index) => {
    const at = `${path}[${index}]`;
    const sent = findings.object(at, entry);
    if (sent === undefined) return [];
    findings.refuseUnknown(at, sent, sentFlow.destination);
    if (sent.label === undefined && list.length > 1)
      findings.add(`${at}.label`, 'is required: with several destinations the agent chooses by label');
    const { label } = given(sent, 'label', at, (place, text) => findings.text(place, text, MAX_LABEL));
    if (label !== undefined && label !== '' && labels.has(label))
      findings.add(`${at}.label`, 'is the label of another destination');
    if (label !== undefined) labels.add(label);
    const phoneNumber = readNumber(findings, `${at}.phoneNumber`, sent.phoneNumber, country);
    return [label === undefined ? { phoneNumber } : { label, phoneNumber }];
  });
}

function readNumber(findings: FlowFindings, path: string, value: unknown, country: string | null): string {
  const text = findings.text(path, value, MAX_NUMBER);
  if (text === '') return '';
  const number = e164(text, country);
  if (number === undefined) findings.add(path, phoneProblem(text, country));
  return number ?? '';
}
