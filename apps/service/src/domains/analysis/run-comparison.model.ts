import type { RunComparison } from '@parley/contract/run-results.ts';
import { differenceInterval, wilsonInterval } from './proportion.model.ts';

interface Counted {
  readonly met: number;
  readonly of: number;
}

interface VersionCount {
  readonly versionId: string;
  readonly conversations: number;
  /** One that is still open says nothing yet. */
  readonly over: number;
  readonly completed: number;
}

interface OutcomeCount extends Counted {
  readonly versionId: string;
  readonly key: string;
  readonly label: string;
  /** Of which the call does not tell. */
  readonly unknown: number;
}

/** The versions in this order, each compared with the first. */
export function compareVersions(
  order: readonly string[],
  numbers: ReadonlyMap<string, number | null>,
  versions: readonly VersionCount[],
  outcomes: readonly OutcomeCount[],
): RunComparison['versions'] {
  const countOf = (versionId: string) => versions.find((one) => one.versionId === versionId);
  const reachedBy = (versionId: string): Counted => {
    const { completed: met = 0, over: of = 0 } = countOf(versionId) ?? {};
    return { met, of };
  };
  const metBy = (versionId: string, key: string): Counted & { readonly unknown: number } =>
    outcomes.find((one) => one.versionId === versionId && one.key === key) ?? { met: 0, of: 0, unknown: 0 };
  const labels = new Map(outcomes.map(({ key, label }) => [key, label]));
  const [first] = order;
  return order.map((versionId) => {
    const against = (counted: (reference: string) => Counted) =>
      first === undefined || versionId === first ? undefined : counted(first);
    return {
      versionId,
      number: numbers.get(versionId) ?? null,
      conversations: countOf(versionId)?.conversations ?? 0,
      reached: comparedWith(against(reachedBy), reachedBy(versionId)),
      outcomes: [...labels].map(([key, label]) => ({
        key,
        label,
        unknown: metBy(versionId, key).unknown,
        ...comparedWith(
          against((reference) => metBy(reference, key)),
          metBy(versionId, key),
        ),
      })),
    };
  });
}

function comparedWith(first: Counted | undefined, { met, of }: Counted) {
  const result =
    of === 0
      ? { of, met, share: null, interval: null }
      : { of, met, share: met / of, interval: wilsonInterval(met, of) };
  if (first === undefined || first.of === 0 || of === 0) return { result, difference: null };
  const interval = differenceInterval(first, { met, of });
  return {
    result,
    difference: {
      share: met / of - first.met / first.of,
      interval,
      isClear: interval.low > 0 || interval.high < 0,
    },
  };
}
