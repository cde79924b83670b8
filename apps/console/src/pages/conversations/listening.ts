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

/** Played a little later than it comes, so that a late piece leaves no hole. */
const AHEAD_S = 0.3;

/** The sound of a live call. An audio element cannot say that it is the console, so the pieces are played by hand. */
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
    // Not every browser can walk over a body with `for await`.
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

/** What has come is heard to its end. */
const lasting = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, ms));
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Sound that can be played: one row of samples for each ear. */
interface Sound {
  readonly rateHz: number;
  readonly left: Float32Array<ArrayBuffer>;
  readonly right: Float32Array<ArrayBuffer>;
}

/** What stands before the sound: "RIFF", the format at 12, and the word "data" with a length. */
const RATE_AT = 24;
const MAX_HEADER_BYTES = 256;
const DATA = [0x64, 0x61, 0x74, 0x61];
const LENGTH_BYTES = 4;

const decoded = Float32Array.from({ length: 256 }, (_, byte) => {
  const kept = ~byte & 0xff;
  const magnitude = (((kept & 0x0f) << 3) + 0x84) << ((kept >> 4) & 0x07);
  return ((kept & 0x80 ? -1 : 1) * (magnitude - 0x84)) / 32_768;
});

/** Reads a WAV file of two channels in mu-law as it comes, also one that has no end. */
export class MuLawSound {
  #rest = new Uint8Array(0);
  #rateHz: number | undefined;

  /** What can be played now; undefined: nothing yet. Throws when it is no such file. */
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
    if (bytes.length > MAX_HEADER_BYTES) throw new Error('The answer is not the audio of a call');
    return undefined;
  }
}
