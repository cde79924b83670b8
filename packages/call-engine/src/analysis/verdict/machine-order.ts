import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { speechOf } from '@parley/language/speech.ts';
import { isOrder } from '../../dialogue/rules/off-topic.ts';
import { descriptionWords } from './description-words.ts';

/** Whether words are meant for the machine, to obey it or to find something: they are never evidence of anything. */
export const isMachineOrder = (text: string, language: Language): boolean => judged(language)(text);

const judged = memoize((language: Language) => {
  const patterns = [descriptionWords(language).demands, descriptionWords('EN').demands];
  return (text: string): boolean => isOrder(speechOf(text)) || patterns.some((pattern) => pattern.test(text));
});
