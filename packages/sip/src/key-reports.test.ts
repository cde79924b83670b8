import { placeCall } from '@parley/telephone/sip-placing.ts';
import {
  farSound,
  requestText,
  ScriptedMedia,
  type ScriptedSession,
  scriptedNetwork,
  settled,
} from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import { KeyReports } from './key-reports.ts';
import { codecs } from './media/codec.ts';
import { RtpEndpoint } from './media/rtp-endpoint.ts';
import { RTP_HEADER_BYTES, writeRtpHeader } from './media/rtp-packet.ts';
import { sine } from './media/test-tone.ts';
import type { SipRequest } from './sip-message.ts';

const HOST = '198.51.100.1';
const EVENTS = 101;
const FRAME_MS = 20;
const FRAME_TICKS = 160;
/** The key 5. */
const [ROW_HZ, COLUMN_HZ] = [770, 1336];

/** How a telephone reports its keys, one way or several at once. */
type Way = 'RFC 4733' | 'tones' | 'dtmf-relay' | 'dtmf';

/** An answered call, and a telephone at its far end whose only key is 5. */
async function telephone(ways: readonly Way[]) {
  const { time, transport, agent, trunkAt } = scriptedNetwork();
  const media = new ScriptedMedia();
  const parts = { agent, trunks: [trunkAt(`sip:${HOST}`)], media, from: null, sessionSeconds: 180 };
  const order = { to: '+41446681800', from: null, ringTimeoutMs: 30_000 };
  const steps = placeCall(parts, order, new AbortController().signal);
  await steps.next();
  const next = steps.next();
  await settled();
  const invite = transport.requests('INVITE')[0] as SipRequest;
  transport.answer(invite, 200, { body: farSound() });
  const { value } = await next;
  if (value?.kind !== 'answered') throw new Error('It was not answered');
  const keys: string[] = [];
  value.call.leg.onDigit((key: string) => keys.push(key));
  const session = media.sessions[0] as ScriptedSession;
  const endpoint = new RtpEndpoint(
    {
      agreed: {
        ...{ host: HOST, port: 4000, codec: { name: 'PCMU', payloadType: 0 }, noiseType: null, crypto: null },
        ...{ keysType: ways.includes('RFC 4733') ? EVENTS : null, packetMs: FRAME_MS },
        ...{ mayWeSend: true, mayTheySend: true },
      },
      ...{ start: { ssrc: 1, sequence: 1, timestamp: 1 }, seed: 1, nowMs: 0, wallMs: () => 0 },
    },
    {
      ...{ sendRtp: () => {}, sendRtcp: () => {}, takeSound: () => 0, giveSound: () => {} },
      ...{ onKey: (key) => session.digit(key), onStarved: () => {} },
    },
  );
  let [frames, sequence, infos] = [0, 0, 0];
  const send = (payloadType: number, timestamp: number, payload: Uint8Array) => {
    const bytes = Buffer.alloc(RTP_HEADER_BYTES + payload.length);
    writeRtpHeader(bytes, { payloadType, isMarked: false, sequence: ++sequence, timestamp, ssrc: 9 });
    bytes.set(payload, RTP_HEADER_BYTES);
    endpoint.rtpCame(bytes, 4000, HOST, time.nowMs());
  };
  const frame = async (pressedFrames: number | undefined) => {
    frames += 1;
    const at = frames * FRAME_TICKS;
    const isTone = pressedFrames !== undefined && ways.includes('tones');
    const low = sine(ROW_HZ, 8000, FRAME_TICKS, at, isTone ? 6000 : 0);
    const high = sine(COLUMN_HZ, 8000, FRAME_TICKS, at, isTone ? 6000 : 0);
    const payload = new Uint8Array(FRAME_TICKS);
    codecs.PCMU.makeEncoder()(
      low.map((sample, n) => sample + (high[n] as number)),
      payload,
    );
    send(0, at, payload);
    if (pressedFrames !== undefined && ways.includes('RFC 4733')) {
      const ticks = (pressedFrames + 1) * FRAME_TICKS;
      send(EVENTS, at - pressedFrames * FRAME_TICKS, Uint8Array.of(5, 10, ticks >> 8, ticks & 0xff));
    }
    endpoint.beat({ dueMs: frames * FRAME_MS, skipped: 0 });
    await time.advance(FRAME_MS);
  };
  const pause = async (ms: number) => {
    for (let n = 0; n < ms / FRAME_MS; n += 1) await frame(undefined);
  };
  const inform = async (type: 'dtmf-relay' | 'dtmf', ms: number) => {
    const body = type === 'dtmf' ? '5' : `Signal=5\r\nDuration=${ms}`;
    const headers = [['content-type', `application/${type}`] as const];
    const text = requestText(invite, 'INFO', ++infos, { body, headers });
    transport.receive(text);
    // Its answer was lost.
    transport.receive(text);
    await settled();
  };
  const press = async (ms: number) => {
    for (let n = 0; n < ms / FRAME_MS; n += 1) await frame(n);
    if (ways.includes('dtmf-relay')) await inform('dtmf-relay', ms);
    if (ways.includes('dtmf')) await inform('dtmf', ms);
  };
  await pause(200);
  return { keys, press, pause };
}

const ways: readonly (readonly Way[])[] = [
  ['RFC 4733'],
  ['dtmf-relay'],
  ['dtmf'],
  ['tones'],
  ['RFC 4733', 'tones'],
  ['RFC 4733', 'dtmf-relay'],
  ['tones', 'dtmf'],
  ['RFC 4733', 'tones', 'dtmf-relay'],
];

test.each(ways.map((each) => [each.join(' and '), each] as const))(
  'keys count as often as they are pressed, however they are reported: %s',
  async (_, each) => {
    for (const [presses, pauseMs, expected] of [
      [[100], 0, '5'],
      [[3000], 0, '5'],
      [[80, 80], 80, '55'],
      [[100, 100, 100], 500, '555'],
      [[2000, 100], 100, '55'],
    ] as const) {
      const { keys, press, pause } = await telephone(each);
      for (const ms of presses) {
        await press(ms);
        await pause(pauseMs);
      }
      await pause(500);
      expect(keys.join(''), `pressed for ${presses} ms`).toBe(expected);
    }
  },
);

test('a report that comes by another way after ten seconds is another press', () => {
  let nowMs = 0;
  const reports = new KeyReports(() => nowMs);
  expect(reports.isNew('5', 'media')).toBe(true);
  nowMs = 10_001;
  expect(reports.isNew('5', 'info')).toBe(true);
});

test('reports of other keys do not belong together', () => {
  const reports = new KeyReports(() => 0);
  const heard = [reports.isNew('4', 'media'), reports.isNew('2', 'info'), reports.isNew('4', 'info')];
  expect(heard).toEqual([true, true, false]);
});
