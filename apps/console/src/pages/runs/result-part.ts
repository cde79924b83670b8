import type { RunFilter } from '@parley/contract/run-results.ts';

const offered = ['status', 'versionId', 'resultKind', 'resultKey', 'resultValue', 'resultState'] as const;

/** Of the filter in the address, what the page of results offers. */
export const partOf = (filter: RunFilter): RunFilter =>
  Object.fromEntries(
    offered.flatMap((name) => (filter[name] === undefined ? [] : [[name, filter[name]]])),
  ) as RunFilter;

/** Those behind a number of a part of the results: where both are about a result, both must hold. */
export function bothOf(part: RunFilter, behind: RunFilter): RunFilter {
  const { resultKind, resultKey, resultValue, resultState, ...others } = part;
  if (resultKey === undefined || behind.resultKey === undefined) return { ...part, ...behind };
  return {
    ...others,
    ...(resultKind !== undefined && { andResultKind: resultKind }),
    andResultKey: resultKey,
    ...(resultValue !== undefined && { andResultValue: resultValue }),
    ...(resultState !== undefined && { andResultState: resultState }),
    ...behind,
  };
}
