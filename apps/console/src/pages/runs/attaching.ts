import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../api/client.ts';
import { type Attached, attachAll, ContactsRefused } from './attach.ts';

export interface Attaching {
  readonly isBusy: boolean;
  /** So far, or in the end. */
  readonly so: Attached | undefined;
  readonly failure: ApiFailure | undefined;
  /** Whom the failure is about, when it is about some of the contacts. */
  readonly refusedIds: readonly string[];
  readonly begin: (batches: (signal: AbortSignal) => AsyncIterable<readonly string[]>) => Promise<void>;
  readonly stop: () => void;
}

/** Contacts on their way onto the list of a run. Ends when somebody leaves the page. */
export function useAttaching(runId: string): Attaching {
  const queries = useQueryClient();
  const [so, setSo] = useState<Attached>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const [refusedIds, setRefusedIds] = useState<readonly string[]>([]);
  const stopping = useRef<AbortController>(undefined);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      stopping.current?.abort();
    };
  }, []);
  return {
    isBusy,
    so,
    failure,
    refusedIds,
    stop: () => stopping.current?.abort(),
    async begin(batches) {
      // Somebody may have left while they were asked.
      if (!isHere.current) return;
      const stopped = new AbortController();
      stopping.current = stopped;
      setBusy(true);
      setFailure(undefined);
      setRefusedIds([]);
      setSo(undefined);
      try {
        await attachAll(runId, batches(stopped.signal), setSo, stopped.signal);
      } catch (error) {
        if (stopped.signal.aborted) return;
        if (error instanceof ContactsRefused) {
          setFailure(error.failure);
          setRefusedIds(error.contactIds);
        } else if (error instanceof ApiFailure) setFailure(error);
        else throw error;
      } finally {
        setBusy(false);
        void queries.invalidateQueries({ queryKey: ['run', runId] });
        void queries.invalidateQueries({ queryKey: ['runs'] });
      }
    },
  };
}
