import { text } from 'node:stream/consumers';
import { withTimeout } from '@parley/kernel/concurrency.ts';
import {
  countClaim,
  type DatabaseState,
  firstReadableState,
  lostCallsOf,
  databaseNameOf as nameOf,
  readState,
  type StateQuery,
  writeLost,
} from '../domains/conversations/dial-ledger.actions.ts';
import type { ClaimGuard, ClaimMark, DueAttempt } from '../domains/conversations/dispatch.actions.ts';
import type { DialLedger, DialLine } from '../storage/dial-ledger.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import type { Everywhere } from '../storage/scope.ts';

export const stopReasons = ['paused', 'clock', 'ledger', 'timeline', 'other_database'] as const;

/** Why nobody is dialled, for machines and for the operator. */
export interface DialStop {
  readonly reason: (typeof stopReasons)[number];
  readonly words: string;
}

export interface DialFenceOptions {
  readonly everywhere: Everywhere;
  readonly ledger: DialLedger;
  readonly objects: Pick<ObjectStore, 'put' | 'get'>;
  readonly workerId: string;
  /** How long calls wait for the object store; absent: RECORD_MS. */
  readonly patienceMs?: number;
  /** This machine's clock. */
  readonly wallClock?: () => Date;
  /** The clock that calls are scheduled by. After a pause of the machine it is behind until it asks the database again. */
  readonly databaseClock?: () => Date;
  /** Said once when dialling stops, in words for the operator. */
  readonly onStop: (why: string) => void;
  /** Calls that the database lost, and what follows. */
  readonly onLost: (words: string) => void;
}

/** Names the database from which calls are placed. Whoever finds another name here than its own does not dial. */
const FENCE_KEY = 'dial-fence/database';
/** What the loss of so little means is known: a replica was promoted. Older losses wait for the operator. */
const SHORT_LOSS_MS = 60_000;
/** Claimed calls hold their slots while they are written down, and a stop waits for them. */
const RECORD_MS = 5000;
/** S3 refuses requests at 15 minutes; a call that is placed in the wrong minute may be outside of its window. */
const MOST_SKEW_MS = 5000;

interface Fence {
  readonly system: string;
  readonly timeline: number;
  readonly databaseOid: number;
}

/**
 * Stands between a claim in the database and the call: the database may forget a claim (a replica behind was promoted, a
 * backup restored), the ledger does not. docs/adr/0025-dial-ledger.md has the argument.
 */
export class DialFence implements ClaimGuard {
  readonly #options: DialFenceOptions;
  readonly #wallClock: () => Date;
  readonly #patienceMs: number;
  /** What the ledgers were compared with; undefined: they must be compared before the next claim. */
  #known: DatabaseState | undefined;
  /** The database that this process saw last, compared or not. */
  #lastName: string | undefined;
  #query: StateQuery = 'whole';
  /** The highest claim in our ledger. */
  #recorded = 0;
  #doubts = 0;
  #comparing: Promise<void> | undefined;
  #stopped: DialStop | undefined;
  /** They could not be written down, so nothing more is claimed until it is written that they were not placed. */
  #unwritten: readonly DueAttempt[] = [];
  #writing: Promise<void> | undefined;

  constructor(options: DialFenceOptions) {
    this.#options = options;
    this.#wallClock = options.wallClock ?? (() => new Date());
    this.#patienceMs = options.patienceMs ?? RECORD_MS;
  }

  /** As it was last seen; undefined: people are dialled. */
  get stopped(): DialStop | undefined {
    return this.#stopped;
  }

