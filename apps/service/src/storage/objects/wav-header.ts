const MU_LAW = 7;
const CHANNELS = 2;
/** A size in the header has 32 bits. */
const MOST = 2 ** 32 - 1;

/** What goes before the sound of a stereo recording in mu-law, a byte a sample, so that every player knows it. */
export function wavHeader(rateHz: number, dataBytes: number): Buffer {
  const header = Buffer.alloc(58);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(Math.min(50 + dataBytes, MOST), 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(MU_LAW, 20);
  header.writeUInt16LE(CHANNELS, 22);
  header.writeUInt32LE(rateHz, 24);
  header.writeUInt32LE(rateHz * CHANNELS, 28);
  header.writeUInt16LE(CHANNELS, 32);
  header.writeUInt16LE(8, 34);
  // Formats other than plain numbers say how many samples there are.
  header.write('fact', 38, 'latin1');
  header.writeUInt32LE(4, 42);
  header.writeUInt32LE(Math.min(dataBytes / CHANNELS, MOST), 46);
  header.write('data', 50, 'latin1');
  header.writeUInt32LE(Math.min(dataBytes, MOST), 54);
  return header;
}
