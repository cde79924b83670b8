import type { Dispatcher } from 'undici';
import type { Ear, EarWords, Hearing, HearingOrder } from '../ear.ts';
import { asSpeechFailure, SpeechFailure } from '../speech-failure.ts';
import { type DeepgramResult, inTimeOf, readDeepgram } from './deepgram-result.ts';
import { UnsettledSound } from './unsettled-sound.ts';
import { openVendorSocket, type VendorSocket } from './vendor-socket.ts';

export interface DeepgramEarOptions {
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
const MOST_HINTS = 50;
/** Half a minute of sound that does not leave this machine: the vendor does not read any more. */
const MOST_WAITING_BYTES = 1024 ** 2;

export const deepgramEar = (options: DeepgramEarOptions): Ear => ({
  open: (order) => new DeepgramHearing(options, order),
});

class DeepgramHearing implements Hearing {
  readonly #options: DeepgramEarOptions;
  readonly #order: HearingOrder;
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
  #guess: DeepgramResult | undefined;
  /** A pause whose words are still owed, and until when the sound went then. */
  #owed: { readonly untilMs: number; timer?: NodeJS.Timeout } | undefined;
  /** What was told is not told again. */
  #toldUntilMs = 0;
  #hasPaused = false;
  /** Since speech began. */
  #hasAnswered = false;
  #onWords: (words: EarWords) => void = () => {};
  #onTrouble: ((error: Error) => void) | undefined;

  constructor(options: DeepgramEarOptions, order: HearingOrder) {
    this.#options = options;
    this.#order = order;
    this.#sound = new UnsettledSound(order.rateHz);
    this.#keepAlive = setInterval(() => this.#stayAlive(), options.limits.keepAliveMs);
    void this.#connect();
  }

  onWords(listener: (words: EarWords) => void): void {
    this.#onWords = listener;
  }

  onTrouble(listener: (error: Error) => void): void {
    this.#onTrouble = listener;
  }

  hear(frame: Int16Array): void {
    if (this.#closed.signal.aborted) return;
    this.#sound.add(frame);
    if (this.#socket === undefined) return;
    this.#hasSent = true;
    this.#socket.send(frame);
    if (this.#socket.waitingBytes > MOST_WAITING_BYTES)
      this.#lost(new SpeechFailure('unavailable', 'The vendor does not read what is sent'));
  }

  speechBegan(): void {
    this.#isSpeaking = true;
    this.#hasPaused = false;
    this.#hasAnswered = false;
  }

  speechPaused(): void {
    if (this.#closed.signal.aborted) return;
    // They were asked for twice: what is known belongs to the first time.
    if (this.#owed !== undefined) this.#tellFinal(this.#owed.untilMs);
    this.#isSpeaking = false;
    if (this.#hasPaused && this.#guess === undefined) this.#tellFinal(this.#sound.endMs);
    else {
      this.#owed = { untilMs: this.#sound.endMs };
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
    clearTimeout(this.#owed?.timer);
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
      if (this.#owed !== undefined) this.#askForRest();
    } catch (error) {
      this.#lost(asSpeechFailure(error));
    }
  }

  #query(): URLSearchParams {
    const { rateHz, language, hints } = this.#order;
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
    for (const hint of hints.slice(0, MOST_HINTS)) query.append('keyterm', hint);
    return query;
  }

  /** A connection that broke is made anew, and hears again what had no final words yet. */
  #lost(failure: SpeechFailure): void {
    if (this.#closed.signal.aborted) return;
    this.#socket?.close();
    this.#socket = undefined;
    clearTimeout(this.#owed?.timer);
    this.#guess = undefined;
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
    this.#onTrouble?.(failure);
  }

  #stayAlive(): void {
    if (!this.#hasSent) this.#socket?.send(JSON.stringify({ type: 'KeepAlive' }));
    this.#hasSent = false;
  }

  #askForRest(): void {
    const owed = this.#owed;
    if (this.#socket === undefined || owed === undefined) return;
    this.#socket.send(JSON.stringify({ type: 'Finalize' }));
    const { finalMs } = this.#options.limits;
    owed.timer = setTimeout(() => {
      // It says something of every stretch of sound, also that nobody spoke: one that said nothing did not listen.
      if (this.#hasAnswered) this.#tellFinal(owed.untilMs);
      else this.#giveUp(new SpeechFailure('deadline', `Nothing heard within ${finalMs} ms`));
    }, finalMs);
  }

  #read(data: string | ArrayBuffer): void {
    const message = readDeepgram(data);
    if (message.kind === 'garbage')
      this.#lost(new SpeechFailure('unusable', 'The ear sent what is no message of its protocol'));
    if (message.kind === 'error') this.#lost(new SpeechFailure('unavailable', message.message.slice(0, 200)));
    if (message.kind === 'result') this.#take(inTimeOf(message.result, this.#originMs, this.#toldUntilMs));
  }

  #take(result: DeepgramResult): void {
    this.#tries = 0;
    this.#hasAnswered = true;
    if (result.isFinal) this.#sound.settle(result.untilMs);
    this.#keep(result);
    if (result.isFinalized && this.#owed !== undefined) this.#tellFinal(this.#owed.untilMs);
    // Quiet words that nobody else noticed.
    else if (result.isPause && !this.#isSpeaking && this.#owed === undefined && this.#words.length > 0)
      this.#tellFinal(result.untilMs);
  }

  #keep(result: DeepgramResult): void {
    this.#hasPaused = result.isPause;
    this.#guess = result.isFinal || result.text === '' ? undefined : result;
    if (result.text === '') return;
    if (result.isFinal) this.#words.push(result);
    this.#onWords({ kind: 'partial', ...this.#said(result.untilMs) });
  }

  #tellFinal(untilMs: number): void {
    clearTimeout(this.#owed?.timer);
    this.#owed = undefined;
    const said = this.#said(untilMs);
    this.#words = [];
    this.#guess = undefined;
    this.#hasPaused = false;
    this.#toldUntilMs = untilMs;
    this.#onWords({ kind: 'final', ...said });
  }

  #said(untilMs: number): Omit<EarWords, 'kind'> {
    const parts = this.#guess === undefined ? this.#words : [...this.#words, this.#guess];
    return {
      text: parts.map(({ text }) => text).join(' '),
      startMs: parts[0]?.startMs ?? untilMs,
      endMs: parts.at(-1)?.endMs ?? untilMs,
    };
  }
}
