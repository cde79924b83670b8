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

/** What a description of the contact's wishes looks like, and how the wish is told from an utterance. */
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

const COMPLAINTS = [
  '(complain|complaint|complaints|complaining)',
  '(unhappy|angry|furious|annoyed|disappointed|frustrated|upset|dissatisfied|fed up|not happy|not satisfied)',
  '(terrible|awful|horrible|unacceptable|rubbish|useless|worst|outrageous|disgusting|a joke|ridiculous)',
  '(does|did|is|do|has|have) not (work|working|arrive|arrived|worked|been delivered|come)',
  '(broken|damaged|faulty|defective|overcharged|never arrived|still waiting|keeps (breaking|crashing|failing))',
  '(want|like|demand|need) (my money back|a refund|to complain)',
];
const KEEN = [
  '(?<!(not|never|hardly) (really |very |that |all that |particularly )?)(interested|keen|curious|excited)',
  '(sounds|looks) (good|great|interesting|nice|fantastic|amazing|perfect)',
  'tell me more',
  '(would|will|i) (love|like) (to|that|it)(?! (not|stop))',
  '(sign me up|count me in|i am in|let us do it|where do i sign|go for it)',
];

const concepts: readonly Concept[] = [
  {
    described: anyOf([
      '(never|not) (to )?(be )?(called|contacted|call|contact)',
      'opt(s|ed)? out',
      'do not call',
      '(removed|taken) (from|off)',
    ]),
    isMeant: wants('neverAgain'),
  },
  {
    described: anyOf(['wrong (number|person)', 'not the right person', 'someone else']),
    isMeant: wants('wrongPerson'),
  },
  {
    described: anyOf([
      '(speak|talk|speaking|talking|transferred|connected|handed|asks|asking|asked|wants) … (to|with|for|over to) (a |an |some |the )?(real |live )?(human|person|someone|agent|manager|representative|people|operator)',
      'human (agent|handoff|being)',
    ]),
    isMeant: wants('person'),
  },
  {
    described: anyOf([
      '(no|not|lost|lacks|without|declines|declined|refuses|refused|rejects|uninterested|disinterested) … (interested|interest|offer|call|position|product|job|role|service)',
      '(is|are) (no longer|not) interested',
      '(uninterested|not interested|no interest)',
    ]),
    isMeant: either(
      wants('notInterested'),
      says(['not (really |very |that |at all )?interested', 'no interest']),
    ),
    isDenied: says(KEEN),
  },
  {
    described: anyOf([
      '(call|called|calls|calling|phone|ring) (back|later|again|tomorrow)',
      '(callback|call back|reschedule|rescheduling|postpone|another time|later|busy|no time|bad time|inconvenient|can not talk)',
    ]),
    isMeant: either(
      wants('later'),
      says([
        '(reschedule|postpone|move|change|shift|push back) (the |my |our |it |this )?(appointment|interview|meeting|call|date|time|it|this|slot|booking)?',
        'another (day|time|date)',
        'can not make it',
      ]),
    ),
  },
  {
    described: anyOf(['(has|have|asks|asked|asking) … questions?', 'wants to know']),
    isMeant: (_, meaning) => meaning().question !== undefined,
  },
  {
    described: anyOf([
      '(complaint|complaints|complains|complaining|unhappy|dissatisfied|angry|upset|frustrated|annoyed)',
    ]),
    isMeant: says(COMPLAINTS),
  },
  {
    described: anyOf(['(interested|interest|keen|enthusiastic|positive|open to|willing|curious)']),
    isMeant: says(KEEN),
    isDenied: either(
      wants('notInterested'),
      says(['not (really |very |that |at all )?interested', 'no interest']),
    ),
  },
  {
    described: anyOf([
      '(refuses|refused|declines|declined|unwilling) (to )?(answer|say|share|tell|disclose)?',
    ]),
    isMeant: (_, meaning) => meaning().isRefused === true,
  },
  {
    described: anyOf(['(says|said|saying) (goodbye|bye)', 'wants to (end|hang up)']),
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
export function weigh(description: string, context: CallContext): Weighed {
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

const MORE = anyOf(['(more than|over|above|at least|minimum of|exceeds|exceeding)']);
const LESS = anyOf(['(less than|under|below|at most|fewer than|up to|no more than|maximum of)']);
const INCLUSIVE = anyOf(['(at least|at most|up to|no more than|minimum of|maximum of)']);

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

const NEGATION = anyOf([
  '(not|no|never|without|lacks|none|nobody|nothing|unable|cannot|refuses|declines|neither)',
]);
/** How much of what a description speaks of has to come up. */
const SHARE = 0.5;

/** What comes before the word that says what somebody is ready for. */
const READINESS: ReadonlySet<string> = new Set(contentStems('willing able ready happy likely open prepared'));

/** What they were asked, without what was told before. */
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
