import type { AudioRate } from '@parley/audio/audio-leg.ts';
import type { Note } from '@parley/call-engine/journal.ts';
import {
  CHANNELS,
  PART_SECONDS,
  type RecordingSink,
  recordingRate,
  type SoundRecorder,
  StereoRecorder,
} from '@parley/speech/stereo-recorder.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { SILENCE } from '../storage/objects/recorded-objects.ts';
import {
  partType,
  rateOfPart,
  recordingFolder,
  recordingKey,
  recordingPart,
} from '../storage/objects/recording-key.ts';

export interface CallRecordingsOptions {
  readonly objects: Pick<ObjectStore, 'put' | 'prepare' | 'head' | 'list' | 'delete'>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Settling a call waits at most so long for the last part of its recording. */
const LAST_PART_MS = 10_000;
/** So many closed recordings are remembered: far more than can end while one of their calls still runs. */
const MOST_CLOSED = 1000;
const nothing: SoundRecorder = { add: () => undefined, finish: () => undefined };

/** The recordings of live calls. */
export class CallRecordings {
  readonly #with: CallRecordingsOptions;
  readonly #open = new Map<string, { readonly writer: RecordingWriter; readonly recorder: StereoRecorder }>();
  readonly #closed = new Set<string>();

  constructor(options: CallRecordingsOptions) {
    this.#with = options;
  }

  /**
   * Records a call from now on. A leg that comes back continues its recording. A closed recording is not opened again:
   * that would overwrite it.
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
    // Database and KMS answer now, or may be away when the first part is full. If they do not, storing that part asks again.
    this.#with.objects.prepare?.(recordingPart(attemptId, 0)).catch(() => undefined);
    return recording;
  }

  /** Closes the recording of an ended call and returns its key; null: there is none. */
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

  /**
   * Stops the recording of a call that goes on, at once, and deletes what there is of it after `beforeDeleting`; close
   * still returns its key, so that the settlement deletes what could not be deleted here. The last part goes first: what
   * is left after a crash begins at the first part, where it is looked for.
   */
  async discard(attemptId: string, beforeDeleting: () => Promise<void> = async () => {}): Promise<void> {
    const recording = this.#open.get(attemptId);
    this.#remember(attemptId);
    recording?.writer.forget();
    recording?.recorder.finish();
    await beforeDeleting();
    if (recording === undefined) return;
    const { writer } = recording;
    await writer.stored();
    for (let part = writer.parts - 1; part >= 0; part -= 1)
      await this.#with.objects.delete([recordingPart(attemptId, part)]);
  }

  #remember(attemptId: string): void {
    this.#closed.add(attemptId);
    const [oldest] = this.#closed;
    if (this.#closed.size > MOST_CLOSED && oldest !== undefined) this.#closed.delete(oldest);
  }

  /**
   * The key of a recording that a process left behind when it died. Null: there is none. Undefined: there is one that nobody can
   * read, because the contact was erased: whoever settles the call has it deleted.
   */
  async left(attemptId: string): Promise<string | null | undefined> {
    const { objects } = this.#with;
    const parts = await countParts(objects, attemptId);
    const [first, last] = await Promise.all([
      partAt(objects, attemptId, 0),
      partAt(objects, attemptId, parts - 1),
    ]);
    if (first === undefined || last === undefined) {
      const unread = await objects.list(recordingFolder(attemptId));
      return unread.length === 0 ? null : undefined;
    }
    return recordingKey({
      id: attemptId,
      rateHz: rateOfPart(first.contentType),
      partBytes: first.sizeBytes,
      dataBytes: (parts - 1) * first.sizeBytes + last.sizeBytes,
    });
  }
}

type Heads = Pick<ObjectStore, 'head'>;

/** There is no gap between the parts of a recording: the first that is missing is found by doubling and halving. */
export async function countParts(objects: Heads, attemptId: string): Promise<number> {
  const isThere = async (part: number) => (await partAt(objects, attemptId, part)) !== undefined;
  let [there, missing] = [0, 1];
  while (await isThere(missing - 1)) [there, missing] = [missing, missing * 2];
  while (missing - there > 1) {
    const middle = Math.floor((there + missing) / 2);
    if (await isThere(middle - 1)) there = middle;
    else missing = middle;
  }
  return there;
}

export const partAt = async (objects: Heads, attemptId: string, part: number) =>
  part < 0 ? undefined : objects.head(recordingPart(attemptId, part));

interface RecordingWriterOptions {
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly id: string;
  readonly rateHz: number;
  /** Of every part but the last. */
  readonly partBytes: number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly note: (message: string) => void;
}

/** So many parts wait while the store is away: half a minute of the call. What does not fit any more is lost. */
const MOST_WAITING = 6;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5000;

/**
 * Puts the parts of one recording into the store, one after the other, so that what is there has no gap. The call
 * never waits for it: while the store is away parts wait here, and when there are too many the oldest becomes silence.
 */
class RecordingWriter implements RecordingSink {
  readonly #with: RecordingWriterOptions;
  /** Null: too late for it, it is silence. */
  readonly #waiting: (Uint8Array | null)[] = [];
  #stored = 0;
  #storedBytes = 0;
  /** Of the part that the store has not answered for. */
  #sendingBytes = 0;
  #lost = 0;
  #isWriting = false;
  #isAbandoned = false;
  #done: Promise<void> = Promise.resolve();

