import { english } from '@parley/language/english-tables.ts';
import type { Clause } from '@parley/language/speech.ts';
import { anyOf, isAnyOf, startsWithAnyOf } from './cue-pattern.ts';
import { contentStems } from './stem.ts';

/** Which way someone's words lean as an answer to a yes/no question. */
export type Polarity = 'yes' | 'no' | 'unsure';

const LEAD = english.yesNo.lead;

const CORRECTION_LEAD = new RegExp(english.yesNo.correctionLead);
const FIXES = anyOf(english.yesNo.corrections);

/** Sayings whose words taken one by one would mislead: looked for before any single word. */
const sayings = (['unsure', 'yes', 'no'] as const).map(
  (polarity) => [polarity, anyOf(english.yesNo.sayings[polarity])] as const,
);
const yesFirst = new RegExp(`^${LEAD}(?:${english.yesNo.yes.join('|')})(?![^ ])`);
const noFirst = new RegExp(`^${LEAD}(?:${english.yesNo.no.join('|')}|${english.yesNo.noBefore}|no$)(?![^ ])`);
const yesAlone = new RegExp(`^${LEAD}(?:${english.yesNo.yesAlone.join('|')})$`);
const noAlone = new RegExp(`^${LEAD}(?:${english.yesNo.noAlone.join('|')})$`);
const yesLater = anyOf(english.yesNo.yesLater);
const noLater = anyOf([...english.yesNo.noLater, english.yesNo.noBefore.replace('|in|on|', '|')]);
const negated = anyOf(english.yesNo.negated);
const echoed = startsWithAnyOf(english.yesNo.echoed);
const echoedNot = startsWithAnyOf(english.yesNo.echoedNot);
const bare = isAnyOf(english.yesNo.first);
const ofPart = new RegExp(`[^ ]+ (?:${english.yesNo.first.join('|')})$`);
const statement = startsWithAnyOf(english.yesNo.statement);
const unsureAlone = isAnyOf(english.yesNo.unsureAlone);

/** How sure the rules are: of a plain yes or no, of a saying, or of a statement that has neither. */
export type Certainty = 'sure' | 'likely' | 'guess';

export interface Leaning {
  readonly polarity: Polarity;
  readonly certainty: Certainty;
}

const onCondition = new RegExp(english.yesNo.onCondition);
const offers = new RegExp(english.yesNo.offers, 'i');

/** "Only if you match the price" to "Will you renew?" is no yes: nobody knows yet whether the price is matched. */
export const isOnCondition = (clauses: readonly Clause[], question: string): boolean =>
  (question === '' || offers.test(question)) && onCondition.test(clauses.map(({ plain }) => plain).join(' '));

export const polarityOf = (clauses: readonly Clause[], question: string): Polarity | undefined =>
  leaningOf(clauses, question)?.polarity;

/**
 * A correction decides, whatever came before it. Otherwise a clause that takes up the verb of the question ("I do",
 * "but I can't") outweighs a bare yes or no before it, and of several bare ones the last counts: "yeah, no". Without
 * a sign, a statement that takes up most words of the question agrees with it, and a negated one does not: "I live
 * in Potsdam" says neither to "Do you live in Berlin?".
 */
export function leaningOf(clauses: readonly Clause[], question: string): Leaning | undefined {
  const lean = plainLeaningOf(clauses, question);
  const isOpen = lean?.polarity === 'yes' && isOnCondition(clauses, question);
  return isOpen ? { polarity: 'unsure', certainty: 'likely' } : lean;
}

function plainLeaningOf(clauses: readonly Clause[], question: string): Leaning | undefined {
  const text = clauses.map((clause) => clause.plain).join(' ');
  const fix = FIXES.exec(text);
  if (fix !== null && fix.index > 0) {
    // "No wait" and "actually yes" carry their answer with them.
    const after = text.slice(fix.index).replace(CORRECTION_LEAD, '');
    const corrected = signIn(after);
    if (corrected !== undefined) return { polarity: corrected, certainty: 'sure' };
    // "I do, yes. Oh wait, no, the car went": what came before no longer stands, and what follows is not known.
    const isDenied = fix[0].split(' ').some((word) => signIn(word) === 'no');
    if (isDenied && signIn(text.slice(0, fix.index).trim()) === 'yes')
      return { polarity: 'unsure', certainty: 'likely' };
  }
  const signs = clauses.map(({ plain }, index) => ({
    sign: isOtherHalf(plain, clauses[index - 1]?.plain) ? 'unsure' : signIn(plain),
    isBare: bare.test(plain),
    isOfPart: ofPart.test(plain),
    taken: takenUp(plain),
  }));
  const weighed = weigh(signs);
  if (weighed !== undefined) return weighed;
  const stated = question === '' ? undefined : statedPolarity(clauses, question);
  return stated === undefined ? undefined : { polarity: stated, certainty: 'guess' };
}

