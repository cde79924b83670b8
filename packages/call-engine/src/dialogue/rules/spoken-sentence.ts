import { directQuestion } from './direct-question.ts';
import { turned } from './person-turning.ts';

/** More cannot be followed by ear. */
export const LONGEST = 300;

/** A sentence to say, and whether it wants an answer. */
export interface Spoken {
  readonly text: string;
  readonly isAsked: boolean;
}

export const told = (text: string): Spoken => ({ text, isAsked: false });

export const asked = (text: string): Spoken => ({
  text: `${sentence(text).replace(/[.?!]+$/, '')}?`,
  isAsked: true,
});

/** Words of ours, and behind them words that are written about the contact. */
export const statement = (own: string, theirs: string): Spoken[] =>
  isSpeakable(theirs) ? [told(`${sentence(`${own} ${turned(theirs)}`)}.`)] : [];

export const question = (own: string, theirs: string): Spoken[] =>
  isSpeakable(theirs) ? [asked(`${own} ${turned(theirs).replaceAll(/ and to (?=\w)/g, ' and ')}`)] : [];

export const fact = (text: string): Spoken[] =>
  isAboutAnother(text)
    ? []
    : [
        told(
          `${sentence(isAboutThings(text) ? ourselves(text) : turned(text)).replaceAll(SECOND_THAT, '$1 ')}.`,
        ),
      ];

/** "that it is late and that they can go" is two sentences once the first "that" is gone. */
const SECOND_THAT = /\b(and|but) that (?=\S+ \S)/g;

/** "Tell them the price is 5 euros" tells something, "tell them the price" does not. */
export const hasVerb = (text: string): boolean =>
  /^(?:we|they|it|you|there|I)\b/i.test(text) ||
  /\b(?:is|are|was|were|has|have|had|will|would|can|could|may|might|must|should|do|does|did|\w+n['’]t)\b/i.test(
    text,
  ) ||
  /\b\w{3,}[^s\W]s (?:at|in|on|to|the|a|an|from|with|by|our|your|their|every|until|after|before|next|this)\b/i.test(
    text,
  );

export const topic = (text: string): Spoken[] =>
  isSpeakable(text) && !/\byou\b/i.test(text) ? [told(`I'd like to talk about ${turned(text)}.`)] : [];

export const about = (text: string): Spoken[] => {
  if (/\byou\b/i.test(text)) return [];
  return /^your\b/.test(turned(text))
    ? [asked(`Could you tell me about ${turned(text)}`)]
    : [told(`I'd like to ask you about ${turned(text)}.`)];
};

/** What is not told but given. */
const GIVEN = /^your (?:consent|permission|approval|okay|agreement|feedback|advice|help)\b/;

export const request = (text: string): Spoken[] => {
  if (/\bquestions?\b/i.test(text)) return [];
  if (GIVEN.test(turned(text))) return [asked(`Could you give me ${turned(text)}`)];
  return /^(?:your|the)\b/.test(turned(text))
    ? [asked(`Could you tell me ${turned(text)}`)]
    : [told(`I'd like to ask you for ${turned(text)}.`)];
};

export const eachQuestion = (object: string): Spoken[] =>
  object
    .replace(WHEN_ANSWERED, '')
    .split(NEXT_QUESTION)
    .map((one) => ({ text: directQuestion(turned(one)), isAsked: true }));

/** What is only to be asked after a certain answer waits for it. */
const WHEN_ANSWERED = /,?(?:\s+and)?,?\s+if (?:so|not|yes|no)\b.*$/i;
/** A bare "and how often" stays with the question before it. */
const NEXT_QUESTION =
  /(?:,\s*(?:and\s+)?|\s+and\s+)(?:also\s+)?(?=(?:whether|what|which|who|when|where|why|how)\s+\S+\s+\S|if (?:they|the|there|it|this)\b)/i;

export const closed = (text: string): string => (/[.!?…]["'”’)]*$/.test(text) ? text : `${text}.`);

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Somebody else is spoken of, and turning would tell the contact what holds for that person. */
const isAboutAnother = (text: string): boolean => /\b(?:he|she|him|his|her|hers)\b/i.test(text);

/** "The interviews take an hour and they are online": it is not the contact who is online. */
const isAboutThings = (text: string): boolean =>
  /^(?:the|our|these|those|all|some|both|most|your)\s+(?:[\w-]+\s+){0,2}[\w-]+[^s\W]s\s+(?:are|were|have|take|can|will|must|need|start|begin|include|run|should|may|do)\b.*\b(?:they|them|their)\b/i.test(
    text,
  );

const ourselves = (text: string): string => text.replaceAll(/\byour\b/gi, 'our');

const isSpeakable = (text: string): boolean =>
  !/\b(?:yourself|themself)\b/i.test(text) && text.length < LONGEST;

/** A title inside a sentence: an article and the like lose their capital, a name keeps it. */
export const mention = (title: string): string =>
  title.replace(/^(?:The|A|An|Our|Your)\b/, (word) => word.toLowerCase());

const sentence = (text: string): string => {
  const bare = text.trim().replace(/[\s.,;:]+$/, '');
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}`;
};
