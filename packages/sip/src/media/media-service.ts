import { isIP } from 'node:net';
import { Worker } from 'node:worker_threads';
import type {
  AgreedMedia,
  AudioGap,
  Codec,
  CryptoKey,
  LocalMedia,
  Media,
  MediaOrder,
  MediaSession,
  MediaSound,
} from '../media-session.ts';
import { codecs } from './codec.ts';
import type { EndpointCounts } from './endpoint-counts.ts';
import type { MediaNews, MediaRequest, ThreadOrder } from './media-thread.ts';
import { RtpLeg } from './rtp-leg.ts';

export interface MediaOptions extends ThreadOrder {
  /** Best first. */
  readonly codecs: readonly Codec[];
  /** Must be cryptographic, because keys are generated from it. */
  readonly random: (bytes: number) => Buffer;
  /** Gets the statistics of each call when it has ended. */
  readonly onCounts?: (counts: EndpointCounts) => void;
  /** The audio of a call failed, or the thread died with the audio of all calls; the next call starts a new thread. */
  readonly onTrouble?: (error: Error) => void;
  /** Tests replace it with a thread that fails. */
  readonly thread?: URL;
}

/** G.722 first: with twice the bandwidth, speech to text makes fewer mistakes. */
export const allCodecs: readonly Codec[] = [
  { name: 'G722', payloadType: 9 },
  { name: 'PCMU', payloadType: 0 },
  { name: 'PCMA', payloadType: 8 },
];

const KEYS_TYPE = 101;
const NOISE_TYPE = 13;
const SUITES = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const;
const KEY_AND_SALT_BYTES = 30;

export interface MediaService extends Media {
  /** Ends all calls and the thread. */
  close(): Promise<void>;
}

/** Starts the thread that carries the audio of all telephone calls of this process. */
export function startMedia(options: MediaOptions): MediaService {
  let thread: MediaThread | undefined;
  return {
    open(order) {
      if (thread === undefined || thread.isOver) thread = new MediaThread(options);
      return thread.open(order);
    },
    async close() {
      await thread?.end();
    },
  };
}

/** One run of the thread, with its calls. */
class MediaThread {
  isOver = false;
  readonly #options: MediaOptions;
  readonly #worker: Worker;
  readonly #gone: Promise<void>;
  readonly #calls = new Map<number, TelephoneCall>();
  readonly #opening = new Map<number, PromiseWithResolvers<number>>();
  #lastId = 0;

  constructor(options: MediaOptions) {
    this.#options = options;
    const { bindHost, ports } = options;
    this.#worker = new Worker(options.thread ?? new URL('./media-thread.ts', import.meta.url), {
      workerData: { bindHost, ports } satisfies ThreadOrder,
      env: {},
    });
    this.#worker.on('message', (news: MediaNews) => this.#hear(news));
    this.#gone = new Promise((resolve) => {
      this.#worker.once('error', (error) => {
        this.#fail(error);
        resolve();
      });
      this.#worker.once('exit', () => {
        this.#fail(new Error('The media thread has ended.'));
        resolve();
      });
    });
  }

  async open({ isSecure }: MediaOrder): Promise<MediaSession> {
    this.#lastId += 1;
    const id = this.#lastId;
    const opening = Promise.withResolvers<number>();
    this.#opening.set(id, opening);
    this.#ask({ kind: 'open', id });
    const port = await opening.promise;
    const { random } = this.#options;
    const local: LocalMedia = {
      port,
      codecs: this.#options.codecs,
      keysType: KEYS_TYPE,
      noiseType: NOISE_TYPE,
      crypto: isSecure ? SUITES.map((suite, index) => newKey(index + 1, suite, random)) : null,
    };
    const call = new TelephoneCall(id, local, random, (request) => this.#ask(request));
    this.#calls.set(id, call);
    return call;
  }

  async end(): Promise<void> {
    if (!this.isOver) this.#ask({ kind: 'end' });
    await this.#gone;
  }

  #ask(request: MediaRequest): void {
    if (!this.isOver) this.#worker.postMessage(request);
  }

  #hear(news: MediaNews): void {
    switch (news.kind) {
      case 'beat':
        for (const call of this.#calls.values()) call.beat();
        return;
      case 'opened':
        this.#opening.get(news.id)?.resolve(news.port);
        this.#opening.delete(news.id);
        return;
      case 'refused':
        this.#opening.get(news.id)?.reject(new Error(news.why));
        this.#opening.delete(news.id);
        return;
      case 'key':
        this.#calls.get(news.id)?.digit(news.key);
        return;
      case 'starved':
        this.#calls.get(news.id)?.starve();
        return;
      case 'gap':
        this.#calls.get(news.id)?.gap(news.gap, news.isOpen);
        return;
      case 'broken':
        this.#options.onTrouble?.(new Error(news.why));
        this.#calls.get(news.id)?.starve();
        return;
      case 'closed':
        // Whoever has not closed it themselves is notified.
        this.#calls.get(news.id)?.starve();
        this.#calls.get(news.id)?.closed(news.counts);
        this.#calls.delete(news.id);
        if (news.counts !== null) this.#options.onCounts?.(news.counts);
    }
  }

  /** Calls get no audio any more: that is reported as starving, and the call ends. */
  #fail(error: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    const calls = [...this.#calls.values()];
    if (calls.length > 0 || this.#opening.size > 0) this.#options.onTrouble?.(error);
    for (const { reject } of this.#opening.values()) reject(error);
    this.#opening.clear();
    this.#calls.clear();
    for (const call of calls) {
      call.starve();
      call.closed(null);
    }
  }
}

