import type { CallAnalysis } from '@parley/call-engine/analysis/analysis-model.ts';
import { folded } from '@parley/language/speech.ts';
import { type LabelledCall, SCORE_TOLERANCE } from './labelled-call.ts';

/** One fact that a reader noted about a call, and what the analysis found. */
export interface Mark {
  readonly call: string;
  readonly kind: 'field' | 'outcome' | 'tag' | 'score';
  readonly key: string;
  readonly expected: unknown;
  readonly found: unknown;
  readonly isRight: boolean;
}

/** Compares an analysis with what a reader noted. */
export function marksOf(labelled: LabelledCall, { analytics }: CallAnalysis): Mark[] {
  const mark = (
    kind: Mark['kind'],
    key: string,
    expected: unknown,
    found: unknown,
    isRight: boolean,
  ): Mark => ({
    call: `${labelled.flow}: ${labelled.title}`,
    kind,
    key,
    expected,
    found,
    isRight,
  });
  const fieldBy = new Map(analytics?.fields.map(({ key, value }) => [key, value]));
  const outcomeBy = new Map(analytics?.outcomes.map(({ key, met }) => [key, met]));
  const tagBy = new Map(analytics?.tags.map(({ key, applied }) => [key, applied]));
  const score = analytics?.matchScore ?? null;
  return [
    ...Object.entries(labelled.fields).map(([key, expected]) =>
      mark('field', key, expected, fieldBy.get(key), isSame(expected, fieldBy.get(key))),
    ),
    ...Object.entries(labelled.outcomes).map(([key, expected]) =>
      mark('outcome', key, expected, outcomeBy.get(key), expected === outcomeBy.get(key)),
    ),
    ...Object.entries(labelled.tags ?? {}).map(([key, expected]) =>
      mark('tag', key, expected, tagBy.get(key), expected === tagBy.get(key)),
    ),
    mark('score', 'total', labelled.score, score, isNear(labelled.score, score)),
  ];
}

const isNear = (expected: number | null, found: number | null): boolean =>
  expected === null || found === null ? expected === found : Math.abs(expected - found) <= SCORE_TOLERANCE;

const plain = (value: unknown): string =>
  folded(String(value))
    .replaceAll(/[\s.,!。]+/g, ' ')
    .trim();

/** One reader counts three months as 13 weeks, another as 13.04. */
const isAbout = (expected: unknown, found: unknown): boolean =>
  typeof expected === 'number' && typeof found === 'number' && Math.abs(expected - found) <= expected / 100;

/** Compares texts ignoring case and punctuation, and lists ignoring order. */
function isSame(expected: LabelledCall['fields'][string], found: unknown): boolean {
  if (!Array.isArray(expected))
    return typeof expected === 'string' && typeof found === 'string'
      ? plain(expected) === plain(found)
      : expected === found || isAbout(expected, found);
  if (expected.some((each) => typeof each === 'object'))
    return expected.some((each) => plain((each as { either: string }).either) === plain(found));
  const names = (list: readonly unknown[]): string => list.map(plain).sort().join('|');
  return Array.isArray(found) && names(expected) === names(found);
}

/** Precision and recall. */
export interface Quality {
  readonly precision: number;
  readonly recall: number;
  readonly claimed: number;
  readonly there: number;
  readonly right: number;
}

const isClaim = (value: unknown): boolean => value !== null && value !== undefined && value !== false;
/** A field may be false and still count as a claim; an outcome that is not met does not. */
const isClaimed = ({ kind }: Mark, value: unknown): boolean =>
  kind === 'field' ? value !== null && value !== undefined : isClaim(value);

export function qualityOf(marks: readonly Mark[]): Quality {
  const claimed = marks.filter((mark) => isClaimed(mark, mark.found)).length;
  const there = marks.filter((mark) => isClaimed(mark, mark.expected)).length;
  const right = marks.filter((mark) => isClaimed(mark, mark.found) && mark.isRight).length;
  return {
    precision: right / Math.max(1, claimed),
    recall: right / Math.max(1, there),
    claimed,
    there,
    right,
  };
}
