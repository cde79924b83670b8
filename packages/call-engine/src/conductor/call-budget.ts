const MINUTE_MS = 60_000;

/** The time budget of a call: until when new questions are asked, and when the call ends in any case. */
export interface Budget {
  readonly lastQuestionMs: number;
  readonly endMs: number;
}

/** Two minutes are reserved for the end; in a call of three minutes or less, a third. */
export function budgetOf(durationMinutes: number): Budget {
  const endMs = durationMinutes * MINUTE_MS;
  return { lastQuestionMs: durationMinutes > 3 ? endMs - 2 * MINUTE_MS : (endMs * 2) / 3, endMs };
}
