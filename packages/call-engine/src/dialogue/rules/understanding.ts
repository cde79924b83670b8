import { TimeZones } from '@parley/kernel/local-time.ts';
import { english } from '@parley/language/english-tables.ts';
import { cues, ofAllLanguages, words } from '@parley/language/locale-tables.ts';
import {
  type Clause,
  folded,
  plainWords,
  type Speech,
  speechOf,
  wordCount,
} from '@parley/language/speech.ts';
import { readCallbackTime } from '@parley/language/spoken-time.ts';
import type { CallContext, Expectation, Understanding } from '../dialogue-model.ts';
import { chosenFrom } from './alternatives.ts';
import { type Asked, askedIn } from './asked.ts';
import { counterQuestion, invitesQuestions, isQuestionAnnounced } from './counter-question.ts';
import { anyOf, isAnyOf, startsWithAnyOf } from './cue-pattern.ts';
import { type Answer, answerTo, leaning, type Reading, wordsOf } from './expected-answer.ts';
import { cuesOf, type Wish } from './foreign-cues.ts';
import { isOffTopic } from './off-topic.ts';
import { polarityOf } from './polarity.ts';
import { sectionAsks } from './section-wording.ts';
import { selfQuestionIn, selfQuestionOf } from './self-question.ts';
import { type Wished, wishesIn } from './wishes.ts';

/** What the contact meant, by their words alone. The same words are always understood the same. */
export function understand(
  heard: string,
  expectation: Expectation,
  context: CallContext,
  zones = new TimeZones(),
): Understanding {
  const speech = speechOf(heard);
  if (isHesitation(speech, expectation)) return { wants: { moment: true } };
  if (speech.clauses.length === 0) return { wants: {} };
  const foreign = cuesOf(context.plan.language);
  const isStart = expectation.kind === 'opening' || expectation.kind === 'presence';
  const machine = machineIn(speech, isStart, foreign?.voicemail);
  if (machine !== undefined) return { wants: {}, machine };

  const question = expectation.kind === 'answer' ? expectation.question.text : '';
  const asked =
    expectation.kind === 'answer' ? askedIn(expectation.question, context.plan.language) : undefined;
  const labels = labelsIn(expectation, context);
  const isOfUs = (plain: string): boolean => selfQuestionIn(plain, context.plan.language) !== undefined;
  const { plan } = context;
  const { contact } = plan;
  const found = wishesIn(speech, { expectation, asked, contact, labels, foreign, isOfUs });
  const offTopic = isOffTopic(speech, question);
  const asking =
    offTopic || expectation.kind === 'message'
      ? undefined
      : counterQuestion(speech, (clause) => found.spent.has(clause), foreign?.asksOpen, isOfUs);
  const left = remaining(speech, found, asking?.clauses ?? [], asked);
  const zone = zones.of(context.plan.hours.timeZone);
  const reading: Reading = { speech, clauses: left, question, foreign, context, zone };

  const wishes = settled(found, expectation, reading);
  const isRefused = wishes.has('refusal') || isDeclinedMessage(expectation, reading);
  const read = offTopic || isRefused ? undefined : answerIn(expectation, asked, labels, reading, wishes);
  // "Do you have any questions?" – "Yes" is half an answer.
  const isHalf = read?.value === true && asking === undefined && invitesQuestions(question, plan.language);
  const answer = isHalf ? { value: true, isClear: false } : read;
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

  return {
    wants: wantsOf(wishes, found, labels, heard, reading),
    ...(asking === undefined || wishes.has('wrongPerson') ? {} : askedOf(asking.text, context)),
    ...(offTopic ? { isOffTopic: true } : {}),
    ...(isRefused ? { isRefused: true } : {}),
    ...(answer === undefined ? {} : { answer }),
    ...(isDone === undefined ? {} : { isDone }),
  };
}

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

