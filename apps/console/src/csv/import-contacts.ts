import { MOST_ROWS } from '@parley/contract/contact.ts';
import { ApiFailure, type Violation } from '../api/client.ts';
import type { ImportRow } from './contact-row.ts';

/** Well below the maximum body size. */
const CHARACTERS_PER_BATCH = 300_000;

export interface Refusal {
  readonly line: number;
  readonly errors: readonly Violation[];
}

type RowResult = 'created' | 'updated' | 'merged' | 'skipped' | 'refused';

/** What became of a row. */
export interface ImportedRow {
  readonly line: number;
  readonly result: RowResult;
  readonly contactId?: string;
  /** An earlier row of the file is about the same contact. */
  readonly sameAsLine?: number;
  /** Somebody with another name who has the same number: of an earlier row, or a contact that was there. */
  readonly sameNumberAs?: { readonly line?: number; readonly contactId?: string; readonly name: string };
  /** What of the contact the row changed. */
  readonly changes?: readonly string[];
  readonly phoneNumber?: string;
  readonly email?: string;
  readonly errors?: readonly Violation[];
}

/** What an import needs of the service. */
export interface ImportService {
  /** Sent again, rows that were imported are answered as they were then: nothing happens twice. */
  readonly send: (rows: readonly ImportRow[]) => Promise<readonly ImportedRow[]>;
  readonly wait: (ms: number) => Promise<void>;
}

export interface ImportProgress {
  /** Rows with a known result. */
  readonly done: number;
  readonly refused: number;
}

export interface ImportOptions {
  readonly service: ImportService;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Stops before the next batch. A batch in flight is awaited. */
  readonly signal?: AbortSignal;
  /** Awaited before each batch: a pause. */
  readonly waitWhilePaused?: () => Promise<void>;
  /** Called when a batch failed. Resolves when to try again, or with `stop` to end the import. */
  readonly onProblem: (failure: unknown) => Promise<'again' | 'stop'>;
}

export interface ImportOutcome {
  /** The contacts of rows, new ones and those that were there already, by line. */
  readonly contacts: ReadonlyMap<number, string>;
  /** How many rows had each result. */
  readonly counts: Readonly<Record<RowResult, number>>;
  readonly refused: readonly Refusal[];
  /** What became of each row, in the order in which they were sent. */
  readonly rows: readonly ImportedRow[];
  /** Lines that were sent without an answer: it is unknown whether they were imported. */
  readonly unsure: readonly number[];
}

/**
 * Sends rows in batches. Good rows are imported and bad ones reported. A lost connection neither loses nor
 * duplicates a row.
 */
export async function importContacts(
  rows: Iterable<ImportRow>,
  { service, onProgress, signal, waitWhilePaused, onProblem }: ImportOptions,
): Promise<ImportOutcome> {
  const contacts = new Map<number, string>();
  const counts = { created: 0, updated: 0, merged: 0, skipped: 0, refused: 0 };
  const refused: Refusal[] = [];
  const imported: ImportedRow[] = [];
  const withinFile = fileLines();
  let unsure: readonly number[] = [];

  const keep = (answers: readonly ImportedRow[]) => {
    for (const answer of answers) {
      const { line, result, contactId, errors = [] } = answer;
      imported.push(withinFile(answer));
      counts[result] += 1;
      if (contactId !== undefined) contacts.set(line, contactId);
      if (result === 'refused') refused.push({ line, errors });
    }
  };
  /** False when the user stops. */
  const take = async (batch: readonly ImportRow[]): Promise<boolean> => {
    let isUnsure = false;
    for (;;) {
      try {
        // Also before a retry: the user may have switched to another company.
        if (signal?.aborted) break;
        keep(await service.send(batch));
        return true;
      } catch (failure) {
        const pauseMs = pauseOf(failure);
        if (pauseMs !== undefined) {
          await service.wait(pauseMs);
          continue;
        }
        isUnsure ||= mayHaveWorked(failure);
        if ((await onProblem(failure)) !== 'again') break;
      }
    }
    if (isUnsure) unsure = batch.map(({ line }) => line);
    return false;
  };

  for (const batch of batches(rows)) {
    await waitWhilePaused?.();
    if (signal?.aborted || !(await take(batch))) break;
    onProgress?.({ done: answered({ counts }), refused: refused.length });
  }
  return { contacts, counts, refused, rows: imported, unsure };
}

/** The service knows the lines of one request; a row may be about a contact that an earlier batch of the file created. */
function fileLines(): (row: ImportedRow) => ImportedRow {
  const lines = new Map<string, number>();
  return (row) => {
    const { line, result, contactId = '', sameNumberAs: other } = row;
    const twin = result === 'created' ? undefined : (row.sameAsLine ?? lines.get(contactId));
    const sharer = lines.get(other?.contactId ?? '');
    if (result !== 'skipped' && result !== 'refused') lines.set(contactId, line);
    return {
      ...row,
      ...(twin !== undefined && { sameAsLine: twin }),
      ...(other && sharer !== undefined && { sameNumberAs: { line: sharer, name: other.name } }),
    };
  };
}

/** How many rows have a known result. */
export const answered = ({ counts }: Pick<ImportOutcome, 'counts'>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** How long the service asks to wait. */
const pauseOf = (failure: unknown): number | undefined =>
  failure instanceof ApiFailure && failure.status === 429 && typeof failure.body.retryAfter === 'number'
    ? failure.body.retryAfter * 1_000
    : undefined;

/** No answer, or one from a proxy: the rows may have been imported. */
const mayHaveWorked = (failure: unknown): boolean =>
  !(failure instanceof ApiFailure) || failure.isOffline || failure.status >= 500;

/** As many rows as one request takes. */
export function* batches(rows: Iterable<ImportRow>): Generator<readonly ImportRow[]> {
  let batch: ImportRow[] = [];
  let characters = 0;
  for (const row of rows) {
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
