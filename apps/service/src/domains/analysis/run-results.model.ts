import type { Analytics } from '@parley/contract/analysis.ts';
import type { FieldValue } from '@parley/contract/contact-field.ts';
import type { ConversationStatus } from '@parley/contract/conversation.ts';
import { MAX_COUNTED_ANSWERS, type ResultCounts, type RunResults } from '@parley/contract/run-results.ts';

export type Results = Pick<Analytics, 'fields' | 'outcomes' | 'tags' | 'qa'>;

/** A conversation of a run with the results of its latest analysed call, as the analysis found them. */
export interface ConversationResults {
  readonly conversationId: string;
  readonly versionId: string;
  readonly status: ConversationStatus;
  readonly contactId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  /** By their keys, with those of deleted fields. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly finishedAt: Date | null;
  readonly attemptId: string | null;
  readonly results: Results | null;
  /** How many of its calls stayed on the simulated network; null: of one of them that is not known. */
  readonly simulatedCalls: number | null;
  /** 0 to 100, also of an agent without a flow; null: not rated. */
  readonly overallRating: number | null;
}

/** How often a result has a value. */
export interface CountedResult {
  readonly kind: 'analysis' | 'outcome' | 'tag' | 'answer' | 'value';
  readonly key: string;
  readonly label: string;
  /** Null: not known. */
  readonly value: string | null;
  readonly count: number;
  /** Of all values of the result. */
  readonly total: number;
  readonly corrected: number;
}

/** The counts of results, in the order of the rows. */
export function viewCounts(
  rows: readonly CountedResult[],
  { conversations, completed }: { readonly conversations: number; readonly completed: number },
): ResultCounts {
  const of = (kind: CountedResult['kind']) => [
    ...Map.groupBy(
      rows.filter((row) => row.kind === kind),
      ({ key }) => key,
    ).values(),
  ];
  const count = (same: readonly CountedResult[], value: string | null) =>
    same.find((row) => row.value === value)?.count ?? 0;
  const first = (same: readonly CountedResult[]) => same[0] as CountedResult;
  const values = (same: readonly CountedResult[]) =>
    same
      .flatMap(({ value, count: times }) => (value === null ? [] : [{ value, count: times }]))
      .slice(0, MAX_COUNTED_ANSWERS);
  const [analyses = []] = of('analysis');
  return {
    conversations,
    completed,
    analysed: analyses[0]?.total ?? 0,
    corrected: analyses[0]?.corrected ?? 0,
    outcomes: of('outcome').map((same) => ({
      key: first(same).key,
      label: first(same).label,
      met: count(same, 'Yes'),
      notMet: count(same, 'No'),
      unknown: count(same, null),
      corrected: first(same).corrected,
    })),
    tags: of('tag').map((same) => ({
      key: first(same).key,
      label: first(same).label,
      applied: count(same, 'Yes'),
      corrected: first(same).corrected,
    })),
    answers: of('answer').map((same) => ({
      id: first(same).key,
      question: first(same).label,
      answered: first(same).total - count(same, null),
      unanswered: count(same, null),
      corrected: first(same).corrected,
      answers: values(same),
    })),
    values: of('value').map((same) => ({
      key: first(same).key,
      label: first(same).label,
      found: first(same).total - count(same, null),
      missing: count(same, null),
      corrected: first(same).corrected,
      values: values(same),
    })),
  };
}

export interface CallsOfHour {
  readonly from: Date;
  readonly calls: number;
  readonly answered: number;
  readonly contacts: number;
  readonly contactsAnswered: number;
}

const HOUR_MS = 3_600_000;

export const viewHours = (hours: readonly CallsOfHour[]): RunResults['hours'] =>
  hours.map(({ from, ...counted }) => ({
    from: from.toISOString(),
    to: new Date(from.getTime() + HOUR_MS).toISOString(),
    ...counted,
  }));
