const MINUTE_MS = 60_000;

/** How long a call may last: until when new questions are opened, and when it is over whatever is being said. */
export interface Budget {
  readonly lastQuestionMs: number;
  readonly endMs: number;
}

/** Two minutes are kept for coming to an end; of a call of three minutes or less, a third. */
export function budgetOf(durationMinutes: number): Budget {
  const endMs = durationMinutes * MINUTE_MS;
  return { lastQuestionMs: durationMinutes > 3 ? endMs - 2 * MINUTE_MS : (endMs * 2) / 3, endMs };
}
