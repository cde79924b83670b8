import type { IncomingHttpHeaders } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { bodyOf, listenHttp } from './http-listener.ts';
import { type SoundReply, sendSound } from './sound-reply.ts';
import { wordAt } from './spoken-sound.ts';

/** Deepgram as far as we use it: /v1/listen over a WebSocket, /v1/speak by request, and the list /v1/models. */
export interface DeepgramServer {
  readonly url: string;
  /** Connections for speech to text, in order. */
  readonly sttSessions: readonly DeepgramConnection[];
  readonly ttsRequests: readonly {
    query: URLSearchParams;
    headers: IncomingHttpHeaders;
    body: { text: string };
  }[];
  /** How the next connections for speech to text are treated, one after the other; the last setting stays. */
  meets(...luck: SttScript[]): void;
  answers(...replies: SoundReply[]): void;
  /** What it answers to requests for the list. */
  lists(models: unknown, status?: number): void;
  readonly listRequests: readonly { path: string; headers: IncomingHttpHeaders }[];
  stop(): Promise<void>;
}

export interface DeepgramConnection {
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Control messages, such as Finalize. */
  readonly controls: readonly string[];
  readonly receivedMs: number;
  /** Resolves when it is over. */
  readonly closed: Promise<void>;
}

export type SttScript =
  | 'good'
  /** The key is wrong. */
  | 'refused'
  | 'busy'
  /** Accepts the connection and everything that is sent, and never says a word. */
  | 'silent'
  | 'garbage'
  /** Hears, and does not answer that there is nothing left to say. */
  | 'no answer to Finalize'
  /** Never answers the handshake. */
  | 'hanging'
  /** Does not answer our goodbye. */
  | 'never hangs up'
  | { readonly cutAfterMs: number }
  | { readonly errorAfterMs: number };

const STATUS: Readonly<Record<string, number>> = { refused: 401, busy: 503 };

