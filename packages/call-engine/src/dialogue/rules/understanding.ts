import { type TimeZone, TimeZones } from '@parley/kernel/local-time.ts';
import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { ofAllLanguages, words } from '@parley/language/locale-tables.ts';
import { type Clause, type Speech, speechOf, wordCount } from '@parley/language/speech.ts';
import { readCallbackTime } from '@parley/language/spoken-time.ts';
import type { CallContext, Expectation, OtherAnswer, Understanding } from '../dialogue-model.ts';
import { chosenFrom } from './alternatives.ts';
import { type Asked, askedIn } from './asked.ts';
import { correctionIn, standingIn, toldAlready, unreported, withdrawsAnswer } from './correction.ts';
import { counterQuestion, invitesQuestions, isQuestionAnnounced } from './counter-question.ts';
import { anyOf, isAnyOf, startsWithAnyOf } from './cue-pattern.ts';
import { type Answer, answerTo, leaning, type Reading, wordsOf } from './expected-answer.ts';
import { type FlowQuestion, flowQuestions, isAbout, statementsIn } from './flow-questions.ts';
import { cuesOf, type Wish } from './foreign-cues.ts';
import { isOffTopic } from './off-topic.ts';
import { asksWhetherNow, atOpening, machineIn, namesCallTime } from './opening.ts';
import { optOutAnswer } from './opt-out-answer.ts';
import { insteadOf, otherAnswers, toldBefore } from './other-answers.ts';
import { polarityOf, putsRight } from './polarity.ts';
import { sectionAsks } from './section-wording.ts';
import { selfQuestionIn, selfQuestionOf } from './self-question.ts';
import { goesOn, takingBack } from './taken-back.ts';
import { topicChange } from './topic-change.ts';
import { type Wished, wishesIn } from './wishes.ts';

/** What another reading is sure of, and the rules then look for. */
export interface Hints {
  readonly corrects?: boolean;
  readonly hasToldAlready?: boolean;
  readonly mayWantNoCalls?: boolean;
  readonly wantsPerson?: boolean;
}

