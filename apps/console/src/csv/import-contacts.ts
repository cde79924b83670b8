import { MOST_ROWS } from '@parley/contract/contact.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure, get, post, type Violation } from '../api/client.ts';
import { randomId } from '../components/random-id.ts';
import type { ImportRow } from './contact-row.ts';

/** Well below the size of a body that the service refuses. */
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

/** Where to look for rows that were sent. */
interface ImportMark {
  readonly importId: string;
  /** Lines before it were there earlier. */
  readonly fromLine: number;
  readonly since: Date;
}

/** The service, as far as an import needs it. */
export interface ImportService {
  readonly send: (rows: readonly ImportRow[]) => Promise<BatchResult>;
  /** Which rows became contacts, by line, found by the mark that they carry. */
  readonly findImported: (mark: ImportMark) => Promise<ReadonlyMap<number, string>>;
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => Date;
}

interface ImportProgress {
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
  /** Stops before the next batch. One that is on its way is waited for. */
  readonly signal?: AbortSignal;
  /** Waited for before each batch: a pause. */
  readonly waitWhilePaused?: () => Promise<void>;
  /** The service could not take a batch. Resolves when it shall be tried again; with `stop`, the import ends. */
  readonly onProblem: (failure: unknown) => Promise<'again' | 'stop'>;
}

export interface ImportOutcome {
  /** Ids by line. */
  readonly created: ReadonlyMap<number, string>;
  readonly refused: readonly Refusal[];
  /** Lines that were sent without an answer: they may have become contacts or not. */
  readonly unsure: readonly number[];
}

/** Sends rows in batches. Good ones are kept, bad ones named; a connection that breaks neither loses nor doubles one. */
export async function importContacts(
  rows: Iterable<ImportRow>,
  { service, importId, onProgress, signal, waitWhilePaused, onProblem }: ImportOptions,
): Promise<ImportOutcome> {
  const created = new Map<number, string>();
  const refused: Refusal[] = [];
  let unsure: readonly number[] = [];

  /** False when somebody wants no more. */
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
        // Also before a batch is sent again: meanwhile somebody may look at another company.
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

export type ImportPhase = 'idle' | 'running' | 'paused' | 'problem' | 'stopping' | 'done';

export interface ImportRun {
  readonly phase: ImportPhase;
  readonly progress: ImportProgress;
  /** Why it stands still, in words. */
  readonly problem: string | undefined;
  readonly outcome: ImportOutcome | undefined;
  readonly start: (rows: Iterable<ImportRow>) => void;
  readonly pause: () => void;
  readonly goOn: () => void;
  readonly stop: () => void;
  readonly reset: () => void;
}

/** Why an import is stopped when nobody is there any more to hear of its end. */
const LEFT = 'left';

const nothing: ImportProgress = { done: 0, created: 0, refused: 0 };

/** An import as a page holds it: begun, paused, taken up again, stopped, and left together with the page. */
export function useImportRun(onDone?: (outcome: ImportOutcome) => void): ImportRun {
  const queries = useQueryClient();
  const [phase, setPhase] = useState<ImportPhase>('idle');
  const [progress, setProgress] = useState(nothing);
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<ImportOutcome>();
  const pause = useRef(new Pause());
  const stopped = useRef(new AbortController());
  const answer = useRef<(reply: 'again' | 'stop') => void>(undefined);
  // The page may have changed since the import began: the end is told to the page as it is then.
  const whenDone = useRef(onDone);
  useEffect(() => {
    whenDone.current = onDone;
  });

  useEffect(
    () => () => {
      stopped.current.abort(LEFT);
      answer.current?.('stop');
      pause.current.end();
    },
    [],
  );

  const run = async (rows: Iterable<ImportRow>, signal: AbortSignal) => {
    try {
      const found = await importContacts(rows, {
        service: importService,
        importId: randomId(),
        onProgress: setProgress,
        signal,
        waitWhilePaused: pause.current.wait,
        onProblem: async (failure) => {
          if (signal.aborted) return 'stop';
          setProblem(failure instanceof Error ? failure.message : String(failure));
          setPhase('problem');
          return new Promise((resolve) => {
            answer.current = resolve;
          });
        },
      });
      if (signal.reason === LEFT) return;
      setOutcome(found);
      whenDone.current?.(found);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      void queries.invalidateQueries({ queryKey: ['contacts'] });
    }
    setPhase('done');
  };
  const reply = (to: 'again' | 'stop') => {
    answer.current?.(to);
    answer.current = undefined;
    setProblem(undefined);
  };
  return {
    phase,
    progress,
    problem,
    outcome,
    start: (rows) => {
      stopped.current = new AbortController();
      setPhase('running');
      setProgress(nothing);
      setOutcome(undefined);
      setProblem(undefined);
      void run(rows, stopped.current.signal);
    },
    pause: () => {
      pause.current.begin();
      setPhase('paused');
    },
    goOn: () => {
      setPhase('running');
      reply('again');
      pause.current.end();
    },
    stop: () => {
      setPhase('stopping');
      stopped.current.abort();
      reply('stop');
      pause.current.end();
    },
    reset: () => {
      setPhase('idle');
      setOutcome(undefined);
      setProblem(undefined);
    },
  };
}

/** Holds back whoever waits on it between `begin` and `end`. */
class Pause {
  #waiting: Promise<void> | undefined;
  #end: (() => void) | undefined;

  begin(): void {
    this.#waiting ??= new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  end(): void {
    this.#end?.();
    this.#waiting = undefined;
  }

  wait = (): Promise<void> => this.#waiting ?? Promise.resolve();
}

const MAX_PER_PAGE = 100;
/** Clocks of a browser and of a service are not the same. */
const CLOCKS_APART_MS = 5 * 60_000;

/** Contacts come newest first, so that what was just made stands on the first pages. */
async function findImported({ importId, fromLine, since }: ImportMark): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  const oldest = since.getTime() - CLOCKS_APART_MS;
  for (let page = 1; ; page++) {
    const { data, totalPages } = await get('/contacts', { query: { page, limit: MAX_PER_PAGE } });
    for (const { id, metadata } of data) {
      if (metadata.importId !== importId) continue;
      const line = Number(metadata.importLine);
      if (line < fromLine) return found;
      found.set(line, id);
    }
    const last = data.at(-1);
    if (page >= totalPages || last === undefined || Date.parse(last.createdAt) < oldest) return found;
  }
}

const importService: ImportService = {
  send: (rows) => post('/console/api/contacts/import', { rows: [...rows] }),
  findImported,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => new Date(),
};
