import { serverSentEvents } from '@parley/kernel/server-sent-events.ts';
import type { TSchema } from 'typebox';
import type { Dispatcher } from 'undici';
import {
  type LanguageModel,
  ModelFailure,
  type ModelLimits,
  type ModelPrice,
  type ModelStream,
  type ModelUsage,
  noUsage,
  type Prompt,
} from '../language-model.ts';
import { schemaReply } from '../schema-reply.ts';
import { httpClient } from './http-client.ts';
import { brokenOff, isLostConnection, Refusal, refusalOf } from './http-failure.ts';
import type { Concession, Json, Protocol } from './protocol.ts';

export interface HttpModelOptions {
  readonly name: string;
  readonly protocol: Protocol;
  readonly url: string;
  readonly model: string;
  readonly key?: string;
  readonly price?: ModelPrice;
  readonly connections: Dispatcher;
}

/** A model behind an HTTP endpoint that streams events. docs/adr/0015 says why we have our own client. */
export function httpModel(options: HttpModelOptions): LanguageModel {
  const endpoint = new Endpoint(options);
  const model: LanguageModel = {
    name: options.name,
    ...(options.price === undefined ? {} : { price: options.price }),
    async reply(prompt, schema, limits) {
      const late = AbortSignal.timeout(limits.deadlineMs);
      const signal = limits.signal === undefined ? late : AbortSignal.any([late, limits.signal]);
      return schemaReply(model, prompt, schema, { ...limits, signal });
    },
    stream: (prompt, limits, schema) => new HttpStream(endpoint, prompt, limits, schema),
  };
  return model;
}

/** The endpoint, and which protocol features it was found not to support, for the life of the process. */
class Endpoint {
  readonly protocol: Protocol;
  readonly #options: HttpModelOptions;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #conceded = new Set<Concession>();

  constructor(options: HttpModelOptions) {
    this.#options = options;
    this.protocol = options.protocol;
    this.#headers = { 'content-type': 'application/json', ...options.protocol.headers(options.key) };
  }

  /** The events of a reply. If the endpoint rejects a feature, the request is repeated without it. */
  async open(
    prompt: Prompt,
    limits: ModelLimits,
    schema: TSchema | undefined,
    signal: AbortSignal,
  ): Promise<AsyncIterable<string>> {
    const { protocol } = this;
    const body: Json = protocol.body(this.#options.model, prompt, limits, schema);
    for (;;) {
      try {
        return await this.#post(
          protocol.concessions.reduce(
            (left, one) => (this.#conceded.has(one) ? one.concede(left) : left),
            body,
          ),
          signal,
        );
      } catch (error) {
        const text = error instanceof Refusal ? error.text : '';
        const next = protocol.concessions.find((one) => !this.#conceded.has(one) && one.isRefused.test(text));
        if (next === undefined) throw error;
        this.#conceded.add(next);
      }
    }
  }

  async #post(body: Json, signal: AbortSignal): Promise<AsyncIterable<string>> {
    const text = JSON.stringify(body);
    const response = await this.#send(text, signal).catch((error: unknown) => {
      // Turns are seconds apart, and some servers close what was idle at the wrong moment.
      if (isLostConnection(error)) return this.#send(text, signal);
      throw error;
    });
    if (response.statusCode >= 400) throw await refusalOf(response, this.#options.key);
    return dataOf(response.body);
  }

  #send(body: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { url, connections: dispatcher } = this.#options;
    // Only the signal limits the time.
    const patience = { headersTimeout: 0, bodyTimeout: 0 };
    const headers = this.#headers;
    return httpClient().request(url + this.protocol.path, {
      dispatcher,
      method: 'POST',
      headers,
      body,
      signal,
      ...patience,
    });
  }
}

/**
 * OpenAI ends its stream with an event of its own, which carries nothing. An event is one line; some endpoints leave out the
 * blank line between two.
 */
async function* dataOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const { data } of serverSentEvents(body))
    for (const line of data.split('\n').map((one) => one.trim()))
      if (line !== '' && line !== '[DONE]') yield line;
}

/** Room for a language whose tokens are long, before a reply counts as one that does not end. */
const MOST_CHARACTERS_PER_TOKEN = 8;

class HttpStream implements ModelStream {
  readonly #open: (signal: AbortSignal) => Promise<AsyncIterable<string>>;
  readonly #protocol: Protocol;
  readonly #limits: ModelLimits;
  #usage: ModelUsage = noUsage;

  constructor(endpoint: Endpoint, prompt: Prompt, limits: ModelLimits, schema: TSchema | undefined) {
    this.#open = (signal) => endpoint.open(prompt, limits, schema, signal);
    this.#protocol = endpoint.protocol;
    this.#limits = limits;
  }

  usage(): ModelUsage {
    return this.#usage;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    const { deadlineMs, maxOutputTokens, signal: wanted } = this.#limits;
    const stop = new AbortController();
    const signal = wanted === undefined ? stop.signal : AbortSignal.any([stop.signal, wanted]);
    const silence = setTimeout(() => stop.abort(), deadlineMs);
    const most = maxOutputTokens * MOST_CHARACTERS_PER_TOKEN;
    let length = 0;
    let isEnded = false;
    try {
      for await (const event of await this.#open(signal)) {
        const { text = '', usage, isEnd, error } = this.#protocol.read(parsed(event));
        if (error !== undefined) throw new ModelFailure('unavailable', error);
        if (usage !== undefined) this.#usage = { ...this.#usage, ...usage };
        isEnded ||= isEnd === true;
        if (text === '') continue;
        silence.refresh();
        length += text.length;
        if (length > most) throw new ModelFailure('unusable', `The reply is longer than ${most} characters`);
        yield text;
      }
      if (!isEnded) throw new ModelFailure('unavailable', 'The stream was cut in the middle');
    } catch (error) {
      throw signal.aborted
        ? new ModelFailure('deadline', `Nothing more within ${deadlineMs} ms`)
        : brokenOff(error);
    } finally {
      clearTimeout(silence);
    }
  }
}

function parsed(event: string): Json {
  try {
    return JSON.parse(event);
  } catch {
    throw new ModelFailure('unusable', `The endpoint sent something that is not JSON: ${event.slice(0, 80)}`);
  }
}