/** What the contact meant, by their words alone. The same words are always understood the same. */
export function understand(
  heard: string,
  expectation: Expectation,
  context: CallContext,
  zones = new TimeZones(),
  hints: Hints = {},
): Understanding {
  const speech = speechOf(heard);
  if (isHesitation(speech, expectation)) return { wants: { moment: true } };
  if (speech.clauses.length === 0) return { wants: {} };
  const foreign = cuesOf(context.plan.language);
  const isStart = expectation.kind === 'opening' || expectation.kind === 'presence';
  const machine = machineIn(speech, isStart, context.plan.language);
  if (machine !== undefined && machine !== 'menu') return { wants: {}, machine };

  const question = expectation.kind === 'answer' ? expectation.question.text : '';
  const asked =
    expectation.kind === 'answer' ? askedIn(expectation.question, context.plan.language) : undefined;
  const labels = labelsIn(expectation, context);
  const isOfUs = (plain: string): boolean => selfQuestionIn(plain, context.plan.language) !== undefined;
  const { plan } = context;
  const { contact } = plan;
  const wished = wishesIn(speech, { expectation, asked, contact, labels, foreign, isOfUs });
  // A menu wants nothing of us: whoever wants no more calls is a person who speaks of keys.
  if (machine === 'menu' && !wished.wishes.has('neverAgain')) return { wants: {}, machine };
  // Later on, the words of a wish that the rules do not hear would be left as an answer.
  const isPersonWanted = isStart && hints.wantsPerson === true;
  const voiced = isPersonWanted
    ? { ...wished, wishes: new Set([...wished.wishes, 'person' as const]) }
    : wished;
  const back = hints.mayWantNoCalls === true ? [] : takingBack(voiced, speech, expectation, plan.language);
  const found = { ...wished, spent: new Set([...wished.spent, ...back]) };
  const offTopic = isOffTopic(speech, question) && !withdrawsAnswer(speech, context);
  const asking =
    offTopic || expectation.kind === 'message'
      ? undefined
      : counterQuestion(speech, (clause) => found.spent.has(clause), foreign?.asksOpen, isOfUs);
  const zone = zones.of(context.plan.hours.timeZone);
  const said = remaining(speech, found, asking?.clauses ?? [], asked);
  const spoken = { context, zone };
  const planned =
    expectation.kind === 'answer' || expectation.kind === 'confirmation' ? expectation.question : undefined;
  // Whoever speaks for the contact answers nothing in their place.
  const isAside = offTopic || found.isThirdParty === true || !isInFlow.has(expectation.kind);
  const questions = isAside ? [] : flowQuestions(context, planned);
  const open = questions.find((each) => each.question.id === planned?.id);
  const isSure = hints.corrects === true;
  const unspent = standingIn(said, plan.language, (taking) =>
    questions.some((each) => each !== open && isAbout(each, taking)),
  );
  const correction =
    correctionIn({ ...speech, clauses: unspent }, { ...spoken, questions, open, isSure }) ??
    topicChange(unspent, questions, open, spoken);
  const uncorrected =
    correction === undefined
      ? unspent
      : unspent.filter((clause) => !correction.clauses.includes(clause) && !isApology(clause));
  const beside = expectation.kind === 'answer' ? toldAlready(uncorrected, open, spoken) : undefined;
  const hasTold = expectation.kind === 'answer' && (beside !== undefined || hints.hasToldAlready === true);
  const left = beside ?? uncorrected;
  const own = left.length === said.length && beside === undefined ? speech : reduced(speech, left);
  const reading: Reading = { speech: own, clauses: left, question, foreign, context, zone };

  const wishes = settled(found, expectation, reading);
  if (back.length > 0) for (const wish of ['person', 'later'] as const) wishes.delete(wish);
  // "Wait, I meant four" wants no moment.
  if (correction !== undefined) for (const wish of ['moment', 'repeat'] as const) wishes.delete(wish);
  const isRefused = !hasTold && (wishes.has('refusal') || isDeclinedMessage(expectation, reading));
  const isSilent = offTopic || isRefused || found.isThirdParty === true;
  const read = isSilent ? undefined : answerIn(expectation, asked, labels, reading, wishes);
  // "Do you have any questions?" – "Yes" is half an answer.
  const isHalf = read?.value === true && asking === undefined && invitesQuestions(question, plan.language);
  const whole = isHalf ? { value: true, isClear: false } : read;
  const isAnswered = whole?.isClear === true || !hasTold;
  const heardNow = isAnswered ? whole : open && toldBefore(open, questions, spoken);
  const others = [
    ...(correction === undefined ? [] : [correction.other]),
    ...(expectation.kind === 'confirmation' && open !== undefined
      ? insteadOf(expectation.value, left, open, spoken)
      : otherAnswers(unreported(left, plan.language), {
          ...spoken,
          questions,
          open,
          expectation,
          answer: isAnswered ? heardNow : undefined,
        })),
  ].filter(({ questionId }, index, all) => all.findIndex((each) => each.questionId === questionId) === index);
  // What answers another question is no unclear answer to this one.
  const isElsewhere = others.length > 0 && others.length >= statementsIn(left, plan.language).length;
  // "Depends, what do you pay?": what they want to know comes first, and then we ask again.
  const isPutOff = isElsewhere || asking !== undefined;
  const rest =
    asked?.kind === 'yes_no' && open !== undefined ? besideOthers(left, others, open, plan.language) : left;
  const alone =
    rest.length === 0 || rest.length === left.length || !isAnswered || isSilent
      ? undefined
      : answerIn(
          expectation,
          asked,
          labels,
          { ...reading, speech: reduced(speech, rest), clauses: rest },
          wishes,
        );
  const mine = alone?.isClear ? alone : heardNow;
  const answer = mine?.isClear === false && isAnswered && isPutOff ? undefined : mine;
  // "Let me think … about five years": they have thought.
  if (answer?.isClear) wishes.delete('moment');
  const isDone =
    expectation.kind !== 'talk'
      ? undefined
      : !offTopic &&
        (asking === undefined || !sectionAsks(expectation.section, context)) &&
        !wantsMore.test(speech.plain) &&
        !isQuestionAnnounced(context) &&
        !wishes.has('repeat') &&
        !wishes.has('moment');

  const isBesideFlow = expectation.kind === 'message' || expectation.kind === 'callback_time';
  return {
    ...(isBesideFlow && goesOn(heard, plan.language) ? { goesOn: true as const } : {}),
    ...(back.length > 0 ? { takesBack: true as const } : {}),
    wants: wantsOf(wishes, found, labels, heard, reading),
    ...(asking === undefined || wishes.has('wrongPerson') ? {} : askedOf(asking.text, context)),
    ...(offTopic ? { isOffTopic: true } : {}),
    ...(isRefused ? { isRefused: true } : {}),
    ...(answer === undefined ? {} : { answer }),
    ...(others.length === 0 ? {} : { others }),
    ...(hasTold ? { hasToldAlready: true as const } : {}),
    ...(isDone === undefined ? {} : { isDone }),
  };
}

/**
 * "I've got my licence, and I don't mind weekends": what another question was answered with says neither yes nor no to the
 * open one.
 */
