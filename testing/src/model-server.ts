import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A fake language model endpoint with the protocols of OpenAI and Anthropic, scripted by the test. */
export interface ModelServer {
  /** As PARLEY_MODEL_URL has it. */
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** Answers from now on; the last answer of a list goes on being given. */
  answers(script: Script | readonly Reply[]): void;
  stop(): Promise<void>;
}

export interface ModelRequest {
  readonly protocol: 'openai' | 'anthropic';
  readonly system: string;
  readonly turn: string;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever was sent
  readonly body: any;
}

export type Script = (request: ModelRequest) => Reply | Promise<Reply>;

/** Words, or what goes wrong in their place. */
export type Reply =
  | string
  | {
      readonly text: string;
      /** Before the first word. */
      readonly delayMs?: number;
      /** Between two pieces. */
      readonly gapMs?: number;
      /** The connection breaks after so many characters. */
      readonly cutAfter?: number;
      /** It just ends there, as if that were all. */
      readonly endsAfter?: number;
    }
  | { readonly status: number; readonly message: string; readonly headers?: Record<string, string> }
  /** Accepts the request and says nothing. */
  | 'silence';

/** About as long as a token. */
const PIECE = 5;

export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const seen = new Set<string>();
  let script: Script = () => '';

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await readRequest(request);
    requests.push(asked);
    const reply = await script(asked);
    if (reply === 'silence') return;
    const protocol = protocols[asked.protocol];
    if (typeof reply === 'object' && 'status' in reply) {
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(JSON.stringify(protocol.error(reply.status, reply.message)));
      return;
    }
    const { text, delayMs = 0, gapMs = 0, ...breaks } = typeof reply === 'string' ? { text: reply } : reply;
    const usage = { input: tokens(asked.system) + tokens(asked.turn), cached: 0, output: tokens(text) };
    if (seen.has(asked.system)) usage.cached = tokens(asked.system);
    seen.add(asked.system);
    if (delayMs > 0) await sleep(delayMs);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(protocol.begin(usage, asked.body));
    const end = Math.min(breaks.cutAfter ?? text.length, breaks.endsAfter ?? text.length);
    for (let at = 0; at < end; at += PIECE) {
      response.write(protocol.piece(text.slice(at, Math.min(end, at + PIECE)), asked.body));
      if (gapMs > 0) await sleep(gapMs);
    }
    if (breaks.cutAfter !== undefined) {
      await sleep(5);
      response.destroy();
    } else response.end(breaks.endsAfter === undefined ? protocol.end(usage, asked.body) : '');
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answers(given) {
      if (typeof given === 'function') script = given;
      else {
        const left = [...given];
        script = () => (left.length > 1 ? left.shift() : left[0]) as Reply;
      }
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<ModelRequest> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  const body = JSON.parse(text);
  const protocol = request.url?.endsWith('/messages') ? 'anthropic' : 'openai';
  const system = protocol === 'anthropic' ? body.system : body.messages[0].content;
  const turn = body.messages.at(-1).content;
  return { protocol, system: plain(system), turn: plain(turn), headers: request.headers, body };
}

const plain = (content: string | { text: string }[]): string =>
  typeof content === 'string' ? content : content.map(({ text }) => text).join('');

const tokens = (text: string): number => Math.ceil(text.length / 4);

interface Usage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

interface Protocol {
  // biome-ignore lint/suspicious/noExplicitAny: the body of a request
  begin(usage: Usage, body: any): string;
  // biome-ignore lint/suspicious/noExplicitAny: the body of a request
  piece(text: string, body: any): string;
  // biome-ignore lint/suspicious/noExplicitAny: the body of a request
  end(usage: Usage, body: any): string;
  error(status: number, message: string): object;
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const event = (value: { readonly type: string; readonly [key: string]: unknown }): string =>
  `event: ${value.type}\n${data(value)}`;

const chunk = (model: string, delta: object, finish: string | null = null, usage?: object) =>
  data({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model,
    system_fingerprint: null,
    choices: usage === undefined ? [{ index: 0, delta, logprobs: null, finish_reason: finish }] : [],
    ...(usage === undefined ? {} : { usage }),
  });

const protocols: Readonly<Record<ModelRequest['protocol'], Protocol>> = {
  openai: {
    begin: (_, { model }) => chunk(model, { role: 'assistant', content: '' }),
    piece: (content, { model }) => chunk(model, { content }),
    end: ({ input, cached, output }, { model, stream_options: wanted }) =>
      [
        chunk(model, {}, 'stop'),
        wanted?.include_usage
          ? chunk(model, {}, null, {
              prompt_tokens: input,
              completion_tokens: output,
              total_tokens: input + output,
              prompt_tokens_details: { cached_tokens: cached },
            })
          : '',
        'data: [DONE]\n\n',
      ].join(''),
    error: (status, message) => ({
      error: {
        message,
        type: status === 429 ? 'rate_limit_exceeded' : 'server_error',
        param: null,
        code: null,
      },
    }),
  },
  anthropic: {
    begin: ({ input, cached }, { model, tools }) =>
      event({
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          content: [],
          model,
          stop_reason: null,
          stop_sequence: null,
          usage: {
            input_tokens: input - cached,
            cache_creation_input_tokens: 0,
            cache_read_input_tokens: cached,
            output_tokens: 1,
          },
        },
      }) +
      event({
        type: 'content_block_start',
        index: 0,
        content_block:
          tools === undefined
            ? { type: 'text', text: '' }
            : { type: 'tool_use', id: 'toolu_1', name: tools[0].name, input: {} },
      }) +
      event({ type: 'ping' }),
    piece: (text, { tools }) =>
      event({
        type: 'content_block_delta',
        index: 0,
        delta:
          tools === undefined
            ? { type: 'text_delta', text }
            : { type: 'input_json_delta', partial_json: text },
      }),
    end: ({ output }) =>
      event({ type: 'content_block_stop', index: 0 }) +
      event({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: output },
      }) +
      event({ type: 'message_stop' }),
    error: (status, message) => ({
      type: 'error',
      error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message },
    }),
  },
};
