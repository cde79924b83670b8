import type { Dispatcher } from 'undici';
import type { TextToSpeech } from '../text-to-speech.ts';
import { httpTts } from './http-tts.ts';

export interface OpenAiTtsOptions {
  /** Up to and with its version, such as https://api.openai.com/v1. */
  readonly url: string;
  readonly key?: string;
  readonly model: string;
  readonly connections: Dispatcher;
  readonly patienceMs: number;
}

const DEFAULT_VOICE = 'alloy';
/** What `pcm` means there. */
const RATE_HZ = 24_000;

/** Any endpoint that speaks like OpenAI's `/audio/speech`. */
export const openAiTts = ({ url, key, model, connections, patienceMs }: OpenAiTtsOptions): TextToSpeech =>
  httpTts({
    connections,
    patienceMs,
    requestFor: ({ text, voiceId, speed }) => ({
      url: `${url}/audio/speech`,
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      body: { model, input: text, voice: voiceId ?? DEFAULT_VOICE, response_format: 'pcm', speed },
      rateHz: RATE_HZ,
    }),
  });
