import { english } from '@parley/language/english-tables.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import type { CallOutcome } from '../../outcome.ts';
import { moodsIn } from '../rules/sentiment.ts';
import type { Said, Talk } from '../rules/talk.ts';
import { type CallEvent, type DescriptionWords, descriptionWords } from './description-words.ts';
import type { Finding } from './finding.ts';

/** The call's own record is a fact; what was only wished for is read from words. */
const SURE = { ending: 0.95, otherEnding: 0.9, wish: 0.7 } as const;

/** What a piece of a description says of the call itself, and the words that say it. */
export function eventIn(
  text: string,
  words: DescriptionWords,
): { event: CallEvent; words: string } | undefined {
  for (const each of [words, descriptionWords('EN')])
    for (const [event, pattern] of each.events) {
      const found = pattern.exec(text)?.[0];
      if (found !== undefined) return { event, words: found };
    }
  return undefined;
}

const endings: Partial<Record<CallEvent, (outcome: CallOutcome) => boolean>> = {
  callback: ({ kind }) => kind === 'callback',
  completed: (outcome) => outcome.kind === 'finished' && outcome.isCutShort !== true,
  handedOff: ({ kind }) => kind === 'handed_off',
  hungUp: ({ kind }) => kind === 'hung_up',
  messageLeft: ({ kind }) => kind === 'message_taken',
  notInterested: (outcome) =>
    outcome.kind === 'opt_out' || (outcome.kind === 'not_interested' && outcome.detail === 'DECLINED'),
  optOut: ({ kind }) => kind === 'opt_out',
  person: ({ kind }) => kind === 'handed_off' || kind === 'message_taken',
  voicemail: ({ kind }) => kind === 'voicemail',
  wrongPerson: (outcome) => outcome.kind === 'not_interested' && outcome.detail === 'WRONG_PERSON',
};

/** What the contact may have wished for or shown although the call went on. */
const shown: Partial<Record<CallEvent, (said: Said, talk: Talk) => boolean>> = {
  notInterested: (said, talk) => wishesOf(said, talk).notInterested !== undefined,
  person: (said, talk) => wishesOf(said, talk).person !== undefined,
  callback: (said, talk) => wishesOf(said, talk).later !== undefined,
  question: (said, talk) => meaningOf(said, talk).question !== undefined,
  refusal: (said, talk) => meaningOf(said, talk).isRefused === true,
  complaint: (said, talk) =>
    talk.plan.language === 'EN'
      ? complaining.test(said.speech.plain)
      : moodsIn(said, talk.plan.language).cross > 0,
};

const complaining = anyOf(english.descriptions.complaints);

const meaningOf = ({ text, asked }: Said, talk: Talk) => talk.understand(text, { id: '', text: asked });
const wishesOf = (said: Said, talk: Talk) => meaningOf(said, talk).wants;

/** By the way the call ended: true, or false where nothing else could show it. */
export function byEnding(event: CallEvent, talk: Talk): Finding | undefined {
  const isMet = endings[event];
  if (isMet === undefined) return undefined;
  const reason = talk.wording.ended(talk.findings.outcome);
  if (isMet(talk.findings.outcome)) {
    const said = lastWords(talk);
    return { holds: true, confidence: SURE.ending, reason, ...(said === undefined ? {} : { said }) };
  }
  return shown[event] === undefined || event === 'callback'
    ? { holds: false, confidence: SURE.otherEnding, reason }
    : undefined;
}

/** By what they said in the course of it. */
export function byWish(event: CallEvent, talk: Talk): Finding | undefined {
  const isShown = shown[event];
  if (isShown === undefined) return undefined;
  const said = talk.heardWell.findLast((each) => isShown(each, talk));
  if (said === undefined) return { holds: undefined, reason: talk.wording.say('notMentioned') };
  const reason = talk.wording.say('said', { words: talk.wording.quote(said.text) });
  return { holds: true, confidence: SURE.wish, said, reason };
}

/** What they said that ended the call; after a request for a person they left a message. */
function lastWords({ said, findings: { outcome, message } }: Talk): Said | undefined {
  if (outcome.kind === 'callback')
    return said.findLast(({ text }) => text.includes(outcome.rawText)) ?? said.at(-1);
  return outcome.kind === 'message_taken' && message !== null && said.length > 1 ? said.at(-2) : said.at(-1);
}
