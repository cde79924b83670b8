/** How sure a statement about a share is, from how many of how many. */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The normal quantile for 95 %, both sides. */
const Z = 1.959_963_984_540_054;

/**
 * The Wilson score interval of a share. Unlike the textbook's it holds for few calls and for shares near 0 or 1, where a
 * campaign often is (Newcombe 1998, Statistics in Medicine 17, 857-872, method 3).
 */
export function wilsonInterval(met: number, of: number): Interval {
  const share = met / of;
  const square = Z * Z;
  const middle = share + square / (2 * of);
  const reach = Z * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of));
  const whole = 1 + square / of;
  return {
    low: met === 0 ? 0 : (middle - reach) / whole,
    high: met === of ? 1 : (middle + reach) / whole,
  };
}

interface Counted {
  readonly met: number;
  readonly of: number;
}

/**
 * Newcombe's hybrid score interval of the difference of two independent shares, the second less the first (Newcombe 1998,
 * Statistics in Medicine 17, 873-890, method 10).
 */
export function differenceInterval(first: Counted, second: Counted): Interval {
  const [one, other] = [first.met / first.of, second.met / second.of];
  const [before, after] = [wilsonInterval(first.met, first.of), wilsonInterval(second.met, second.of)];
  const difference = other - one;
  return {
    low: difference - Math.hypot(other - after.low, before.high - one),
    high: difference + Math.hypot(after.high - other, one - before.low),
  };
}
