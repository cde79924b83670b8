import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { vowels } from '../vowels.ts';

/**
 * Streaming STT and TTS as vendors have them (Deepgram, ElevenLabs), over WebSockets with TLS, in a process of its own. The
 * STT gets all sound and knows when somebody speaks, but not what: its words are always the same. The TTS sends sound
 * as long as the text is. Both take some time, as models do.
 */

const [, , keyFile = '', certificateFile = ''] = process.argv;

const STT_MS = 100;
const TTS_MS = 150;
const FIRST_WORDS = 'Hello?';
const WORDS = 'Yes, I do.';
const LOUD = 1000;
const LOOK_EVERY = 32;
const ENDPOINT_MS = 300;
const INTERIM_EVERY_MS = 250;

const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certificateFile) });
const sockets = new WebSocketServer({ server });
sockets.on('connection', (socket, request) => {
  const url = new URL(request.url ?? '', 'https://here');
  socket.on('error', () => undefined);
  if (url.pathname === '/v1/listen') new SttStream(socket, Number(url.searchParams.get('sample_rate')));
  else speakTo(socket, Number(/pcm_(\d+)/.exec(url.searchParams.get('output_format') ?? '')?.[1]));
});
let cpu = process.cpuUsage();
let [streams, sentences] = [0, 0];

class SttStream {
  readonly #socket: WebSocket;
  readonly #rateHz: number;
  #samples = 0;
  #turns = 0;
  #isSpeaking = false;
  #finalMs = 0;
  #loudMs = 0;
  #interimMs = 0;

  constructor(socket: WebSocket, rateHz: number) {
    streams += 1;
    this.#socket = socket;
    this.#rateHz = rateHz;
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#hear(data);
      else this.#control(JSON.parse(data.toString()).type);
    });
  }

  get #nowMs(): number {
    return (this.#samples * 1000) / this.#rateHz;
  }

  #hear(bytes: Buffer): void {
    this.#samples += bytes.length / 2;
    if (isLoud(bytes)) {
      this.#loudMs = this.#nowMs;
      this.#isSpeaking = true;
    }
    if (!this.#isSpeaking) return;
    if (this.#nowMs - this.#loudMs >= ENDPOINT_MS) this.#tell({ is_final: true, speech_final: true });
    else if (this.#nowMs - this.#interimMs >= INTERIM_EVERY_MS) this.#tell({});
  }

  #control(type: string): void {
    if (type === 'Finalize') this.#tell({ is_final: true, from_finalize: true });
    if (type === 'CloseStream') this.#socket.close(1000);
  }

  #tell(kind: { is_final?: true; speech_final?: true; from_finalize?: true }): void {
    const { is_final = false } = kind;
    const transcript = !this.#isSpeaking ? '' : this.#turns === 0 ? FIRST_WORDS : WORDS;
    const [start, end] = [this.#finalMs / 1000, this.#nowMs / 1000];
    this.#interimMs = this.#nowMs;
    if (is_final) {
      if (this.#isSpeaking) this.#turns += 1;
      this.#isSpeaking = false;
      this.#finalMs = this.#nowMs;
    }
    const words =
      transcript === ''
        ? []
        : [{ word: transcript, punctuated_word: transcript, start, end, confidence: 0.99 }];
    const result = {
      type: 'Results',
      start,
      duration: end - start,
      is_final,
      speech_final: kind.speech_final ?? false,
      from_finalize: kind.from_finalize ?? false,
      channel: { alternatives: [{ transcript, confidence: 0.99, words }] },
    };
    setTimeout(() => this.#socket.send(JSON.stringify(result), () => undefined), STT_MS);
  }
}

function isLoud(bytes: Buffer): boolean {
  for (let at = 0; at + 1 < bytes.length; at += LOOK_EVERY)
    if (Math.abs(bytes.readInt16LE(at)) > LOUD) return true;
  return false;
}

/** A tenth of a second in each piece, and how soon the next one follows: four times as fast as it is played. */
const PIECE_SECONDS = 0.1;
const PIECE_EVERY_MS = 25;
const LETTERS_PER_SECOND = 16;

function speakTo(socket: WebSocket, rateHz: number): void {
  const pieces = soundAt(rateHz);
  let sending = Promise.resolve();
  const send = (message: object) => socket.send(JSON.stringify(message), () => undefined);
  socket.on('message', (data: Buffer) => {
    const { text, flush } = JSON.parse(data.toString()) as { text: string; flush?: boolean };
    if (flush) {
      sentences += 1;
      const count = Math.max(5, Math.round(text.length / LETTERS_PER_SECOND / PIECE_SECONDS));
      sending = sending.then(async () => {
        await pause(TTS_MS);
        for (let piece = 0; piece < count && socket.readyState === socket.OPEN; piece += 1) {
          send({ audio: pieces[piece % pieces.length], isFinal: null });
          await pause(PIECE_EVERY_MS);
        }
      });
    }
    if (text === '')
      void sending.then(() => {
        send({ audio: null, isFinal: true });
        socket.close(1000);
      });
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const sounds = new Map<number, string[]>();
/** A second of speech in pieces, as the vendor sends them. */
function soundAt(rateHz: number): string[] {
  const known = sounds.get(rateHz);
  if (known) return known;
  const sound = vowels(rateHz, Math.random);
  const size = rateHz * PIECE_SECONDS;
  const pieces = Array.from({ length: 1 / PIECE_SECONDS }, (_, at) => {
    const part = sound.slice(at * size, (at + 1) * size);
    return Buffer.from(part.buffer).toString('base64');
  });
  sounds.set(rateHz, pieces);
  return pieces;
}

export type VendorsRequest = { readonly kind: 'count' } | { readonly kind: 'tell' };
export interface VendorsSight {
  /** Connections for STT, and sentences for TTS. */
  readonly streams: number;
  readonly sentences: number;
  readonly cpuMs: number;
}

process.on('message', ({ kind }: VendorsRequest) => {
  if (kind === 'count') {
    cpu = process.cpuUsage();
    [streams, sentences] = [0, 0];
    return;
  }
  const { user, system } = process.cpuUsage(cpu);
  process.send?.({ streams, sentences, cpuMs: (user + system) / 1000 } satisfies VendorsSight);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
