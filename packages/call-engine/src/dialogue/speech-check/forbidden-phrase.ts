import { cues, isWordBound, ofAllLanguages } from '@parley/language/locale-tables.ts';
import { plainWords } from '@parley/language/speech.ts';
import { anyOf } from '../rules/cue-pattern.ts';

/** Finds what the agent must not say, in whatever language it says it. */
export function forbiddenPhrases(
  list: 'decision' | 'ofInstructions',
): (sentence: string) => string | undefined {
  const patterns = ofAllLanguages((languages) => {
    const phrases = (areBound: boolean): string[] =>
      languages
        .filter((language) => isWordBound(language) === areBound)
        .flatMap((language) => cues[language][list] ?? []);
    return { words: anyOf(phrases(true)), unspaced: new RegExp(phrases(false).join('|'), 'u') };
  });
  return (sentence) => {
    const { words, unspaced } = patterns();
    return words.exec(plainWords(sentence))?.[0] ?? unspaced.exec(sentence)?.[0];
  };
}
