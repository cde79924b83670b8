import type { Analytics } from '@parley/contract/analysis.ts';
import type {
  Author,
  CommentView,
  CorrectedKind,
  CorrectedValue,
  CorrectionMark,
  CorrectionView,
  NewCorrection,
} from '@parley/contract/correction.ts';

/** A result of a call that somebody corrected. The analysis itself stays as it was. */
export interface Correction {
  readonly id: string;
  readonly conversationId: string;
  readonly attemptId: string;
  readonly kind: CorrectedKind;
  /** The key of the value, outcome or tag; the id of the question. */
  readonly key: string;
  readonly label: string;
  readonly original: CorrectedValue;
  readonly value: CorrectedValue;
  readonly note: string | null;
  readonly by: Author;
  readonly createdAt: Date;
}

export interface Comment {
  readonly id: string;
  readonly conversationId: string;
  readonly text: string;
  readonly by: Author;
  readonly createdAt: Date;
}

type Results = Pick<Analytics, 'fields' | 'outcomes' | 'tags' | 'qa'>;

/** What the analysis says of one result; undefined when it has no such result. */
export interface Corrected {
  readonly label: string;
  readonly original: CorrectedValue;
  /** Of an extracted value. */
  readonly type?: string;
}

export function findResult(results: Results, kind: CorrectedKind, key: string): Corrected | undefined {
  switch (kind) {
    case 'answer': {
      const found = results.qa.find(({ id }) => id === key);
      return found && { label: found.question, original: found.answer };
    }
    case 'value': {
      const found = results.fields.find((field) => field.key === key);
      return found && { label: found.label, original: found.value as CorrectedValue, type: found.type };
    }
    case 'outcome': {
      const found = results.outcomes.find((outcome) => outcome.key === key);
      return found && { label: found.label, original: found.unknown ? null : found.met };
    }
    case 'tag': {
      const found = results.tags.find((tag) => tag.key === key);
      return found && { label: found.label, original: found.applied };
    }
  }
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isDay = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);

/** What the value of each kind of field must be, and how to say so. */
const fieldTypes: Readonly<Record<string, readonly [(value: CorrectedValue) => boolean, string]>> = {
  string: [isText, 'a text'],
  number: [(value) => typeof value === 'number', 'a number'],
  bool: [(value) => typeof value === 'boolean', 'true or false'],
  date: [isDay, 'a date such as 2026-03-14'],
  enum: [isText, 'one of its options'],
  list: [(value) => Array.isArray(value), 'a list of texts'],
};

/** What is wrong with the value, for the kind of result that it corrects. */
export function valueViolations(
  { kind, value }: Pick<NewCorrection, 'kind' | 'value'>,
  { label, type = 'string' }: Corrected,
  options: readonly string[] | undefined,
): string[] {
  if (kind === 'tag') return typeof value === 'boolean' ? [] : ['value must be true or false for a tag'];
  if (value === null) return [];
  if (kind === 'outcome')
    return typeof value === 'boolean' ? [] : ['value must be true, false or null for an outcome'];
  if (kind === 'answer') return isText(value) ? [] : ['value must be a text or null for an answer'];
  const [fits, words] = fieldTypes[type] ?? [isText, 'a text'];
  if (!fits(value)) return [`value must be ${words} or null for ${label}`];
  if (type === 'enum' && options !== undefined && !options.includes(String(value)))
    return [`value must be one of ${options.join(', ')}, or null for ${label}`];
  return [];
}

const placeOf = ({ attemptId, kind, key }: Pick<Correction, 'attemptId' | 'kind' | 'key'>): string =>
  `${attemptId} ${kind} ${key}`;

/** The newest of each result; they come oldest first. */
const newest = (corrections: readonly Correction[]): Map<string, Correction> =>
  new Map(corrections.map((one) => [placeOf(one), one]));

/** The results of a call with corrected values in their places, each with a mark of what the analysis had found. */
export function withCorrections<Some extends Results>(
  results: Some,
  attemptId: string,
  corrections: readonly Correction[],
): Some {
  const current = newest(corrections.filter((one) => one.attemptId === attemptId));
  if (current.size === 0) return results;
  const corrected = <Item extends object>(
    items: readonly Item[],
    kind: CorrectedKind,
    keyOf: (item: Item) => string,
    change: (value: CorrectedValue) => object,
  ): Item[] =>
    items.map((item) => {
      const correction = current.get(placeOf({ attemptId, kind, key: keyOf(item) }));
      if (!correction) return item;
      const found = findResult(results, kind, keyOf(item));
      return {
        ...item,
        ...change(correction.value),
        correction: markOf(correction, found?.original ?? null),
      };
    });
  // Somebody who knows is sure.
  const sure = { confidence: 1 };
  return {
    ...results,
    fields: corrected(
      results.fields,
      'value',
      ({ key }) => key,
      (value) => ({ value, ...sure }),
    ),
    outcomes: corrected(
      results.outcomes,
      'outcome',
      ({ key }) => key,
      (value) =>
        value === null
          ? { met: false, unknown: true, confidence: 0 }
          : { met: value, unknown: undefined, ...sure },
    ),
    tags: corrected(
      results.tags,
      'tag',
      ({ key }) => key,
      (value) => ({ applied: value }),
    ),
    qa: corrected(
      results.qa,
      'answer',
      ({ id }) => id,
      (value) => ({ answer: value, answered: value !== null }),
    ),
  };
}

const markOf = (correction: Correction, original: CorrectedValue): CorrectionMark => ({
  id: correction.id,
  original,
  by: correction.by,
  at: correction.createdAt.toISOString(),
  note: correction.note,
});

/** Oldest first, as they were made. */
export function viewCorrections(corrections: readonly Correction[]): CorrectionView[] {
  const current = newest(corrections);
  return corrections.map((one) => ({
    id: one.id,
    conversationId: one.conversationId,
    callAttemptId: one.attemptId,
    kind: one.kind,
    key: one.key,
    label: one.label,
    original: one.original,
    value: one.value,
    note: one.note,
    by: one.by,
    createdAt: one.createdAt.toISOString(),
    isCurrent: current.get(placeOf(one)) === one,
  }));
}

export const viewComment = ({ createdAt, ...comment }: Comment): CommentView => ({
  ...comment,
  createdAt: createdAt.toISOString(),
});
