import { setTimeout as sleep } from 'node:timers/promises';

/** What the page of a web call knows of the service: its link, and nothing else. */

export interface WebAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came back
  readonly body: any;
  readonly text: string;
}

export interface ShownEvent {
  readonly id: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came back
  readonly data: any;
}

/** A page that is open at the link. */
export class WebCaller {
  readonly url: string;
  resumeKey = '';

  constructor(url: string) {
    this.url = url;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<WebAnswer> {
    return read(await fetch(`${this.url}/${path}`, { headers }));
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<WebAnswer> {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const type = { 'content-type': 'application/json' };
    return read(
      await fetch(`${this.url}/${path}`, { method: 'POST', headers: { ...type, ...headers }, body: sent }),
    );
  }

  async state(): Promise<WebAnswer> {
    return this.get('state');
  }

  async join(body: object = {}): Promise<WebAnswer> {
    const answer = await this.post('join', body);
    if (answer.status === 201) this.resumeKey = answer.body.resumeKey;
    return answer;
  }

  type(text: string): Promise<WebAnswer> {
    return this.post('messages', { resumeKey: this.resumeKey, text });
  }

  leave(): Promise<WebAnswer> {
    return this.post('leave', { resumeKey: this.resumeKey });
  }

  follow(lastId?: number): Promise<WebStream> {
    return WebStream.open(`${this.url}/events?key=${this.resumeKey}`, lastId);
  }

  /** Answers every question as it comes, as soon as it is on the page; all events until the call has ended. */
  async talk(
    stream: WebStream,
    replies: readonly (readonly [about: RegExp, text: string])[],
  ): Promise<ShownEvent[]> {
    const events: ShownEvent[] = [];
    const left = [...replies];
    for (let event = await stream.next(); event; event = await stream.next()) {
      events.push(event);
      const { type, who, text } = event.data;
      if (type !== 'update' || who !== 'agent') continue;
      const due = left.findIndex(([about]) => about.test(text));
      if (due >= 0) await this.type((left.splice(due, 1)[0] as (typeof left)[number])[1]);
    }
    return events;
  }
}

/** A stream of events as a browser reads it. */
export class WebStream {
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #gone: AbortController;
  #text = '';

  private constructor(reader: ReadableStreamDefaultReader<string>, gone: AbortController) {
    this.#reader = reader;
    this.#gone = gone;
  }

  static async open(url: string, lastId?: number): Promise<WebStream> {
    const gone = new AbortController();
    const headers = lastId === undefined ? {} : { 'last-event-id': String(lastId) };
    const response = await fetch(url, { headers, signal: gone.signal });
    if (!response.ok)
      throw new Error(`The stream was refused with ${response.status} ${await response.text()}`);
    const body = response.body as ReadableStream<Uint8Array>;
    return new WebStream(body.pipeThrough(new TextDecoderStream()).getReader(), gone);
  }

  /** Undefined when the stream has ended. */
  async next(): Promise<ShownEvent | undefined> {
    for (;;) {
      const at = this.#text.indexOf('\n\n');
      if (at < 0) {
        const { value, done } = await this.#reader.read();
        if (done) return undefined;
        this.#text += value;
        continue;
      }
      const block = this.#text.slice(0, at);
      this.#text = this.#text.slice(at + 2);
      const [, data] = /^data: (.*)$/m.exec(block) ?? [];
      const [, id] = /^id: (\d+)$/m.exec(block) ?? [];
      if (data !== undefined)
        return { id: id === undefined ? undefined : Number(id), data: JSON.parse(data) };
    }
  }

  /** The first that is so. */
  async until(isSo: (data: ShownEvent['data']) => boolean): Promise<ShownEvent> {
    for (let event = await this.next(); event; event = await this.next()) if (isSo(event.data)) return event;
    throw new Error('The stream ended before');
  }

  /** The connection breaks. */
  cut(): void {
    this.#gone.abort();
  }
}

async function read(response: Response): Promise<WebAnswer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text, text };
}

/** Asks again until it is so. */
export async function eventually<Result>(ask: () => Promise<Result | undefined>): Promise<Result> {
  for (;;) {
    const result = await ask();
    if (result !== undefined) return result;
    await sleep(50);
  }
}
