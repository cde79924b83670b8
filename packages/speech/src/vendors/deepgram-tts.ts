import type { Dispatcher } from 'undici';
import type { TextToSpeech } from '../text-to-speech.ts';
import type { ListedVoice } from '../voice-list.ts';
import { httpTts } from './http-tts.ts';

export interface DeepgramTtsOptions {
  /** Such as https://api.deepgram.com. */
  readonly url: string;
  readonly key: string;
  readonly connections: Dispatcher;
  readonly patienceMs: number;
}

/** The vendor's list of supported languages: Aura-2 has separate voices for each. */
const voices: Readonly<Record<string, string>> = {
  en: 'aura-2-thalia-en',
  es: 'aura-2-celeste-es',
  de: 'aura-2-viktoria-de',
  fr: 'aura-2-agathe-fr',
  nl: 'aura-2-rhea-nl',
  it: 'aura-2-livia-it',
  ja: 'aura-2-izanami-ja',
};

export const deepgramSpeaks = (language: string): boolean => Object.hasOwn(voices, language);

/** The default voice of each language. */
export const deepgramDefaultVoices: readonly ListedVoice[] = Object.entries(voices).map(
  ([language, voiceId]) => ({ voiceId, name: voiceId, note: null, languages: [language] }),
);

/** What the vendor takes. */
const SPEED = { slowest: 0.7, fastest: 1.5 } as const;

/**
 * Its request, not its WebSocket: a sentence is known when it is asked for, both begin to sound equally soon, and the
 * WebSocket takes no more than 20 sentences a minute.
 */
export const deepgramTts = ({ url, key, connections, patienceMs }: DeepgramTtsOptions): TextToSpeech =>
  httpTts({
    connections,
    patienceMs,
    requestFor({ text, rateHz, language, voiceId, speed }) {
      const query = new URLSearchParams({
        model: voiceId ?? voices[language] ?? (voices.en as string),
        encoding: 'linear16',
        container: 'none',
        sample_rate: String(rateHz),
      });
      // Only newer voices support it, so it is sent only when needed.
      if (speed !== 1) query.set('speed', String(Math.min(SPEED.fastest, Math.max(SPEED.slowest, speed))));
      return {
        url: `${url}/v1/speak?${query}`,
        headers: { authorization: `Token ${key}` },
        body: { text },
        rateHz,
      };
    },
  });