const besideOthers = (
  clauses: readonly Clause[],
  others: readonly OtherAnswer[],
  open: FlowQuestion,
  language: Language,
): readonly Clause[] =>
  clauses.filter((clause) => {
    const statements = statementsIn([clause], language);
    const isTaken = statements.every((each) => others.some(({ quote }) => quote === each));
    return !isTaken || statements.length === 0 || isAbout(open, clause.raw);
  });

/** Where something may be said about the questions of the flow. */
const isInFlow: ReadonlySet<Expectation['kind']> = new Set(['opening', 'answer', 'talk', 'confirmation']);

/** What was said without what was not meant for the open question. */
const reduced = ({ clauses }: Speech, left: readonly Clause[]): Speech => ({
  raw: left.map(({ raw }) => raw).join(', '),
  plain: left.map(({ plain }) => plain).join(' '),
  clauses,
});

/** "Well, um." is neither an answer nor nothing: they are thinking aloud. */
function isHesitation({ raw, plain }: Speech, { kind }: Expectation): boolean {
  const isExpected = kind === 'answer' || kind === 'talk' || kind === 'message' || kind === 'callback_time';
  return isExpected && hesitating().test(raw) && musing.test(plain);
}

const hesitating = ofAllLanguages(
  (languages) =>
    new RegExp(
      `\\b(?:${languages.flatMap((language) => words[language].hesitation ?? []).join('|')})\\b|…`,
      'iu',
    ),
);
const musing = isAnyOf(english.answers.thinkingAloud);
const courtesy = isAnyOf(english.answers.courtesies);
/** The "sorry" before a correction belongs to no other answer; a "no" may. */
const isApology = (clause: Clause): boolean => courtesy.test(clause.plain) && !plainYesNo.test(clause.plain);

function askedOf(
  question: string,
  context: CallContext,
): Pick<Understanding, 'question' | 'about' | 'asksWho'> {
  const about = selfQuestionOf(question, context);
  return {
    question,
    ...(about === undefined ? {} : { about }),
    ...(about === 'who' || about === 'machine' ? { asksWho: true } : {}),
  };
}

const labelsIn = (expectation: Expectation, { plan }: CallContext): readonly string[] =>
  expectation.kind === 'choice'
    ? expectation.labels
    : plan.handoffs.flatMap(({ destinations }) =>
        destinations.flatMap(({ label }) => (label === undefined ? [] : [label])),
      );

const plainYesNo = startsWithAnyOf(english.yesNo.first);

/** What may be an answer: neither a wish nor a question to us, though either may begin with a yes or no. */
function remaining(
  speech: Speech,
  { spent, wishes, afterMoment }: Wished,
  questions: readonly Clause[],
  asked: Asked | undefined,
): Clause[] {
  const isYesNo = asked?.kind === 'yes_no';
  const left = speech.clauses.flatMap((clause, index): Clause[] => {
    if (!spent.has(clause) && !questions.includes(clause)) return [clause];
    // "I do. Oh wait, no": they want no moment, they take it back.
    const next = speech.clauses[index + 1];
    if (isYesNo && next !== undefined && putsRight(clause.plain, next.plain)) return [clause];
    const rest = asked === undefined || asked.kind === 'words' ? undefined : afterMoment.get(clause);
    if (rest !== undefined) return [rest];
    const lead = isYesNo ? plainYesNo.exec(clause.plain)?.[0] : undefined;
    return lead === undefined || lead === clause.plain ? [] : [{ ...clause, raw: lead, plain: lead }];
  });
  const isOnlyDeclined = left.length === 0 && wishes.size === 1 && wishes.has('notInterested');
  return isYesNo && isOnlyDeclined && polarityOf(speech.clauses, '') === 'no' ? [...speech.clauses] : left;
}

/** The wishes as they are to be taken where they were uttered. */
function settled(found: Wished, expectation: Expectation, reading: Reading): Set<Wish> {
  const wishes =
    expectation.kind === 'opening'
      ? atOpening(found.wishes, reading, expectation.isUnasked === true)
      : new Set(found.wishes);
  const isAboutNow = expectation.kind === 'answer' && asksWhetherNow(expectation.question.text);
  if (isAboutNow && wishes.size === 0 && namesCallTime(reading)) wishes.add('later');
  if (expectation.kind === 'callback_time') wishes.delete('refusal');
  if (expectation.kind === 'callback_time' && !wishes.has('neverAgain') && !wishes.has('notInterested')) {
    if (leaning(reading) === 'no' && wordCount(reading.speech.plain) <= 4) wishes.add('refusal');
    else wishes.add('later');
  }
  return wishes;
}