export async function startDeepgramServer(): Promise<DeepgramServer> {
  const sttSessions: SttSession[] = [];
  const ttsRequests: DeepgramServer['ttsRequests'][number][] = [];
  const listRequests: DeepgramServer['listRequests'][number][] = [];
  let models: { status: number; body: unknown } = { status: 200, body: { tts: [] } };
  let luck: SttScript[] = ['good'];
  let replies: SoundReply[] = [{ seconds: 0.5 }];
  const next = <Item>(list: Item[]): Item => (list.length > 1 ? list.shift() : list[0]) as Item;

  const listener = await listenHttp(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://here');
    if (request.method === 'GET') {
      listRequests.push({ path: pathname, headers: request.headers });
      response.writeHead(models.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(models.body));
      return;
    }
    const body = JSON.parse((await bodyOf(request)).toString());
    ttsRequests.push({ query, headers: request.headers, body });
    sendSound(response, next(replies), Number(query.get('sample_rate')));
  });
  const sockets = new WebSocketServer({ noServer: true });
  listener.server.on('upgrade', (request, socket, head) => {
    const met = next(luck);
    const status = typeof met === 'string' ? STATUS[met] : undefined;
    if (met === 'hanging') return;
    if (status !== undefined) {
      const body = JSON.stringify({
        err_code: 'INVALID_AUTH',
        err_msg: 'Invalid credentials.',
        request_id: 'r',
      });
      socket.end(
        `HTTP/1.1 ${status} No\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (open) => {
      const { searchParams } = new URL(request.url ?? '', 'http://here');
      const stt = new SttSession(open, met, searchParams, request.headers);
      // What it calls to answer our goodbye.
      if (met === 'never hangs up') open.close = () => {};
      sttSessions.push(stt);
    });
  });
  return {
    url: listener.url,
    sttSessions,
    ttsRequests,
    listRequests,
    lists(body, status = 200) {
      models = { status, body };
    },
    meets(...given) {
      luck = given;
    },
    answers(...given) {
      replies = given;
    },
    async stop() {
      for (const client of sockets.clients) client.terminate();
      await listener.stop();
    },
  };
}

const INTERIM_EVERY_MS = 200;
const ENDPOINT_MS = 300;

interface RecognisedWord {
  readonly word: string;
  readonly start: number;
  end: number;
}

class SttSession implements DeepgramConnection {
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly controls: string[] = [];
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #luck: SttScript;
  readonly #rateHz: number;
  #samples = 0;
  #words: RecognisedWord[] = [];
  #finalMs = 0;
  #interimMs = 0;
  #silentSinceMs = 0;

  constructor(socket: WebSocket, luck: SttScript, query: URLSearchParams, headers: IncomingHttpHeaders) {
    this.#socket = socket;
    this.#luck = luck;
    this.query = query;
    this.headers = headers;
    this.#rateHz = Number(query.get('sample_rate'));
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => {});
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#hear(data);
      else this.#control(JSON.parse(data.toString()).type);
    });
  }

  get receivedMs(): number {
    return (this.#samples * 1000) / this.#rateHz;
  }

  #hear(bytes: Buffer): void {
    for (let at = 0; at + 1 < bytes.length; at += 2) this.#sample(bytes.readInt16LE(at));
    if (
      typeof this.#luck === 'object' &&
      'cutAfterMs' in this.#luck &&
      this.receivedMs >= this.#luck.cutAfterMs
    ) {
      this.#socket.terminate();
      return;
    }
    if (
      typeof this.#luck === 'object' &&
      'errorAfterMs' in this.#luck &&
      this.receivedMs >= this.#luck.errorAfterMs
    ) {
      this.#socket.close(1011, 'NET-0001 Deepgram did not receive audio data or a text message');
      return;
    }
    if (this.#luck === 'garbage') this.#socket.send('<html>Bad gateway</html>');
    const isPause = this.#words.length > 0 && this.receivedMs - this.#silentSinceMs >= ENDPOINT_MS;
    if (isPause) this.#tell({ is_final: true, speech_final: true });
    else if (this.receivedMs - this.#interimMs >= INTERIM_EVERY_MS) this.#tell({});
  }

  #sample(value: number): void {
    const seconds = this.#samples / this.#rateHz;
    this.#samples += 1;
    const word = wordAt(value);
    if (word === undefined) return;
    this.#silentSinceMs = this.receivedMs;
    const last = this.#words.at(-1);
    if (last?.word === word) last.end = this.#samples / this.#rateHz;
    else this.#words.push({ word, start: seconds, end: this.#samples / this.#rateHz });
  }

  #control(type: string): void {
    this.controls.push(type);
    if (type === 'Finalize' && this.#luck !== 'no answer to Finalize')
      this.#tell({ is_final: true, from_finalize: true });
    if (type === 'CloseStream') this.#socket.close(1000);
  }

  #tell(kind: { is_final?: true; speech_final?: true; from_finalize?: true }): void {
    if (this.#luck === 'silent' || this.#luck === 'garbage') return;
    const { is_final = false, speech_final = false, from_finalize = false } = kind;
    const transcript = this.#words.map(({ word }) => word).join(' ');
    this.#interimMs = this.receivedMs;
    this.#socket.send(
      JSON.stringify({
        type: 'Results',
        channel_index: [0, 1],
        start: this.#finalMs / 1000,
        duration: (this.receivedMs - this.#finalMs) / 1000,
        is_final,
        speech_final,
        channel: {
          alternatives: [
            {
              transcript,
              confidence: 0.99,
              words: this.#words.map((word) => ({ ...word, confidence: 0.99, punctuated_word: word.word })),
            },
          ],
        },
        metadata: { request_id: 'r', model_info: { name: 'general-nova-3' }, model_uuid: 'm' },
        from_finalize,
      }),
    );
    if (!is_final) return;
    this.#finalMs = this.receivedMs;
    this.#words = [];
  }
}
