import { english } from '@parley/language/english-tables.ts';
import { yesNo } from '@parley/language/locale-tables.ts';
import { type Speech, speechOf } from '@parley/language/speech.ts';
import { readNumber } from '@parley/language/spoken-number.ts';
import type { CallContext, Judgement, Understanding } from '../dialogue-model.ts';
import { anyOf } from './cue-pattern.ts';
import { leaning } from './expected-answer.ts';
import { cuesOf } from './foreign-cues.ts';
import { contentStems } from './stem.ts';
import { understand } from './understanding.ts';

/** A judgement, and which of the turns it rests on. */
interface Weighed extends Judgement {
  readonly turn?: number;
  /** It answers what was asked, and was not said on its own. */
  readonly isAnswer?: boolean;
}

/** One thing the contact said, with the question of ours that it followed. */
interface Exchange {
  readonly turn: number;
  readonly asked: string;
  readonly said: string;
  readonly speech: Speech;
}

/** What a description of the contact's wishes looks like, and how the wish is recognised in an utterance. */
interface Concept {
  readonly described: RegExp;
  readonly isMeant: (exchange: Exchange, meaning: () => Understanding) => boolean;
  /** What in their words says the opposite. */
  readonly isDenied?: (exchange: Exchange, meaning: () => Understanding) => boolean;
}

const wants =
  (wish: keyof Understanding['wants']): Concept['isMeant'] =>
  (_, meaning) =>
    meaning().wants[wish] !== undefined;
const says = (phrases: readonly string[]): Concept['isMeant'] => {
  const pattern = anyOf(phrases);
  return ({ speech }) => pattern.test(speech.plain);
};
const either =
  (...tests: readonly Concept['isMeant'][]): Concept['isMeant'] =>
  (exchange, meaning) =>
    tests.some((test) => test(exchange, meaning));

const COMPLAINTS = english.descriptions.complaints;
const KEEN = english.descriptions.interest;

const describes = english.descriptions.describesWish;

const concepts: readonly Concept[] = [
  {
    described: anyOf(describes.neverAgain),
    isMeant: wants('neverAgain'),
  },
  {
    described: anyOf(describes.wrongPerson),
    isMeant: wants('wrongPerson'),
  },
  {
    described: anyOf(describes.person),
    isMeant: wants('person'),
  },
  {
    described: anyOf(describes.notInterested),
    isMeant: either(wants('notInterested'), says(english.descriptions.saysNotInterested)),
    isDenied: says(KEEN),
  },
  {
    described: anyOf(describes.later),
    isMeant: either(wants('later'), says(english.descriptions.saysLater)),
  },
  {
    described: anyOf(describes.question),
    isMeant: (_, meaning) => meaning().question !== undefined,
  },
  {
    described: anyOf(describes.complaint),
    isMeant: says(COMPLAINTS),
  },
  {
    described: anyOf(describes.interest),
    isMeant: says(KEEN),
    isDenied: either(wants('notInterested'), says(english.descriptions.saysNotInterested)),
  },
  {
    described: anyOf(describes.refusal),
    isMeant: (_, meaning) => meaning().isRefused === true,
  },
  {
    described: anyOf(describes.goodbye),
    isMeant: wants('goodbye'),
  },
];

export function judge(description: string, context: CallContext): Judgement {
  const { holds, reason } = weigh(description, context);
  return { holds, reason };
}

/**
 * Whether the transcript so far supports a description. The latest statement counts; without one the description does
 * not hold.
 */
function weigh(description: string, context: CallContext): Weighed {
  const exchanges = exchangesOf(context);
  if (exchanges.length === 0) return { holds: false, reason: 'They have not said anything yet.' };
  return (
    byAmount(description, exchanges, context) ??
    byConcept(description, exchanges, context) ??
    byWords(description, exchanges, context)
  );
}

/** Newest first. */
function exchangesOf({ turns }: CallContext): Exchange[] {
  const exchanges: Exchange[] = [];
  let asked = '';
  for (const [turn, { speaker, text }] of turns.entries()) {
    if (speaker === 'agent') asked = text;
    else exchanges.push({ turn, asked, said: text, speech: speechOf(text) });
  }
  return exchanges.reverse();
}

