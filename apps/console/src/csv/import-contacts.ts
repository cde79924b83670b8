import { MOST_ROWS } from '@parley/contract/contact.ts';
import { ApiFailure, type Violation } from '../api/client.ts';
import type { ImportRow } from './contact-row.ts';

/** Well below the maximum body size. */
const CHARACTERS_PER_BATCH = 300_000;
const SETTLING_MS = 2_000;

export interface Refusal {
  readonly line: number;
  readonly errors: readonly Violation[];
}

interface BatchResult {
  readonly created: readonly { readonly line: number; readonly id: string }[];
  readonly refused: readonly Refusal[];
}

/** What to search for after a lost answer. */
export interface ImportMark {
  readonly importId: string;
  /** Earlier lines are already known. */
  readonly fromLine: number;
  readonly since: Date;
}

/** What an import needs of the service. */
export interface ImportService {
  readonly send: (rows: readonly ImportRow[]) => Promise<BatchResult>;
  /** Contacts that were created, by line, found by their mark. */
  readonly findImported: (mark: ImportMark) => Promise<ReadonlyMap<number, string>>;
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => Date;
}

export interface ImportProgress {
  /** Rows with a known result. */
  readonly done: number;
  readonly created: number;
  readonly refused: number;
}

export interface ImportOptions {
  readonly service: ImportService;
  /** Stored in the metadata of each contact with its line, so that a row is never imported twice. */
  readonly importId: string;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Stops before the next batch. A batch in flight is awaited. */
  readonly signal?: AbortSignal;
  /** Awaited before each batch: a pause. */
  readonly waitWhilePaused?: () => Promise<void>;
  /** Called when a batch failed. Resolves when to try again, or with `stop` to end the import. */
  readonly onProblem: (failure: unknown) => Promise<'again' | 'stop'>;
}

export interface ImportOutcome {
  /** Ids by line. */
  readonly created: ReadonlyMap<number, string>;
  readonly refused: readonly Refusal[];
  /** Lines that were sent without an answer: it is unknown whether they were imported. */
  readonly unsure: readonly number[];
}

/**
 * Sends rows in batches. Good rows are imported and bad ones reported. A lost connection neither loses nor
 * duplicates a row.
 */
export async function importContacts(
  rows: Iterable<ImportRow>,
  { service, importId, onProgress, signal, waitWhilePaused, onProblem }: ImportOptions,
): Promise<ImportOutcome> {
  const created = new Map<number, string>();
  const refused: Refusal[] = [];
  let unsure: readonly number[] = [];

  /** False when the user stops. */
  const take = async (batch: readonly ImportRow[]): Promise<boolean> => {
    const mark = { importId, fromLine: batch[0]?.line ?? 0, since: service.now() };
    let rest = batch;
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
        // Also before a retry: the user may have switched to another company.
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
        if ((await onProblem(failure)) === 'again') continue;
        if (isUnsure) unsure = rest.map(({ line }) => line);
        return false;
      }
    }
  };

  for (const batch of batches(rows, importId)) {
    await waitWhilePaused?.();
    if (signal?.aborted || !(await take(batch))) break;
    onProgress?.({ done: created.size + refused.length, created: created.size, refused: refused.length });
  }
  return { created, refused, unsure };
}

/** How long the service asks to wait. */
const pauseOf = (failure: unknown): number | undefined =>
  failure instanceof ApiFailure && failure.status === 429 && typeof failure.body.retryAfter === 'number'
    ? failure.body.retryAfter * 1_000
    : undefined;

/** No answer, or one from a proxy: the rows may have been imported. */
const mayHaveWorked = (failure: unknown): boolean =>
  !(failure instanceof ApiFailure) || failure.isOffline || failure.status >= 500;

/** The service may still be processing the batch: poll until nothing new appears. */
async function settled(service: ImportService, mark: ImportMark) {
  let before = await service.findImported(mark);
  for (;;) {
    await service.wait(SETTLING_MS);
    const now = await service.findImported(mark);
    if (now.size === before.size) return now;
    before = now;
  }
}

function* batches(rows: Iterable<ImportRow>, importId: string): Generator<readonly ImportRow[]> {
  let batch: ImportRow[] = [];
  let characters = 0;
  for (const { line, values } of rows) {
    const row = { line, values: { ...values, metadata: { importId, importLine: line } } };
    const size = JSON.stringify(row).length;
    if (batch.length === MOST_ROWS || (batch.length > 0 && characters + size > CHARACTERS_PER_BATCH)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(row);
    characters += size;
  }
  if (batch.length > 0) yield batch;
}
