import { useCallback, useEffect, useRef, useState } from 'react';

type PlayerState = 'stopped' | 'loading' | 'playing';

export interface VoicePlayer {
  readonly state: PlayerState;
  /** Why nothing is heard. */
  readonly problem: string | undefined;
  readonly play: (load: (signal: AbortSignal) => Promise<Blob>) => void;
  readonly stop: () => void;
}

/** Plays one sound at a time. Whatever was playing or loading before is stopped. */
export function useVoicePlayer(): VoicePlayer {
  const [state, setState] = useState<PlayerState>('stopped');
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    setState('stopped');
    setProblem(undefined);
  }, []);
  useEffect(() => () => running.current?.abort(), []);
  const play = useCallback(
    (load: (signal: AbortSignal) => Promise<Blob>) => {
      stop();
      const current = new AbortController();
      const { signal } = current;
      running.current = current;
      setState('loading');
      load(signal)
        .then((sound) => {
          if (signal.aborted) return;
          setState('playing');
          return heard(sound, signal);
        })
        .catch((error: Error) => {
          if (!signal.aborted) setProblem(error.message);
        })
        .finally(() => {
          if (!signal.aborted) setState('stopped');
        });
    },
    [stop],
  );
  return { state, problem, play, stop };
}

/** Until it was heard to its end, or is stopped. */
async function heard(sound: Blob, signal: AbortSignal): Promise<void> {
  const url = URL.createObjectURL(sound);
  const audio = new Audio(url);
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      audio.onended = () => resolve();
      audio.onerror = () => reject(new Error('This browser cannot play the audio.'));
      audio.play().catch(reject);
    });
  } finally {
    audio.pause();
    URL.revokeObjectURL(url);
  }
}
