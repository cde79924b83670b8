import { expect, test } from 'vitest';
import type { WebEvent } from './captions.ts';
import { EventLog, type LoggedEvent } from './web-call.ts';

const caption = (id: string, text: string, isFinal = false): WebEvent => ({
  type: 'update',
  id,
  who: 'agent',
  text,
  isFinal,
});
const ended: WebEvent = { type: 'call_ended', reason: 'finished', canComeBack: false };

async function all(log: EventLog, after = 0): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for await (const event of log.after(after, new AbortController().signal)) events.push(event);
  return events;
}

test('a reconnect to the event log continues after the last event seen', async () => {
  const log = new EventLog();
  for (const text of ['one', 'two', 'three']) log.add(caption(text, text, true));
  log.add(ended);
  const [first] = await all(log);
  expect((await all(log, first?.id)).map(({ event }) => event)).toEqual([
    caption('two', 'two', true),
    caption('three', 'three', true),
    ended,
  ]);
});

test('a reconnect to the event log gets the latest version of a growing caption', async () => {
  const log = new EventLog();
  for (const text of ['a', 'a b', 'a b c']) log.add(caption('1', text));
  log.add(caption('1', 'a b c d', true));
  log.add(ended);
  expect((await all(log)).map(({ event }) => event)).toEqual([caption('1', 'a b c d', true), ended]);
});

test('a reader of the event log gets every event and none after the end', async () => {
  const log = new EventLog();
  const following = all(log);
  await new Promise(setImmediate);
  log.add({ type: 'agent_start_talking' });
  await new Promise(setImmediate);
  log.add(ended);
  log.add({ type: 'agent_stop_talking' });
  expect((await following).map(({ event }) => event.type)).toEqual(['agent_start_talking', 'call_ended']);
});

test('a reader of the event log that disconnected is forgotten', async () => {
  const log = new EventLog();
  const gone = new AbortController();
  const next = log.after(0, gone.signal).next();
  gone.abort();
  expect(await next).toEqual({ value: undefined, done: true });
});

test('the event log of a call of any length uses bounded memory', async () => {
  const log = new EventLog();
  for (let i = 0; i < 5000; i++) log.add(caption(String(i), 'x', true));
  log.add(ended);
  expect((await all(log)).length).toBe(2000);
});
