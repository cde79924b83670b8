import type { Language } from '@parley/language/language.ts';
import { baltoSlavicPhrases } from './balto-slavic-phrases.ts';
import { englishPhrases } from './english-phrases.ts';
import { fartherPhrases } from './farther-phrases.ts';
import { germanicPhrases } from './germanic-phrases.ts';
import type { Choice, Phrases, PlainPhrases } from './phrase.ts';
import { romancePhrases } from './romance-phrases.ts';

const plain: Readonly<Record<Exclude<Language, 'EN'>, PlainPhrases>> = {
  ...germanicPhrases,
  ...romancePhrases,
  ...baltoSlavicPhrases,
  ...fartherPhrases,
};

export function phrasesOf(language: Language): Phrases {
  if (language === 'EN') return englishPhrases;
  const { yes } = plain[language];
  const choices = Object.entries({ ...plain[language], goOn: yes }).map(([name, text]) => [name, [text]]);
  return Object.fromEntries(choices) as Readonly<Record<keyof Phrases, Choice>>;
}
