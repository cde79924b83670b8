import type { JournalEntry, Keep } from '@parley/call-engine/journal.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import type { JournalPart } from '../domains/conversations/call-journal.actions.ts';

/** Comes first in what is kept: contacts change, and a call is replayed by what was known then. */
export interface KeptPlan {
  readonly kind: 'plan';
  readonly plan: CallPlan;
}

type Kept = KeptPlan | JournalEntry;

interface OpenJournal {
  readonly companyId: string;
  part: number;
  unkept: Kept[];
  readonly all: JournalEntry[];
}

/** Often enough to watch a call by, seldom enough to gather the words of a thousand calls into one statement. */
const FLUSH_MS = 200;

/**
 * The journals of the calls on the line. What happens is kept in the database a moment later, so that a process
 * that dies takes no more than that moment with it; what came last is kept with the settlement.
 */
export class CallJournals {
  readonly #append: (parts: readonly JournalPart[]) => Promise<void>;
  readonly #onError: (error: Error) => void;
  readonly #open = new Map<string, OpenJournal>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #isFlushing = false;

  constructor(append: (parts: readonly JournalPart[]) => Promise<void>, onError: (error: Error) => void) {
    this.#append = append;
    this.#onError = onError;
  }

  open(attemptId: string, companyId: string, plan: CallPlan): Keep {
    const journal: OpenJournal = { companyId, part: 0, unkept: [{ kind: 'plan', plan }], all: [] };
    this.#open.set(attemptId, journal);
    this.#timer ??= setInterval(() => this.#flush(), FLUSH_MS).unref();
    return (entry) => {
      journal.all.push(entry);
      journal.unkept.push(entry);
    };
  }

  /** Ends a journal: all of it, and what has not been kept yet. */
  async close(attemptId: string) {
    // A flush under way may hold a part of it, which must come before the rest.
    await this.#flushing;
    const journal = this.#open.get(attemptId);
    this.#open.delete(attemptId);
    return {
      entries: journal?.all ?? [],
      rest: { part: journal?.part ?? 0, entries: journal?.unkept ?? [] },
    };
  }

  /** Stores at once what there is, and what came meanwhile. */
  async flush(): Promise<void> {
    await this.#flushing;
    this.#flush();
    await this.#flushing;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #flush(): void {
    if (this.#open.size === 0) {
      this.stop();
      return;
    }
    const taken = [...this.#open].filter(([, { unkept }]) => unkept.length > 0);
    // One at a time: if a part failed after later ones were written, the order would be wrong.
    if (taken.length === 0 || this.#isFlushing) return;
    const parts = taken.map(([attemptId, journal]) => {
      const { companyId, part, unkept: entries } = journal;
      journal.part++;
      journal.unkept = [];
      return { attemptId, companyId, part, entries };
    });
    this.#isFlushing = true;
    this.#flushing = this.#append(parts)
      .catch((error: Error) => {
        this.#onError(error);
        // Not lost: it goes with the next flush or with the settlement.
        for (const { attemptId, part, entries } of parts) {
          const journal = this.#open.get(attemptId);
          if (!journal) continue;
          journal.part = part;
          journal.unkept = [...entries, ...journal.unkept];
        }
      })
      .finally(() => {
        this.#isFlushing = false;
      });
  }
}

/** A kept journal apart into the plan and what happened; undefined when nothing was kept. */
export function keptCall(kept: readonly unknown[]): { plan: CallPlan; journal: JournalEntry[] } | undefined {
  const [first, ...journal] = kept as Kept[];
  return first?.kind === 'plan' ? { plan: first.plan, journal: journal as JournalEntry[] } : undefined;
}
