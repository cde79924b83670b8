import { MOST_ROWS } from '@parley/contract/contact.ts';
import { ApiFailure, type Violation } from '../api/client.ts';
import type { ImportRow } from './contact-row.ts';

/** Well below the size of a body that the service refuses. */
const LETTERS_A_PIECE = 300_000;
const SETTLING_MS = 2_000;

export interface Refusal {
  readonly line: number;
  readonly errors: readonly Violation[];
}

export interface PieceAnswer {
  readonly created: readonly { readonly line: number; readonly id: string }[];
  readonly refused: readonly Refusal[];
}

/** Where to look for rows that were sent. */
export interface ImportMark {
  readonly importId: string;
  /** Lines before it were there earlier. */
  readonly fromLine: number;
  readonly since: Date;
}

/** The service, as far as an import needs it. */
export interface ImportService {
  readonly send: (rows: readonly ImportRow[]) => Promise<PieceAnswer>;
  /** Which rows became contacts, by line, found by the mark that they carry. */
  readonly landed: (mark: ImportMark) => Promise<ReadonlyMap<number, string>>;
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => Date;
}

export interface ImportProgress {
  /** Rows whose fate is known. */
  readonly done: number;
  readonly created: number;
  readonly refused: number;
}

export interface ImportOptions {
  readonly service: ImportService;
  /** Kept in the metadata of each contact with its line, so that a row never becomes two. */
  readonly importId: string;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Stops before the next piece. One that is on its way is waited for. */
  readonly signal?: AbortSignal;
  /** Waited for before each piece: a pause. */
  readonly gate?: () => Promise<void>;
  /** The service could not take a piece. Resolves when it shall be tried again; with `stop`, the import ends. */
  readonly onTrouble: (failure: unknown) => Promise<'again' | 'stop'>;
}

export interface ImportOutcome {
  /** Ids by line. */
  readonly created: ReadonlyMap<number, string>;
  readonly refused: readonly Refusal[];
  /** Lines that were sent without an answer: they may have become contacts or not. */
  readonly unsure: readonly number[];
}

/** Sends rows in pieces. Good ones are kept, bad ones named; a connection that breaks neither loses nor doubles one. */
export async function importContacts(
  rows: Iterable<ImportRow>,
  { service, importId, onProgress, signal, gate, onTrouble }: ImportOptions,
): Promise<ImportOutcome> {
  const created = new Map<number, string>();
  const refused: Refusal[] = [];
  let unsure: readonly number[] = [];

  /** False when somebody wants no more. */
  const take = async (piece: readonly ImportRow[]): Promise<boolean> => {
    const mark = { importId, fromLine: piece[0]?.line ?? 0, since: service.now() };
    let rest = piece;
    let isUnsure = false;
    for (;;) {
      try {
        if (isUnsure) {
          const there = await settled(service, mark);
          for (const { line } of rest) {
            const id = there.get(line);
            if (id !== undefined) created.set(line, id);
          }
          rest = rest.filter(({ line }) => !there.has(line));
          isUnsure = false;
        }
        if (rest.length === 0) return true;
        // Also before a piece is sent again: meanwhile somebody may look at another company.
        if (signal?.aborted) return false;
        const answer = await service.send(rest);
        for (const { line, id } of answer.created) created.set(line, id);
        refused.push(...answer.refused);
        return true;
      } catch (failure) {
        const pauseMs = pauseOf(failure);
        if (pauseMs !== undefined) {
          await service.wait(pauseMs);
          continue;
        }
        isUnsure ||= mayHaveWorked(failure);
        if ((await onTrouble(failure)) === 'again') continue;
        if (isUnsure) unsure = rest.map(({ line }) => line);
        return false;
      }
    }
  };

  for (const piece of pieces(rows, importId)) {
    await gate?.();
    if (signal?.aborted || !(await take(piece))) break;
    onProgress?.({ done: created.size + refused.length, created: created.size, refused: refused.length });
  }
  return { created, refused, unsure };
}

/** How long the service asks to be left alone. */
const pauseOf = (failure: unknown): number | undefined =>
  failure instanceof ApiFailure && failure.status === 429 && typeof failure.body.retryAfter === 'number'
    ? failure.body.retryAfter * 1_000
    : undefined;

/** No answer, or one from something in between: the rows may be there all the same. */
const mayHaveWorked = (failure: unknown): boolean =>
  !(failure instanceof ApiFailure) || failure.isOffline || failure.status >= 500;

/** What was sent may still be worked on: it is read until nothing more comes. */
async function settled(service: ImportService, mark: ImportMark) {
  let before = await service.landed(mark);
  for (;;) {
    await service.wait(SETTLING_MS);
    const now = await service.landed(mark);
    if (now.size === before.size) return now;
    before = now;
  }
}

function* pieces(rows: Iterable<ImportRow>, importId: string): Generator<readonly ImportRow[]> {
  let piece: ImportRow[] = [];
  let letters = 0;
  for (const { line, values } of rows) {
    const row = { line, values: { ...values, metadata: { importId, importLine: line } } };
    const size = JSON.stringify(row).length;
    if (piece.length === MOST_ROWS || (piece.length > 0 && letters + size > LETTERS_A_PIECE)) {
      yield piece;
      piece = [];
      letters = 0;
    }
    piece.push(row);
    letters += size;
  }
  if (piece.length > 0) yield piece;
}
