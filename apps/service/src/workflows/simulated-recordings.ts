import { Readable } from 'node:stream';
import { FairQueue, type FairQueueLimits, QueueFull, withTimeout } from '@parley/kernel/concurrency.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { SPOKEN_TRANSCRIPT_HZ, spokenTranscript } from '@parley/speech/spoken-transcript.ts';
import type { TextToSpeech } from '@parley/speech/text-to-speech.ts';
import {
  type TranscribedCall,
  transcribedCall,
  whileCallStands,
} from '../domains/conversations/call-attempt.actions.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import {
  parseSimulatedRecordingKey,
  partType,
  recordingPart,
  simulatedRecordingKey,
} from '../storage/objects/recording-key.ts';
import type { Everywhere } from '../storage/scope.ts';

export interface SimulatedRecordingsOptions {
  readonly everywhere: Everywhere;
  readonly objects: ObjectStore;
  /** Speaks off the main thread. Undefined: nothing can be spoken here. */
  readonly tts: TextToSpeech | undefined;
  readonly limits: FairQueueLimits;
  /** A request waits so long; the recording is finished in any case. */
  readonly patienceMs: number;
  readonly onError: (error: Error) => void;
}

const RETRY_AFTER_SECONDS = 10;

/** The recordings of simulated calls: spoken from the transcript when they are first asked for, and then kept. */
export class SimulatedRecordings {
  readonly #with: SimulatedRecordingsOptions;
  readonly #queue: FairQueue;
  readonly #making = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(options: SimulatedRecordingsOptions) {
    this.#with = options;
    this.#queue = new FairQueue(options.limits);
  }

  /** The store; it makes a recording when it is first requested. */
  get objects(): ObjectStore {
    const { objects } = this.#with;
    return {
      ...objects,
      head: async (key) => {
        const stored = await objects.head(key);
        const attemptId = parseSimulatedRecordingKey(key);
        if (stored !== undefined || attemptId === undefined) return stored;
        await this.#made(attemptId);
        return objects.head(key);
      },
    };
  }

  /** What is being made is given up. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#making.values());
  }

  /** Concurrent requests share one recording. */
  async #made(attemptId: string): Promise<void> {
    const making = this.#making.get(attemptId) ?? this.#begin(attemptId);
    await withTimeout(this.#with.patienceMs, making).catch((error: unknown) => {
      throw error instanceof Failure ? error : unavailable('The recording is still being synthesised');
    });
  }

  #begin(attemptId: string): Promise<void> {
    const making = this.#make(attemptId)
      .catch((error: Error) => {
        if (error instanceof Failure) throw error;
        if (error instanceof QueueFull) throw unavailable('Too many recordings are being synthesised');
        if (!this.#stopping.signal.aborted) this.#with.onError(error);
        throw unavailable('The recording could not be synthesised');
      })
      .finally(() => this.#making.delete(attemptId));
    this.#making.set(attemptId, making);
    return making;
  }

  async #make(attemptId: string): Promise<void> {
    const { everywhere, tts } = this.#with;
    const call = await transcribedCall(everywhere, attemptId, simulatedRecordingKey(attemptId));
    if (call === undefined) return;
    if (tts === undefined)
      throw new Failure(
        'unavailable',
        'Recordings of simulated calls are not available: the speech packages are not installed, or PARLEY_RECORDING is off.',
      );
    await this.#queue.run(call.scope.companyId, () => this.#speak(call, tts));
  }

  /**
   * The store keeps what it was sent once it has its end, and gets that only while the call cannot be deleted: of a call
   * that was deleted meanwhile nothing is kept, even if this process dies.
   */
  async #speak(call: TranscribedCall, tts: TextToSpeech): Promise<void> {
    const { objects } = this.#with;
    const { signal } = this.#stopping;
    const { transcript: lines, durationSeconds } = call;
    const stored = Promise.withResolvers<void>();
    let standing: Promise<boolean> | undefined;
    async function* sound() {
      yield* spokenTranscript({ tts, lines, durationSeconds, signal });
      const held = Promise.withResolvers<void>();
      standing = whileCallStands(call, async () => {
        held.resolve();
        await stored.promise;
      });
      await Promise.race([held.promise, standing.then((stands) => stands || Promise.reject(new Gone()))]);
    }
    const key = recordingPart(call.attemptId, 0);
    try {
      const body = Readable.from(sound(), { objectMode: false });
      await objects.put(key, body, { contentType: partType(SPOKEN_TRANSCRIPT_HZ) });
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
    } finally {
      stored.resolve();
    }
    // A database that went away meanwhile let go of the call: it may be deleted by now.
    await standing?.catch(async (error: unknown) => {
      await objects.delete([key]);
      throw error;
    });
  }
}

/** The call was deleted while its recording was being made. */
class Gone extends Error {}

const unavailable = (why: string): Failure =>
  new Failure('unavailable', `${why}: ask again in a moment.`, { retryAfterSeconds: RETRY_AFTER_SECONDS });
