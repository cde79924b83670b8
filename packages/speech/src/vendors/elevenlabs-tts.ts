import type { AudioRate } from '@parley/audio/audio-leg.ts';
import type { Dispatcher } from 'undici';
import { SpeechFailure, type SpeechFailureKind } from '../speech-failure.ts';
import type { TextToSpeech, TtsRequest } from '../text-to-speech.ts';
import { SoundStream } from './sound-stream.ts';
import { openVendorSocket } from './vendor-socket.ts';

export interface ElevenLabsOptions {
  /** Such as wss://api.elevenlabs.io. */
  readonly url: string;
  readonly key: string;
  readonly connections: Dispatcher;
  /** For agents that name no voice. */
  readonly voiceId: string;
  /** Until the first sound, and the longest silence after it. */
  readonly patienceMs: number;
}

const MODEL = 'eleven_flash_v2_5';
/** The vendor's list of supported languages, turned around: of the 32 languages of a call, those that the model does not speak. */
const UNSPOKEN: ReadonlySet<string> = new Set(['et', 'he', 'lt', 'lv', 'sl', 'sr']);

export const elevenLabsSpeaks = (language: string): boolean => !UNSPOKEN.has(language);

/** Rates above 24 kHz need a more expensive plan, and speech gains nothing from them. */
const FORMATS: Readonly<Record<AudioRate, AudioRate>> = {
  8000: 8000,
  16000: 16_000,
  24000: 24_000,
  48000: 24_000,
};
/** What the vendor takes. */
const SPEED = { slowest: 0.7, fastest: 1.2 } as const;

/** A connection for each sentence: the vendor bills and closes by what was sent to its end. */
export const elevenLabsTts = (options: ElevenLabsOptions): TextToSpeech => ({
  speak: (request, signal) => speak(options, request, signal),
});

async function* speak(
  { url, key, voiceId, connections, patienceMs }: ElevenLabsOptions,
  request: TtsRequest,
  signal: AbortSignal,
): AsyncGenerator<Int16Array> {
  if (signal.aborted) return;
  const rateHz = FORMATS[request.rateHz];
  const query = new URLSearchParams({
    model_id: MODEL,
    output_format: `pcm_${rateHz}`,
    // Whole sentences come: it need not wait for more.
    auto_mode: 'true',
  });
  if (elevenLabsSpeaks(request.language)) query.set('language_code', request.language);
  const inbox = new Inbox();
  const stream = new SoundStream(rateHz, request.rateHz);
  const voice = encodeURIComponent(request.voiceId ?? voiceId);
  const socket = await openVendorSocket(
    {
      url: `${url}/v1/text-to-speech/${voice}/stream-input?${query}`,
      headers: { 'xi-api-key': key },
      connections,
      connectMs: patienceMs,
      onMessage: (data) => inbox.put(data),
      onEnd: (failure) => inbox.end(failure),
    },
    signal,
  ).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (socket === undefined) return;
  const onAbort = () => inbox.end();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const speed = Math.min(SPEED.fastest, Math.max(SPEED.slowest, request.speed));
    socket.send(
      JSON.stringify({ text: ' ', voice_settings: { stability: 0.5, similarity_boost: 0.8, speed } }),
    );
    socket.send(JSON.stringify({ text: `${request.text} `, flush: true }));
    socket.send(JSON.stringify({ text: '' }));
    for (;;) {
      const message = await inbox.take(patienceMs);
      if (message === undefined) return;
      const { sound, isEnd } = read(message);
      const played = sound === undefined ? undefined : stream.feed(sound);
      if (played !== undefined && played.length > 0) yield played;
      if (isEnd) break;
    }
    const last = stream.finish();
    if (stream.isEmpty) throw new SpeechFailure('unusable', 'The vendor sent no audio');
    yield last;
  } finally {
    signal.removeEventListener('abort', onAbort);
    socket.close();
  }
}

interface Message {
  readonly audio?: unknown;
  readonly isFinal?: unknown;
  readonly error?: unknown;
  readonly message?: unknown;
}

function read(data: string | ArrayBuffer): { sound?: Uint8Array; isEnd: boolean } {
  const message = parsed(data);
  if (message.error !== undefined && message.error !== null) throw refusal(message);
  const isEnd = message.isFinal === true;
  if (typeof message.audio !== 'string') return { isEnd };
  return { sound: Buffer.from(message.audio, 'base64'), isEnd };
}

function parsed(data: string | ArrayBuffer): Message {
  try {
    const message: unknown = JSON.parse(typeof data === 'string' ? data : Buffer.from(data).toString());
    if (typeof message === 'object' && message !== null) return message;
  } catch {
    // Thrown below, like everything that is not a message.
  }
  throw new SpeechFailure('unusable', 'The vendor sent a message that does not follow its protocol');
}

/** The vendor's names of what does not pass by itself. */
const REFUSED = /api_key|unauthorized|voice|quota|model|payment|permission/i;

function refusal({ error, message }: Message): SpeechFailure {
  const name = String(error);
  const kind: SpeechFailureKind = /rate_limit|too_many|busy/i.test(name)
    ? 'rate_limited'
    : REFUSED.test(name)
      ? 'refused'
      : 'unavailable';
  return new SpeechFailure(kind, `${name}: ${String(message ?? '')}`.slice(0, 200));
}

/** A socket cannot be asked to wait: a vendor that sends more than anybody plays is cut. */
const MOST_BYTES = 32 * 1024 ** 2;

type Data = string | ArrayBuffer;

/** Messages of a socket for one who takes them at their own pace. */
class Inbox {
  readonly #messages: Data[] = [];
  #bytes = 0;
  #isEnded = false;
  #failure: SpeechFailure | undefined;
  #wake: (() => void) | undefined;

  put(data: Data): void {
    if (this.#isEnded) return;
    this.#messages.push(data);
    this.#bytes += sizeOf(data);
    if (this.#bytes > MOST_BYTES) this.end(new SpeechFailure('unusable', 'The vendor sent too much data'));
    this.#wake?.();
  }

  /** What has come is still taken; then the failure is thrown, if it was one. */
  end(failure?: SpeechFailure): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#failure = failure;
    if (failure === undefined) this.#messages.length = 0;
    this.#wake?.();
  }

  /** The next message; undefined once it was ended without a failure. Throws when there is none in time. */
  async take(patienceMs: number): Promise<Data | undefined> {
    if (this.#messages.length === 0 && !this.#isEnded) await this.#news(patienceMs);
    const next = this.#messages.shift();
    if (next !== undefined) {
      this.#bytes -= sizeOf(next);
      return next;
    }
    if (this.#failure !== undefined) throw this.#failure;
    return undefined;
  }

  async #news(patienceMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(
      () => reject(new SpeechFailure('deadline', `The vendor sent nothing for ${patienceMs} ms`)),
      patienceMs,
    );
    this.#wake = resolve;
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#wake = undefined;
    }
  }
}

const sizeOf = (data: Data): number => (typeof data === 'string' ? data.length : data.byteLength);
