import { MOST_ATTACHED } from '@parley/contract/run.ts';
import { ApiFailure, get, post } from '../../api/client.ts';

const PAGE = 100;

export interface ContactFilter {
  readonly status?: string | undefined;
  readonly search?: string | undefined;
  readonly jobId?: string | undefined;
}

export interface Attached {
  readonly attached: number;
  readonly alreadyAttached: number;
  /** Whom a run that is under way calls now. */
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

/** The service names contacts by their place in what was sent: contactIds[3]. */
export function refusedAmong(sent: readonly string[], { violations }: ApiFailure): string[] {
  const places = violations.flatMap(({ path }) => /^contactIds\[(\d+)\]$/.exec(path)?.[1] ?? []);
  return places.flatMap((place) => sent[Number(place)] ?? []);
}

/** Everybody whom a filter finds, a page at a time. */
export async function* contactsBy(filter: ContactFilter, signal: AbortSignal): AsyncGenerator<string[]> {
  for (let page = 1; ; page++) {
    const found = await get('/contacts', { query: { ...filter, page, limit: PAGE }, signal });
    yield found.data.map(({ id }) => id);
    if (page >= found.totalPages) return;
  }
}

/**
 * Puts contacts on the list of a run, however many. What was attached before it failed or was stopped stays; to do it
 * once more goes on from there, because nobody is attached twice.
 */
export async function attachAll(
  runId: string,
  batches: AsyncIterable<readonly string[]>,
  onStep: (so: Attached) => void,
  signal: AbortSignal,
): Promise<Attached> {
  let so: Attached = { attached: 0, alreadyAttached: 0, queued: 0 };
  let waiting: string[] = [];
  const send = async (contactIds: string[]) => {
    const step = await post('/runs/{id}/contacts', { contactIds }, { path: { id: runId }, signal }).catch(
      (error: unknown) => {
        const refused = error instanceof ApiFailure ? refusedAmong(contactIds, error) : [];
        throw error instanceof ApiFailure && refused.length > 0 ? new ContactsRefused(error, refused) : error;
      },
    );
    so = {
      attached: so.attached + step.attached,
      alreadyAttached: so.alreadyAttached + step.alreadyAttached,
      queued: so.queued + step.queued,
    };
    onStep(so);
  };
  for await (const ids of batches) {
    waiting = [...waiting, ...ids];
    while (waiting.length >= MOST_ATTACHED) await send(waiting.splice(0, MOST_ATTACHED));
  }
  if (waiting.length > 0) await send(waiting);
  return so;
}
