import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { yesNo } from '@parley/language/locale-tables.ts';
import { type Clause, plainWords } from '@parley/language/speech.ts';
import { wholeWords } from '@parley/language/value-words.ts';

/**
 * Which way an answer leans that says neither yes nor no, by what the question asks about somebody: whether they have,
 * like, look for or can do a thing. Who has "lost it" has it no longer; who has "found something" looks for nothing.
 */
export function statedOf(
  clauses: readonly Clause[],
  question: string,
  language: Language,
): 'yes' | 'no' | undefined {
  const asked = plainWords(question);
  const negation = negationIn(language);
  const predicate = predicatesIn(language).find(({ asks }) => asks.test(asked));
  if (predicate === undefined) return undefined;
  // What they say last of it holds: "it was fine at first, but now it leaks".
  for (const { plain } of clauses.toReversed()) {
    const yes = predicate.yes.exec(plain)?.[0];
    // "I haven't got one" has none; "not bad" is good.
    const isYes = yes !== undefined && (!negation.test(plain) || negation.test(yes));
    const isNo = predicate.no.test(plain);
    if (isYes !== isNo) return isYes ? 'yes' : 'no';
  }
  return undefined;
}

const predicatesIn = memoize((language: Language) =>
  (yesNo[language].predicates ?? []).map(({ asked, yes, no }) => ({
    asks: wholeWords(asked),
    yes: wholeWords(yes),
    no: wholeWords(no),
  })),
);

const negationIn = memoize((language: Language) =>
  wholeWords((yesNo[language].negation ?? ['(?!)']).map((phrase) => plainWords(phrase)).join('|')),
);
