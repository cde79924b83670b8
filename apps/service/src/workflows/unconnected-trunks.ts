import type { SipTrunk } from '@parley/sip/sip-trunk.ts';
import type { LineReport } from '@parley/telephone/call-order.ts';
import type { Trunk } from '../domains/trunks/trunk.model.ts';
import { readUnconnected } from '../domains/trunks/trunk-health.actions.ts';
import type { Everywhere } from '../storage/scope.ts';

/** The database is asked after so many calls of this process in a row that rang nowhere. */
const LOOK_EVERY = 10;

export interface UnconnectedTrunksOptions {
  readonly everywhere: Everywhere;
  readonly warn: (words: string) => void;
  readonly onError: (error: Error) => void;
}

interface Streak {
  calls: number;
  isLogged: boolean;
}

/**
 * Logs that a trunk takes calls and connects nobody, once until it does again. Its calls go on: with announcements (183) alone
 * nobody can tell a dead trunk from people who do not pick up, so this is a matter for a person.
 */
export class UnconnectedTrunks {
  readonly #with: UnconnectedTrunksOptions;
  readonly #streaks = new WeakMap<SipTrunk, Streak>();

  constructor(options: UnconnectedTrunksOptions) {
    this.#with = options;
  }

  /** A call has ended, and its end is stored. */
  async note(
    trunk: SipTrunk,
    which: Pick<Trunk, 'id' | 'companyId'> | { readonly key: string },
    { answeredAfterMs, hasRung }: LineReport,
  ): Promise<void> {
    if (answeredAfterMs !== null || hasRung) {
      this.#streaks.delete(trunk);
      return;
    }
    const streak = this.#streaks.get(trunk) ?? { calls: 0, isLogged: false };
    this.#streaks.set(trunk, streak);
    streak.calls += 1;
    if (streak.isLogged || streak.calls % LOOK_EVERY !== 0) return;
    const { everywhere, warn, onError } = this.#with;
    const found = await readUnconnected(everywhere, which).catch(onError);
    if (!found || streak.isLogged) return;
    streak.isLogged = true;
    const whose = 'companyId' in which && which.companyId ? ` of the company ${which.companyId}` : '';
    const share = Math.round(found.usualAnswerRatio * 100);
    warn(
      `The SIP trunk ${trunk.host}${whose} connects nobody: its last ${found.calls} calls, since ${found.since}, timed out without ringing; of other calls ${share} % are answered. Calls go on. Call somebody over it to hear what it plays.`,
    );
  }
}
