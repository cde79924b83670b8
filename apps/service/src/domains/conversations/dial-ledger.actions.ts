import { type DialLedger, type DialLine, LEDGER_DAYS, type LedgerHead } from '../../storage/dial-ledger.ts';
import type { Everywhere } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import {
  countClaim,
  type DatabaseState,
  deletePause,
  findPause,
  forgetLedgers,
  insertLost,
  insertLostCall,
  insertPause,
  knownClaims,
  type LostDial,
  lockReconciliation,
  lostDials,
  readState,
  type StateQuery,
  stateQueryNames,
} from './dial-ledger.store.ts';

export type { DatabaseState, LostDial, StateQuery };
export { countClaim, readState };

/** What the database's clock says. */
export const databaseTime = async (everywhere: Everywhere): Promise<Date> =>
  (await readState(everywhere, 'least')).now;

/** PostgreSQL refuses a function, or does not have it. A standby says 55000: nobody is dialled from that. */
const REFUSED: ReadonlySet<unknown> = new Set(['42501', '42883', '0A000']);

/** The most that this server tells. */
export async function firstReadableState(
  everywhere: Everywhere,
): Promise<{ query: StateQuery; state: DatabaseState }> {
  for (const query of stateQueryNames) {
    try {
      return { query, state: await readState(everywhere, query) };
    } catch (error) {
      if (!REFUSED.has((error as { code?: unknown }).code) || query === 'least') throw error;
    }
  }
  throw new Error('The database does not report which server, timeline and database it is');
}

/** Tells one database from another, and from the one that it was before a replica was promoted or a backup replayed. */
export const databaseNameOf = ({
  system,
  timeline,
  databaseOid,
}: Pick<DatabaseState, 'system' | 'timeline' | 'databaseOid'>): string =>
  `${system}:${timeline}:${databaseOid}`;

export const readDatabaseName = async (everywhere: Everywhere): Promise<string> =>
  databaseNameOf((await firstReadableState(everywhere)).state);

/** A call from before a loss, of which nobody knows the result: its number is not called again for a day. */
export const noteUnknown = (
  everywhere: Everywhere,
  call: { readonly companyId: CompanyId; readonly attemptId: string },
): Promise<unknown> => insertLostCall(everywhere, call);

export interface LostCalls {
  readonly lines: readonly DialLine[];
  /** Of the ledgers that go further than the database. */
  readonly heads: readonly LedgerHead[];
}

/** What the ledgers have and the database does not. The ledgers are read first: the database is never behind them. */
export async function lostCallsOf(
  everywhere: Everywhere,
  ledger: Pick<DialLedger, 'heads' | 'linesAfter'>,
): Promise<LostCalls> {
  const heads = await ledger.heads();
  const known = await knownClaims(
    everywhere,
    heads.map(({ ledgerId }) => ledgerId),
  );
  const ahead = heads.filter(({ ledgerId, claims }) => claims > (known.get(ledgerId) ?? 0));
  const lines: DialLine[] = [];
  for (const { ledgerId } of ahead)
    lines.push(...((await ledger.linesAfter(ledgerId, known.get(ledgerId) ?? 0)) ?? []));
  return { lines, heads: ahead };
}

/** Has nobody called again, and says what that means. Dialling goes on by itself only after a short loss. */
export async function writeLost(everywhere: Everywhere, lost: LostCalls, isShort: boolean): Promise<string> {
  const times = lost.lines.map(({ at }) => at).sort();
  const what = `The database has lost ${lost.lines.length} calls that were placed between ${times[0]} and ${times.at(-1)}. They are not placed again, and their results are unknown.`;
  const reason = `${what} Nobody is dialled until you run: npx parley resume`;
  await everywhere.transaction(async (inside) => {
    await lockReconciliation(inside);
    await insertLost(inside, lost.lines, lost.heads);
    if (!isShort) await insertPause(inside, reason);
  });
  return isShort ? `${what} npx parley resume --report lists them.` : reason;
}

/**
 * Has nobody called again whom the ledgers know. Whether they were read to their end is for a worker to say, which compares
 * after it has put its database into the fence: so the ledgers do not count as known up to here.
 */
export async function noteLost(
  everywhere: Everywhere,
  ledger: Pick<DialLedger, 'heads' | 'linesAfter'>,
): Promise<void> {
  const { lines } = await lostCallsOf(everywhere, ledger);
  if (lines.length > 0) await insertLost(everywhere, lines, []);
}

/** Twice as long: a ledger that is still there must not look as if the database had lost it. */
export async function forgetOldDials(
  everywhere: Everywhere,
  ledger: Pick<DialLedger, 'forgetOld'>,
): Promise<void> {
  await ledger.forgetOld();
  await forgetLedgers(everywhere, 2 * LEDGER_DAYS);
}

/** Nobody is dialled by any process until `resumeDialling`. */
export const pauseDialling = (everywhere: Everywhere, reason: string): Promise<number> =>
  insertPause(everywhere, reason);

export const resumeDialling = (everywhere: Everywhere): Promise<number> => deletePause(everywhere);

export const diallingPause = (everywhere: Everywhere) => findPause(everywhere);

/** Whom we may have called, found since then. */
export const lostDialsSince = (everywhere: Everywhere, since: Date): Promise<LostDial[]> =>
  lostDials(everywhere, since);
