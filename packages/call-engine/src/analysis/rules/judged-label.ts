import { english } from '@parley/language/english-tables.ts';
import { words } from '@parley/language/locale-tables.ts';
import { plainWords } from '@parley/language/speech.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import { weigh } from '../../dialogue/rules/judgement.ts';
import { meaningfulStems } from '../../dialogue/rules/stem.ts';
import type { CallOutcome } from '../../outcome.ts';
import type { PlanLabel } from '../../plan.ts';
import type { HeardAnswer } from './heard-answer.ts';
import { isKeptBy, limitIn } from './limit.ts';
import type { Said, Talk } from './talk.ts';
import { answerAbout } from './topic.ts';
import { isNegated, polarityOf } from './typed-value.ts';

/** Whether an outcome was reached or a tag applies, and what that rests on. */
export interface Verdict {
  readonly holds: boolean;
  readonly confidence: number;
  readonly said?: Said;
  readonly reason: string;
}

/** How sure one may be, by what it rests on. */
const SURE = { ending: 0.95, answer: 0.9, talk: 0.7, silence: 0.6 } as const;

/** The way the call ended comes first, then what they answered, then what they said. */
export function verdictOn(label: PlanLabel, answers: readonly HeardAnswer[], talk: Talk): Verdict {
  if (talk.said.length === 0)
    return { holds: false, confidence: SURE.silence, reason: talk.wording.say('nobodySpoke') };
  return (
    byEnding(label, talk) ??
    byAnswer(label, answers, talk) ??
    byWish(label, talk) ??
    byMention(label, talk) ??
    byTalk(label, talk)
  );
}

interface Ending {
  readonly described: RegExp;
  readonly isMet: (outcome: CallOutcome) => boolean;
  /** What did not end the call may still have been wished for. */
  readonly wish?: 'person' | 'notInterested';
}

const describes = english.descriptions.describesEnding;

/** Descriptions of how a call ends. */
const endings: readonly Ending[] = [
  {
    described: anyOf(describes.optOut),
    isMet: ({ kind }) => kind === 'opt_out',
  },
  {
    described: anyOf(describes.callback),
    isMet: ({ kind }) => kind === 'callback',
  },
  {
    described: anyOf(describes.handedOff),
    isMet: ({ kind }) => kind === 'handed_off',
  },
  {
    described: anyOf(describes.person),
    isMet: ({ kind }) => kind === 'handed_off' || kind === 'message_taken',
    wish: 'person',
  },
  {
    described: anyOf(describes.voicemail),
    isMet: ({ kind }) => kind === 'voicemail',
  },
  {
    described: anyOf(describes.wrongPerson),
    isMet: (outcome) => outcome.kind === 'not_interested' && outcome.detail === 'WRONG_PERSON',
  },
  {
    described: anyOf(describes.notInterested),
    isMet: (outcome) =>
      outcome.kind === 'opt_out' || (outcome.kind === 'not_interested' && outcome.detail === 'DECLINED'),
    wish: 'notInterested',
  },
  {
    described: anyOf(describes.hungUp),
    isMet: ({ kind }) => kind === 'hung_up',
  },
];

const textOf = ({ label, description }: PlanLabel): string => (description === '' ? label : description);

const endingIn = (label: PlanLabel): Ending | undefined => {
  const plain = plainWords(textOf(label));
  return endings.find(({ described }) => described.test(plain));
};

function byEnding(label: PlanLabel, talk: Talk): Verdict | undefined {
  const ending = endingIn(label);
  if (ending === undefined) return undefined;
  const { outcome } = talk.findings;
  const reason = talk.wording.ended(outcome);
  if (ending.isMet(outcome))
    return { holds: true, confidence: SURE.ending, reason, ...given(lastWords(talk)) };
  return ending.wish === undefined ? { holds: false, confidence: SURE.answer, reason } : undefined;
}

/** What they wished for in so many words, though the call went on. */
function byWish(label: PlanLabel, talk: Talk): Verdict | undefined {
  const wish = endingIn(label)?.wish;
  if (wish === undefined) return undefined;
  const said = talk.said.findLast(
    ({ text, asked }) => talk.understand(text, { id: '', text: asked }).wants[wish] !== undefined,
  );
  return said === undefined
    ? { holds: false, confidence: SURE.silence, reason: talk.wording.say('notMentioned') }
    : { holds: true, confidence: SURE.talk, said, reason: saying(said, talk) };
}

