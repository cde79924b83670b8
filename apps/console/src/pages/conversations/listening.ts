import { useCallback, useEffect, useRef, useState } from 'react';
import { addressOf, consoleHeaders, refusalOf } from '../../api/client.ts';
import { MuLawSound, type Sound } from '../../live/mu-law-sound.ts';

export type ListeningState = 'off' | 'waiting' | 'hearing' | 'over';

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
