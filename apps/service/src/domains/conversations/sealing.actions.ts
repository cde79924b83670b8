import { setImmediate as nextTurn } from 'node:timers/promises';
import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import type { Everywhere } from '../../storage/scope.ts';
import {
  beginSealing,
  beginSealingEvents,
  callsFrom,
  END,
  FIRST,
  isSealingEvents,
  moveBookmark,
  plainOf,
  readBookmark,
  sealPlain,
  sealPlainAnalysis,
} from './sealing.store.ts';

/** At the start, and again until no process is left that could not read what is sealed. */
export const startSealing = async (everywhere: Everywhere): Promise<void> => {
  await beginSealing(everywhere);
  // Looked up first, as the other takes a lock.
  if ((await isSealingEvents(everywhere)) === undefined)
    await everywhere.transaction((inside) => beginSealingEvents(inside));
};

/** What was passed over is looked at again: a key may have been repaired since. */
export const lookAgain = async (everywhere: Everywhere): Promise<void> => {
  await moveBookmark(everywhere, END, FIRST);
};

/** So many calls are looked at with one query. */
const LOOKED_AT = 200;
/** So many are sealed in a row, and so many keys asked for at once: live calls need the processor and the KMS, too. */
const AT_ONCE = 10;

const HOUR_MS = 3_600_000;

/** Rows that were passed over: tried again the next night, two nights later, four, and then once a week. */
export const passedOverRows = (everywhere: Everywhere): RowBackoff =>
  new RowBackoff(
    () => {},
    () => everywhere.now().getTime(),
    { firstMs: 20 * HOUR_MS, longestMs: 160 * HOUR_MS },
  );

/**
 * Goes on through all calls, from where it stopped, and seals what is plain until told to stop. What cannot be sealed because its key
 * or its row is broken is passed over, and then for longer and longer; while the KMS does not answer, the rest waits. The first
 * failure is thrown at the end.
 */
export async function sealPlainTexts(
  everywhere: Everywhere,
  signal: AbortSignal,
  passedOver = passedOverRows(everywhere),
): Promise<void> {
  await startSealing(everywhere);
  const failures: unknown[] = [];
  while (!signal.aborted) {
    const from = await readBookmark(everywhere);
    if (from === undefined || from === END) break;
    const { plain, next } = await lookAt(everywhere, from, new Set(passedOver.resting()));
    if (!(await everywhere.texts.prepare(plain))) break;
    for (const id of plain) {
      for (const seal of [sealPlain, sealPlainAnalysis])
        await everywhere.transaction((inside) => seal(inside, id)).catch((error) => failures.push(error));
      await nextTurn();
    }
    for (const { id } of await plainOf(everywhere, plain)) passedOver.note(id, stillPlain());
    await moveBookmark(everywhere, from, next);
  }
  if (failures.length > 0) throw failures[0];
}

const stillPlain = () =>
  new Error('The stored transcript, journal or analysis of a call could not be encrypted');

/** The next calls with something plain, and where to go on after them. */
async function lookAt(everywhere: Everywhere, from: string, resting: ReadonlySet<string>) {
  const looked = await callsFrom(everywhere, from, LOOKED_AT + 1);
  const plain = looked.slice(0, LOOKED_AT).filter(({ id, isPlain }) => isPlain && !resting.has(id));
  const [taken, left] = [plain.slice(0, AT_ONCE), plain[AT_ONCE]];
  return { plain: taken.map(({ id }) => id), next: left?.id ?? looked[LOOKED_AT]?.id ?? END };
}
