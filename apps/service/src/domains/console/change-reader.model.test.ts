import { expect, test } from 'vitest';
import type { StreamEvent } from '../../http/event-stream.ts';
import type { CompanyId } from '../../storage/sql.ts';
import type { PublishedRow } from '../events/event.actions.ts';
import { ChangeReader, cursorOf } from './change-reader.model.ts';

const at = new Date('2026-03-14T09:30:00Z');
const upTo = (since: string) => ({ since, at });

const row = (position: number, publishedIn: string, more: Partial<PublishedRow> = {}): PublishedRow => ({
  companyId: 'acme' as CompanyId,
  position,
  publishedIn,
  type: 'conversation.completed',
  subjectId: `conversation ${position}`,
  data: { status: 'COMPLETED' },
  occurredAt: at,
  ...more,
});

/** What the page has been told so far; nothing more comes. */
async function sent(reader: ChangeReader): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  const leaving = new AbortController();
  setImmediate(() => leaving.abort());
  for await (const event of reader.events(leaving.signal)) events.push(event);
  return events;
}

const ids = (events: readonly StreamEvent[]) => events.map(({ data }) => (data as { id?: string }).id);

test('a change is sent to a console page only once while an older transaction is still open', async () => {
  const reader = new ChangeReader('100');
  reader.notify([row(2, '102')], upTo('101'));
  reader.notify([row(1, '101'), row(2, '102')], upTo('103'));
  expect(ids(await sent(reader))).toEqual(['conversation 2', 'conversation 1']);
});

test('a console page does not get changes from before it connected', async () => {
  const reader = new ChangeReader('100');
  reader.notify([row(1, '99'), row(2, '100')], upTo('101'));
  expect(ids(await sent(reader))).toEqual(['conversation 2']);
});

test('of several changes sent together, only the last one carries the new cursor for the console page', async () => {
  const reader = new ChangeReader('100');
  reader.notify([row(1, '100'), row(2, '100')], upTo('105'));
  const events = await sent(reader);
  expect(events.map(({ id }) => id === undefined)).toEqual([true, false]);
  expect(cursorOf(events[1]?.id, at)).toEqual(upTo('105'));
});

test('a console page that falls too far behind is asked to reload, and nothing is buffered for it', async () => {
  const reader = new ChangeReader('0');
  reader.notify(
    Array.from({ length: 1001 }, (_, place) => row(place, '5')),
    upTo('6'),
  );
  expect((await sent(reader)).map(({ event }) => event)).toEqual(['resync']);
});

test('a console page whose cursor is ahead of the database is asked to reload, and then gets new changes', async () => {
  const reader = new ChangeReader('900');
  reader.lose(upTo('100'));
  reader.notify([row(1, '101')], upTo('102'));
  expect((await sent(reader)).map(({ event }) => event)).toEqual(['resync', 'change']);
});

test('a change sent to console pages contains ids and states, and no other data', async () => {
  const reader = new ChangeReader('0');
  const data = { status: 'RESCHEDULED', callAttemptId: 'a', runId: 'r', rawText: 'call my wife' };
  reader.notify([row(1, '5', { type: 'conversation.rescheduled', data })], upTo('6'));
  reader.notify([row(2, '6', { type: 'sourcing.failed', subjectId: 'req_1', data: {} })], upTo('7'));
  reader.notify([row(3, '7', { type: 'change.agent', data: { id: 'agent', status: null } })], upTo('8'));
  reader.notify([row(4, '8', { type: 'ping', data: {} })], upTo('9'));
  expect((await sent(reader)).map((event) => event.data)).toEqual([
    { kind: 'conversation', id: 'conversation 1', status: 'SCHEDULED', at: at.toISOString() },
    { kind: 'attempt', id: 'a', at: at.toISOString() },
    { kind: 'run', id: 'r', at: at.toISOString() },
    { kind: 'request', id: 'req_1', status: 'failed', at: at.toISOString() },
    { kind: 'agent', id: 'agent', at: at.toISOString() },
  ]);
});

test.each([
  undefined,
  '',
  'x',
  '12',
  '-1-5',
  '1-2-3',
  `1-${at.getTime() - 3_600_001}`,
  `1-${at.getTime() + 9e6}`,
])('a console page that reconnects with the invalid cursor %j is asked to reload', (lastEventId) => {
  expect(cursorOf(lastEventId, at)).toBeUndefined();
});
