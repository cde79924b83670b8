import type { AudioRate } from '@parley/audio/audio-leg.ts';
import type { Note } from '@parley/call-engine/journal.ts';
import type { SoundRecorder } from '@parley/speech/spoken-party.ts';
import { CHANNELS, PART_SECONDS, recordingRate, StereoRecorder } from '@parley/speech/stereo-recorder.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { rateOfPart, recordingKey } from '../storage/objects/recording-key.ts';
import { countParts, partAt } from './recording-parts.ts';
import { RecordingWriter } from './recording-writer.ts';

export interface CallRecordingsOptions {
  readonly objects: Pick<ObjectStore, 'put' | 'head'>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** A settlement waits so long for the last part of a recording. */
const LAST_PART_MS = 10_000;
/** So many that are closed are remembered: far more than can end while somebody still talks in one of them. */
const MOST_CLOSED = 1000;
const nothing: SoundRecorder = { add: () => undefined, finish: () => undefined };

/** The recordings of the calls on the line. */
export class CallRecordings {
  readonly #with: CallRecordingsOptions;
  readonly #open = new Map<string, { readonly writer: RecordingWriter; readonly recorder: StereoRecorder }>();
  readonly #closed = new Set<string>();

  constructor(options: CallRecordingsOptions) {
    this.#with = options;
  }

  /**
   * What keeps the sound of a call from now on; a leg that comes back is added to what there is. Of a call whose
   * recording is closed nothing more is kept: it would be written over what was.
   */
  open(attemptId: string, legHz: AudioRate, note: Note): SoundRecorder {
    if (this.#closed.has(attemptId)) return nothing;
    const { recorder } = this.#open.get(attemptId) ?? this.#begin(attemptId, legHz, note);
    // Only the end of the call ends the recording.
    return { add: (theirs, ours) => recorder.add(theirs, ours), finish: () => undefined };
  }

  #begin(attemptId: string, legHz: AudioRate, note: Note) {
    const rateHz = recordingRate(legHz);
    const writer = new RecordingWriter({
      ...this.#with,
      id: attemptId,
      rateHz,
      partBytes: PART_SECONDS * rateHz * CHANNELS,
      note: (message) => note({ kind: 'trouble', part: 'recording', message }),
    });
    const recording = { writer, recorder: new StereoRecorder(legHz, writer) };
    this.#open.set(attemptId, recording);
    return recording;
  }

  /** The key of what was recorded of a call that is over; null: nothing. */
  async close(attemptId: string): Promise<string | null> {
    this.#remember(attemptId);
    const recording = this.#open.get(attemptId);
    if (recording === undefined) return null;
    this.#open.delete(attemptId);
    const { writer, recorder } = recording;
    recorder.finish();
    await Promise.race([writer.stored(), this.#with.sleep(LAST_PART_MS)]);
    writer.abandon();
    return writer.key;
  }

  #remember(attemptId: string): void {
    this.#closed.add(attemptId);
    const [oldest] = this.#closed;
    if (this.#closed.size > MOST_CLOSED && oldest !== undefined) this.#closed.delete(oldest);
  }

  /** The key of what a process that is gone recorded of a call. */
  async left(attemptId: string): Promise<string | null> {
    const { objects } = this.#with;
    const parts = await countParts(objects, attemptId);
    const [first, last] = await Promise.all([
      partAt(objects, attemptId, 0),
      partAt(objects, attemptId, parts - 1),
    ]);
    if (first === undefined || last === undefined) return null;
    return recordingKey({
      id: attemptId,
      rateHz: rateOfPart(first.contentType),
      partBytes: first.sizeBytes,
      dataBytes: (parts - 1) * first.sizeBytes + last.sizeBytes,
    });
  }
}