  constructor(options: RecordingWriterOptions) {
    this.#with = options;
  }

  part(bytes: Uint8Array): void {
    if (this.#isAbandoned) return;
    this.#waiting.push(bytes);
    if (this.#waiting.length > MOST_WAITING) this.#lose();
    if (!this.#isWriting) this.#done = this.#write();
  }

  end(): void {}

  /** Resolves when everything is stored; that may take as long as the store is away. */
  async stored(): Promise<void> {
    await this.#done;
  }

  /** Nothing more is stored, on purpose. */
  forget(): void {
    this.#isAbandoned = true;
    this.#waiting.length = 0;
    this.#lost = 0;
  }

  /** What is not stored yet will not be. */
  abandon(): void {
    this.#isAbandoned = true;
    const parts = this.#waiting.splice(0).length;
    if (parts > 0) this.#with.note(`The last ${this.#seconds(parts)} could not be stored`);
  }

  /**
   * Of what is stored; none: nothing is. A first part that is on its way may yet arrive: without a key nobody would
   * own it, and nobody delete it.
   */
  get key(): string | null {
    const { id, rateHz, partBytes } = this.#with;
    const dataBytes = this.#storedBytes || this.#sendingBytes;
    return dataBytes === 0 ? null : recordingKey({ id, rateHz, partBytes, dataBytes });
  }

  /** How many are stored. */
  get parts(): number {
    return this.#stored;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    let waitMs = FIRST_WAIT_MS;
    while (this.#waiting.length > 0 && !this.#isAbandoned) {
      const part = this.#waiting[0] ?? null;
      const isStored = await this.#put(part);
      if (isStored) {
        // What was lost meanwhile is the one that was just stored, or one behind it.
        if (this.#waiting.shift() === null && part !== null) this.#lost -= 1;
        waitMs = FIRST_WAIT_MS;
        continue;
      }
      await this.#with.sleep(waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
    this.#isWriting = false;
    if (this.#lost > 0)
      this.#with.note(
        `${this.#seconds(this.#lost)} were lost: the object store was unavailable for too long`,
      );
    this.#lost = 0;
  }

  async #put(part: Uint8Array | null): Promise<boolean> {
    const { objects, id, rateHz, partBytes } = this.#with;
    const bytes = part ?? new Uint8Array(partBytes).fill(SILENCE);
    this.#sendingBytes = bytes.length;
    try {
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      await objects.put(recordingPart(id, this.#stored), body, { contentType: partType(rateHz) });
    } catch {
      return false;
    } finally {
      this.#sendingBytes = 0;
    }
    this.#stored += 1;
    this.#storedBytes += bytes.length;
    return true;
  }

  /** The oldest that is still there. */
  #lose(): void {
    const oldest = this.#waiting.findIndex((part) => part !== null);
    this.#waiting[oldest] = null;
    this.#lost += 1;
  }

  #seconds(parts: number): string {
    const { partBytes, rateHz } = this.#with;
    return `${(parts * partBytes) / (2 * rateHz)} seconds of the recording`;
  }
}
