import { httpClient } from '@parley/call-engine/llm/vendors/http-client.ts';
import { refusalOf } from '@parley/call-engine/llm/vendors/http-failure.ts';
import type { Dispatcher } from 'undici';
import { asSpeechFailure, refused, SpeechFailure } from '../speech-failure.ts';
import type { ListedVoice } from '../voice-list.ts';

export interface VendorVoicesOptions {
  readonly url: string;
  readonly key: string;
  readonly connections: Dispatcher;
  readonly patienceMs: number;
}

/** Nobody looks through more. */
const MOST_VOICES = 200;
const MOST_CHARACTERS = 4 * 1024 ** 2;

type Entry = Readonly<Record<string, unknown>>;

/** The voices that the account has, at most a hundred. Each of them speaks every language of the model. */
export async function elevenLabsVoices(options: VendorVoicesOptions): Promise<ListedVoice[]> {
  const { url, key } = options;
  const reply = await readJson(`${url}/v2/voices?page_size=100`, { 'xi-api-key': key }, options);
  return entriesOf(reply.voices).flatMap(({ voice_id: voiceId, name, labels }) => {
    if (!isText(voiceId) || !isText(name)) return [];
    const { gender, age, accent } = (labels ?? {}) as Entry;
    return [{ voiceId, name, note: noteOf([gender, age, accent]) }];
  });
}

/** The vendor's public voices, each in its own language. */
export async function deepgramVoices(options: VendorVoicesOptions): Promise<ListedVoice[]> {
  const { url, key } = options;
  const reply = await readJson(`${url}/v1/models`, { authorization: `Token ${key}` }, options);
  return entriesOf(reply.tts).flatMap(({ canonical_name: voiceId, name, languages, metadata }) => {
    if (!isText(voiceId) || !Array.isArray(languages)) return [];
    const { accent, tags } = (metadata ?? {}) as Entry;
    // "en" and "en-US" are one language to us.
    const codes = languages.filter(isText).map((tag) => tag.split('-')[0]?.toLowerCase() ?? '');
    const gender = Array.isArray(tags) && tags.find((tag) => tag === 'feminine' || tag === 'masculine');
    return [
      {
        voiceId,
        name: isText(name) ? capitalised(name) : voiceId,
        note: noteOf([gender, accent]),
        languages: [...new Set(codes)],
      },
    ];
  });
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 200;

const entriesOf = (list: unknown): Entry[] =>
  (Array.isArray(list) ? list : []).filter((one) => typeof one === 'object' && one).slice(0, MOST_VOICES);

const noteOf = (parts: readonly unknown[]): string | null => parts.filter(isText).join(', ') || null;

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

async function readJson(
  url: string,
  headers: Readonly<Record<string, string>>,
  { connections, patienceMs }: VendorVoicesOptions,
): Promise<Entry> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const response = await httpClient().request(url, { dispatcher: connections, headers, signal });
    if (response.statusCode >= 400) throw refused(await refusalOf(response));
    let text = '';
    for await (const part of response.body.setEncoding('utf8')) {
      text += part;
      if (text.length > MOST_CHARACTERS) throw new SpeechFailure('unusable', 'The vendor sent too much data');
    }
    return (JSON.parse(text) ?? {}) as Entry;
  } catch (error) {
    if (signal.aborted)
      throw new SpeechFailure('deadline', `The vendor sent no list within ${patienceMs} ms`);
    if (error instanceof SyntaxError)
      throw new SpeechFailure('unusable', 'The vendor sent no list of voices');
    throw asSpeechFailure(error);
  }
}
