import { english } from '@parley/language/english-tables.ts';

const { directQuestion: words } = english.instructions;
const pattern = (source: string): RegExp => new RegExp(source, 'i');

/**
 * A question out of what stands behind "ask whether" or "ask what", persons turned already: "you are available in
 * May" → "Are you available in May?". Where the right order is not certain it is asked indirectly instead.
 */
export function directQuestion(indirect: string): string {
  const object = indirect.replace(CONTRACTION, words.contractionInFull);
  const [, conjunction, clause = ''] = WHETHER.exec(object) ?? [];
  if (conjunction !== undefined)
    return asked(inverted(clause) ?? words.politeWhether.replace('{clause}', () => clause));
  return asked(openQuestion(object) ?? words.politeObject.replace('{clause}', () => lowerFirst(object)));
}

const CONTRACTION = pattern(words.contraction);
const WHETHER = pattern(words.whether);
const OPENER = pattern(words.opener);
const HELPER = pattern(words.helper);
const PRONOUN_CLAUSE = pattern(words.pronounClause);
const UNPLAIN = pattern(words.unplain);
const OF_OURS = new RegExp(words.ofOurs, 'g');
const NOUN_CLAUSE = pattern(words.nounClause);
const ASKS_SUBJECT = pattern(words.asksSubject);
const DETERMINER = pattern(words.determiner);

function openQuestion(object: string): string | undefined {
  const [, opener = '', next = ''] = OPENER.exec(object) ?? [];
  if (opener === '') return undefined;
  // "what is important to you", "when would be a good time": the order is a question's already.
  if (HELPER.test(next)) return object;
  const pronoun = PRONOUN_CLAUSE.exec(object);
  if (pronoun !== null) {
    const [, asks = '', clause = ''] = pronoun;
    const direct = UNPLAIN.test(asks.replaceAll(OF_OURS, '')) ? undefined : inverted(clause);
    return direct === undefined ? undefined : `${asks} ${direct}`;
  }
  const noun = NOUN_CLAUSE.exec(object);
  if (noun !== null) {
    const [, asks = '', subject = '', verb = '', rest = ''] = noun;
    return hasClause(subject) ? undefined : `${asks} ${verb} ${subject}${rest}`;
  }
  return ASKS_SUBJECT.test(object) && !DETERMINER.test(next) ? object : undefined;
}

const CLAUSE_WORD = pattern(words.clauseWord);
const THAT = pattern(words.that);

/** A subject with a clause of its own ("the flat you rent is…") has a verb too many to find the right one. */
const hasClause = (subject: string): boolean => CLAUSE_WORD.test(subject.replace(THAT, ''));

const WITH_PRONOUN = pattern(words.withPronoun);
const WITH_NOUN = new RegExp(words.withNoun);
const WITH_THERE = pattern(words.withThere);
const HAVE = new RegExp(words.have);

/** A clause in the order of a question, without its mark; undefined when that is not certain. */
function inverted(clause: string): string | undefined {
  const pronoun = WITH_PRONOUN.exec(clause);
  if (pronoun !== null) {
    const [, subject = '', adverbs = '', verb = '', rest = ''] = pronoun;
    const isMe = subject.toLowerCase() === words.me.toLowerCase();
    return withPronoun(isMe ? words.me : subject.toLowerCase(), adverbs, verb.toLowerCase(), rest);
  }
  const noun = WITH_NOUN.exec(clause) ?? WITH_THERE.exec(clause);
  if (noun === null) return withThing(clause);
  const [, subject = '', verb = '', rest = ''] = noun;
  if (hasClause(subject)) return undefined;
  if (HAVE.test(verb) && !PARTICIPLE.test(rest)) return undefined;
  return `${verb} ${subject}${rest}`;
}

/** "That sounds good" → "does that sound good". */
function withThing(clause: string): string | undefined {
  const [, thing = '', verb = '', rest = ''] = WITH_THING.exec(clause) ?? [];
  return thing === '' ? undefined : `${words.does} ${thing.toLowerCase()} ${verb}${rest}`;
}

const WITH_THING = pattern(words.withThing);
const VERB = new RegExp(words.verb);
const PARTICIPLE = pattern(words.participle);
const DO_OR_DID = new RegExp(words.doOrDid);
const NOT = new RegExp(words.not);
/** The base of "stopped" and "hoped" does not follow from the ending. */
const UNKNOWN_FORM = new RegExp(words.unknownForm);

function withPronoun(subject: string, adverbs: string, verb: string, rest: string): string | undefined {
  if (VERB.test(verb)) return `${verb} ${subject} ${adverbs}${rest.trimStart()}`.trimEnd();
  const isPerfect = verb === words.perfect && PARTICIPLE.test(rest);
  if (isPerfect || (DO_OR_DID.test(verb) && NOT.test(rest)))
    return `${verb} ${subject} ${adverbs}${rest.trimStart()}`;
  const past = words.pasts[verb];
  if (past !== undefined) return `${words.did} ${subject} ${adverbs}${past}${rest}`;
  return UNKNOWN_FORM.test(verb) ? undefined : `${words.do} ${subject} ${adverbs}${verb}${rest}`;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const asked = (text: string): string => {
  const bare = text.trim().replace(/[\s.?!,;:]+$/, '');
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}?`;
};
