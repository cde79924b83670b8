const MOST_DAYS = 366;

/** What is wrong with the days that were asked for. */
export function periodViolations(from: string, to: string): string[] {
  if (from > to) return ['from must not be after to'];
  return daysBetween(from, to) > MOST_DAYS ? [`from and to must be at most ${MOST_DAYS} days apart`] : [];
}

const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
