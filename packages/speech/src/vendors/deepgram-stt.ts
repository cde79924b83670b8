import type { AudioRate } from '@parley/audio/audio-leg.ts';
import type { Dispatcher } from 'undici';
import { asSpeechFailure, SpeechFailure } from '../speech-failure.ts';
import type { RecognisedWords, SpeechToText, SttStream, SttStreamOptions } from '../speech-to-text.ts';
import { type DeepgramResult, inTimeOf, readDeepgram } from './deepgram-result.ts';
import { openVendorSocket, type VendorSocket } from './vendor-socket.ts';

export interface DeepgramSttOptions {
  /** Such as wss://api.deepgram.com. */
  readonly url: string;
  readonly key: string;
  readonly connections: Dispatcher;
  readonly limits: DeepgramLimits;
}

export interface DeepgramLimits {
  readonly connectMs: number;
  /** Before each new try of a connection that broke. */
  readonly retryAfterMs: readonly number[];
  /** For the rest of the words after a pause: the vendor does not always answer that there are none. */
  readonly finalMs: number;
  /** The vendor hangs up after ten seconds without a word from us. */
  readonly keepAliveMs: number;
}

export const deepgramLimits: DeepgramLimits = {
  connectMs: 4_000,
  retryAfterMs: [100, 500, 1_500],
  finalMs: 1_500,
  keepAliveMs: 4_000,
};

const MODEL = 'nova-3';
/** Of silence until the vendor calls it a pause. We know better when a turn is over; this saves asking for the rest. */
const ENDPOINTING_MS = 300;
/** The vendor takes 500 tokens of key terms, refuses more, and advises 20 to 50 terms. A token is three letters or more. */
const MOST_HINTS = 50;
const MOST_HINT_LETTERS = 1200;
/** Half a minute of sound that does not leave this machine: the vendor does not read any more. */
const MOST_WAITING_BYTES = 1024 ** 2;

export const deepgramStt = (options: DeepgramSttOptions): SpeechToText => ({
  open: (streamOptions) => new DeepgramStream(options, streamOptions),
});

class DeepgramStream implements SttStream {
  readonly #options: DeepgramSttOptions;
  readonly #streamOptions: SttStreamOptions;
  readonly #sound: UnsettledSound;
  readonly #closed = new AbortController();
  readonly #keepAlive: NodeJS.Timeout;
  #socket: VendorSocket | undefined;
  /** Where the vendor's time began, in ours. */
  #originMs = 0;
  #tries = 0;
  #hasSent = false;
  #isSpeaking = false;
  #words: DeepgramResult[] = [];
  #interim: DeepgramResult | undefined;
  /** A pause whose final words are pending, and where the audio ended then. */
  #pendingFinal: { readonly untilMs: number; timer?: NodeJS.Timeout } | undefined;
  /** Words before this time were reported and are not reported again. */
  #reportedUntilMs = 0;
  #hasPaused = false;
  /** Since speech began. */
  #hasAnswered = false;
  #onWords: (words: RecognisedWords) => void = () => {};
  #onError: ((error: Error) => void) | undefined;

  constructor(options: DeepgramSttOptions, streamOptions: SttStreamOptions) {
    this.#options = options;
    this.#streamOptions = streamOptions;
    this.#sound = new UnsettledSound(streamOptions.rateHz);
    this.#keepAlive = setInterval(() => this.#stayAlive(), options.limits.keepAliveMs);
    void this.#connect();
  }

  onWords(listener: (words: RecognisedWords) => void): void {
    this.#onWords = listener;
  }

  onError(listener: (error: Error) => void): void {
    this.#onError = listener;
  }

