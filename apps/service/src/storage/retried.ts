/** Two transactions waited for each other, or could not both be true: PostgreSQL undid one of them. */
const UNDONE: ReadonlySet<unknown> = new Set(['40P01', '40001']);
const TRIES = 5;

/**
 * A transaction that may be done again as a whole when it was undone for standing in another's way: nothing of it has
 * happened. Only around the outermost one.
 */
export async function retried<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact();
    } catch (error) {
      if (tries === TRIES || !UNDONE.has((error as { code?: unknown }).code)) throw error;
    }
  }
}
