import { useCallback, useEffect, useRef, useState } from 'react';
import { addressOf, consoleHeaders, refusalOf } from '../../api/client.ts';

type ListeningState = 'off' | 'waiting' | 'hearing' | 'over';

export interface Listening {
  readonly state: ListeningState;
  /** Why nothing is heard. */
  readonly problem: string | undefined;
  readonly start: () => void;
  readonly stop: () => void;
}

/** Played with a delay, so that a late chunk leaves no gap. */
const AHEAD_S = 0.3;

/** The audio of a live call. An audio element cannot send headers, so the chunks are played with Web Audio. */
export function useListening(id: string): Listening {
  const [state, setState] = useState<ListeningState>('off');
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    setState('off');
  }, []);
  useEffect(() => () => running.current?.abort(), []);
  const start = useCallback(() => {
    running.current?.abort();
    const current = new AbortController();
    running.current = current;
    setProblem(undefined);
    setState('waiting');
    hear(id, current.signal, () => setState('hearing'))
      .then(() => !current.signal.aborted && setState('over'))
      .catch((error: Error) => {
        if (current.signal.aborted) return;
        setState('off');
        setProblem(error.message);
      });
  }, [id]);
  return { state, problem, start, stop };
}

async function hear(id: string, signal: AbortSignal, onSound: () => void): Promise<void> {
  const context = new AudioContext();
  try {
    const response = await fetch(addressOf('/console/api/conversations/{id}/listen', { path: { id } }), {
      headers: consoleHeaders(),
      signal,
    });
    if (!response.ok || response.body === null) throw await refusalOf(response);
    const sound = new MuLawSound();
    let endsAt = 0;
    // Not every browser supports `for await` on a body.
    const reader = response.body.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const piece = sound.push(read.value);
      if (piece === undefined) continue;
      endsAt = play(context, piece, Math.max(endsAt, context.currentTime + AHEAD_S));
      onSound();
    }
    await lasting((endsAt - context.currentTime) * 1_000, signal);
  } finally {
    await context.close();
  }
}

function play(context: AudioContext, { rateHz, left, right }: Sound, at: number): number {
  const buffer = context.createBuffer(2, left.length, rateHz);
  buffer.copyToChannel(left, 0);
  buffer.copyToChannel(right, 1);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start(at);
  return at + buffer.duration;
}

/** What has arrived is played to the end. */
const lasting = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, ms));
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Decoded audio: the samples of both channels. */
interface Sound {
  readonly rateHz: number;
  readonly left: Float32Array<ArrayBuffer>;
  readonly right: Float32Array<ArrayBuffer>;
}

/** The WAV header: "RIFF", the format at 12, and "data" with a length. */
const RATE_AT = 24;
const MAX_HEADER_BYTES = 256;
const DATA = [0x64, 0x61, 0x74, 0x61];
const LENGTH_BYTES = 4;

const decoded = Float32Array.from({ length: 256 }, (_, byte) => {
  const kept = ~byte & 0xff;
  const magnitude = (((kept & 0x0f) << 3) + 0x84) << ((kept >> 4) & 0x07);
  return ((kept & 0x80 ? -1 : 1) * (magnitude - 0x84)) / 32_768;
});

/** Decodes a two-channel mu-law WAV stream, which may be endless. */
export class MuLawSound {
  #rest = new Uint8Array(0);
  #rateHz: number | undefined;

  /** The audio decoded so far; undefined: none yet. Throws if it is not such a file. */
  push(chunk: Uint8Array): Sound | undefined {
    const bytes = new Uint8Array(this.#rest.length + chunk.length);
    bytes.set(this.#rest);
    bytes.set(chunk, this.#rest.length);
    const start = this.#rateHz === undefined ? this.#readHeader(bytes) : 0;
    if (start === undefined || this.#rateHz === undefined) {
      this.#rest = bytes;
      return undefined;
    }
    const frames = (bytes.length - start) >> 1;
    this.#rest = bytes.slice(start + 2 * frames);
    if (frames === 0) return undefined;
    const left = new Float32Array(frames);
    const right = new Float32Array(frames);
    for (let frame = 0; frame < frames; frame += 1) {
      left[frame] = decoded[bytes[start + 2 * frame] ?? 0] ?? 0;
      right[frame] = decoded[bytes[start + 2 * frame + 1] ?? 0] ?? 0;
    }
    return { rateHz: this.#rateHz, left, right };
  }

  #readHeader(bytes: Uint8Array): number | undefined {
    for (let at = RATE_AT; at + DATA.length + LENGTH_BYTES <= bytes.length; at += 1) {
      if (!DATA.every((byte, place) => bytes[at + place] === byte)) continue;
      this.#rateHz = new DataView(bytes.buffer).getUint32(RATE_AT, true);
      return at + DATA.length + LENGTH_BYTES;
    }
    if (bytes.length > MAX_HEADER_BYTES) throw new Error('The response is not the audio of a call');
    return undefined;
  }
}
