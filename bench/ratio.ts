/** The result of a benchmark: ours relative to a reference in the same run. */
export interface Ratio {
  readonly name: string;
  readonly ours: number;
  readonly reference: number;
  readonly unit: string;
  /** The target: at least for rates, at most for times; neither if the ratio is only reported. */
  readonly atLeast?: number;
  readonly atMost?: number;
}

export const ratioOf = ({ ours, reference }: Ratio): number => ours / reference;

export const targetOf = ({ atLeast, atMost }: Ratio): string =>
  atMost !== undefined ? `at most ${atMost}` : atLeast !== undefined ? `at least ${atLeast}` : '';

export function isKept(ratio: Ratio): boolean {
  const found = ratioOf(ratio);
  return found >= (ratio.atLeast ?? 0) && found <= (ratio.atMost ?? Number.POSITIVE_INFINITY);
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