const newKey = (tag: number, suite: CryptoKey['suite'], random: MediaOptions['random']): CryptoKey => ({
  tag,
  suite,
  keyAndSalt: random(KEY_AND_SALT_BYTES).toString('base64'),
});

class TelephoneCall implements MediaSession {
  readonly local: LocalMedia;
  readonly #id: number;
  readonly #random: MediaOptions['random'];
  readonly #ask: (request: MediaRequest) => void;
  #leg: RtpLeg | undefined;
  #agreed: AgreedMedia | undefined;
  readonly #counted = Promise.withResolvers<EndpointCounts | null>();
  readonly counts = this.#counted.promise;
  #onStarved: () => void = () => {};
  #onGap: (gap: AudioGap, isOpen: boolean) => void = () => {};
  #isAnswered = false;
  #isStarved = false;
  #isClosed = false;

  constructor(
    id: number,
    local: LocalMedia,
    random: MediaOptions['random'],
    ask: (request: MediaRequest) => void,
  ) {
    this.#id = id;
    this.local = local;
    this.#random = random;
    this.#ask = ask;
  }

  /** Throws if it is invalid, because a far end can send any description. */
  accept(agreed: AgreedMedia): void {
    if (this.#isClosed || isSame(agreed, this.#agreed)) return;
    assertPossible(agreed);
    this.#agreed = agreed;
    if (this.#leg !== undefined) {
      this.#ask({ kind: 'change', id: this.#id, agreed });
      return;
    }
    this.#leg = new RtpLeg(codecs[agreed.codec.name].rateHz);
    const numbers = this.#random(14);
    this.#ask({
      kind: 'begin',
      id: this.#id,
      agreed,
      start: {
        ssrc: numbers.readUInt32BE(0),
        // In the lower half, so that the far end cannot miss the first round when encrypted (RFC 3711, 3.3.1).
        sequence: numbers.readUInt16BE(4) & 0x7fff,
        timestamp: numbers.readUInt32BE(6),
      },
      seed: numbers.readUInt32BE(10),
      ...this.#leg.memory,
    });
    if (this.#isAnswered) this.#ask({ kind: 'answered', id: this.#id });
  }

  answered(): void {
    this.#isAnswered = true;
    this.#ask({ kind: 'answered', id: this.#id });
  }

  get sound(): MediaSound {
    if (this.#leg === undefined) throw new Error('There is no audio before both ends have agreed on it.');
    return this.#leg;
  }

  press(keys: string): void {
    this.#ask({ kind: 'press', id: this.#id, keys });
  }

  onStarved(listener: () => void): void {
    this.#onStarved = listener;
    if (this.#isStarved) listener();
  }

  onGap(listener: (gap: AudioGap, isOpen: boolean) => void): void {
    this.#onGap = listener;
  }

  gap(gap: AudioGap, isOpen: boolean): void {
    if (!this.#isClosed) this.#onGap(gap, isOpen);
  }

  closed(counts: EndpointCounts | null): void {
    this.#counted.resolve(counts);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#leg?.end();
    this.#ask({ kind: 'close', id: this.#id });
  }

  beat(): void {
    if (!this.#isClosed) this.#leg?.beat();
  }

  digit(key: string): void {
    if (!this.#isClosed) this.#leg?.digit(key);
  }

  starve(): void {
    if (this.#isStarved || this.#isClosed) return;
    this.#isStarved = true;
    this.#onStarved();
  }
}

function assertPossible({ host, port, codec, crypto }: AgreedMedia): void {
  if (isIP(host) === 0) throw new Error('Audio can only be sent to an address, not to a name.');
  // RTCP goes to the next one.
  if (!Number.isInteger(port) || port < 1 || port > 65_534)
    throw new Error(`Audio cannot be sent to port ${port}: there is no port ${port}.`);
  if (codecs[codec.name] === undefined) throw new Error(`There is no codec ${codec.name}.`);
  for (const key of crypto === null ? [] : [crypto.ours, crypto.theirs])
    if (Buffer.from(key.keyAndSalt, 'base64').length !== KEY_AND_SALT_BYTES)
      throw new Error(`A key and salt of ${key.suite} has ${KEY_AND_SALT_BYTES} bytes.`);
}

const isSame = (one: AgreedMedia, other: AgreedMedia | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