function askedOf(question: string, context: CallContext): Pick<Understanding, 'question' | 'asksWho'> {
  const kind = selfQuestionOf(question, context);
  return { question, ...(kind === 'who' || kind === 'machine' ? { asksWho: true } : {}) };
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
  const left = speech.clauses.flatMap((clause): Clause[] => {
    if (!spent.has(clause) && !questions.includes(clause)) return [clause];
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
  const wishes = new Set(found.wishes);
  const isQuiet = wishes.size === 0;
  if (expectation.kind === 'opening') {
    // Whoever says hello has heard us.
    if (greeting.test(reading.speech.plain)) wishes.delete('repeat');
    const isSomeoneElse = someoneElse.test(reading.speech.plain) && !isNamed(reading);
    if (isQuiet && isSomeoneElse) wishes.add('wrongPerson');
    else if (isQuiet && isBareNo(reading)) wishes.add(deniedAtOpening(reading.context));
  }
  if (expectation.kind === 'callback_time') wishes.delete('refusal');
  if (expectation.kind === 'callback_time' && !wishes.has('neverAgain') && !wishes.has('notInterested')) {
    if (leaning(reading) === 'no' && wordCount(reading.speech.plain) <= 4) wishes.add('refusal');
    else wishes.add('later');
  }
  return wishes;
}

const greeting = isAnyOf(english.wishes.greeting);
const someoneElse = startsWithAnyOf(english.wishes.someoneElse);
const isNamed = ({ speech, context }: Reading): boolean =>
  ` ${speech.plain} `.includes(` ${folded(context.plan.contact.firstName)} `);

const isBareNo = (reading: Reading): boolean =>
  reading.clauses.length > 0 && wordCount(reading.speech.plain) <= 6 && leaning(reading) === 'no';

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
    ...(wishes.has('wrongPerson') ? { wrongPerson: true } : {}),
    ...(wishes.has('later') ? { later: laterCall(heard, reading) } : {}),
    ...(wishes.has('goodbye') ? { goodbye: true } : {}),
    ...(wishes.has('repeat') ? { repeat: true } : {}),
    ...(wishes.has('moment') ? { moment: true } : {}),
  };
}

const LONGEST_WISH = 500;

function laterCall(
  heard: string,
  { context: { answeredAt, plan }, zone }: Reading,
): { rawText: string; at: string | null } {
  const rawText = heard.slice(0, LONGEST_WISH).trim();
  const at = readCallbackTime(rawText, {
    now: new Date(answeredAt),
    timeZone: zone,
    window: plan.hours.window,
    language: plan.language,
  });
  return { rawText, at: at?.toISOString() ?? null };
}

const identity = anyOf(english.wishes.openingAsksIdentity);
const time = anyOf(english.wishes.openingAsksTime);

/** What a bare "no" denies after our first message: being the contact, having time, or being interested. */
function deniedAtOpening({ plan, turns }: CallContext): 'wrongPerson' | 'later' | 'notInterested' {
  const said = turns.findLast((turn) => turn.speaker === 'agent')?.text ?? '';
  const text = said.includes('?') ? said : plan.firstMessage.text;
  const end = text.lastIndexOf('?');
  if (end < 0) return 'notInterested';
  const question = plainWords(text.slice(0, end).split(/[.!?]/).at(-1) ?? '');
  if (time.test(question)) return 'later';
  return identity.test(question) ? 'wrongPerson' : 'notInterested';
}

/** Each sentence of a recorded greeting, by how surely no living person would say it. */
const VOICEMAIL: readonly (readonly [number, RegExp])[] = [
  [3, anyOf(cues.EN.voicemail)],
  [2, anyOf(english.wishes.voicemailLikely)],
  [1, anyOf(english.wishes.voicemailPossible)],
  [1, anyOf(english.wishes.voicemailRetry)],
];

const SCREENING = anyOf(english.wishes.screening);

/** A person who picks up a firm's telephone says some of these words too: one of them is not enough. */
const ENOUGH = 2;
/** In the middle of a talk, talking about voicemail is likelier than being one. */
const ENOUGH_LATER = 4;

export function machineIn(
  { plain }: Speech,
  isOpening: boolean,
  foreign: RegExp | undefined,
): 'voicemail' | 'screening' | undefined {
  if (isOpening && SCREENING.test(plain)) return 'screening';
  if (isOpening && foreign?.test(plain)) return 'voicemail';
  let sum = 0;
  for (const [weight, pattern] of VOICEMAIL) if (pattern.test(plain)) sum += weight;
  return sum >= (isOpening ? ENOUGH : ENOUGH_LATER) ? 'voicemail' : undefined;
}
