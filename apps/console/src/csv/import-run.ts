import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { freshId } from '../kit/fresh-id.ts';
import type { ImportRow } from './contact-row.ts';
import { Gate } from './gate.ts';
import { type ImportOutcome, type ImportProgress, importContacts } from './import-contacts.ts';
import { importService } from './import-service.ts';

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
