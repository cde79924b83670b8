import { writeRtcp } from '@parley/sip/media/rtcp.ts';
import { RtpEndpoint } from '@parley/sip/media/rtp-endpoint.ts';
import { seeded } from '@parley/sip/media/test-tone.ts';
import type { AgreedMedia } from '@parley/sip/media-session.ts';

const HOST = '192.0.2.1';
const key = {
  tag: 1,
  suite: 'AES_CM_128_HMAC_SHA1_80',
  keyAndSalt: Buffer.alloc(30, 3).toString('base64'),
} as const;
const plain: AgreedMedia = {
  host: HOST,
  port: 4000,
  codec: { name: 'G722', payloadType: 9 },
  keysType: 101,
  noiseType: 13,
  packetMs: 20,
  crypto: null,
  mayWeSend: true,
  mayTheySend: true,
};
const sealed: AgreedMedia = { ...plain, crypto: { ours: key, theirs: key } };
/** A beat after so many packets, as if they came in a flood. */
const PACKETS_PER_BEAT = 10;

/**
 * Calls that are talked to by somebody who means no good: real packets with bits turned, cut, made longer, put
 * together and sent twice. Each `next` is one more packet.
 */
export function mutatedPackets(seed: number): Iterator<void> {
  const random = seeded(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const made: Buffer[] = [];
  let nowMs = 0;
  const endpoint = (agreed: AgreedMedia, send: (bytes: Buffer) => void): RtpEndpoint =>
    new RtpEndpoint(
      {
        agreed,
        start: { ssrc: below(2 ** 32), sequence: below(2 ** 16), timestamp: below(2 ** 32) },
        seed: below(2 ** 31),
        nowMs: 0,
        wallMs: () => nowMs,
      },
      {
        sendRtp: (bytes) => send(Buffer.from(bytes)),
        sendRtcp: send,
        takeSound: () => 0,
        giveSound: () => {},
        onKey: () => {},
        onStarved: () => {},
      },
    );
  const keep = (bytes: Buffer): void => void made.push(bytes);
  const makers = [endpoint(plain, keep), endpoint(sealed, keep)];
  const victims = [endpoint(plain, () => {}), endpoint(sealed, () => {})];

  const wrong: readonly ((bytes: Buffer) => Buffer)[] = [
    (bytes) => bytes,
    (bytes) => bytes.subarray(0, below(bytes.length + 1)),
    (bytes) => Buffer.concat([bytes, Buffer.alloc(below(2000), below(256))]),
    (bytes) => Buffer.concat([bytes, made[below(made.length)] ?? bytes]),
    (bytes) => Buffer.from(bytes.map(() => below(256))),
    (bytes) => {
      const turned = Buffer.from(bytes);
      for (let i = 1 + below(8); i > 0 && turned.length > 0; i -= 1)
        turned[below(turned.length)] = below(256);
      return turned;
    },
    // The header alone: that is where all decisions are made.
    (bytes) => {
      const turned = Buffer.from(bytes);
      if (turned.length > 12) turned[below(12)] = below(256);
      return turned;
    },
  ];

  let count = 0;
  return {
    next() {
      if (count % PACKETS_PER_BEAT === 0) {
        nowMs += 20;
        made.length = 0;
        const beat = { dueMs: nowMs, skipped: 0 };
        if (below(20) === 0) makers[0]?.press('5');
        for (const one of [...makers, ...victims]) one.beat(beat);
        keep(writeRtcp({ ssrc: below(2 ** 32), sender: undefined, blocks: [] }, 'somebody', below(2) === 0));
      }
      count += 1;
      const mutate = wrong[below(wrong.length)] as (bytes: Buffer) => Buffer;
      const bytes = mutate(made[below(made.length)] ?? Buffer.alloc(0));
      const victim = victims[below(victims.length)] as RtpEndpoint;
      const atMs = nowMs + below(20);
      if (below(4) === 0) victim.rtcpCame(bytes, 1 + below(65_535), HOST, atMs);
      else victim.rtpCame(bytes, 1 + below(65_535), HOST, atMs);
      return { done: false, value: undefined };
    },
  };
}
