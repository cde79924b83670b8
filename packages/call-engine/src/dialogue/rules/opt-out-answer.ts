import { memoize } from '@parley/kernel/memoize.ts';
import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { cues, writing, yesNo } from '@parley/language/locale-tables.ts';
import { plainWords } from '@parley/language/speech.ts';
import { anyOf } from './cue-pattern.ts';
import { type Answer, leaning, type Reading } from './expected-answer.ts';
import { patternOf, type Wish } from './foreign-cues.ts';

/** A no counts only where nothing in it refuses: "no, don't call" is no no. */
export function optOutAnswer(reading: Reading, wishes: ReadonlySet<Wish>): Answer | undefined {
  if (wishes.has('neverAgain')) return { value: true, isClear: true };
  const lean = leaning({ ...reading, clauses: reading.speech.clauses });
  if (lean === 'yes') return { value: true, isClear: true };
  if (lean !== 'no') return undefined;
  const { language } = reading.context.plan;
  const isRefused = reading.speech.clauses.some(({ plain }) => refusesCalls(plain, language));
  return { value: false, isClear: !isRefused };
}

/** Whether a clause of a no to the question about further calls refuses them: "never again" does, a bare no does not. */
function refusesCalls(plain: string, language: Language): boolean {
  if (language === 'EN') return refusing.test(plain);
  const { bareNo, denial, refusal, negates } = optOutCuesIn(language);
  const words = plain.replace(denial, ' ').split(' ').filter(Boolean);
  const start = words.findIndex((word) => word !== bareNo);
  const rest = start < 0 ? [] : words.slice(start);
  return refusal.test(rest.join(' ')) || rest.includes(bareNo) || (negates && start > 0);
}

const optOutCuesIn = memoize((language: Exclude<Language, 'EN'>) => {
  const { no, negation = [] } = yesNo[language];
  const { neverAgain, deniesOptOut = ['(?!)'] } = cues[language];
  const [bareNo = '', ...others] = no.map((phrase) => (phrase.includes('(') ? phrase : plainWords(phrase)));
  return {
    bareNo,
    denial: new RegExp(patternOf(language, deniesOptOut).source, 'g'),
    refusal: patternOf(language, [
      ...negation,
      ...others,
      ...(writing[language].spaces === 'words' ? [] : [bareNo]),
    ]),
    // Where the same word says no and negates what follows, as in Spanish, "no llame" is no bare no.
    negates: neverAgain.some((phrase) => plainWords(phrase).startsWith(`${bareNo} `)),
  };
});

const refusing = anyOf(english.wishes.refusesOptOut);
