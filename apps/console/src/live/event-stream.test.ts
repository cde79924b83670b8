import { expect, onTestFinished, test } from 'vitest';
import { type Browser, followStream } from './event-stream.ts';

const GRACE_MS = 3_000;

/** A tab of a browser: who sees it, what time it is and what the service sends are up to the test. */
function tab(visibilityState: DocumentVisibilityState) {
  const events = new EventTarget();
  const timers = new Set<{ atMs: number; act: () => void }>();
  let nowMs = 0;
  const asked: { lastId: string | undefined; signal: AbortSignal; send: (text: string) => void }[] = [];
  const heard: string[] = [];
  const document = {
    visibilityState,
    addEventListener: (type: string, listener: () => void) => events.addEventListener(type, listener),
    removeEventListener: (type: string, listener: () => void) => events.removeEventListener(type, listener),
  };
  const browser: Browser = {
    document,
    later: (act, ms) => {
      const timer = { atMs: nowMs + ms, act };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    fetch: (_address, { headers, signal } = {}) => {
      const body = new ReadableStream<Uint8Array>({
        start: (stream) => {
          const send = (text: string) => stream.enqueue(new TextEncoder().encode(`${text}\n\n`));
          asked.push({
            lastId: new Headers(headers).get('last-event-id') ?? undefined,
            signal: signal as AbortSignal,
            send,
          });
          signal?.addEventListener('abort', () => stream.error(signal.reason));
        },
      });
      return Promise.resolve(new Response(body));
    },
  };
  const stop = followStream(
    '/events',
    { onMessage: ({ data }) => heard.push(data), onState: (state) => heard.push(state) },
    browser,
  );
  onTestFinished(stop);
  return {
    asked,
    heard,
    stop,
    turn: (state: DocumentVisibilityState) => {
      document.visibilityState = state;
      events.dispatchEvent(new Event('visibilitychange'));
    },
    pass: (ms: number) => {
      nowMs += ms;
      for (const timer of [...timers]) {
        if (timer.atMs > nowMs) continue;
        timers.delete(timer);
        timer.act();
      }
    },
    open: () => asked.filter(({ signal }) => !signal.aborted).length,
  };
}

test('a tab that is hidden gives its connection back, and goes on after the last message when it is shown', async () => {
  const { asked, heard, turn, pass, open } = tab('visible');
  asked[0]?.send('id: 7\ndata: first');
  await expect.poll(() => heard).toEqual(['live', 'first']);
  turn('hidden');
  pass(GRACE_MS);
  expect(open()).toBe(0);
  expect(heard).toEqual(['live', 'first', 'paused']);

  turn('visible');
  expect(asked).toHaveLength(2);
  expect(asked[1]?.lastId).toBe('7');
  asked[1]?.send('data: second');
  await expect.poll(() => heard).toEqual(['live', 'first', 'paused', 'live', 'second']);
});

test('a tab that is left for a moment keeps its connection', async () => {
  const { asked, heard, turn, pass, open } = tab('visible');
  turn('hidden');
  pass(GRACE_MS - 1);
  turn('visible');
  pass(GRACE_MS);
  expect(open()).toBe(1);
  expect(asked).toHaveLength(1);
  asked[0]?.send('data: still here');
  await expect.poll(() => heard).toEqual(['live', 'still here']);
});

test('a tab opened in the background takes no connection until it is shown', () => {
  const { asked, turn, pass } = tab('hidden');
  pass(GRACE_MS);
  expect(asked).toHaveLength(0);
  turn('visible');
  expect(asked).toHaveLength(1);
});

test('a stream that was stopped is not opened again when its tab is shown', () => {
  const { asked, heard, stop, turn, pass, open } = tab('visible');
  stop();
  turn('hidden');
  pass(GRACE_MS);
  turn('visible');
  expect(asked).toHaveLength(1);
  expect(open()).toBe(0);
  expect(heard).toEqual([]);
});
