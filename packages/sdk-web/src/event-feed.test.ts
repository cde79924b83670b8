import { expect, test } from 'vitest';
import { CallFailure } from './call-failure.ts';
import { EventFeed, GRACE_MS, readEvents } from './event-feed.ts';

type Opening = string | CallFailure;

/** Opens what a test has lined up, on a clock that only waiting moves. */
function feedOf(openings: Opening[]) {
  const log: string[] = [];
  const seen: (string | undefined)[] = [];
  let nowMs = 0;
  const feed = new EventFeed({
    timing: {
      now: () => nowMs,
      wait: async (ms) => {
        nowMs += ms;
      },
    },
    open: async (lastEventId) => {
      seen.push(lastEventId);
      const next = openings.shift() ?? new CallFailure('network', 'away');
      if (next instanceof CallFailure) throw next;
      return new Blob([next]).stream();
    },
    onEvent: (event) => {
      log.push(event.type);
      if (event.type === 'call_ended') feed.close();
    },
    onGap: () => log.push('gap'),
    onBack: () => log.push('back'),
    onLost: ({ code }) => log.push(`lost by ${code}`),
  });
  return { feed, log, seen, elapsedMs: () => nowMs };
}

const event = (id: number, type: string) => `id: ${id}\ndata: ${JSON.stringify({ type })}\n\n`;
const ended = `data: ${JSON.stringify({ type: 'call_ended', reason: 'finished', canComeBack: false })}\n\n`;

test('a broken event stream is resumed after its last event', async () => {
  const { feed, log, seen } = feedOf([
    event(1, 'agent_start_talking') + event(2, 'agent_stop_talking'),
    `: welcome\n\n${event(3, 'agent_start_talking')}${ended}`,
  ]);
  await feed.run();
  expect(seen).toEqual([undefined, '2']);
  expect(log).toEqual([
    'agent_start_talking',
    'agent_stop_talking',
    'gap',
    'back',
    'agent_start_talking',
    'call_ended',
  ]);
});

test('an event stream that the service closes is reported as lost', async () => {
  const { feed, log, elapsedMs } = feedOf([': welcome\n\n']);
  await feed.run();
  expect(log).toEqual(['gap', 'lost by network']);
  expect(elapsedMs()).toBeGreaterThanOrEqual(GRACE_MS);
});

test('the event stream of a call that the service no longer knows is reported as lost at once', async () => {
  const { feed, log, elapsedMs } = feedOf([': welcome\n\n', new CallFailure('not_open', 'over')]);
  await feed.run();
  expect(log).toEqual(['gap', 'lost by not_open']);
  expect(elapsedMs()).toBeLessThan(GRACE_MS);
});

test('an interrupted event stream is reported once, however often reconnecting fails', async () => {
  const away = new CallFailure('network', 'away');
  const stopping = new CallFailure('service', 'stopping');
  const { feed, log } = feedOf([': welcome\n\n', away, stopping, away, ended]);
  await feed.run();
  expect(log).toEqual(['gap', 'back', 'call_ended']);
});

test('unknown and invalid events in an event stream are ignored', async () => {
  const { feed, log } = feedOf([`data: {\n\ndata: 7\n\n${event(1, 'agent_sang')}${ended}`]);
  await feed.run();
  expect(log).toEqual(['call_ended']);
});

const bytesOf = (text: string) => new TextEncoder().encode(text);

function streamOf(chunks: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const left = chunks[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = left.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

const read = (...chunks: string[]) => Array.fromAsync(readEvents(streamOf(chunks.map(bytesOf))));

test('messages of an event stream are complete, however the network splits them', async () => {
  expect(await read('id: 1\nda', 'ta: {"a":', '1}\n', '\nid: 2\ndata: x\n\n')).toEqual([
    { id: '1', data: '{"a":1}' },
    { id: '2', data: 'x' },
  ]);
});

test('a two-byte character in an event stream can be split between two chunks', async () => {
  const bytes = bytesOf('data: ä\n\n');
  const halves = [bytes.slice(0, 7), bytes.slice(7)];
  expect(await Array.fromAsync(readEvents(streamOf(halves)))).toEqual([{ id: undefined, data: 'ä' }]);
});

test('a comment in an event stream counts as a heartbeat without data', async () => {
  expect(await read(': still here\r\n\r\n')).toEqual([{ id: undefined, data: undefined }]);
});

test('data of several lines in an event stream is joined into one text', async () => {
  expect(await read('data: a\ndata: b\n\n')).toEqual([{ id: undefined, data: 'a\nb' }]);
});

test('the size of a message in an event stream is limited', async () => {
  const endless = streamOf(
    (function* () {
      for (;;) yield bytesOf('x'.repeat(65_536));
    })(),
  );
  await expect(Array.fromAsync(readEvents(endless))).rejects.toThrow('too long');
});
