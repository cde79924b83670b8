/**
 * A recording lies in parts, each an object of its own, written while the call goes on. Its key says how they go
 * together, so that nobody has to look for them: `recordings/<id>/<rate>-<bytes of a part>-<bytes in all>.wav`. The
 * parts are `recordings/<id>/0`, `/1` and so on; all but the last have the same size.
 */
export interface RecordingKey {
  readonly id: string;
  readonly rateHz: number;
  readonly partBytes: number;
  readonly dataBytes: number;
}

export const recordingKey = ({ id, rateHz, partBytes, dataBytes }: RecordingKey): string =>
  `recordings/${id}/${rateHz}-${partBytes}-${dataBytes}.wav`;

export function parseRecordingKey(key: string): RecordingKey | undefined {
  const [, id, ...numbers] = /^recordings\/([\w-]+)\/(\d{4,6})-(\d{1,9})-(\d{1,12})\.wav$/.exec(key) ?? [];
  const [rateHz = 0, partBytes = 0, dataBytes = 0] = numbers.map(Number);
  return id === undefined || partBytes === 0 ? undefined : { id, rateHz, partBytes, dataBytes };
}

/**
 * The recording of a simulated call is spoken from its transcript when somebody first asks for it. Until then nobody
 * knows its size, so its key does not say it; all of its sound is in its only part.
 */
export const simulatedRecordingKey = (id: string): string => `recordings/${id}/simulated.wav`;

/** The id of the call; undefined: the key is not that of a simulated recording. */
export const parseSimulatedRecordingKey = (key: string): string | undefined =>
  /^recordings\/([\w-]+)\/simulated\.wav$/.exec(key)?.[1];

/**
 * Only to delete by: whatever parts there are of a recording whose size could not be looked up. It says that there are none,
 * and whatever parts there are, they are deleted with the recording.
 */
export const unmeasuredRecordingKey = (id: string): string =>
  recordingKey({ id, rateHz: 8000, partBytes: 1, dataBytes: 0 });

/** Where its parts are, and nothing else. */
export const recordingFolder = (id: string): string => `recordings/${id}`;

export const recordingPart = (id: string, part: number): string => `${recordingFolder(id)}/${part}`;

/** What a part tells of itself; its rate is in it, because a call that was lost left no other word. */
export const partType = (rateHz: number): string => `audio/PCMU;rate=${rateHz};channels=2`;

export const rateOfPart = (contentType: string): number =>
  Number(/^audio\/PCMU;rate=(\d+)/.exec(contentType)?.[1] ?? 0);
