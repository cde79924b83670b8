import type { AudioRate } from '@parley/audio/audio-leg.ts';
import { httpClient } from '@parley/call-engine/llm/vendors/http-client.ts';
import { isLostConnection, refusalOf } from '@parley/call-engine/llm/vendors/http-failure.ts';
import type { Dispatcher } from 'undici';
import { asSpeechFailure, refused, SpeechFailure } from '../speech-failure.ts';
import type { TextToSpeech, TtsRequest } from '../text-to-speech.ts';
import { SoundStream } from './sound-stream.ts';

export interface HttpTtsOptions {
  readonly connections: Dispatcher;
  /** Until the answer begins, and the longest silence in it. */
  readonly patienceMs: number;
  requestFor(ttsRequest: TtsRequest): HttpTtsRequest;
}

export interface HttpTtsRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  /** Of the samples that come back. */
  readonly rateHz: AudioRate;
}

/** A vendor that answers a POST request with raw samples, which are streamed. */
export const httpTts = (options: HttpTtsOptions): TextToSpeech => ({
  speak: (ttsRequest, signal) => speak(options, ttsRequest, signal),
});

async function* speak(
  { connections, patienceMs, requestFor }: HttpTtsOptions,
  ttsRequest: TtsRequest,
  signal: AbortSignal,
): AsyncGenerator<Int16Array> {
  const { url, headers, body, rateHz } = requestFor(ttsRequest);
  const stream = new SoundStream(rateHz, ttsRequest.rateHz);
  const send = () =>
    httpClient().request(url, {
      dispatcher: connections,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal,
      headersTimeout: patienceMs,
      bodyTimeout: patienceMs,
    });
  try {
    const response = await send().catch((error: unknown) => {
      // Sentences are seconds apart, and some servers close what was idle at the wrong moment.
      if (isLostConnection(error)) return send();
      throw error;
    });
    if (response.statusCode >= 400) throw refused(await refusalOf(response));
    for await (const bytes of response.body as AsyncIterable<Uint8Array>) {
      const sound = stream.feed(bytes);
      if (sound.length > 0) yield sound;
    }
    const last = stream.finish();
    if (stream.isEmpty) throw new SpeechFailure('unusable', 'The vendor sent no audio');
    yield last;
  } catch (error) {
    if (!signal.aborted) throw isTimeout(error) ? late(patienceMs) : asSpeechFailure(error);
  }
}

const isTimeout = (error: unknown): boolean =>
  ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    String((error as { code?: unknown }).code),
  );

const late = (patienceMs: number): SpeechFailure =>
  new SpeechFailure('deadline', `The vendor sent nothing for ${patienceMs} ms`);