  pushFrame(frame: Int16Array): void {
    if (this.#closed.signal.aborted) return;
    this.#sound.add(frame);
    if (this.#socket === undefined) return;
    this.#hasSent = true;
    this.#socket.send(frame);
    if (this.#socket.waitingBytes > MOST_WAITING_BYTES)
      this.#lost(new SpeechFailure('unavailable', 'The vendor does not accept more audio'));
  }

  speechBegan(): void {
    this.#isSpeaking = true;
    this.#hasPaused = false;
    this.#hasAnswered = false;
  }

  speechPaused(): void {
    if (this.#closed.signal.aborted) return;
    // They were asked for twice: what is known belongs to the first time.
    if (this.#pendingFinal !== undefined) this.#reportFinal(this.#pendingFinal.untilMs);
    this.#isSpeaking = false;
    if (this.#hasPaused && this.#interim === undefined) this.#reportFinal(this.#sound.endMs);
    else {
      this.#pendingFinal = { untilMs: this.#sound.endMs };
      this.#askForRest();
    }
  }

  close(): void {
    if (this.#closed.signal.aborted) return;
    this.#socket?.send(JSON.stringify({ type: 'CloseStream' }));
    this.#end();
  }

  #end(): void {
    this.#closed.abort();
    clearInterval(this.#keepAlive);
    clearTimeout(this.#pendingFinal?.timer);
    this.#socket?.close();
    this.#socket = undefined;
  }

  async #connect(): Promise<void> {
    const { url, key, connections, limits } = this.#options;
    try {
      const socket = await openVendorSocket(
        {
          url: `${url}/v1/listen?${this.#query()}`,
          headers: { authorization: `Token ${key}` },
          connections,
          connectMs: limits.connectMs,
          onMessage: (data) => this.#read(data),
          onEnd: (failure) => this.#lost(failure),
        },
        this.#closed.signal,
      );
      this.#socket = socket;
      this.#originMs = this.#sound.startMs;
      for (const frame of this.#sound.frames) socket.send(frame);
      if (this.#pendingFinal !== undefined) this.#askForRest();
    } catch (error) {
      this.#lost(asSpeechFailure(error));
    }
  }

  #query(): URLSearchParams {
    const { rateHz, language, hints } = this.#streamOptions;
    const query = new URLSearchParams({
      model: MODEL,
      language,
      encoding: 'linear16',
      sample_rate: String(rateHz),
      channels: '1',
      interim_results: 'true',
      endpointing: String(ENDPOINTING_MS),
      punctuate: 'true',
      smart_format: 'true',
    });
    let letters = 0;
    for (const hint of hints.slice(0, MOST_HINTS)) {
      letters += hint.length;
      if (letters <= MOST_HINT_LETTERS) query.append('keyterm', hint);
    }
    return query;
  }

  /** Reconnects and replays the audio that had no final words yet. */
  #lost(failure: SpeechFailure): void {
    if (this.#closed.signal.aborted) return;
    this.#socket?.close();
    this.#socket = undefined;
    clearTimeout(this.#pendingFinal?.timer);
    this.#interim = undefined;
    const afterMs = this.#options.limits.retryAfterMs[this.#tries];
    this.#tries += 1;
    if (failure.kind === 'refused' || failure.kind === 'unusable' || afterMs === undefined) {
      this.#giveUp(failure);
      return;
    }
    const timer = setTimeout(() => void this.#connect(), afterMs);
    this.#closed.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }

  #giveUp(failure: SpeechFailure): void {
    if (this.#closed.signal.aborted) return;
    this.#end();
    this.#onError?.(failure);
  }

  #stayAlive(): void {
    if (!this.#hasSent) this.#socket?.send(JSON.stringify({ type: 'KeepAlive' }));
    this.#hasSent = false;
  }

  #askForRest(): void {
    const pending = this.#pendingFinal;
    if (this.#socket === undefined || pending === undefined) return;
    this.#socket.send(JSON.stringify({ type: 'Finalize' }));
    const { finalMs } = this.#options.limits;
    pending.timer = setTimeout(() => {
      // It says something of every stretch of sound, also that nobody spoke: one that said nothing did not listen.
      if (this.#hasAnswered) this.#reportFinal(pending.untilMs);
      else this.#giveUp(new SpeechFailure('deadline', `No result within ${finalMs} ms`));
    }, finalMs);
  }

  #read(data: string | ArrayBuffer): void {
    const message = readDeepgram(data);
    if (message.kind === 'garbage')
      this.#lost(
        new SpeechFailure('unusable', 'The vendor sent a message that does not follow its protocol'),
      );
    if (message.kind === 'error') this.#lost(new SpeechFailure('unavailable', message.message.slice(0, 200)));
    if (message.kind === 'result')
      this.#take(inTimeOf(message.result, this.#originMs, this.#reportedUntilMs));
  }

  #take(result: DeepgramResult): void {
    this.#tries = 0;
    this.#hasAnswered = true;
    if (result.isFinal) this.#sound.settle(result.untilMs);
    this.#keep(result);
    if (result.isFinalized && this.#pendingFinal !== undefined) this.#reportFinal(this.#pendingFinal.untilMs);
    // Quiet words that nobody else noticed.
    else if (
      result.isPause &&
      !this.#isSpeaking &&
      this.#pendingFinal === undefined &&
      this.#words.length > 0
    )
      this.#reportFinal(result.untilMs);
  }

  #keep(result: DeepgramResult): void {
    this.#hasPaused = result.isPause;
    this.#interim = result.isFinal || result.text === '' ? undefined : result;
    if (result.text === '') return;
    if (result.isFinal) this.#words.push(result);
    this.#onWords({ kind: 'partial', ...this.#recognised(result.untilMs) });
  }

  #reportFinal(untilMs: number): void {
    clearTimeout(this.#pendingFinal?.timer);
    this.#pendingFinal = undefined;
    const recognised = this.#recognised(untilMs);
    const sure = this.#words.flatMap((result) => result.confidence ?? []);
    const confidence = sure.length === 0 ? {} : { confidence: Math.min(...sure) };
    this.#words = [];
    this.#interim = undefined;
    this.#hasPaused = false;
    this.#reportedUntilMs = untilMs;
    this.#onWords({ kind: 'final', ...recognised, ...confidence });
  }

  #recognised(untilMs: number): Omit<RecognisedWords, 'kind'> {
    const parts = this.#interim === undefined ? this.#words : [...this.#words, this.#interim];
    return {
      text: parts.map(({ text }) => text).join(' '),
      startMs: parts[0]?.startMs ?? untilMs,
      endMs: parts.at(-1)?.endMs ?? untilMs,
    };
  }
}

/** How much audio is replayed after a reconnect; older audio is lost. */
const LONGEST_MS = 15_000;

/** The audio whose words are not final yet, to be replayed on a new connection. */
class UnsettledSound {
  readonly #rateHz: AudioRate;
  readonly #frames: Int16Array[] = [];
  #startSample = 0;
  #endSample = 0;

  constructor(rateHz: AudioRate) {
    this.#rateHz = rateHz;
  }

  get startMs(): number {
    return this.#ms(this.#startSample);
  }

  /** Of all sound so far. */
  get endMs(): number {
    return this.#ms(this.#endSample);
  }

  get frames(): readonly Int16Array[] {
    return this.#frames;
  }

  add(frame: Int16Array): void {
    // The caller may reuse the frame.
    this.#frames.push(frame.slice());
    this.#endSample += frame.length;
    this.settle(this.endMs - LONGEST_MS);
  }

  /** Everything up to here needs no second hearing. */
  settle(untilMs: number): void {
    for (;;) {
      const oldest = this.#frames[0];
      if (oldest === undefined || this.#ms(this.#startSample + oldest.length) > untilMs) return;
      this.#frames.shift();
      this.#startSample += oldest.length;
    }
  }

  #ms(sample: number): number {
    return Math.round((sample * 1000) / this.#rateHz);
  }
}
