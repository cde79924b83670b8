import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallAudio } from './call-audio.ts';
import { WebCall } from './web-call.ts';

afterEach(() => vi.unstubAllGlobals());

/** What the browser was asked to do with the offer and the answer: the test settles it, or never. */
let offer: PromiseWithResolvers<object>;
let answer: PromiseWithResolvers<void>;
let asked: PromiseWithResolvers<void>;

beforeEach(() => {
  offer = Promise.withResolvers();
  answer = Promise.withResolvers();
  asked = Promise.withResolvers();
  const sound = { connect: () => undefined, disconnect: () => undefined };
  vi.stubGlobal(
    'Audio',
    class {
      pause() {}
    },
  );
  vi.stubGlobal(
    'AudioContext',
    class {
      createAnalyser = () => ({});
      createMediaStreamSource = () => sound;
      resume = async () => undefined;
      close = async () => undefined;
    },
  );
  vi.stubGlobal(
    'RTCPeerConnection',
    class extends EventTarget {
      readonly iceGatheringState = 'complete';
      readonly localDescription = { sdp: 'offer' };
      connectionState = 'new';
      createOffer() {
        asked.resolve();
        return offer.promise;
      }
      setLocalDescription = async () => undefined;
      setRemoteDescription = () => answer.promise;
      // What is pending stays pending: a browser settles nothing of a closed connection.
      close() {
        this.connectionState = 'closed';
      }
    },
  );
});

function openMicrophone() {
  const stop = vi.fn();
  const microphone = { getAudioTracks: () => [], getTracks: () => [{ stop }] } as unknown as MediaStream;
  return { microphone, stop };
}

/** Connected as far as the answer, and a record of what it reported. */
async function answeredAudio() {
  const reports: string[] = [];
  const audio = await CallAudio.open({
    microphone: openMicrophone().microphone,
    signal: new AbortController().signal,
    iceServers: [],
    timing: { now: () => 0, wait: async () => undefined },
    exchange: async () => 'answer',
    onGap: () => reports.push('gap'),
    onBack: () => reports.push('back'),
    onSilenced: ({ code }) => reports.push(code),
  });
  offer.resolve({});
  await audio.connect();
  return { audio, reports };
}

/** Whatever follows at once has happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a call that is stopped while the browser creates its SDP offer ends, and its microphone closes', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ state: 'open', voice: true, iceServers: [] }));
  const { microphone, stop } = openMicrophone();
  const call = new WebCall();
  const ends: unknown[] = [];
  call.on('call_ended', (end) => ends.push(end));
  const started = call.startCall({ url: 'https://calls.example.com/call/token', microphone });
  await asked.promise;
  await Promise.all([call.stopCall(), started]);
  expect(ends).toEqual([{ reason: 'left', canComeBack: true }]);
  expect(stop).toHaveBeenCalled();
});

test('audio that is closed while it connects is not reported as interrupted', async () => {
  const { audio, reports } = await answeredAudio();
  audio.close();
  answer.reject(new Error('The connection is closed'));
  await settled();
  expect(reports).toEqual([]);
});

test('audio that fails to connect is reported as interrupted', async () => {
  const { audio, reports } = await answeredAudio();
  answer.reject(new Error('No candidate answers'));
  await settled();
  expect(reports[0]).toBe('gap');
  audio.close();
});