/** What one clause says by itself. */
export interface Sign {
  readonly sign: Polarity | undefined;
  /** It is a yes or no, and nothing else. */
  readonly isBare: boolean;
  /** It says so of something that it names: "Saturdays yes". */
  readonly isOfPart: boolean;
  /** It takes up the verb of the question: "I do", "but I can't". */
  readonly taken?: 'yes' | 'no' | undefined;
}

const MOST_FILLERS = 1;

/** The signs of the clauses of an answer, as one. */
export function weigh(signs: readonly Sign[]): Leaning | undefined {
  const run = signs.findIndex(({ isBare }) => !isBare);
  const start = run < 0 ? signs : signs.slice(0, run);
  const later = signs.slice(start.length);
  const taken = later.find((clause) => clause.taken !== undefined)?.taken;
  const first = start.findLast(({ sign }) => sign !== undefined)?.sign;
  // "Yes. Well, no": after a word or two that say nothing, a second one replaces the first.
  const turn = later.findIndex(({ sign }) => sign !== undefined);
  const isTurned = turn >= 0 && turn <= MOST_FILLERS && later[turn]?.isBare === true;
  const lead = first !== undefined && isTurned ? later[turn]?.sign : first;
  if (lead !== undefined) {
    if (taken !== undefined && taken !== lead) return { polarity: taken, certainty: 'likely' };
    // "Yes, no, maybe."
    const isOpen = later.at(-1)?.sign === 'unsure' && start.length > 1;
    return isOpen ? { polarity: 'unsure', certainty: 'likely' } : { polarity: lead, certainty: 'sure' };
  }
  const decided = later.filter(({ sign }) => sign === 'yes' || sign === 'no');
  const [one, second] = decided;
  if (one?.sign === undefined) {
    const doubt = later.find(({ sign }) => sign !== undefined)?.sign ?? taken;
    return doubt === undefined ? undefined : { polarity: doubt, certainty: 'likely' };
  }
  if (taken !== undefined && taken !== one.sign) return { polarity: taken, certainty: 'likely' };
  // "Saturdays yes, Sundays no."
  if (second?.sign !== undefined && second.sign !== one.sign && one.isOfPart && second.isOfPart)
    return { polarity: 'unsure', certainty: 'likely' };
  return { polarity: one.sign, certainty: 'likely' };
}

/** Whether two clauses only together correct what was said: "oh wait", "no". */
export const putsRight = (one: string, next: string): boolean =>
  FIXES.test(`${one} ${next}`) && !FIXES.test(one) && !FIXES.test(next);

/** "Maybe, maybe not" says no less than yes. */
const isOtherHalf = (plain: string, before: string | undefined): boolean =>
  before !== undefined && plain.startsWith(`${before} `) && unsureAlone.test(before);

function takenUp(plain: string): 'yes' | 'no' | undefined {
  if (echoedNot.test(plain)) return 'no';
  return echoed.test(plain) ? 'yes' : undefined;
}

function signIn(plain: string): Polarity | undefined {
  if (unsureAlone.test(plain)) return 'unsure';
  const found: { at: number; length: number; polarity: Polarity }[] = [];
  let rest = plain;
  for (const [polarity, pattern] of sayings) {
    const match = pattern.exec(plain);
    if (match === null) continue;
    const { length } = match[0];
    found.push({ at: match.index, length, polarity });
    // What belongs to a saying says nothing more on its own.
    rest = rest.slice(0, match.index) + '_'.repeat(length) + rest.slice(match.index + length);
  }
  const first = found.sort((one, other) => one.at - other.at || other.length - one.length)[0];
  if (first?.polarity === 'unsure' && found[1] !== undefined && !plain.includes(english.yesNo.depends))
    return found[1].polarity;
  if (yesFirst.test(rest)) return first?.polarity === 'no' && first.at < 2 ? 'no' : 'yes';
  if (noFirst.test(rest) || noAlone.test(rest)) return 'no';
  if (first !== undefined) return first.polarity;
  if (yesAlone.test(rest)) return 'yes';
  const [yes, no] = [
    yesLater.exec(rest)?.index ?? Number.POSITIVE_INFINITY,
    noLater.exec(rest)?.index ?? Number.POSITIVE_INFINITY,
  ];
  if (yes !== no) return yes < no ? 'yes' : 'no';
  return undefined;
}

function statedPolarity(clauses: readonly Clause[], question: string): Polarity | undefined {
  const asked = new Set(contentStems(question));
  for (const { plain } of clauses) {
    const stems = new Set(contentStems(plain));
    const shared = [...stems].filter((stem) => asked.has(stem)).length;
    const isAgreed = shared > asked.size / 2 || (shared > 0 && shared === stems.size);
    if (negated.test(plain)) {
      if (shared > 0 || statement.test(plain) || plain.split(' ').length <= 5) return 'no';
    } else if (echoed.test(plain) || (isAgreed && statement.test(plain))) return 'yes';
  }
  return undefined;
}
