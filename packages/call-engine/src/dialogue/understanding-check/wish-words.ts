import type { Language } from '@parley/language/language.ts';
import { cues, english } from '@parley/language/locale-tables.ts';
import type { Understanding } from '../dialogue-model.ts';
import { meaningfulStems } from '../rules/empty-words.ts';

/** A wish that ends the call or takes it elsewhere. */
export type EndingWish = Exclude<keyof Understanding['wants'], 'repeat' | 'moment'>;

/** Shorter ones are articles and helpers, except where two letters make a word. */
const isTelling = (stem: string): boolean =>
  stem.length > 3 || /^[^\p{Script=Latin}\p{Script=Cyrillic}]+$/u.test(stem);

/** Whether any word of it points to the wish: enough to believe a model that found more than that. */
export function speaksOfWish(wish: EndingWish, stems: ReadonlySet<string>, language: Language): boolean {
  const words = language === 'EN' ? english.wishWords[wish] : cues[language][wish];
  return meaningfulStems(words.join(' ').replaceAll('…', ' ')).some(
    (stem) => stems.has(stem) && isTelling(stem),
  );
}
