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

/** The value that this share of the others is below: 0.95 for p95. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;

export const median = (values: readonly number[]): number => quantile(values, 0.5);
