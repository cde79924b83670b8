/** The same day next year, as the API writes days. */
export function inAYear(now: Date): string {
  const day = new Date(now);
  day.setUTCFullYear(day.getUTCFullYear() + 1);
  return day.toISOString().slice(0, 10);
}
