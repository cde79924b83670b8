import { wavOf } from '@parley/audio/wav.ts';
import { refusalOf } from '@parley/call-engine/llm/vendors/http-failure.ts';
import { type Dispatcher, FormData, request } from 'undici';
import { SEGMENT_RATE_HZ, type Segment, segmentStt } from '../segment-stt.ts';
import { asSpeechFailure, refused, SpeechFailure } from '../speech-failure.ts';
import type { SpeechToText } from '../speech-to-text.ts';

export interface OpenAiSttOptions {
  /** Up to and with its version, such as https://api.openai.com/v1. */
  readonly url: string;
  readonly key?: string;
  readonly model: string;
  readonly connections: Dispatcher;
  /** For the words of one stretch of speech. */
  readonly patienceMs: number;
}

/** Of an answer: the words of 14 s are a few hundred. */
const MOST_BYTES = 256 * 1024;

/**
 * Any endpoint that speaks like OpenAI's `/audio/transcriptions`. It reads whole stretches of speech, so there are no
 * partials: each would be a request, and paid for.
 */
export const openAiStt = (options: OpenAiSttOptions): SpeechToText =>
  segmentStt({ partialEveryMs: null, transcribe: (segment) => transcribe(options, segment) });

async function transcribe(options: OpenAiSttOptions, segment: Segment): Promise<string> {
  const { url, key, connections: dispatcher, patienceMs } = options;
  const late = AbortSignal.timeout(patienceMs);
  try {
    const response = await request(`${url}/audio/transcriptions`, {
      dispatcher,
      method: 'POST',
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      body: form(options.model, segment),
      signal: AbortSignal.any([late, segment.signal]),
    });
    if (response.statusCode >= 400) throw refused(await refusalOf(response));
    return wordsIn(await textOf(response.body));
  } catch (error) {
    throw late.aborted
      ? new SpeechFailure('deadline', `No words within ${patienceMs} ms`)
      : asSpeechFailure(error);
  }
}

function form(model: string, { sound, language, hints }: Segment): FormData {
  const body = new FormData();
  body.set('file', new Blob([wavOf(sound, SEGMENT_RATE_HZ)], { type: 'audio/wav' }), 'speech.wav');
  body.set('model', model);
  body.set('language', language);
  body.set('response_format', 'json');
  if (hints.length > 0) body.set('prompt', hints.join(', '));
  return body;
}

async function textOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  let text = '';
  for await (const part of body.setEncoding('utf8')) {
    text += part;
    if (text.length > MOST_BYTES) throw new SpeechFailure('unusable', 'The answer is too long');
  }
  return text;
}

function wordsIn(answer: string): string {
  let words: unknown;
  try {
    words = (JSON.parse(answer) as { text?: unknown } | null)?.text;
  } catch {
    throw new SpeechFailure('unusable', 'The answer is not JSON');
  }
  if (typeof words !== 'string') throw new SpeechFailure('unusable', 'The answer has no text');
  return words;
}
