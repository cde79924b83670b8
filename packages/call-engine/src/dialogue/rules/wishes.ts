import { memoizeRecent, memoizeRecentBy } from '@parley/kernel/memoize.ts';
import { english } from '@parley/language/english-tables.ts';
import { cues } from '@parley/language/locale-tables.ts';
import { type Clause, folded, type Speech } from '@parley/language/speech.ts';
import type { Expectation } from '../dialogue-model.ts';
import { chosenFrom } from './alternatives.ts';
import type { Asked } from './asked.ts';
import { anyOf, isAnyOf, startsWithAnyOf } from './cue-pattern.ts';
import type { ForeignCues, Wish } from './foreign-cues.ts';
import { recordingObjections } from './recording-objection.ts';
import { contentStems } from './stem.ts';

export interface Wished {
  readonly wishes: ReadonlySet<Wish>;
  /** The clauses that a wish was found in: they are no answer. */
  readonly spent: ReadonlySet<Clause>;
  /** What such a clause goes on with after asking for a moment: "let me think five years". */
  readonly afterMoment: ReadonlyMap<Clause, Clause>;
  /** Somebody else speaks, who can be reached instead of the contact but answers nothing. */
  readonly isThirdParty?: boolean;
}

const LEAD = english.wishes.lead;
const alone = (phrases: readonly string[]): RegExp =>
  isAnyOf(phrases.map((phrase) => `${LEAD}(?:${phrase})`));

const anywhere: readonly (readonly [Wish, RegExp])[] = [
  ['person', anyOf(cues.EN.person)],
  ['neverAgain', anyOf(cues.EN.neverAgain)],
  ['later', anyOf(cues.EN.later)],
  ['goodbye', anyOf(cues.EN.goodbye)],
  ['repeat', anyOf(cues.EN.repeat)],
  ['refusal', anyOf(cues.EN.refusal)],
];
const asWhole: readonly (readonly [Wish, RegExp])[] = [
  ['person', alone(english.wishes.personAlone)],
  ['wrongPerson', alone(english.wishes.wrongPersonAlone)],
  ['repeat', isAnyOf(english.wishes.repeatAlone)],
];
const wrongPerson = anyOf(cues.EN.wrongPerson);
const absent = anyOf(english.wishes.absent);
const absentAtOpening = anyOf(english.wishes.absentAtOpening);
const thirdParty = anyOf(cues.EN.thirdParty ?? []);
const relation = new RegExp(`(?<![^ ])${english.wishes.relations}(?:(?= )|'s(?= ))`);
const talkTo = anyOf(english.wishes.talkTo);
const moment = anyOf(cues.EN.moment);
const errand = startsWithAnyOf(english.wishes.errand);
const returned = isAnyOf(english.wishes.returned);
const declined = anyOf(cues.EN.notInterested);
/** A decline in these words may as well be an answer that takes them up from the question. */
const ambiguous = new RegExp(english.wishes.declineMayBeAnswer);
const busy = anyOf(english.wishes.busy);
/** Asked what they do, an operator is one and does not ask for one. */
const occupation = new RegExp(english.wishes.asksOccupation, 'i');
const trade = new RegExp(english.wishes.occupationIsAnswer);
/** Being on the road is then the answer. */
const commute = new RegExp(english.wishes.asksCommute, 'i');
const notNow = isAnyOf(english.wishes.notNow);
const hardship = isAnyOf(english.wishes.hardship);
const bareRefusal = isAnyOf(english.wishes.bareRefusal);
const openingDecline = alone(cues.EN.noThanks);
const notInterestedIn = anyOf(english.wishes.notInterestedIn);

/** What the words of one clause are by themselves, whoever says them and whatever was asked. */
const clauseSigns = memoizeRecent((plain) => ({
  wishes: anywhere.flatMap(([wish, pattern]) => (pattern.test(plain) ? [wish] : [])),
  afterMoment: afterMomentIn(plain),
  decline: declined.exec(plain)?.[0],
  situation: busy.exec(plain)?.[0],
  isNotNow: notNow.test(plain),
  isHardship: hardship.test(plain),
  isBareRefusal: bareRefusal.test(plain),
  asksToTalk: talkTo.test(plain),
  isOpeningDecline: openingDecline.test(plain) || notInterestedIn.test(plain),
}));

