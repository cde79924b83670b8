import { segmentStt } from '../segment-stt.ts';
import type { SpeechToText } from '../speech-to-text.ts';
import type { MoonshineFiles, Transcript } from './moonshine.ts';
import type { MoonshineOrder } from './moonshine-process.ts';
import { startProcess, WorkerPool } from './worker-pool.ts';

/** Against one that hangs. A stretch of ten seconds takes about one, and a call gives up long before this. */
const TIMEOUT_MS = 120_000;
/** For each worker: behind more requests an answer would come too late for a call. */
const MOST_WAITING = 32;

export interface OfflineSttOptions {
  readonly workers: number;
  /** Of sound, between two looks at what is still being said; null: no partials. */
  readonly partialEveryMs: number | null;
}

export interface OfflineStt {
  readonly stt: SpeechToText;
  stop(): Promise<void>;
}

/** Transcribes English without a vendor, in processes that all calls share. */
export function offlineStt(
  files: MoonshineFiles,
  { workers, partialEveryMs }: OfflineSttOptions,
): OfflineStt {
  const pool = new WorkerPool<MoonshineOrder, Transcript>({
    start: startProcess,
    program: new URL('./moonshine-process.ts', import.meta.url),
    data: files,
    workers,
    mostWaiting: MOST_WAITING * workers,
    timeoutMs: TIMEOUT_MS,
  });
  return {
    stt: segmentStt({
      partialEveryMs,
      onOpen: () => pool.warm(),
      async transcribe({ sound, hints, isFinal, signal }) {
        const words = pool.ask({ sound, hints, isFinal }, { isUrgent: isFinal, signal });
        return isFinal ? words : words.catch(() => undefined);
      },
    }),
    stop: () => pool.stop(),
  };
}
