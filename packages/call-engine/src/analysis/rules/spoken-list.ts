import type { Language } from '@parley/language/language.ts';
import { ofAllLanguages, words, writing } from '@parley/language/locale-tables.ts';
import { analysisTables } from './analysis-tables.ts';

/** What joins the last two things of a list may be written without spaces, or hang on to the word that follows. */
function jointsIn(language: Language): RegExp {
  const { spaces, affixes } = writing[language];
  const [before, after] =
    spaces === 'none' ? ['\\s*', '\\s*'] : ['\\s+', affixes === 'prefixes' ? '\\s*' : '\\s+'];
  const joint = `(?:${words[language].joint.join('|')})`;
  return new RegExp(`\\s*[,;、，،؛]\\s*(?:${joint}${after})?|${before}${joint}${after}`, 'giu');
}

/** Of all languages: the patterns around the things of a list. */
const around = ofAllLanguages((languages) => {
  const any = (list: 'lead' | 'noItem' | 'trail'): string =>
    languages.flatMap((language) => analysisTables[language].listing?.[list] ?? []).join('|');
  return {
    lead: new RegExp(`^(?:(?:${any('lead')})\\s+)+`, 'iu'),
    trail: new RegExp(`(?:[\\s,]+(?:${any('trail')}))+$`, 'iu'),
    noItem: new RegExp(`^(?:${any('noItem')})(?![\\p{L}])`, 'iu'),
  };
});
const LONGEST_ITEM = 5;

/** The things that someone lists, each without the words around it. */
export function listedIn(text: string, language: Language): string[] {
  const joint = jointsIn(language);
  const { noItem } = around();
  const items = text
    .split(/[.!?。！？؟]+(?=\s|$)|[。！？]/u)
    .flatMap((sentence) => sentence.split(joint))
    .map((item) => trimmed(item))
    .filter((item) => item !== '' && !noItem.test(item) && item.split(/\s+/).length <= LONGEST_ITEM);
  return [...new Map(items.map((item) => [item.toLocaleLowerCase(), item])).values()];
}

const trimmed = (item: string): string =>
  item.trim().replace(around().lead, '').replace(around().trail, '').trim();
