import { english } from '@parley/language/english-tables.ts';
import { directQuestion } from './direct-question.ts';

const { speaking: words } = english.instructions;
const pattern = (source: string): RegExp => new RegExp(source, 'i');
const AND_TO = new RegExp(words.andTo, 'g');
const [SUBJECT, HELPER, VERB_WITH_S] = [
  pattern(words.subject),
  pattern(words.helper),
  pattern(words.verbWithS),
];
const [YOU, YOURS, YOURS_OR_THE] = [
  pattern(words.you),
  new RegExp(words.yours),
  new RegExp(words.yoursOrThe),
];
const [QUESTIONS, ANOTHER, THINGS] = [
  pattern(words.questions),
  pattern(words.another),
  pattern(words.things),
];
const YOUR = new RegExp(words.your, 'gi');
const UNSPEAKABLE = pattern(words.unspeakable);
const ARTICLE = new RegExp(words.article);

/** What is written about the contact, put into words of ours. */
const filled = (own: string, theirs: string): string => own.replace('{what}', () => turned(theirs));

/** Listeners cannot follow longer sentences. */
export const LONGEST = 300;

/** A sentence to say, and whether it wants an answer. */
export interface Spoken {
  readonly text: string;
  readonly isAsked: boolean;
}

export const statement = (text: string): Spoken => ({ text, isAsked: false });

export const asked = (text: string): Spoken => ({
  text: `${sentence(text).replace(/[.?!]+$/, '')}?`,
  isAsked: true,
});

/** Words of ours, and behind them words that are written about the contact. */
export const statementAbout = (own: string, theirs: string): Spoken[] =>
  isSpeakable(theirs) ? [statement(`${sentence(`${own} ${turned(theirs)}`)}.`)] : [];

export const questionAbout = (own: string, theirs: string): Spoken[] =>
  isSpeakable(theirs) ? [asked(`${own} ${turned(theirs).replaceAll(AND_TO, words.andToInstead)}`)] : [];

export const fact = (text: string): Spoken[] =>
  isAboutAnother(text)
    ? []
    : [
        statement(
          `${sentence(isAboutThings(text) ? ourselves(text) : turned(text)).replaceAll(SECOND_THAT, '$1 ')}.`,
        ),
      ];

/** "that it is late and that they can go" is two sentences once the first "that" is gone. */
const SECOND_THAT = new RegExp(words.secondThat, 'g');

/** "Tell them the price is 5 euros" tells something, "tell them the price" does not. */
export const hasVerb = (text: string): boolean =>
  SUBJECT.test(text) || HELPER.test(text) || VERB_WITH_S.test(text);

/** What is not theirs they cannot tell about, and "I'd like to ask you about tea" asks nothing. */
export const about = (text: string): Spoken[] =>
  !YOU.test(text) && YOURS.test(turned(text)) ? [asked(filled(words.askAbout, text))] : [];

/** Consent, help and the like: people give them, they do not tell them. */
const GIVEN = new RegExp(words.given);

export const request = (text: string): Spoken[] => {
  if (QUESTIONS.test(text)) return [];
  if (GIVEN.test(turned(text))) return [asked(filled(words.give, text))];
  return YOURS_OR_THE.test(turned(text))
    ? [asked(filled(words.tell, text))]
    : [statement(filled(words.request, text))];
};

export const eachQuestion = (object: string): Spoken[] =>
  questionsOf(object).map((one) => ({ text: directQuestion(turned(one)), isAsked: true }));

/** "what they do and when they can start" is two questions. */
export const questionsOf = (object: string): string[] => object.split(NEXT_QUESTION);

/** A bare "and how often" stays with the question before it. */
const NEXT_QUESTION = new RegExp(words.nextQuestion, 'i');

export const closed = (text: string): string => (/[.!?…]["'”’)]*$/.test(text) ? text : `${text}.`);

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Somebody else is spoken of, and turning would tell the contact what holds for that person. */
const isAboutAnother = (text: string): boolean => ANOTHER.test(text);

/** "The interviews take an hour and they are online": it is not the contact who is online. */
const isAboutThings = (text: string): boolean => THINGS.test(text);

const ourselves = (text: string): string => text.replaceAll(YOUR, words.our);

const isSpeakable = (text: string): boolean => !UNSPEAKABLE.test(text) && text.length < LONGEST;

/** A title inside a sentence: an article and the like lose their capital, a name keeps it. */
export const mention = (title: string): string => title.replace(ARTICLE, (word) => word.toLowerCase());

const sentence = (text: string): string => {
  const bare = text.trim().replace(/[\s.,;:]+$/, '');
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}`;
};

const { turning } = english.instructions;

/**
 * Turns what is written about the contact into what is said to them, and what is written to the agent into what
 * the agent says of itself: "the candidate has their diploma and you call them" → "you have your diploma and I
 * call you".
 */
export function turned(text: string): string {
  const addressed = text.replaceAll(
    MENTION,
    (found, gap: string | undefined, verb: string | undefined, at: number) => {
      const who = found.slice(0, found.length - (gap ?? '').length - (verb ?? '').length).toLowerCase();
      const before = text.slice(0, at);
      const said = personFor(who, before, `${gap ?? ''}${verb ?? ''}${text.slice(at + found.length)}`);
      const isThird =
        said === turning.contact && (turning.subjects.includes(who) || who.startsWith(turning.the));
      const isSubject = CLAUSE_START.test(before);
      return `${said}${gap ?? ''}${isThird && isSubject && verb !== undefined ? plural(verb) : (verb ?? '')}`;
    },
  );
  return turning.agreement.reduce(
    (left, [wrong, right]) => left.replaceAll(new RegExp(wrong, 'g'), right),
    addressed,
  );
}

/** `english-instructions.json` says whom a flow may mean by the one who is called. */
const MENTION = new RegExp(turning.mention, 'gi');

/** A new clause begins here, so the one who is named is the one who does something. */
const CLAUSE_START = new RegExp(turning.clauseStart, 'i');
const BEFORE_ME = new RegExp(turning.beforeMe, 'i');
const NO_NOUN_BEHIND = new RegExp(turning.noNounBehind, 'i');

function personFor(who: string, before: string, after: string): string {
  if (who === turning.her) return isNoun(after) ? turning.herBeforeNoun : turning.herOtherwise;
  if (who === turning.you) return BEFORE_ME.test(before) ? turning.youAsObject : turning.youAsSubject;
  return turning.persons[who] ?? (who.endsWith('s') ? turning.contacts : turning.contact);
}

const isNoun = (after: string): boolean => /^\s+[a-z]/i.test(after) && !NO_NOUN_BEHIND.test(after);

const verbEndings = turning.verbEndings.map(([ending, instead]) => [new RegExp(ending), instead] as const);

/** The form of a verb that goes with "you". */
function plural(verb: string): string {
  const known = turning.irregularVerbs[verb.toLowerCase()];
  if (known !== undefined) return known;
  const [ending, instead] = verbEndings.find(([each]) => each.test(verb)) ?? [];
  return ending === undefined ? verb : verb.replace(ending, instead ?? '');
}
