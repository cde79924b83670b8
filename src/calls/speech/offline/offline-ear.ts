import type { Ear } from '../ear.ts';
import { earOfSegments } from '../segment-ear.ts';
import type { MoonshineFiles } from './moonshine.ts';
import { ThreadPool } from './thread-pool.ts';

/** A stretch of ten seconds takes about one; a thread that loads the model on a busy machine takes several. */
const TIMEOUT_MS = 30_000;
/** For each thread: what waits longer than so many others comes too late for a call anyway. */
const MOST_WAITING = 32;

export interface OfflineEarOptions {
  readonly threads: number;
  /** Of sound, between two looks at what is still being said; null: no partials. */
  readonly partialEveryMs: number | null;
}

export interface OfflineEar {
  readonly ear: Ear;
  stop(): Promise<void>;
}

/** Hears English without any vendor. Its threads are shared by all calls. */
export function offlineEar(
  files: MoonshineFiles,
  { threads, partialEveryMs }: OfflineEarOptions,
): OfflineEar {
  const pool = new ThreadPool<Int16Array, string>({
    thread: new URL('./moonshine-thread.ts', import.meta.url),
    workerData: files,
    threads,
    mostWaiting: MOST_WAITING * threads,
    timeoutMs: TIMEOUT_MS,
    mayTerminate: false,
  });
  return {
    ear: earOfSegments({
      partialEveryMs,
      onOpen: () => pool.warm(),
      async transcribe({ sound, isFinal, signal }) {
        const words = pool.ask(sound, { isUrgent: isFinal, signal });
        return isFinal ? words : words.catch(() => undefined);
      },
    }),
    stop: () => pool.stop(),
  };
}
