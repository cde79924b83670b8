import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { get, post } from '../api/client.ts';
import { freshId } from '../components/fresh-id.ts';
import type { ImportRow } from './contact-row.ts';
import {
  type ImportMark,
  type ImportOutcome,
  type ImportProgress,
  type ImportService,
  importContacts,
} from './import-contacts.ts';

export type ImportPhase = 'idle' | 'running' | 'paused' | 'trouble' | 'stopping' | 'done';

export interface ImportRun {
  readonly phase: ImportPhase;
  readonly progress: ImportProgress;
  /** Why it stands still, in words. */
  readonly trouble: string | undefined;
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
  const [trouble, setTrouble] = useState<string>();
  const [outcome, setOutcome] = useState<ImportOutcome>();
  const gate = useRef(new Gate());
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
      gate.current.open();
    },
    [],
  );

  const run = async (rows: Iterable<ImportRow>, signal: AbortSignal) => {
    try {
      const found = await importContacts(rows, {
        service: importService,
        importId: freshId(),
        onProgress: setProgress,
        signal,
        gate: gate.current.pass,
        onTrouble: async (failure) => {
          if (signal.aborted) return 'stop';
          setTrouble(failure instanceof Error ? failure.message : String(failure));
          setPhase('trouble');
          return new Promise((resolve) => {
            answer.current = resolve;
          });
        },
      });
      if (signal.reason === LEFT) return;
      setOutcome(found);
      whenDone.current?.(found);
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    } finally {
      void queries.invalidateQueries({ queryKey: ['contacts'] });
    }
    setPhase('done');
  };
  const reply = (to: 'again' | 'stop') => {
    answer.current?.(to);
    answer.current = undefined;
    setTrouble(undefined);
  };
  return {
    phase,
    progress,
    trouble,
    outcome,
    start: (rows) => {
      stopped.current = new AbortController();
      setPhase('running');
      setProgress(nothing);
      setOutcome(undefined);
      setTrouble(undefined);
      void run(rows, stopped.current.signal);
    },
    pause: () => {
      gate.current.close();
      setPhase('paused');
    },
    goOn: () => {
      setPhase('running');
      reply('again');
      gate.current.open();
    },
    stop: () => {
      setPhase('stopping');
      stopped.current.abort();
      reply('stop');
      gate.current.open();
    },
    reset: () => {
      setPhase('idle');
      setOutcome(undefined);
      setTrouble(undefined);
    },
  };
}

/** A door that others wait at while it is closed. */
class Gate {
  #waiting: Promise<void> | undefined;
  #open: (() => void) | undefined;

  close(): void {
    this.#waiting ??= new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open?.();
    this.#waiting = undefined;
  }

  pass = (): Promise<void> => this.#waiting ?? Promise.resolve();
}

const MOST_A_PAGE = 100;
/** Clocks of a browser and of a service are not the same. */
const CLOCKS_APART_MS = 5 * 60_000;

/** Contacts come newest first, so that what was just made stands on the first pages. */
async function landed({ importId, fromLine, since }: ImportMark): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  const oldest = since.getTime() - CLOCKS_APART_MS;
  for (let page = 1; ; page++) {
    const { data, totalPages } = await get('/contacts', { query: { page, limit: MOST_A_PAGE } });
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
  landed,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => new Date(),
};