const because = (holds: boolean, { turn, asked, said }: Exchange, isAnswer = false): Weighed => ({
  holds,
  turn,
  isAnswer,
  reason: isAnswer ? `Asked "${short(asked)}", they said "${short(said)}".` : `They said "${short(said)}".`,
});

const short = (text: string): string => (text.length <= 120 ? text : `${text.slice(0, 119)}…`);

function byConcept(
  description: string,
  exchanges: readonly Exchange[],
  context: CallContext,
): Weighed | undefined {
  const plain = speechOf(description).plain;
  const concept = concepts.find(({ described }) => described.test(plain));
  if (concept === undefined) return undefined;
  for (const exchange of exchanges) {
    const meaning = (): Understanding =>
      understand(exchange.said, { kind: 'answer', question: { id: '', text: exchange.asked } }, context);
    if (concept.isMeant(exchange, meaning)) return because(true, exchange);
    if (concept.isDenied?.(exchange, meaning)) return because(false, exchange);
  }
  return undefined;
}

const MORE = anyOf(english.descriptions.moreThan);
const LESS = anyOf(english.descriptions.lessThan);
const INCLUSIVE = anyOf(english.descriptions.inclusive);

/** "Has at least five years of experience" is decided by the number they gave for it. */
function byAmount(
  description: string,
  exchanges: readonly Exchange[],
  { plan }: CallContext,
): Weighed | undefined {
  const plain = speechOf(description).plain;
  const [isLess, isMore] = [LESS.test(plain), MORE.test(plain)];
  const limit = isLess || isMore ? readNumber(description, 'EN') : undefined;
  if (limit === undefined) return undefined;
  const described = new Set(contentStems(description).filter((stem) => !/\d/.test(stem)));
  for (const exchange of exchanges) {
    const said = readNumber(exchange.said, plan.language);
    const isAbout = contentStems(`${exchange.asked} ${exchange.said}`).some((stem) => described.has(stem));
    if (said === undefined || !isAbout) continue;
    const isEqual = said === limit && INCLUSIVE.test(plain);
    return because(isEqual || (isLess ? said < limit : said > limit), exchange, true);
  }
  return undefined;
}

const NEGATION = anyOf([...(yesNo.EN.negation ?? []), ...english.descriptions.negation]);
/** How much of what a description speaks of has to come up. */
const SHARE = 0.5;

/** What comes before the word that says what somebody is ready for. */
const READINESS: ReadonlySet<string> = new Set(contentStems(english.descriptions.readiness.join(' ')));

/** What they were asked, without the statements before it. */
const lastQuestion = (asked: string): string => /[^.!?]*\?(?=[^?]*$)/.exec(asked)?.[0] ?? '';

function byWords(description: string, exchanges: readonly Exchange[], context: CallContext): Weighed {
  const described = [...new Set(contentStems(description))];
  const predicate = described.find((stem) => !READINESS.has(stem)) ?? '';
  const isNegative = NEGATION.test(speechOf(description).plain);
  const foreign = cuesOf(context.plan.language);
  const needed = Math.max(1, Math.ceil(described.length * SHARE));
  const share = (text: string): number => {
    const stems = new Set(contentStems(text));
    return described.filter((stem) => stems.has(stem)).length;
  };
  /** A single word in common makes a question about it only where it is what either of them is about. */
  const isAskedAbout = (asked: string): boolean => {
    const question = lastQuestion(asked);
    const shared = share(question);
    const isMain = shared > 1 || shared > new Set(contentStems(question)).size * SHARE;
    return shared >= needed && (isMain || share(question) === share(`${question} ${predicate}`));
  };
  for (const exchange of exchanges) {
    const { clauses } = exchange.speech;
    if (described.length > 0 && isAskedAbout(exchange.asked)) {
      const lean = leaning({ clauses, question: exchange.asked, foreign });
      if (lean === 'yes' || lean === 'no') return because((lean === 'yes') !== isNegative, exchange, true);
    }
    const own = clauses.filter((clause) => share(clause.plain) > 0);
    if (described.length > 0 && share(exchange.said) >= needed && own.length > 0) {
      const isDenied = own.some((clause) => NEGATION.test(clause.plain));
      return because(isDenied === isNegative, exchange);
    }
  }
  return { holds: false, reason: 'Nothing they said speaks of it.' };
}