/** What follows the wish for a moment; undefined where there is none. */
function afterMomentIn(plain: string): string | undefined {
  const pause = moment.exec(plain);
  return pause === null ? undefined : plain.slice(pause.index + pause[0].length).trim();
}

/** Of what was said as a whole. */
const wholeSigns = memoizeRecent((plain) =>
  asWhole.flatMap(([wish, pattern]) => (pattern.test(plain) ? [wish] : [])),
);

/** Of a clause that has "he" in place of the contact's name. */
const signsOfOthers = memoizeRecent((named) => ({
  isWrongPerson: wrongPerson.test(named),
  isAbsent: thirdParty.test(named) || absent.test(named),
}));

export interface Listening {
  readonly expectation: Expectation;
  /** Undefined when nothing was asked. */
  readonly asked: Asked | undefined;
  readonly contact: { readonly firstName: string; readonly lastName: string };
  /** Whom they may ask for by name. */
  readonly labels: readonly string[];
  readonly foreign: ForeignCues | undefined;
  /** Whether they ask who we are, or what we want. */
  readonly isOfUs: (plain: string) => boolean;
}

export function wishesIn(speech: Speech, listening: Listening): Wished {
  const { expectation, asked: kind, foreign } = listening;
  const wishes = new Set<Wish>();
  const spent = new Set<Clause>();
  const afterMoment = new Map<Clause, Clause>();
  let isThirdParty = false;
  const find = (wish: Wish, clause: Clause): void => {
    // "Tell them to call me back" is the message and not a wish to us.
    if (expectation.kind === 'message' && !heededInMessage.has(wish)) return;
    wishes.add(wish);
    spent.add(clause);
  };
  const question = expectation.kind === 'answer' ? expectation.question.text : '';
  const asked = new Set(contentStems(question));
  const isTakenUp = (words: string): boolean =>
    asked.size > 0 && contentStems(words).some((stem) => asked.has(stem));

  for (const clause of speech.clauses) {
    const { plain } = clause;
    const signs = clauseSigns(plain);
    // "Nights don't bother me" answers a question; before one was asked, nobody is spoken to but us.
    const isHardship = expectation.kind === 'answer' && signs.isHardship;
    for (const wish of signs.wishes) if (wish !== 'neverAgain' || !isHardship) find(wish, clause);
    const { afterMoment: rest, decline, situation } = signs;
    if (rest !== undefined) find('moment', clause);
    if (rest) afterMoment.set(clause, { ...clause, plain: rest });
    // "Not interested in nights" answers a question about interests; it does not decline the call.
    if (decline !== undefined && !(ambiguous.test(decline) && isTakenUp(decline)))
      find('notInterested', clause);
    if (situation !== undefined && !isTakenUp(situation) && !commute.test(question)) find('later', clause);
    // To a question that yes or no answers, "not now" and "I'd rather not" are the answer.
    if (signs.isNotNow && canBePutOff(listening)) find('later', clause);
    if (signs.isBareRefusal && kind?.kind !== 'yes_no') find('refusal', clause);
    const named = withoutName(plain, listening.contact);
    if (signsOfOthers(named).isWrongPerson) find('wrongPerson', clause);
    else if (speaksForThem(plain, named, listening)) {
      find('later', clause);
      isThirdParty = true;
    }
    if (signs.asksToTalk && chosenFrom(listening.labels, [clause])?.kind === 'one') find('person', clause);
    if (expectation.kind === 'opening' && signs.isOpeningDecline) find('notInterested', clause);
    if (foreign !== undefined && expectation.kind === 'opening' && foreign.noThanks.test(plain))
      find('notInterested', clause);
    if (expectation.kind === 'opening' && foreign?.busy?.test(plain)) find('later', clause);
    if (foreign !== undefined)
      // "What is it about?" has in some languages the words of "what was that?".
      for (const [wish, pattern] of foreign.wishes)
        if (
          (pattern.test(plain) ||
            (wish === 'wrongPerson' && pattern.test(unnamed(plain, listening.contact)))) &&
          !(wish === 'repeat' && listening.isOfUs(plain))
        )
          find(wish, clause);
  }
  for (const wish of wholeSigns(speech.plain))
    if (!(occupation.test(question) && trade.test(speech.plain)))
      for (const clause of speech.clauses) find(wish, clause);

  for (const clause of recordingObjections(speech, question, foreign?.language ?? 'EN'))
    find('unrecorded', clause);
  awaitErrand(speech, spent, find, wishes, expectation);
  if (foreign?.repeatAlone.test(speech.plain)) for (const clause of speech.clauses) find('repeat', clause);
  // "Don't call me back" asks for no call at all.
  if (wishes.has('neverAgain')) wishes.delete('later');
  return { wishes, spent, afterMoment, ...(isThirdParty ? { isThirdParty } : {}) };
}

