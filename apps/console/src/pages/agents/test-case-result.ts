import { randomId } from '../../components/random-id.ts';
import type { Agent } from './agent.ts';

type Value = string | number | boolean | readonly string[] | null;
type Verdict = 'yes' | 'no' | 'nothing';

/** An outcome, extracted value or tag that a test case expects, as it is chosen or typed. */
export interface ExpectedResult {
  readonly id: string;
  readonly kind: 'outcome' | 'field' | 'tag';
  /** Its key or label; empty: not chosen yet. */
  readonly name: string;
  /** Of an extracted value, `yes` is the value and `nothing` is none. */
  readonly verdict: Verdict;
  readonly value: string;
  /** The stored value, of which `value` is the text. */
  readonly given?: Value;
}

interface Expected {
  readonly outcome?: string | undefined;
  readonly outcomes?: Readonly<Record<string, boolean | null>> | undefined;
  readonly fields?: Readonly<Record<string, Value>> | undefined;
  readonly tags?: Readonly<Record<string, boolean>> | undefined;
}

export const newExpectedResult = (): ExpectedResult => ({
  id: randomId(),
  kind: 'outcome',
  name: '',
  verdict: 'yes',
  value: '',
});

const verdictOf = (is: boolean | null): Verdict => (is === null ? 'nothing' : is ? 'yes' : 'no');

/** A single outcome, as test cases of before have, is one that must be met. */
export function expectedResultsOf({
  outcome,
  outcomes = {},
  fields = {},
  tags = {},
}: Expected): ExpectedResult[] {
  const met = outcome === undefined ? outcomes : { [outcome]: true, ...outcomes };
  const row = (changes: Partial<ExpectedResult>): ExpectedResult => ({ ...newExpectedResult(), ...changes });
  return [
    ...Object.entries(met).map(([name, is]) => row({ name, verdict: verdictOf(is) })),
    ...Object.entries(fields).map(([name, value]) =>
      row({
        kind: 'field',
        name,
        ...(value === null ? { verdict: 'nothing' } : { value: [value].flat().join(', '), given: value }),
      }),
    ),
    ...Object.entries(tags).map(([name, is]) => row({ kind: 'tag', name, verdict: verdictOf(is) })),
  ];
}

/** Chosen, but no value. */
export const isResultUnfinished = ({ kind, name, verdict, value }: ExpectedResult): boolean =>
  kind === 'field' && name !== '' && verdict === 'yes' && value.trim() === '';

type Targets = Agent['analyticsConfig']['extractionTargets'];

/** What is sent; rows without a result are left out. */
export function resultsToSend(rows: readonly ExpectedResult[], targets: Targets) {
  const chosen = rows.filter(({ name }) => name !== '');
  const of = <Sent>(kind: ExpectedResult['kind'], sentOf: (row: ExpectedResult) => Sent) =>
    Object.fromEntries(chosen.filter((row) => row.kind === kind).map((row) => [row.name, sentOf(row)]));
  const outcomes = of('outcome', ({ verdict }) => (verdict === 'nothing' ? null : verdict === 'yes'));
  const fields = of('field', (row) => (row.verdict === 'nothing' ? null : sent(row, targets)));
  const tags = of('tag', ({ verdict }) => verdict === 'yes');
  const some = (record: object) => Object.keys(record).length > 0;
  return {
    ...(some(outcomes) && { outcomes }),
    ...(some(fields) && { fields }),
    ...(some(tags) && { tags }),
  };
}

function sent(
  { name, value, given }: ExpectedResult,
  targets: Targets,
): string | number | boolean | string[] {
  if (given !== undefined && given !== null) return given as string;
  const text = value.trim();
  const type = targets.find(({ key, label }) => key === name || label === name)?.type;
  if (type === 'number' && Number.isFinite(Number(text))) return Number(text);
  if (type === 'bool') return text === 'true';
  if (type !== 'list') return text;
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
