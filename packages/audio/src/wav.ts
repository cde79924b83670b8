const HEADER_BYTES = 44;
const PCM = 1;

export interface WavSound {
  readonly rateHz: number;
  readonly sound: Int16Array;
}

/** A WAV file, mono, 16 bits a sample. */
export function wavOf(sound: Int16Array, rateHz: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(HEADER_BYTES + sound.byteLength);
  const view = new DataView(file.buffer);
  const word = (at: number, letters: string) => file.set(Buffer.from(letters, 'latin1'), at);
  word(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rateHz, true);
  view.setUint32(28, 2 * rateHz, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, sound.byteLength, true);
  file.set(new Uint8Array(sound.buffer, sound.byteOffset, sound.byteLength), HEADER_BYTES);
  return file;
}

/** Reads such a file; throws when it is none. */
export function readWav(file: Uint8Array): WavSound {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const letters = (at: number) => bytes.toString('latin1', at, at + 4);
  if (bytes.length < HEADER_BYTES || letters(0) !== 'RIFF' || letters(8) !== 'WAVE')
    throw new Error('This is not a WAV file');
  let rateHz = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    if (letters(at) === 'fmt ') {
      const [format, channels, bits] = [at + 8, at + 10, at + 22].map((place) => bytes.readUInt16LE(place));
      if (format !== PCM || channels !== 1 || bits !== 16)
        throw new Error('Only WAV files with one channel and 16 bits per sample are supported');
      rateHz = bytes.readUInt32LE(at + 12);
    }
    if (letters(at) === 'data') {
      const sound = bytes.subarray(at + 8, Math.min(bytes.length, at + 8 + length));
      return { rateHz, sound: samplesOf(sound) };
    }
    at += 8 + length + (length % 2);
  }
  throw new Error('This WAV file has no audio');
}

/** Little-endian bytes as samples, copied: bytes need not lie on even places. */
export function samplesOf(bytes: Uint8Array): Int16Array {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return new Int16Array(Uint8Array.from(even).buffer);
}