/**
 * "One second, let me close the door": why they want the moment belongs to the wish. Whoever adds "okay, go ahead"
 * has had it, and missed what was asked.
 */
function awaitErrand(
  { clauses }: Speech,
  spent: ReadonlySet<Clause>,
  find: (wish: Wish, clause: Clause) => void,
  wishes: Set<Wish>,
  { kind }: Expectation,
): void {
  if (!wishes.has('moment')) return;
  for (const [index, clause] of clauses.entries()) {
    const before = clauses[index - 1];
    if (before === undefined || !spent.has(before)) continue;
    if (!spent.has(clause) && errand.test(clause.plain)) find('moment', clause);
  }
  const last = clauses.at(-1);
  if (kind !== 'answer' || last === undefined || spent.has(last) || !returned.test(last.plain)) return;
  for (const clause of clauses.slice(-2))
    if (returned.test(clause.plain) || clause.plain === english.wishes.okay) find('repeat', clause);
  wishes.delete('moment');
}

const heededInMessage: ReadonlySet<Wish> = new Set([
  'neverAgain',
  'goodbye',
  'repeat',
  'refusal',
  'unrecorded',
]);

/** Whoever answers one of these is not asked for time: "no, tomorrow". */
const isFollowUp: ReadonlySet<Expectation['kind']> = new Set([
  'callback_time',
  'confirmation',
  'opt_out',
  'recording',
]);

const canBePutOff = ({ expectation, asked }: Listening): boolean =>
  expectation.kind === 'answer'
    ? asked?.kind === 'words' || asked?.kind === 'number'
    : !isFollowUp.has(expectation.kind);

/** Where somebody else may have picked up. */
const mayBeAnother: ReadonlySet<Expectation['kind']> = new Set(['opening', 'presence', 'callback_time']);

/** Somebody else has picked up, and the contact can be reached at another time. */
function speaksForThem(plain: string, named: string, { expectation, contact, foreign }: Listening): boolean {
  if (signsOfOthers(named).isAbsent) return true;
  if (!mayBeAnother.has(expectation.kind)) return false;
  const ofHim = named.replace(relation, (found) => (found.endsWith("'s") ? he.subjectIs : he.subject));
  if (absentAtOpening.test(ofHim)) return true;
  return foreign?.thirdParty?.test(unnamed(plain, contact)) === true;
}

/** With a sign in place of the contact's name. */
function unnamed(plain: string, contact: Listening['contact']): string {
  const names = namesOf(contact);
  return plain
    .split(' ')
    .map((word) => (names.has(word) ? '_' : word))
    .join(' ');
}

/** Whoever speaks of the contact by name speaks of somebody else, as with "he". */
function withoutName(plain: string, contact: Listening['contact']): string {
  const names = namesOf(contact);
  const words = plain.split(' ').map((word, index, all) => {
    if (names.has(word)) return he.subject;
    if (!word.endsWith("'s") || !names.has(word.slice(0, -2))) return word;
    return WHEREABOUTS.has(all[index + 1] ?? '') ? he.subjectIs : he.possessive;
  });
  return words.filter((word, index) => word !== words[index - 1]).join(' ');
}

const namesOf: (contact: Listening['contact']) => ReadonlySet<string> = memoizeRecentBy(
  ({ firstName, lastName }) => `${firstName}\0${lastName}`,
  ({ firstName, lastName }) => new Set([...folded(firstName).split(' '), ...folded(lastName).split(' ')]),
);

const he = english.wishes.heInsteadOfName;
const WHEREABOUTS = new Set(english.wishes.whereabouts);
