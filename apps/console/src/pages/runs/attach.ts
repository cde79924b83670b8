import { MOST_ATTACHED } from '@parley/contract/run.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure, post } from '../../api/client.ts';
import { useIsWithoutTrunk } from '../../api/telephone.ts';
import { useConfirm } from '../../components/dialog.tsx';
import { agentQuery } from '../conversations/conversation.tsx';
import type { Run } from './run.ts';

export interface Attached {
  readonly attached: number;
  readonly alreadyAttached: number;
  /** How many of them the run calls now, because it is running. */
  readonly queued: number;
}

/** A refusal that is about some of the contacts. */
export class ContactsRefused extends Error {
  readonly failure: ApiFailure;
  readonly contactIds: readonly string[];

  constructor(failure: ApiFailure, contactIds: readonly string[]) {
    super(failure.message);
    this.failure = failure;
    this.contactIds = contactIds;
  }
}

/** The service refers to contacts by their index in the request: contactIds[3]. */
export function refusedAmong(sent: readonly string[], { violations }: ApiFailure): string[] {
  const places = violations.flatMap(({ path }) => /^contactIds\[(\d+)\]$/.exec(path)?.[1] ?? []);
  return places.flatMap((place) => sent[Number(place)] ?? []);
}

/**
 * Attaches any number of contacts to a run. What was attached before a failure or a stop stays, and a retry
 * continues from there, because nobody is attached twice. The service takes all or none of a request: whoever it refused is left
 * out of the next try, or the others would be refused with them again.
 */
export async function attachAll(
  /** All contacts before the first is attached: attaching changes which contacts a segment has. */
  collect: () => Promise<readonly string[]>,
  send: (contactIds: string[]) => Promise<Attached>,
  onStep: (so: Attached) => void,
  leftOut: readonly string[] = [],
): Promise<void> {
  let so: Attached = { attached: 0, alreadyAttached: 0, queued: 0 };
  const refusedBefore = new Set(leftOut);
  const waiting = (await collect()).filter((id) => !refusedBefore.has(id));
  while (waiting.length > 0) {
    const contactIds = waiting.splice(0, MOST_ATTACHED);
    const step = await send(contactIds).catch((error: unknown) => {
      const refused = error instanceof ApiFailure ? refusedAmong(contactIds, error) : [];
      throw error instanceof ApiFailure && refused.length > 0 ? new ContactsRefused(error, refused) : error;
    });
    so = {
      attached: so.attached + step.attached,
      alreadyAttached: so.alreadyAttached + step.alreadyAttached,
      queued: so.queued + step.queued,
    };
    onStep(so);
  }
}

/** Resolves to whether all of them are attached. */
type Attach = (
  runId: string,
  collect: (signal: AbortSignal) => Promise<readonly string[]>,
) => Promise<boolean>;

export interface Attaching {
  readonly isBusy: boolean;
  /** So far, or in the end. */
  readonly so: Attached | undefined;
  readonly failure: ApiFailure | undefined;
  /** The contacts that the failure is about, if it is about some of them. */
  readonly refusedIds: readonly string[];
  /** Refused in an earlier try, and not sent again. */
  readonly leftOutIds: readonly string[];
  readonly begin: Attach;
  /** Tries again without those who were refused. */
  readonly attachOthers: Attach;
  readonly stop: () => void;
}

/** Attaches contacts to a run. Stops when the page is left. */
export function useAttaching(): Attaching {
  const queries = useQueryClient();
  const [so, setSo] = useState<Attached>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const [refusedIds, setRefusedIds] = useState<readonly string[]>([]);
  const [leftOutIds, setLeftOutIds] = useState<readonly string[]>([]);
  const stopping = useRef<AbortController>(undefined);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      stopping.current?.abort();
    };
  }, []);
  const attach = async (
    runId: string,
    collect: (signal: AbortSignal) => Promise<readonly string[]>,
    leftOut: readonly string[],
  ) => {
    // The page may have been left during the question.
    if (!isHere.current) return false;
    const stopped = new AbortController();
    stopping.current = stopped;
    setBusy(true);
    setFailure(undefined);
    setRefusedIds([]);
    setLeftOutIds(leftOut);
    setSo(undefined);
    try {
      const { signal } = stopped;
      await attachAll(
        () => collect(signal),
        (contactIds) => post('/runs/{id}/contacts', { contactIds }, { path: { id: runId }, signal }),
        setSo,
        leftOut,
      );
      return true;
    } catch (error) {
      if (stopped.signal.aborted) return false;
      if (error instanceof ContactsRefused) {
        setFailure(error.failure);
        setRefusedIds(error.contactIds);
      } else if (error instanceof ApiFailure) setFailure(error);
      else throw error;
      return false;
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: ['run', runId] });
      void queries.invalidateQueries({ queryKey: ['runs'] });
    }
  };
  return {
    isBusy,
    so,
    failure,
    refusedIds,
    leftOutIds,
    stop: () => stopping.current?.abort(),
    begin: (runId, collect) => attach(runId, collect, []),
    attachOthers: (runId, collect) => attach(runId, collect, [...leftOutIds, ...refusedIds]),
  };
}

/** Asks before attaching to a run that calls at once. Other runs need no question. */
export function useAskBeforeCalling({ name, status, agentId }: Run): (contacts: number) => Promise<boolean> {
  const confirm = useConfirm();
  const isWithoutTrunk = useIsWithoutTrunk();
  const { data: agent } = useQuery({ ...agentQuery(agentId), enabled: isWithoutTrunk });
  const simulated =
    isWithoutTrunk && agent?.type === 'PHONE'
      ? ' No trunk is configured: the calls are simulated, no telephone rings.'
      : '';
  return async (contacts) => {
    if (status !== 'RUNNING' && status !== 'COMPLETED') return true;
    const who = contacts === 1 ? 'this contact' : `these ${contacts.toLocaleString()} contacts`;
    return confirm({
      title: `Call ${who}?`,
      words: `“${name}” ${status === 'RUNNING' ? 'is running' : 'has finished and will start again'}: contacts you attach are called at once. Contacts already on the list are not called again.${simulated}`,
      yes: 'Attach and call',
      isDanger: false,
    });
  };
}
