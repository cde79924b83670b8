import type { IncomingHttpHeaders } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { listenHttp } from './http-listener.ts';
import { tone } from './sound-reply.ts';

/** ElevenLabs as far as we use it: /v1/text-to-speech/{voice}/stream-input, and the list /v2/voices. */
export interface ElevenLabsServer {
  readonly url: string;
  readonly connections: readonly ElevenLabsConnection[];
  /** What the next connections meet with, one after the other; the last goes on. */
  meets(...luck: TtsScript[]): void;
  /** What it answers to requests for the list; 404 before. */
  lists(voices: unknown): void;
  stop(): Promise<void>;
}

export interface ElevenLabsConnection {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever was sent
  readonly messages: readonly any[];
  readonly closed: Promise<void>;
}

export type TtsScript =
  | 'good'
  | 'refused'
  /** Refuses after the handshake, as the vendor does with a voice that there is not. */
  | 'no such voice'
  | 'silent'
  | 'garbage'
  | 'hanging'
  /** The connection breaks after so many pieces of sound. */
  | { readonly cutAfter: number }
  /** Nothing more comes after so many. */
  | { readonly silentAfter: number };

const PIECES = 4;
const PIECE_SECONDS = 0.25;

export async function startElevenLabsServer(): Promise<ElevenLabsServer> {
  const connections: Connection[] = [];
  let luck: TtsScript[] = ['good'];
  let list: unknown;
  const listener = await listenHttp(async (request, response) => {
    if (list === undefined || !request.url?.startsWith('/v2/voices')) response.writeHead(404).end();
    else response.writeHead(200).end(typeof list === 'string' ? list : JSON.stringify(list));
  });
  const sockets = new WebSocketServer({ noServer: true });
  listener.server.on('upgrade', (request, socket, head) => {
    const met = (luck.length > 1 ? luck.shift() : luck[0]) as TtsScript;
    if (met === 'hanging') return;
    if (met === 'refused') {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (open) => {
      connections.push(new Connection(open, met, new URL(request.url ?? '', 'http://here'), request.headers));
    });
  });
  return {
    url: listener.url,
    connections,
    lists(voices) {
      list = voices;
    },
    meets(...given) {
      luck = given;
    },
    async stop() {
      for (const client of sockets.clients) client.terminate();
      await listener.stop();
    },
  };
}

class Connection implements ElevenLabsConnection {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly messages: unknown[] = [];
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #luck: TtsScript;

  constructor(
    socket: WebSocket,
    luck: TtsScript,
    { pathname, searchParams }: URL,
    headers: IncomingHttpHeaders,
  ) {
    this.#socket = socket;
    this.#luck = luck;
    this.path = pathname;
    this.query = searchParams;
    this.headers = headers;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => {});
    socket.on('message', (data: Buffer) => this.#take(JSON.parse(data.toString())));
  }

  #take(message: { text: string; flush?: boolean }): void {
    this.messages.push(message);
    if (this.#luck === 'silent') return;
    if (this.#luck === 'garbage') {
      this.#socket.send('not JSON at all');
      return;
    }
    if (this.#luck === 'no such voice' && this.messages.length === 1) {
      this.#socket.send(
        JSON.stringify({
          message: 'A voice with voice_id nobody does not exist.',
          error: 'voice_id_does_not_exist',
          code: 1008,
        }),
      );
      this.#socket.close(1008, 'A voice with voice_id nobody does not exist.');
      return;
    }
    if (message.flush) this.#speak();
    if (message.text === '' && typeof this.#luck === 'string') {
      this.#socket.send(
        JSON.stringify({ audio: null, isFinal: true, normalizedAlignment: null, alignment: null }),
      );
      this.#socket.close(1000);
    }
  }

  #speak(): void {
    const rateHz = Number(/pcm_(\d+)/.exec(this.query.get('output_format') ?? '')?.[1]);
    const bytes = Buffer.from(tone(PIECE_SECONDS, rateHz).buffer);
    const luck = this.#luck;
    const cutAfter = typeof luck === 'object' && 'cutAfter' in luck ? luck.cutAfter : PIECES;
    const silentAfter = typeof luck === 'object' && 'silentAfter' in luck ? luck.silentAfter : PIECES;
    for (let piece = 0; piece < Math.min(cutAfter, silentAfter); piece += 1)
      this.#socket.send(JSON.stringify({ audio: bytes.toString('base64'), isFinal: null, alignment: null }));
    if (cutAfter < PIECES) this.#socket.close(1011, 'internal error');
  }
}
