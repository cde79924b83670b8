import { joined } from '@parley/audio/sound.ts';
import type { TextToSpeech, TtsRequest } from './text-to-speech.ts';

/** A cache of sentences; the least recently used are evicted first. */
export class SoundCache {
  readonly #mostBytes: number;
  readonly #sounds = new Map<string, Int16Array>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Int16Array | undefined {
    const sound = this.#sounds.get(key);
    if (sound === undefined) return undefined;
    // A map remembers the order in which it was filled.
    this.#sounds.delete(key);
    this.#sounds.set(key, sound);
    return sound;
  }

  put(key: string, sound: Int16Array): void {
    this.#remove(key);
    // Too large to be worth evicting half of the others.
    if (sound.byteLength > this.#mostBytes / 2) return;
    this.#sounds.set(key, sound);
    this.#bytes += sound.byteLength;
    for (const oldest of this.#sounds.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    this.#bytes -= this.#sounds.get(key)?.byteLength ?? 0;
    this.#sounds.delete(key);
  }
}

/** Longer ones are hardly ever said twice. */
const LONGEST_TEXT = 300;

/** Caches sentences: greetings and questions are the same in every call of an agent. */
export const cachedTts = (name: string, tts: TextToSpeech, cache: SoundCache): TextToSpeech => ({
  async *speak(request, signal) {
    if (request.text.length > LONGEST_TEXT) {
      yield* tts.speak(request, signal);
      return;
    }
    const key = keyOf(name, request);
    const kept = cache.get(key);
    if (kept !== undefined) {
      yield kept;
      return;
    }
    const parts: Int16Array[] = [];
    for await (const part of tts.speak(request, signal)) {
      parts.push(part);
      yield part;
    }
    // An aborted sentence may be incomplete.
    if (!signal.aborted) cache.put(key, joined(parts));
  },
});

const keyOf = (name: string, { text, rateHz, language, voiceId, speed }: TtsRequest): string =>
  JSON.stringify([name, text, rateHz, language, voiceId, speed]);
