import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { cues } from '@parley/language/locale-tables.ts';
import { plainWords } from '@parley/language/speech.ts';
import { patternOf } from './foreign-cues.ts';

const pattern = memoize((language: Language) => patternOf(language, cues[language].invitesQuestions));

/** Whether a question asks for theirs: then a yes is half an answer. */
export const invitesQuestions = (question: string, language: Language): boolean =>
  MARKED.test(question) && pattern(language).test(plainWords(question));

/** Greek asks with what is a semicolon elsewhere. */
const MARKED = /[?？؟;\u037e]/u;
