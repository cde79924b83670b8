import { english } from '@parley/language/locale-tables.ts';

const { turning: words } = english.instructions;

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
      const isThird = said === words.contact && (words.subjects.includes(who) || who.startsWith(words.the));
      const isSubject = CLAUSE_START.test(before);
      return `${said}${gap ?? ''}${isThird && isSubject && verb !== undefined ? plural(verb) : (verb ?? '')}`;
    },
  );
  return words.agreement.reduce(
    (turning, [wrong, right]) => turning.replaceAll(new RegExp(wrong, 'g'), right),
    addressed,
  );
}

/** `english-instructions.json` says whom a flow may mean by the one who is called. */
const MENTION = new RegExp(words.mention, 'gi');

/** A new clause begins here, so the one who is named is the one who does something. */
const CLAUSE_START = new RegExp(words.clauseStart, 'i');
const BEFORE_ME = new RegExp(words.beforeMe, 'i');
const NO_NOUN_BEHIND = new RegExp(words.noNounBehind, 'i');

function personFor(who: string, before: string, after: string): string {
  if (who === words.her) return isNoun(after) ? words.herBeforeNoun : words.herOtherwise;
  if (who === words.you) return BEFORE_ME.test(before) ? words.youAsObject : words.youAsSubject;
  return words.persons[who] ?? (who.endsWith('s') ? words.contacts : words.contact);
}

const isNoun = (after: string): boolean => /^\s+[a-z]/i.test(after) && !NO_NOUN_BEHIND.test(after);

const verbEndings = words.verbEndings.map(([ending, instead]) => [new RegExp(ending), instead] as const);

/** The form of a verb that goes with "you". */
function plural(verb: string): string {
  const known = words.irregularVerbs[verb.toLowerCase()];
  if (known !== undefined) return known;
  const [ending, instead] = verbEndings.find(([each]) => each.test(verb)) ?? [];
  return ending === undefined ? verb : verb.replace(ending, instead ?? '');
}
