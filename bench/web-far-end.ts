import { startTick, systemTickTime } from '@parley/sip/media/media-tick.ts';
import { RTP_HEADER_BYTES, readRtp, writeRtpHeader } from '@parley/sip/media/rtp-packet.ts';
import { vowels } from '@parley/testing/vowels.ts';
import { opus } from '@parley/web-call/opus-codec.ts';
import { Audio, PeerConnection, type Track } from 'node-datachannel';

/**
 * The browsers of many calls, in a process of their own: each listens until the agent has finished, says something, and
 * measures when the reply comes. Their speech is encoded once for all of them. They are not browsers, only cheap.
 */

export type WebFarEndRequest =
  | { readonly kind: 'offers'; readonly calls: number }
  /** In the order of the calls. */
  | { readonly kind: 'answers'; readonly answers: readonly string[] }
  | { readonly kind: 'tell' };

/** By the machine's clock, in ms: from the last packet of each turn to the first of the reply. */
export interface HeardReply {
  readonly finishedAtMs: number;
  readonly heardAtMs: number;
}

export interface WebFarEndSight {
  /** By call, then by turn. */
  readonly replies: readonly (readonly HeardReply[])[];
  readonly cpuMs: number;
}

/** Sent after the answers, once audio flows in all calls. */
export type WebFarEndNews =
  | { readonly offers: readonly string[] }
  | { readonly isTalking: true }
  | WebFarEndSight;

const PAYLOAD_TYPE = 111;
const TICKS_PER_FRAME = 960;
/** 20 ms of silence, as the service encodes it and as we do. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
/** The agent has finished after so much silence; then the browser speaks for a second. */
const PAUSE_MS = 400;

/** A clock that all processes of the machine share. */
const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

class FarCall {
  readonly replies: HeardReply[] = [];
  readonly #track: Track;
  readonly #connection: PeerConnection;
  readonly #ssrc: number;
  readonly #words: readonly Buffer[];
  /** Remaining packets of the current turn; none: it listens. */
  #left = 0;
  #count = 0;
  #agentAtMs: number | undefined;
  #finishedAtMs: number | undefined;

  constructor(index: number, words: readonly Buffer[]) {
    this.#words = words;
    this.#ssrc = index + 1;
    this.#connection = new PeerConnection(`browser ${index}`, {
      iceServers: [],
      bindAddress: '127.0.0.1',
      disableAutoNegotiation: true,
    });
    const audio = new Audio('0', 'SendRecv');
    audio.addOpusCodec(PAYLOAD_TYPE);
    audio.addSSRC(this.#ssrc, 'browser', 'browser', 'browser');
    this.#track = this.#connection.addTrack(audio);
    this.#track.onMessage((bytes) => this.#hear(bytes));
  }

  get isOpen(): boolean {
    return this.#track.isOpen();
  }

  offer(): Promise<string> {
    return new Promise((resolve) => {
      this.#connection.onGatheringStateChange((state) => {
        if (state === 'complete') resolve(this.#connection.localDescription()?.sdp ?? '');
      });
      this.#connection.setLocalDescription('offer');
    });
  }

  accept(answer: string): void {
    this.#connection.setRemoteDescription(answer, 'answer');
  }

  beat(atMs: number): void {
    if (!this.isOpen) return;
    const hasFinished = this.#agentAtMs !== undefined && atMs - this.#agentAtMs >= PAUSE_MS;
    if (this.#left === 0 && hasFinished && this.#finishedAtMs === undefined) this.#left = this.#words.length;
    const payload = this.#left === 0 ? SILENCE : (this.#words[this.#words.length - this.#left] as Buffer);
    const packet = Buffer.alloc(RTP_HEADER_BYTES + payload.length);
    writeRtpHeader(packet, {
      payloadType: PAYLOAD_TYPE,
      isMarked: this.#count === 0,
      sequence: this.#count & 0xffff,
      timestamp: (this.#count * TICKS_PER_FRAME) >>> 0,
      ssrc: this.#ssrc,
    });
    packet.set(payload, RTP_HEADER_BYTES);
    this.#track.sendMessageBinary(packet);
    this.#count += 1;
    if (this.#left === 0) return;
    this.#left -= 1;
    if (this.#left === 0) this.#finishedAtMs = atMs;
  }

  #hear(bytes: Buffer): void {
    const packet = readRtp(bytes);
    if (packet === undefined || packet.payload.length <= SILENCE.length) return;
    const heardAtMs = nowMs();
    this.#agentAtMs = heardAtMs;
    if (this.#finishedAtMs === undefined) return;
    this.replies.push({ finishedAtMs: this.#finishedAtMs, heardAtMs });
    this.#finishedAtMs = undefined;
  }
}

/** A second of speech, in packets. */
function encodedWords(): Buffer[] {
  let seed = 1;
  const sound = vowels(opus.rateHz, () => {
    seed = (seed * 48_271) % 0x7fff_ffff;
    return seed / 0x7fff_ffff;
  });
  const encode = opus.makeEncoder();
  const [frame, target] = [opus.rateHz / 50, Buffer.alloc(1275)];
  return Array.from({ length: 50 }, (_, n) =>
    Buffer.from(target.subarray(0, encode(sound.subarray(n * frame, (n + 1) * frame), target))),
  );
}

const calls: FarCall[] = [];
const tell = (news: WebFarEndNews) => process.send?.(news);

async function listen(): Promise<void> {
  startTick(systemTickTime, () => {
    const atMs = nowMs();
    for (const call of calls) call.beat(atMs);
  });
  while (!calls.every(({ isOpen }) => isOpen)) await new Promise((resolve) => setTimeout(resolve, 20));
  tell({ isTalking: true });
}

process.on('message', async (request: WebFarEndRequest) => {
  if (request.kind === 'offers') {
    const words = encodedWords();
    for (let index = 0; index < request.calls; index += 1) calls.push(new FarCall(index, words));
    tell({ offers: await Promise.all(calls.map((call) => call.offer())) });
  } else if (request.kind === 'answers') {
    for (const [index, call] of calls.entries()) call.accept(request.answers[index] ?? '');
    await listen();
  } else {
    const { user, system } = process.cpuUsage();
    tell({ replies: calls.map(({ replies }) => replies), cpuMs: (user + system) / 1000 });
  }
});
process.on('disconnect', () => process.exit(0));
