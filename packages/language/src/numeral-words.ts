/**
 * How one language counts in words. Lists are parted by spaces, other spellings of the same number by `|`; all are
 * compared without accents.
 */
export interface NumeralWords {
  /** From zero on, without gaps. */
  readonly small: string;
  /** From twenty on, in tens. */
  readonly tens: string;
  /** From one hundred on, where each has a word of its own. */
  readonly hundreds?: string;
  /** Where hundreds are counted: "zwei hundert". */
  readonly hundred?: string;
  readonly thousand: string;
  readonly million: string;
  /** Before the fraction. */
  readonly point: string;
  /** Between the parts of a number. */
  readonly and: string;
  /** What is half of one more: "zweieinhalb", "dos y medio". */
  readonly half: string;
  readonly oneAndHalf?: string;
  /** Forms of "one" that are articles too, and count only before a larger number or `counted`. */
  readonly article: string;
  /** What people are asked to count, in the singular. */
  readonly counted: string;
  /** Between the ends of a range. */
  readonly to: string;
  /** "Zweiundzwanzig": the unit goes before the ten. */
  readonly isUnitFirst?: true;
  /** Tens that go on to nineteen: "soixante-dix". */
  readonly scores?: readonly number[];
  /** Spellings in several words that are one number. */
  readonly joined?: Readonly<Record<string, string>>;
}
