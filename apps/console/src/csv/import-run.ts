import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { get, post } from '../api/client.ts';
import { randomId } from '../components/random-id.ts';
import type { ImportRow } from './contact-row.ts';
import {
  type ImportMark,
  type ImportOutcome,
  type ImportProgress,
  type ImportService,
  importContacts,
} from './import-contacts.ts';

export type ImportPhase = 'idle' | 'running' | 'paused' | 'problem' | 'stopping' | 'done';

export interface ImportRun {
  readonly phase: ImportPhase;
  readonly progress: ImportProgress;
  /** Why it is paused, as a sentence. */
  readonly problem: string | undefined;
  readonly outcome: ImportOutcome | undefined;
  readonly start: (rows: Iterable<ImportRow>) => void;
  readonly pause: () => void;
  readonly goOn: () => void;
  readonly stop: () => void;
  readonly reset: () => void;
}

/** The abort reason when the page is left. */
const LEFT = 'left';

const nothing: ImportProgress = { done: 0, created: 0, refused: 0 };

/** The import of a page: it can be started, paused, resumed and stopped, and ends when the page is left. */
export function useImportRun(onDone?: (outcome: ImportOutcome) => void): ImportRun {
  const queries = useQueryClient();
  const [phase, setPhase] = useState<ImportPhase>('idle');
  const [progress, setProgress] = useState(nothing);
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<ImportOutcome>();
  const pause = useRef(new Pause());
  const stopped = useRef(new AbortController());
  const answer = useRef<(reply: 'again' | 'stop') => void>(undefined);
  // The callback may have changed since the import started: call the current one.
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

/** Blocks those who wait on it between `begin` and `end`. */
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
/** The clocks of browser and service differ. */
const CLOCKS_APART_MS = 5 * 60_000;

/** Contacts are listed newest first, so new ones are on the first pages. */
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
