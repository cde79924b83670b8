import { wavOf } from '@parley/audio/wav.ts';
import { httpClient } from '@parley/call-engine/llm/vendors/http-client.ts';
import { refusalOf } from '@parley/call-engine/llm/vendors/http-failure.ts';
import type { Dispatcher, FormData } from 'undici';
import { SEGMENT_RATE_HZ, type Segment, type SegmentWords, segmentStt } from '../segment-stt.ts';
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

async function transcribe(options: OpenAiSttOptions, segment: Segment): Promise<SegmentWords> {
  const { url, key, connections: dispatcher, patienceMs } = options;
  const late = AbortSignal.timeout(patienceMs);
  try {
    const response = await httpClient().request(`${url}/audio/transcriptions`, {
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
      ? new SpeechFailure('deadline', `No transcript within ${patienceMs} ms`)
      : asSpeechFailure(error);
  }
}

function form(model: string, { sound, language, hints }: Segment): FormData {
  const body = new (httpClient().FormData)();
  body.set('file', new Blob([wavOf(sound, SEGMENT_RATE_HZ)], { type: 'audio/wav' }), 'speech.wav');
  body.set('model', model);
  body.set('language', language);
  body.set('response_format', 'json');
  if (REPORTS_CONFIDENCE.test(model)) body.append('include[]', 'logprobs');
  const prompt = promptOf(hints);
  if (prompt !== '') body.set('prompt', prompt);
  return body;
}

/** The models that say how likely each token is; others refuse to be asked. */
const REPORTS_CONFIDENCE = /^gpt-4o(?:-mini)?-transcribe(?!-diarize)/;
/** Whisper reads the last 224 tokens of a prompt; a token is three letters or more. */
const MOST_PROMPT_LETTERS = 600;

/** As many as there is room for: names and options stand first. */
function promptOf(hints: readonly string[]): string {
  let prompt = '';
  for (const hint of hints) {
    const longer = prompt === '' ? hint : `${prompt}, ${hint}`;
    if (longer.length > MOST_PROMPT_LETTERS) break;
    prompt = longer;
  }
  return prompt;
}

async function textOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  let text = '';
  for await (const part of body.setEncoding('utf8')) {
    text += part;
    if (text.length > MOST_BYTES)
      throw new SpeechFailure('unusable', 'The response of the vendor is too long');
  }
  return text;
}

interface Answer {
  readonly text?: unknown;
  readonly logprobs?: unknown;
}

function wordsIn(answer: string): SegmentWords {
  let read: Answer | null;
  try {
    read = JSON.parse(answer) as Answer | null;
  } catch {
    throw new SpeechFailure('unusable', 'The response of the vendor is not JSON');
  }
  const text = read?.text;
  if (typeof text !== 'string') throw new SpeechFailure('unusable', 'The response of the vendor has no text');
  const confidence = confidenceIn(read?.logprobs);
  return { text, ...(confidence === undefined ? {} : { confidence }) };
}

/** The geometric mean over the tokens, as for the offline speech to text. */
function confidenceIn(tokens: unknown): number | undefined {
  if (!Array.isArray(tokens)) return undefined;
  const logs = tokens
    .map((token: { logprob?: unknown } | null) => token?.logprob)
    .filter((log) => typeof log === 'number');
  return logs.length === 0 ? undefined : Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}