const noMessage = anyOf(english.wishes.noMessage);

const isDeclinedMessage = (expectation: Expectation, reading: Reading): boolean =>
  expectation.kind === 'message' &&
  wordCount(reading.speech.plain) <= 6 &&
  (noMessage.test(reading.speech.plain) || leaning(reading) === 'no');

const MOST_POLITE_WORDS = 3;
const wantsMore = anyOf(english.wishes.goOn);
const signOfLife = isAnyOf(english.wishes.signOfLife);

function answerIn(
  expectation: Expectation,
  asked: Asked | undefined,
  labels: readonly string[],
  reading: Reading,
  wishes: ReadonlySet<Wish>,
): Answer | undefined {
  switch (expectation.kind) {
    case 'answer': {
      const answer = asked === undefined ? undefined : answerTo(asked, reading);
      // While they think, or ask to hear it again, what cannot be made out is no answer yet.
      const isWaiting = wishes.has('moment') || wishes.has('repeat');
      return isWaiting && answer?.isClear === false ? undefined : answer;
    }
    case 'choice': {
      const chosen = chosenFrom(labels, reading.speech.clauses);
      if (chosen?.kind === 'one') return { value: chosen.option, isClear: true };
      if (chosen?.kind === 'any' && labels[0] !== undefined) return { value: labels[0], isClear: true };
      return reading.clauses.length === 0 ? undefined : { value: wordsOf(reading), isClear: false };
    }
    case 'talk':
    case 'message': {
      // A "please" or "thanks" beside a wish or a question is no contribution.
      const isRest = reading.clauses.length < reading.speech.clauses.length;
      const rest = reading.clauses.map((clause) => clause.plain).join(' ');
      return isRest && wordCount(rest) <= MOST_POLITE_WORDS
        ? undefined
        : answerTo({ kind: 'words' }, reading);
    }
    case 'presence':
      return signOfLife.test(reading.speech.plain) ||
        (reading.foreign?.polarityOf(reading.clauses) === 'yes' && wordCount(reading.speech.plain) <= 5)
        ? { value: true, isClear: true }
        : undefined;
    case 'confirmation': {
      if (toldAlready(reading.speech.clauses, undefined, reading) !== undefined)
        return { value: true, isClear: true };
      const lean = leaning(reading);
      return lean === 'yes' || lean === 'no' ? { value: lean === 'yes', isClear: true } : undefined;
    }
    case 'recording': {
      if (wishes.has('unrecorded')) return { value: false, isClear: true };
      const lean = leaning({ ...reading, clauses: reading.speech.clauses });
      return lean === 'yes' || lean === 'no' ? { value: lean === 'yes', isClear: true } : undefined;
    }
    case 'opt_out':
      return optOutAnswer(reading, wishes);
    case 'opening':
    case 'callback_time':
      return undefined;
  }
}

function wantsOf(
  wishes: ReadonlySet<Wish>,
  { spent }: Wished,
  labels: readonly string[],
  heard: string,
  reading: Reading,
): Understanding['wants'] {
  const named = wishes.has('person') ? chosenFrom(labels, [...spent]) : undefined;
  return {
    ...(wishes.has('person') ? { person: named?.kind === 'one' ? { label: named.option } : {} } : {}),
    ...(wishes.has('neverAgain') ? { neverAgain: true } : {}),
    ...(wishes.has('notInterested') ? { notInterested: true } : {}),
    ...(wishes.has('unrecorded') ? { unrecorded: true } : {}),
    ...(wishes.has('wrongPerson') ? { wrongPerson: true } : {}),
    ...(wishes.has('later') ? { later: callbackAt(heard, reading.context, reading.zone) } : {}),
    ...(wishes.has('goodbye') ? { goodbye: true } : {}),
    ...(wishes.has('repeat') ? { repeat: true } : {}),
    ...(wishes.has('moment') ? { moment: true } : {}),
  };
}

const LONGEST_WISH = 500;

/** A wish to be called at the time that was named, if any. */
export const laterCall = (
  heard: string,
  context: CallContext,
  zones: TimeZones,
): NonNullable<Understanding['wants']['later']> =>
  callbackAt(heard, context, zones.of(context.plan.hours.timeZone));

function callbackAt(
  heard: string,
  { answeredAt, plan }: CallContext,
  timeZone: TimeZone,
): { rawText: string; at: string | null } {
  const rawText = heard.slice(0, LONGEST_WISH).trim();
  const at = readCallbackTime(rawText, {
    now: new Date(answeredAt),
    timeZone,
    window: plan.hours.window,
    language: plan.language,
  });
  return { rawText, at: at?.toISOString() ?? null };
}
