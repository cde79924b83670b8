import { isWithheld, type Withheld } from '../../storage/call-texts.ts';
import { SEALING_EVENTS } from '../../storage/installation.ts';
import type { OpenedText, Runner } from '../../storage/scope.ts';
import type { Event, NewEvent, StoredEvent } from './event.model.ts';

/*
 * How what was said in a call lies in events: sealed with the key of the contact, apart from the rest of the data, which is read by feeds
 * and changed by SQL. It is a copy of its own, so that a redelivery shows an analysis as it was then.
 */

type Reader = Pick<Runner<never>, 'texts'>;
type Data = Event['data'];

const nameOf = (eventId: string): string => `event ${eventId}`;

interface Published {
  readonly event: Event;
  readonly said: NewEvent['said'];
}

/** As they are stored: plain where nothing was said, where there is no key, and while a process runs that could not read them. */
export async function sealEvents({ texts }: Reader, published: readonly Published[]): Promise<StoredEvent[]> {
  const isPlain = !published.some(({ said }) => said) || !(await texts.isSealing(SEALING_EVENTS));
  if (isPlain) return published.map(({ event }) => ({ ...event, sealed: null }));
  const sealed = await texts.seal(
    published.map(({ event: { id, data }, said }) => ({
      ownerId: said?.attemptId ?? '',
      context: nameOf(id),
      value: said && Object.fromEntries(Object.keys(said.without).map((key) => [key, data[key]])),
    })),
  );
  return published.map(({ event, said }, at) => {
    const text = sealed[at] ?? null;
    return { ...event, sealed: text, data: text === null ? event.data : { ...event.data, ...said?.without } };
  });
}

/** Many at once; a query only where something is sealed. */
export const openEvents = (
  { texts }: Reader,
  events: readonly Pick<StoredEvent, 'id' | 'sealed'>[],
): Promise<OpenedText[]> =>
  texts.open(events.map(({ id, sealed }) => ({ ownerId: id, context: nameOf(id), sealed })));

/** The data as it was emitted; without what was said where nobody can read that any more, or the key is refused. */
export const dataOf = ({ data }: { readonly data: Data }, opened: OpenedText | undefined): Data =>
  opened?.kind === 'opened' ? { ...data, ...(opened.value as Data) } : data;

/** It can be read another time: the KMS does not answer. A key that is refused holds up no event. */
export const isToWait = (
  opened: OpenedText | undefined,
): opened is Extract<Withheld, { kind: 'unavailable' }> =>
  isWithheld(opened) && opened.kind === 'unavailable';
