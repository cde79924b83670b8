import { english } from '@parley/language/locale-tables.ts';
import type { Clause, Speech } from '@parley/language/speech.ts';
import { anyOf, isAnyOf, startsWithAnyOf } from './cue-pattern.ts';

/** A question begins with its verb before its subject: "what is the salary", but not "what I like is". */
const ASKING = english.questions.asks;
const LEAD = english.questions.lead;

const asking = startsWithAnyOf([`${LEAD}(?:${ASKING.join('|')})`]);
/** Said about us, these are questions in the middle of a sentence too: recognisers write no commas. */
const askingUs = anyOf(english.questions.asksAboutUs);
const whoAlone = isAnyOf(english.questions.asksAlone);
/** Without a verb it is a question only as the whole of what is said. */
const askingShortly = isAnyOf(english.questions.asksShortly);
const wondering = anyOf(english.questions.wonders);
/** Questions only in form. */
const rhetorical = anyOf(english.questions.rhetorical);

export interface CounterQuestion {
  /** As they said it. */
  readonly text: string;
  readonly clauses: readonly Clause[];
}

/** What they would like to know of us; undefined when they ask nothing. */
export function counterQuestion(
  speech: Speech,
  isSpent: (clause: Clause) => boolean,
  foreign: RegExp | undefined,
  isOfUs: (plain: string) => boolean,
): CounterQuestion | undefined {
  const clauses = speech.clauses.filter(
    (clause) => !isSpent(clause) && (isQuestion(clause, foreign) || isOfUs(clause.plain)),
  );
  return clauses.length === 0 ? undefined : { text: clauses.map((clause) => clause.raw).join(' '), clauses };
}

function isQuestion({ plain, isAsked }: Clause, foreign: RegExp | undefined): boolean {
  if (rhetorical.test(plain)) return false;
  if (asking.test(plain) || askingUs.test(plain) || wondering.test(plain)) return true;
  if (whoAlone.test(plain) || askingShortly.test(plain)) return true;
  return isAsked && (plain.split(' ').length > 2 || foreign?.test(plain) === true);
}
