import { SpeechFailure } from '../speech-failure.ts';
import type { TextToSpeech, TtsRequest } from '../text-to-speech.ts';
import { englishLetters, spokenPieces } from './english-text.ts';
import type { FliteOrder } from './flite-thread.ts';
import { startThread } from './pool-worker.ts';
import { WorkerPool } from './worker-pool.ts';

/** Against one that hangs. A sentence takes a thirtieth of the time that it lasts. */
const TIMEOUT_MS = 60_000;
const MOST_WAITING = 64;

/** Those that flite brings along; the first is the default. */
const VOICE_IDS = ['slt', 'rms', 'awb', 'kal16'] as const;

export interface OfflineTts {
  readonly tts: TextToSpeech;
  /** Gets ready before the first sentence. */
  warm(): void;
  stop(): Promise<void>;
}

/** Speaks English without any vendor: flite, in threads that all calls share. */
export function offlineTts(program: string, threads: number): OfflineTts {
  const pool = new WorkerPool<FliteOrder, Int16Array>({
    start: startThread,
    program: new URL('./flite-thread.ts', import.meta.url),
    data: program,
    workers: threads,
    mostWaiting: MOST_WAITING * threads,
    timeoutMs: TIMEOUT_MS,
  });
  return {
    tts: { speak: (order, signal) => speak(pool, order, signal) },
    warm: () => pool.warm(),
    stop: () => pool.stop(),
  };
}

async function* speak(
  pool: WorkerPool<FliteOrder, Int16Array>,
  { text, rateHz, voiceId, speed }: TtsRequest,
  signal: AbortSignal,
): AsyncGenerator<Int16Array> {
  const pieces = spokenPieces(englishLetters(text));
  if (pieces.length === 0)
    throw new SpeechFailure('unusable', 'The offline voice reads English letters only, and there are none');
  const voice = VOICE_IDS.find((id) => id === voiceId) ?? VOICE_IDS[0];
  const make = (piece: string): Promise<Int16Array> => {
    const sound = pool.ask({ text: piece, voice, speed, rateHz }, { isUrgent: true, signal });
    // Nobody waits for the next piece when this one is broken off.
    sound.catch(() => {});
    return sound;
  };
  // The next piece is made while this one is being played.
  let next = make(pieces[0] as string);
  for (let at = 0; at < pieces.length && !signal.aborted; at += 1) {
    const sound = await next;
    const following = pieces[at + 1];
    if (following !== undefined) next = make(following);
    yield sound;
  }
}
