import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { cues, writing } from '@parley/language/locale-tables.ts';

/**
 * Whether an instruction forbids something or makes it depend on the course of the call: then what it quotes is
 * not to be said. When in doubt it does: a section can always be announced by its title.
 */
export const isReserved = (instruction: string, language: Language): boolean =>
  reserving(language).test(instruction) || ENGLISH.test(instruction);

/** Flows are often written in English, whatever the call is held in. */
const ENGLISH = new RegExp(`\\b(?:${cues.EN.reservation.join('|')})\\b|n['’]t\\b`, 'i');

/** Where "not" may be a part of a word, or stand without a space beside it, it is looked for anywhere. */
const reserving = memoize((language: Language) => {
  const { spaces, affixes } = writing[language];
  const phrases = cues[language].reservation.join('|');
  return new RegExp(
    spaces !== 'words' || affixes !== 'none' ? phrases : `(?<!\\p{L})(?:${phrases})(?!\\p{L})`,
    'iu',
  );
});
