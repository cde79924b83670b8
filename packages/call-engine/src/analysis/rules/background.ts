import type { Language } from '@parley/language/language.ts';
import { isWordBound, ofAllLanguages } from '@parley/language/locale-tables.ts';
import { analysisTables } from './analysis-tables.ts';
import { sentencesIn, type Talk } from './talk.ts';

/** One pattern for all languages: people speak of their schools and employers in the words of other countries. */
const speakingOf = (subject: 'education' | 'experience'): (() => RegExp) =>
  ofAllLanguages((languages) => {
    const words = (some: readonly Language[]): string =>
      some.flatMap((language) => analysisTables[language][subject] ?? []).join('|');
    const [bound, others] = [languages.filter(isWordBound), languages.filter((each) => !isWordBound(each))];
    return new RegExp(`(?<!\\p{L})(?:${words(bound)})|${words(others)}`, 'iu');
  });
const education = speakingOf('education');
const experience = speakingOf('experience');

const MOST = 2;

/** As they said it, the newest last; null when they said nothing of the kind. */
const saidOf = ({ said, plan }: Talk, subject: RegExp): string | null => {
  const sentences = said
    .flatMap(({ text }) => sentencesIn(text, plan.language))
    .filter((sentence) => subject.test(sentence));
  return sentences.length === 0 ? null : [...new Set(sentences)].slice(-MOST).join(' ');
};

export const educationIn = (talk: Talk): string | null => saidOf(talk, education());
export const experienceIn = (talk: Talk): string | null => saidOf(talk, experience());
