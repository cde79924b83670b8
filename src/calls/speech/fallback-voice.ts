import type { Circuit } from './circuit.ts';
import { asSpeechFailure, SpeechFailure } from './speech-failure.ts';
import type { SpeakOrder, Voice } from './voice.ts';

export interface VoiceChoice {
  /** As an operator reads it in a journal. */
  readonly name: string;
  readonly voice: Voice;
  speaks(language: string): boolean;
  readonly circuit: Circuit;
}

export interface FallbackVoiceOptions {
  /** For the journal of the call. */
  note(text: string): void;
  /** Until a sentence is heard; then another voice says it. The last one has all the time it wants. */
  readonly firstSoundMs: number;
}

/** The voices of one call, in their order: when one fails the next says the sentence, or the rest of it. */
export function fallbackVoice(choices: readonly VoiceChoice[], options: FallbackVoiceOptions): Voice {
  const noted = new Set<string>();
  /** Once a call: a vendor that is down is down for every sentence. */
  const note = (text: string) => {
    if (noted.has(text)) return;
    noted.add(text);
    options.note(text);
  };

  async function* speak(order: SpeakOrder, signal: AbortSignal): AsyncGenerator<Int16Array> {
    const able = choices.filter((choice) => choice.speaks(order.language));
    const unable = choices.filter((choice) => !choice.speaks(order.language));
    const inOrder = [...able, ...unable];
    let text = order.text;
    let failure = new SpeechFailure('unavailable', 'There is no voice');
    for (const [index, choice] of inOrder.entries()) {
      const isLast = index === inOrder.length - 1;
      if (!choice.circuit.enter() && !isLast) continue;
      if (!choice.speaks(order.language))
        note(`No voice that can be reached speaks ${order.language}: ${choice.name} reads it, in English.`);
      // A voice's name means something to its vendor alone, and the first is the one that was named.
      const voiceId = choice === choices[0] ? order.voiceId : null;
      const attempt = new Attempt(choice, { ...order, text, voiceId }, signal);
      try {
        yield* attempt.sound(isLast ? undefined : options.firstSoundMs);
        if (!signal.aborted) choice.circuit.succeed();
        return;
      } catch (error) {
        if (signal.aborted) return;
        failure = asSpeechFailure(error);
        choice.circuit.fail(failure);
        note(`The voice ${choice.name} failed: ${failure.message}`);
        text = attempt.unspoken();
        if (text === '') return;
      }
    }
    throw failure;
  }
  return { speak };
}

/** About as fast as people talk. */
const MS_PER_CHARACTER = 65;

/** One voice at one sentence. */
class Attempt {
  readonly #choice: VoiceChoice;
  readonly #order: SpeakOrder;
  readonly #signal: AbortSignal;
  #samples = 0;

  constructor(choice: VoiceChoice, order: SpeakOrder, signal: AbortSignal) {
    this.#choice = choice;
    this.#order = order;
    this.#signal = signal;
  }

  async *sound(firstMs: number | undefined): AsyncGenerator<Int16Array> {
    const late = new AbortController();
    const parts = this.#choice.voice
      .speak(this.#order, AbortSignal.any([this.#signal, late.signal]))
      [Symbol.asyncIterator]();
    try {
      let next = await inTime(parts.next(), firstMs);
      while (next.done !== true) {
        this.#samples += next.value.length;
        yield next.value;
        next = await parts.next();
      }
    } finally {
      late.abort();
      // One that does not come to an end is not waited for.
      parts.return?.().catch(() => {});
    }
  }

  /** What was surely not heard of the sentence, from a word on: said twice is better than not at all. */
  unspoken(): string {
    const { text, rateHz, speed } = this.#order;
    if (this.#samples === 0) return text;
    const spokenMs = (this.#samples * 1000) / rateHz;
    const spoken = Math.floor((spokenMs * speed) / MS_PER_CHARACTER);
    const rest = text.slice(text.lastIndexOf(' ', spoken) + 1);
    return spoken >= text.length ? '' : rest;
  }
}

async function inTime<Result>(work: Promise<Result>, limitMs: number | undefined): Promise<Result> {
  if (limitMs === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SpeechFailure('deadline', `No sound within ${limitMs} ms`)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
