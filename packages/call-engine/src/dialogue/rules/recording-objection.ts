import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { cues } from '@parley/language/locale-tables.ts';
import { type Clause, plainWords, type Speech } from '@parley/language/speech.ts';
import { anyOf } from './cue-pattern.ts';
import { patternOf } from './foreign-cues.ts';
import { selfQuestionIn } from './self-question.ts';

const patternsIn = memoize((language: Language) => {
  const pattern = (phrases: readonly string[]): RegExp =>
    language === 'EN' ? anyOf(phrases) : patternOf(language, phrases);
  const { recordingTerms, recordingRefusal, recordingApproval } = cues[language];
  return {
    terms: pattern(recordingTerms),
    refusal: pattern(recordingRefusal),
    approval: pattern(recordingApproval),
  };
});

/**
 * The clauses that say that the call must not be recorded: they speak of recording, and they or their neighbours of not
 * wanting it. In doubt they do, since a recording too few does less harm than one against somebody's will. Whoever asks
 * whether the call is recorded gets an answer instead; and what a question of the flow is about is no objection.
 */
export function recordingObjections(
  { clauses }: Speech,
  question: string,
  language: Language,
): readonly Clause[] {
  const { terms, refusal, approval } = patternsIn(language);
  if (!clauses.some(({ plain }) => terms.test(plain)) || terms.test(plainWords(question))) return [];
  return clauses.filter((clause, index) => {
    if (!terms.test(clause.plain)) return false;
    if (clause.isAsked && selfQuestionIn(clause.plain, language) === 'recorded') return false;
    // A bare no or yes beside it answers something else: "no, you may record it".
    const beside = [clauses[index - 1], clauses[index + 1]].filter((one) => one?.plain.includes(' '));
    const around = [clause, ...beside].map((one) => one?.plain ?? '');
    return around.some((plain) => refusal.test(plain)) && !around.some((plain) => approval.test(plain));
  });
}