  /** As before a claim, for whoever watches: with nothing due nobody else asks, also not whether a reason is gone. */
  async look(): Promise<DialStop | undefined> {
    if (await this.isOpen()) await this.isClaimable(this.#options.everywhere);
    return this.#stopped;
  }

  /** The connection to the database was lost: it may be another one by now. */
  readonly doubt = (): void => {
    this.#known = undefined;
    this.#doubts += 1;
  };

  /** Compares the ledgers with the database where that is due. False: nobody may be dialled. */
  async isOpen(): Promise<boolean> {
    if (this.#known === undefined) {
      this.#comparing ??= this.#compare()
        .catch((error: Error) =>
          this.#stop(
            'ledger',
            `Nobody is dialled: the dial ledger cannot be compared with the database. ${error.message}`,
          ),
        )
        .finally(() => {
          this.#comparing = undefined;
        });
      // It goes on; whoever asks later finds it done.
      await withTimeout(this.#patienceMs, this.#comparing).catch(() =>
        this.#stop('ledger', 'Nobody is dialled: the dial ledger is still being compared with the database.'),
      );
    }
    return this.#known !== undefined && (await this.#isWritable());
  }

  /** After calls could not be written down: whether that is over. They are taken back on the way. */
  async #isWritable(): Promise<boolean> {
    if (this.#unwritten.length === 0) return true;
    const attempts = this.#unwritten;
    this.#writing ??= this.#write(this.#takenBack(attempts))
      .then(
        () => {
          if (this.#unwritten === attempts) this.#unwritten = [];
        },
        (error: Error) => {
          this.#stopUnwritten(error);
        },
      )
      .finally(() => {
        this.#writing = undefined;
      });
    await withTimeout(this.#patienceMs, this.#writing).catch(() => undefined);
    return this.#unwritten.length === 0;
  }

  async isClaimable(inside: Everywhere): Promise<boolean> {
    const known = this.#known;
    if (known === undefined) return false;
    const state = await readState(inside, this.#query);
    // Somebody doubts it by now.
    if (this.#known === undefined) return false;
    if (nameOf(state) !== nameOf(known) || state.position < known.position) {
      this.#known = undefined;
      return false;
    }
    this.#known = state;
    const skew = this.#skewOf(state);
    if (skew !== undefined) this.#stop('clock', skew);
    else if (state.pause !== null) this.#stop('paused', state.pause);
    else this.#resume();
    return this.#stopped === undefined;
  }

  async mark(inside: Everywhere): Promise<ClaimMark | undefined> {
    const known = this.#known;
    const { ledger } = this.#options;
    const claim = await countClaim(inside, ledger.id);
    if (known !== undefined && claim > this.#recorded)
      return { ledgerId: ledger.id, claim, database: nameOf(known), at: known.now };
    // The database has lost claims of ours.
    this.#known = undefined;
    return undefined;
  }

  /**
   * Writes the calls down before they are placed. Answers why they must not be placed; undefined: they may. Whoever
   * reconciles first puts its name into the fence and then reads the ledgers: either it finds these lines, or we find its
   * name.
   */
  async record(attempts: readonly DueAttempt[]): Promise<string | undefined> {
    const lines = attempts.flatMap((attempt) => this.#lineOf(attempt));
    if (attempts.length === 0) return undefined;
    if (lines.length < attempts.length) return 'The call was claimed before the database lost data';
    try {
      const fence = await withTimeout(this.#patienceMs, this.#write(lines));
      if (fence !== undefined && lines.every(({ database }) => database === nameOf(fence))) return undefined;
    } catch (error) {
      // The lines may be written, or will be: that must not keep the calls from waiting for their next turn.
      void this.takeBack(attempts);
      this.#unwritten = [...this.#unwritten, ...attempts];
      return this.#stopUnwritten(error as Error);
    }
    this.#known = undefined;
    await this.takeBack(attempts);
    return 'Another process places calls from a different database than the one that has this call';
  }

  async #write(lines: readonly DialLine[]): Promise<Fence | undefined> {
    await this.#options.ledger.append(lines);
    this.#recorded = Math.max(this.#recorded, ...lines.map(({ claim }) => claim));
    return this.#readFence();
  }

  #stopUnwritten({ message }: Error): string {
    this.#stop('ledger', `Nobody is dialled: the dial ledger cannot be written. ${message}`);
    return `The dial ledger cannot be written: ${message}`;
  }

  /** Nobody was dialled. If that cannot be written, the call counts as placed should the database lose it. */
  async takeBack(attempts: readonly DueAttempt[]): Promise<void> {
    const written = this.#options.ledger.append(this.#takenBack(attempts));
    await withTimeout(this.#patienceMs, written).catch(() => undefined);
  }

  #takenBack(attempts: readonly DueAttempt[]): DialLine[] {
    return attempts.flatMap((attempt) =>
      this.#lineOf(attempt).map((line) => ({ ...line, placed: false as const })),
    );
  }

  #lineOf({ mark, ...attempt }: DueAttempt): DialLine[] {
    if (mark === undefined || mark.ledgerId !== this.#options.ledger.id) return [];
    return [
      {
        conversationId: attempt.conversationId,
        attemptNumber: attempt.number,
        companyId: attempt.companyId,
        numberHash: attempt.numberHash ?? '',
        at: mark.at.toISOString(),
        workerId: this.#options.workerId,
        claim: mark.claim,
        database: mark.database,
      },
    ];
  }

  async #compare(): Promise<void> {
    const { everywhere, ledger, onLost } = this.#options;
    const doubts = this.#doubts;
    const { query, state } = await firstReadableState(everywhere);
    this.#query = query;
    if (!(await this.#enterFence(state))) return;
    const lost = await lostCallsOf(everywhere, ledger);
    if (lost.lines.length > 0) {
      const isShort = lost.lines.every(({ at }) => state.now.getTime() - Date.parse(at) < SHORT_LOSS_MS);
      onLost(await writeLost(everywhere, lost, isShort));
    }
    if (lost.heads.some(({ ledgerId }) => ledgerId === ledger.id) || this.#lastName !== nameOf(state)) {
      await ledger.renew();
      this.#recorded = 0;
    }
    this.#lastName = nameOf(state);
    if (this.#doubts !== doubts) return;
    this.#known = state;
    this.#resume();
  }

  /** Puts this database into the fence, unless another one has taken its place. */
  async #enterFence(state: DatabaseState): Promise<boolean> {
    const fence = await this.#readFence();
    const name = nameOf(state);
    if (fence !== undefined && nameOf(fence) === name) return true;
    if (fence !== undefined) {
      const isSame = fence.system === state.system && fence.databaseOid === state.databaseOid;
      if (isSame && fence.timeline > state.timeline) {
        this.#stop(
          'timeline',
          `Nobody is dialled: this process is connected to PostgreSQL timeline ${state.timeline}, but calls are placed from timeline ${fence.timeline}. Set DATABASE_URL to the server that was promoted.`,
        );
        return false;
      }
      // Another process took over with another database, and ours has not changed.
      if (this.#lastName === name) {
        this.#stop(
          'other_database',
          'Nobody is dialled: another Parley process with the same object store places calls from a different database. Stop the process that has the wrong DATABASE_URL, then restart this one.',
        );
        return false;
      }
    }
    const { system, timeline, databaseOid } = state;
    const body = Buffer.from(JSON.stringify({ system, timeline, databaseOid }));
    await this.#options.objects.put(FENCE_KEY, body, { contentType: 'application/json' });
    return true;
  }

  async #readFence(): Promise<Fence | undefined> {
    const object = await this.#options.objects.get(FENCE_KEY);
    return object === undefined ? undefined : (JSON.parse(await text(object.body)) as Fence);
  }

  #skewOf({ now }: DatabaseState): string | undefined {
    const skewsMs = [this.#wallClock(), this.#options.databaseClock?.() ?? now].map(
      (clock) => clock.getTime() - now.getTime(),
    );
    const skewMs = skewsMs.find((one) => Math.abs(one) > MOST_SKEW_MS);
    if (skewMs === undefined) return undefined;
    const seconds = Math.round(Math.abs(skewMs) / 1000);
    return `Nobody is dialled: the clock of this machine is ${seconds} seconds ${skewMs > 0 ? 'ahead of' : 'behind'} the database's. Set the clocks, for example with NTP.`;
  }

  #resume(): void {
    this.#stopped = undefined;
  }

  #stop(reason: DialStop['reason'], words: string): void {
    // The seconds of a wrong clock change all the time.
    const isNew = words.replace(/\d+/g, '') !== this.#stopped?.words.replace(/\d+/g, '');
    this.#stopped = { reason, words };
    if (isNew) this.#options.onStop(words);
  }
}
