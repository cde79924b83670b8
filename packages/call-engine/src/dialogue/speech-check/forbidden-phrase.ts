import { cues, isWordBound, ofAllLanguages } from '@parley/language/locale-tables.ts';
import { plainWords } from '@parley/language/speech.ts';
import { anyOf } from '../rules/cue-pattern.ts';

/** Finds what the agent must not say, in whatever language it says it: the phrase in plain words. */
export function forbiddenPhrases(
  list: 'decision' | 'evaluation' | 'ofInstructions',
): (sentence: string) => string | undefined {
  const patterns = ofAllLanguages((languages) => {
    const phrases = (areBound: boolean): string[] =>
      languages
        .filter((language) => isWordBound(language) === areBound)
        .flatMap((language) => cues[language][list] ?? []);
    const unspaced = phrases(false);
    return {
      words: anyOf(phrases(true)),
      unspaced: unspaced.length === 0 ? undefined : new RegExp(unspaced.join('|'), 'u'),
    };
  });
  return (sentence) => {
    const { words, unspaced } = patterns();
    return words.exec(plainWords(sentence))?.[0] ?? unspaced?.exec(sentence)?.[0];
  };
}

/** Rates somebody or their answers: "one hundred points", "the perfect candidate". */
export const evaluationIn = forbiddenPhrases('evaluation');
