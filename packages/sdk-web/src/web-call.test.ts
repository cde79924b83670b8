import { afterEach, expect, test, vi } from 'vitest';
import { WebCall } from './web-call.ts';

afterEach(() => vi.unstubAllGlobals());

const url = 'https://calls.example.com/call/token';

/** A service whose joining waits until the test lets it go on. */
function slowService() {
  const asked: string[] = [];
  const joining = Promise.withResolvers<void>();
  const joined = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.slice(url.length);
    asked.push(path);
    if (path === '/leave') return new Response(null, { status: 204 });
    if (path === '/state') return Response.json({ state: 'open', voice: true, iceServers: [] });
    joining.resolve();
    await joined.promise;
    return Response.json({ resumeKey: 'key' });
  });
  return { asked, joining: joining.promise, join: joined.resolve };
}

/** A microphone whose prompt waits for an answer. */
function promptedMicrophone() {
  const prompted = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<object>();
  const closed = Promise.withResolvers<void>();
  vi.stubGlobal('RTCPeerConnection', class {});
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: () => {
        prompted.resolve();
        return answered.promise;
      },
    },
  });
  return {
    prompted: prompted.promise,
    allow: () => answered.resolve({ getTracks: () => [{ stop: closed.resolve }] }),
    closed: closed.promise,
  };
}

function newCall() {
  const call = new WebCall();
  const ends: unknown[] = [];
  call.on('call_ended', (end) => ends.push(end));
  return { call, ends };
}

test('a call that is stopped while joining sends the leave request once it has joined', async () => {
  const service = slowService();
  const { call, ends } = newCall();
  const started = call.startCall({ url, audio: false });
  await service.joining;
  const stopped = Promise.all([call.stopCall(), call.stopCall()]);
  service.join();
  await Promise.all([started, stopped]);
  expect(service.asked).toEqual(['/join', '/leave', '/state']);
  expect(ends).toEqual([{ reason: 'left', canComeBack: true }]);
  expect(call.isLive).toBe(false);
});

test('a call that is stopped during the microphone prompt is not joined, and the microphone closes', async () => {
  const service = slowService();
  const microphone = promptedMicrophone();
  const { call, ends } = newCall();
  const started = call.startCall({ url });
  await microphone.prompted;
  await call.stopCall();
  await started;
  expect(service.asked).toEqual(['/state', '/state']);
  expect(ends).toHaveLength(1);
  microphone.allow();
  await microphone.closed;
});

test('a call that is stopped while connecting can be started again on the same object', async () => {
  const service = slowService();
  const { call, ends } = newCall();
  const again = Promise.withResolvers<void>();
  call.on('call_ended', () => {
    if (ends.length === 1) again.resolve(call.startCall({ url, audio: false }));
    void call.stopCall();
  });
  const started = call.startCall({ url, audio: false });
  await service.joining;
  service.join();
  await call.stopCall();
  await Promise.all([started, again.promise]);
  expect(service.asked.filter((path) => path === '/join')).toHaveLength(2);
  expect(ends).toHaveLength(2);
});
