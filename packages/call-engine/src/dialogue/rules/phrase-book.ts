import { type Language, languages } from '@parley/language/language.ts';
import { asianPhrases } from './asian-phrases.ts';
import { balticFinnicPhrases } from './baltic-finnic-phrases.ts';
import { cyrillicPhrases } from './cyrillic-phrases.ts';
import { easternPhrases } from './eastern-phrases.ts';
import { englishPhrases } from './english-phrases.ts';
import { germanicPhrases } from './germanic-phrases.ts';
import { inquiryPhrases } from './inquiry-phrases.ts';
import { invitationPhrases } from './invitation-phrases.ts';
import { nordicPhrases } from './nordic-phrases.ts';
import { returnPhrases } from './return-phrases.ts';
import { romancePhrases } from './romance-phrases.ts';
import { selfPhrases } from './self-phrases.ts';
import { slavicPhrases } from './slavic-phrases.ts';
import type { PhraseBook, WholePhraseBook } from './spoken-phrase.ts';

/** Every language's phrases. One that is missing, or lacks a phrase, does not compile. */
const books: Readonly<Record<Language, PhraseBook>> = {
  ...englishPhrases,
  ...germanicPhrases,
  ...nordicPhrases,
  ...romancePhrases,
  ...slavicPhrases,
  ...cyrillicPhrases,
  ...balticFinnicPhrases,
  ...easternPhrases,
  ...asianPhrases,
};

export const phraseBooks = Object.fromEntries(
  languages.map((language) => [
    language,
    {
      ...books[language],
      ...selfPhrases[language],
      ...inquiryPhrases[language],
      ...returnPhrases[language],
      ...invitationPhrases[language],
    },
  ]),
) as Readonly<Record<Language, WholePhraseBook>>;
