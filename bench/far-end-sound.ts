import { aLaw, codeOf } from '@parley/audio/g711.ts';
import { vowels } from '@parley/testing/vowels.ts';

/** Sound of the other end of a call: G.711 (PCMA) in packets of 20 ms. */

export const PCMA = 8;
export const HEADER_BYTES = 12;
export const SILENCE = Buffer.alloc(160, 0xd5);
/** Packets of one turn: 0.9 s of what VADs take for speech. */
const TALKED = 45;
/** Silence and codec noise are far below, speech far above. */
const LOUD = 300;
const LOOK_EVERY = 16;

/** One turn, in packets. */
export const SPEECH: readonly Buffer[] = encodedSpeech();

function encodedSpeech(): Buffer[] {
  let seed = 1;
  const sound = vowels(8000, () => {
    seed = (seed * 48_271) % 0x7fff_ffff;
    return seed / 0x7fff_ffff;
  });
  const frame = (at: number) => sound.subarray(at * 160, (at + 1) * 160);
  return Array.from({ length: TALKED }, (_, at) =>
    Buffer.from(Uint8Array.from(frame(at), (sample) => codeOf(aLaw, sample))),
  );
}

/** Whether somebody is heard in a packet. */
export function isHeard(bytes: Buffer): boolean {
  if (((bytes[1] as number) & 0x7f) !== PCMA) return false;
  for (let at = HEADER_BYTES; at < bytes.length; at += LOOK_EVERY)
    if (Math.abs(aLaw.decoded[bytes[at] as number] as number) > LOUD) return true;
  return false;
}
