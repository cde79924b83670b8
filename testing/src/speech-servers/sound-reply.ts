import type { ServerResponse } from 'node:http';
import { wavOf } from '@parley/audio/wav.ts';

/** What a voice behind HTTP answers, or what goes wrong in its place. */
export type SoundReply =
  | {
      /** Of a tone. */
      readonly seconds: number;
      /** The connection breaks after so many bytes. */
      readonly cutAfter?: number;
      /** A whole file instead of bare samples. */
      readonly isWav?: boolean;
      /** Nothing more comes after so many bytes, and the connection stays. */
      readonly silentAfter?: number;
    }
  | { readonly status: number; readonly body: object }
  /** As if it were sound. */
  | { readonly bytes: Buffer }
  /** Accepts the request and says nothing. */
  | 'silence';

/** Odd, so that samples are cut in two. */
const PIECE_BYTES = 1999;

export function tone(seconds: number, rateHz: number): Int16Array {
  return Int16Array.from({ length: seconds * rateHz }, (_, n) =>
    Math.round(8000 * Math.sin((2 * Math.PI * 440 * n) / rateHz)),
  );
}

export function sendSound(response: ServerResponse, reply: SoundReply, rateHz: number): void {
  if (reply === 'silence') return;
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply.body));
    return;
  }
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  if ('bytes' in reply) {
    response.end(reply.bytes);
    return;
  }
  const sound = tone(reply.seconds, rateHz);
  const bytes = reply.isWav ? wavOf(sound, rateHz) : new Uint8Array(sound.buffer);
  const end = Math.min(reply.cutAfter ?? bytes.length, reply.silentAfter ?? bytes.length);
  for (let at = 0; at < end; at += PIECE_BYTES)
    response.write(bytes.subarray(at, Math.min(end, at + PIECE_BYTES)));
  if (reply.silentAfter !== undefined) return;
  if (reply.cutAfter === undefined) response.end();
  // Once it has left this machine: what is only written may be thrown away with the connection.
  else response.write('', () => setImmediate(() => response.destroy()));
}
