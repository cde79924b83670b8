import { ApiFailure, type Violation } from '../../api/client.ts';
import type { PoolRow } from './pool-row.ts';

const ROWS_A_PIECE = 500;

export interface PoolOutcome {
  readonly taken: number;
  readonly refused: readonly { readonly line: number; readonly words: string }[];
}

/**
 * Sends people in pieces. The service takes a piece whole or not at all and names what is wrong with whom, so those
 * are left out and the others sent again. An end in between is before the next piece.
 */
export async function uploadPool(
  rows: readonly PoolRow[],
  send: (profiles: readonly PoolRow['profile'][]) => Promise<unknown>,
  onProgress: (done: number) => void,
  signal?: AbortSignal,
): Promise<PoolOutcome> {
  const refused: { line: number; words: string }[] = [];
  let taken = 0;
  for (let at = 0; at < rows.length; at += ROWS_A_PIECE) {
    let rest = rows.slice(at, at + ROWS_A_PIECE);
    while (rest.length > 0) {
      if (signal?.aborted) return { taken, refused };
      try {
        await send(rest.map(({ profile }) => profile));
        taken += rest.length;
        break;
      } catch (failure) {
        const bad = failure instanceof ApiFailure ? wrongOnes(failure.violations) : new Map<number, string>();
        if (bad.size === 0) throw failure;
        for (const [place, words] of bad) {
          const row = rest[place];
          if (row) refused.push({ line: row.line, words });
        }
        rest = rest.filter((_, place) => !bad.has(place));
      }
    }
    onProgress(Math.min(1, (at + ROWS_A_PIECE) / rows.length));
  }
  return { taken, refused };
}

/** What is wrong with whom, by their place: `profiles[3].emails[0]`. */
function wrongOnes(violations: readonly Violation[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const { path, problem } of violations) {
    const [, place, property = ''] = /^profiles\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
    if (place === undefined) continue;
    const words = property === '' ? problem : `${property} ${problem}`;
    const before = found.get(Number(place));
    found.set(Number(place), before === undefined ? words : `${before}; ${words}`);
  }
  return found;
}
