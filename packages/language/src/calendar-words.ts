/**
 * How one language speaks of days and hours. Each entry is a list of words parted by `|`, in their usual spelling;
 * `*` stands for any ending and `_` for a space inside of a list that is itself parted by spaces.
 */
export interface CalendarWords {
  readonly today: string;
  readonly tomorrow: string;
  readonly dayAfterTomorrow: string;
  /** Seven, from Monday on. */
  readonly weekdays: string;
  readonly morning: string;
  readonly afternoon: string;
  readonly evening: string;
  /** What stands before the hour of a clock. */
  readonly at?: string;
  /** What stands behind it. */
  readonly oclock?: string;
  /** Twelve, as they follow `at` and as they count. */
  readonly hours: string;
  /** Twelve forms that mean an hour of the clock by themselves. */
  readonly atHours?: string;
  /** What stands before a stretch of time from now on, or behind it. */
  readonly within?: string;
  readonly later?: string;
  readonly minute: string;
  readonly hour: string;
  readonly day: string;
  readonly halfHour: string;
  /** Where a language has a word of its own for two of them. */
  readonly twoHours?: string;
  readonly twoDays?: string;
}