const given = (said: Said | undefined): { said?: Said } => (said === undefined ? {} : { said });

/** What they said that ended the call; after a request for a person they left a message. */
function lastWords({ said, findings: { outcome, message } }: Talk): Said | undefined {
  if (outcome.kind === 'callback')
    return said.findLast(({ text }) => text.includes(outcome.rawText)) ?? said.at(-1);
  return outcome.kind === 'message_taken' && message !== null && said.length > 1 ? said.at(-2) : said.at(-1);
}

const negation = anyOf(english.descriptions.negation);
const denies = (plain: string, { plan }: Talk): boolean =>
  isNegated(plain, plan.language) || negation.test(plain);

/** The answer to a question that asks for it. */
function byAnswer(label: PlanLabel, answers: readonly HeardAnswer[], talk: Talk): Verdict | undefined {
  const answer = answerAbout(label, answers, talk);
  if (answer === undefined || answer.said === undefined) return undefined;
  const { value, said, question, standing } = answer;
  if (standing === 'refused') return undefined;
  const text = textOf(label);
  const reason = answering(question.text, answer.words, talk);
  const verdict = (holds: boolean): Verdict => ({ holds, confidence: SURE.answer, said, reason });
  const limit = limitIn(text, talk.plan.language);
  if (limit !== undefined) return typeof value === 'number' ? verdict(isKeptBy(value, limit)) : undefined;
  // How many is no yes, unless a bound says how many it takes.
  const lean = typeof value === 'number' ? undefined : polarityOf(answer, talk);
  if (lean === 'yes' || lean === 'no') return verdict((lean === 'yes') !== denies(plainWords(text), talk));
  return standing === 'unsure' ? { ...verdict(false), confidence: SURE.silence } : undefined;
}

const OR = new RegExp(`\\s+(?:${words.EN.or.join('|')})\\s+|\\s*/\\s*`, 'i');
/** A description of what comes up, whatever is said of it. */
const MENTIONING = new RegExp(english.descriptions.mentions, 'i');
const MATTERS = new Set(meaningfulStems(english.descriptions.vagueMatters.join(' ')));

/** What the description names beyond what the agent asked, in any of its alternatives. */
function byMention(label: PlanLabel, talk: Talk): Verdict | undefined {
  const text = textOf(label);
  const isMentioning = MENTIONING.test(text);
  const alternatives = text.replace(MENTIONING, '').split(OR).map(meaningfulStems);
  const named = new Set(alternatives.flat());
  const said = talk.said.findLast(({ asked, speech }) => {
    const question = new Set(talk.stems(asked));
    if (!isMentioning && ![...named].some((stem) => question.has(stem))) return false;
    return speech.clauses.some(({ raw, plain }) => {
      if (!isMentioning && denies(plain, talk)) return false;
      const stems = new Set(talk.stems(raw));
      return alternatives.some((alternative) => {
        const wanted = alternative.filter((stem) => !question.has(stem) && !MATTERS.has(stem));
        return wanted.length > 0 && wanted.every((stem) => stems.has(stem));
      });
    });
  });
  return said && { holds: true, confidence: SURE.talk, said, reason: saying(said, talk) };
}

function byTalk(label: PlanLabel, talk: Talk): Verdict {
  const { holds, isAnswer, turn } = weigh(textOf(label), talk.context);
  const said = turn === undefined ? undefined : talk.said.find(({ line }) => line === turn);
  if (said === undefined)
    return { holds, confidence: SURE.silence, reason: talk.wording.say('notMentioned') };
  const reason = isAnswer ? answering(said.asked, said.text, talk) : saying(said, talk);
  return { holds, confidence: SURE.talk, said, reason };
}

const saying = ({ text }: Said, { wording }: Talk): string =>
  wording.say('said', { words: wording.quote(text) });

const answering = (question: string, words: string, { wording }: Talk): string =>
  wording.say('answered', { question: wording.quote(question), words: wording.quote(words) });
