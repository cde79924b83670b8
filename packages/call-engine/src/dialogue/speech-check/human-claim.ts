import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { cues } from '@parley/language/locale-tables.ts';
import { speechOf } from '@parley/language/speech.ts';
import { anyOf } from '../rules/cue-pattern.ts';
import { patternOf } from '../rules/foreign-cues.ts';

const english = anyOf(cues.EN.humanClaim);

const foreign = memoize((language: Exclude<Language, 'EN'>) =>
  patternOf(language, cues[language].humanClaim),
);

/** Whether the agent says of itself that it is a human being, in the call's language or in English. */
export function claimsToBeHuman(sentence: string, language: Language): boolean {
  const own = language === 'EN' ? undefined : foreign(language);
  return speechOf(sentence).clauses.some(
    ({ plain, isAsked }) => !isAsked && (english.test(plain) || own?.test(plain) === true),
  );
}
