import { Failure } from '@parley/kernel/failure.ts';
import { enforce, limiterInDatabase } from '../http/rate-limit.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { CompanyId } from '../storage/sql.ts';

const DAY_SECONDS = 86_400;
/** Counted in hundreds, begun ones as whole ones: a limit is a row with a time for each. */
const TURNS_AT_ONCE = 100;

/** Counts the turns of a simulated test that is about to begin, or refuses it; then nothing is counted. */
export type CountTestTurns = (companyId: CompanyId, turns: number) => Promise<void>;

/** Models cost money: a company's tests may take so many turns with one within 24 hours, in all processes. 0: any number. */
export const testTurnLimit =
  (everywhere: Everywhere, turnsPerDay: number): CountTestTurns =>
  async (companyId, turns) => {
    if (turnsPerDay === 0) return;
    const limit = `${turnsPerDay} turns with a language model within 24 hours (PARLEY_TEST_TURNS_PER_DAY), and this one is estimated to take ${turns}`;
    if (turns > turnsPerDay)
      throw new Failure(
        'unprocessable',
        `The simulated tests of a company may take ${limit}: test fewer cases`,
      );
    const rate = { max: Math.ceil(turnsPerDay / TURNS_AT_ONCE), perSeconds: DAY_SECONDS };
    try {
      await everywhere.transaction(async (inside) => {
        const limiter = limiterInDatabase(inside);
        for (let counted = 0; counted < turns; counted += TURNS_AT_ONCE)
          await enforce(limiter, `test-turns:${companyId}`, rate);
      });
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'too_many_requests') throw error;
      const { retryAfterSeconds } = error.details as { retryAfterSeconds: number };
      throw new Failure(
        'too_many_requests',
        `The simulated tests of this company may take ${limit}: try again in ${retryAfterSeconds} s`,
        { retryAfterSeconds },
      );
    }
  };
