import { afterEach, expect, test, vi } from 'vitest';
import { TalkStart } from './talk-call.ts';

afterEach(() => vi.unstubAllGlobals());

const CREATE = '/console/api/agents/agent/browser-call';
const agent = { id: 'agent', draft: false };

/** A service that answers a route only when the test lets it. */
function serviceHeldAt(held: string) {
  const asked: string[] = [];
  const reached = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const answers: Record<string, unknown> = {
    [CREATE]: { conversationId: 'conversation', url: 'https://calls.example.com/call/token', version: 2 },
    '/call/token/state': { state: 'open', voice: true, iceServers: [] },
    '/call/token/join': { callId: 'call', resumeKey: 'key' },
    '/call/token/leave': {},
  };
  vi.stubGlobal('location', new URL('https://parley.example.com/agents'));
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'https://parley.example.com');
    asked.push(pathname);
    if (pathname === held) {
      reached.resolve();
      await release.promise;
    }
    return Response.json(answers[pathname]);
  });
  return { asked, reached: reached.promise, release: release.resolve };
}

function microphone(open: () => Promise<unknown>) {
  vi.stubGlobal('RTCPeerConnection', class {});
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: open } });
}

/** What the page shows of a talk. */
function newTalk() {
  const shown: Record<string, unknown> = {};
  const start = new TalkStart((changes) => Object.assign(shown, changes));
  return { start, shown };
}

test('a browser call ended while its conversation is being created closes the microphone and never joins', async () => {
  const service = serviceHeldAt(CREATE);
  const stop = vi.fn();
  microphone(async () => ({ getTracks: () => [{ stop }] }));
  const { start, shown } = newTalk();
  const connected = start.connect(agent, true);
  await service.reached;
  await start.giveUp();
  expect(stop).toHaveBeenCalled();
  service.release();
  await connected;
  expect(service.asked).toEqual([CREATE]);
  expect(shown).toEqual({});
});

test('a browser call ended while it is still joining sends the leave request', async () => {
  const service = serviceHeldAt('/call/token/join');
  const { start, shown } = newTalk();
  const connected = start.connect(agent, false);
  await service.reached;
  const ended = start.giveUp();
  service.release();
  await Promise.all([connected, ended]);
  expect(service.asked).toContain('/call/token/leave');
  expect(start.call.isLive).toBe(false);
  expect(shown).toEqual({ conversationId: 'conversation', version: 2 });
});

test('a browser call without permission to use the microphone creates no conversation', async () => {
  const service = serviceHeldAt('');
  microphone(() => Promise.reject(Object.assign(new Error(), { name: 'NotAllowedError' })));
  const { start, shown } = newTalk();
  await start.connect(agent, true);
  expect(service.asked).toEqual([]);
  expect(shown).toMatchObject({ state: 'idle', problem: expect.stringContaining('refused the microphone') });
});
