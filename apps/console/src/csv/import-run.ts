import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Body, post } from '../api/client.ts';
import type { ImportRow } from './contact-row.ts';
import {
  type ImportOutcome,
  type ImportProgress,
  type ImportService,
  importContacts,
} from './import-contacts.ts';

export type ImportRunOptions = Body<'/contact-imports', 'post'>;
export type ImportPhase = 'idle' | 'running' | 'paused' | 'problem' | 'stopping' | 'done';

export interface ImportRun {
  readonly phase: ImportPhase;
  readonly progress: ImportProgress;
  /** Why it is paused, as a sentence. */
  readonly problem: string | undefined;
  readonly outcome: ImportOutcome | undefined;
  /** The import in the service, once it has begun. */
  readonly importId: string | undefined;
  readonly start: (rows: Iterable<ImportRow>, options: ImportRunOptions) => void;
  readonly pause: () => void;
  readonly goOn: () => void;
  readonly stop: () => void;
  readonly reset: () => void;
}

/** The abort reason when the page is left. */
const LEFT = 'left';

const nothing: ImportProgress = { done: 0, refused: 0 };

/** The import of a page: it can be started, paused, resumed and stopped, and ends when the page is left. */
export function useImportRun(onDone?: (outcome: ImportOutcome) => void): ImportRun {
  const queries = useQueryClient();
  const [phase, setPhase] = useState<ImportPhase>('idle');
  const [progress, setProgress] = useState(nothing);
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<ImportOutcome>();
  const [importId, setImportId] = useState<string>();
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

  const run = async (rows: Iterable<ImportRow>, options: ImportRunOptions, signal: AbortSignal) => {
    try {
      const found = await importContacts(rows, {
        service: importService(options, setImportId),
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
      void queries.invalidateQueries({ queryKey: ['contact-imports'] });
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
    importId,
    start: (rows, options) => {
      stopped.current = new AbortController();
      setPhase('running');
      setProgress(nothing);
      setOutcome(undefined);
      setProblem(undefined);
      setImportId(undefined);
      void run(rows, options, stopped.current.signal);
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

/** Started with the first rows: a file of which nothing is sent leaves no import. */
function importService(options: ImportRunOptions, onStart: (id: string) => void): ImportService {
  let started: Promise<string> | undefined;
  const start = async () => {
    const { id } = await post('/contact-imports', options);
    onStart(id);
    return id;
  };
  return {
    send: async (rows) => {
      // Asked anew if it failed.
      started ??= start().catch((error: unknown) => {
        started = undefined;
        throw error;
      });
      const id = await started;
      const answer = await post('/contact-imports/{id}/rows', { rows: [...rows] }, { path: { id } });
      return answer.rows;
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
