import { memoize } from '@parley/kernel/memoize.ts';
import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { cues } from '@parley/language/locale-tables.ts';
import { type Clause, plainWords, type Speech, speechOf, wordCount } from '@parley/language/speech.ts';
import type { CallContext } from '../dialogue-model.ts';
import { anyOf, isAnyOf, startsWithAnyOf } from './cue-pattern.ts';
import { leaning } from './expected-answer.ts';
import { cuesOf, patternOf } from './foreign-cues.ts';

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

const pattern = memoize((language: Language) => patternOf(language, cues[language].invitesQuestions));

/** Whether a question asks for theirs: then a yes is half an answer. */
export const invitesQuestions = (question: string, language: Language): boolean =>
  MARKED.test(question) && pattern(language).test(plainWords(question));

/** Greek asks with what is a semicolon elsewhere. */
const MARKED = /[?？؟;\u037e]/u;

/** A yes with a word or two beside it; more than that is the question itself, or something else. */
const MOST_WORDS = 4;

/** "Any questions?" – "Yes": they have one, and it is yet to be asked. */
export function isQuestionAnnounced({ turns, plan }: CallContext): boolean {
  const [asked, heard] = [turns.findLast(({ speaker }) => speaker === 'agent'), turns.at(-1)];
  if (heard?.speaker !== 'contact' || asked === undefined) return false;
  if (!invitesQuestions(lastSentence(asked.text), plan.language)) return false;
  const { clauses, plain } = speechOf(heard.text);
  const foreign = cuesOf(plan.language);
  return wordCount(plain) <= MOST_WORDS && leaning({ clauses, question: '', foreign }) === 'yes';
}

const lastSentence = (text: string): string => text.split(/(?<=[.!。！])\s*/u).at(-1) ?? '';
