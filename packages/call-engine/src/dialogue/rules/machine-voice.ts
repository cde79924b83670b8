import { cues, english } from '@parley/language/locale-tables.ts';
import type { Speech } from '@parley/language/speech.ts';
import { anyOf } from './cue-pattern.ts';

/** Each sentence of a recorded greeting, by how surely no living person would say it. */
const VOICEMAIL: readonly (readonly [number, RegExp])[] = [
  [3, anyOf(cues.EN.voicemail)],
  [2, anyOf(english.wishes.voicemailLikely)],
  [1, anyOf(english.wishes.voicemailPossible)],
  [1, anyOf(english.wishes.voicemailRetry)],
];

const SCREENING = anyOf(english.wishes.screening);

/** A person who picks up a firm's telephone says some of these words too: one of them is not enough. */
const ENOUGH = 2;
/** In the middle of a talk, talking about voicemail is likelier than being one. */
const ENOUGH_LATER = 4;

export function machineIn(
  { plain }: Speech,
  isOpening: boolean,
  foreign: RegExp | undefined,
): 'voicemail' | 'screening' | undefined {
  if (isOpening && SCREENING.test(plain)) return 'screening';
  if (isOpening && foreign?.test(plain)) return 'voicemail';
  let sum = 0;
  for (const [weight, pattern] of VOICEMAIL) if (pattern.test(plain)) sum += weight;
  return sum >= (isOpening ? ENOUGH : ENOUGH_LATER) ? 'voicemail' : undefined;
}
