import { memoizeRecent } from '@parley/kernel/memoize.ts';
import { english } from '@parley/language/english-tables.ts';
import { plainWords, type Speech } from '@parley/language/speech.ts';
import { withDigits } from '@parley/language/spoken-number.ts';
import { anyOf } from './cue-pattern.ts';
import { contentStems } from './stem.ts';

/** One key of a telephone menu, and what it is for. */
export interface MenuOption {
  readonly key: string;
  /** In plain words: "sales". */
  readonly label: string;
}

const { menuPress, menuLead, menuStar, menuHash, menuPerson, menuMailbox } = english.wishes;
const any = (phrases: readonly string[]): string => `(?:${phrases.join('|')})`;
const KEY = `(?<key>\\d|${any(menuStar)}|${any(menuHash)})`;
const LABEL = '(?<label>[^ ]+(?: [^ ]+){0,9}?)';
/** "For sales, press one": what it is for comes first. */
const BEFORE = new RegExp(
  `(?<![^ ])${any(menuLead)} ${LABEL} (?:please )?${any(menuPress)} ${KEY}(?![^ ])`,
  'g',
);
/** "Press one for sales". */
const AFTER = new RegExp(
  `(?<![^ ])${any(menuPress)} ${KEY} (?:now )?${any(menuLead)} ${LABEL}(?= ${any(menuPress)} |$)`,
  'g',
);
const STAR = anyOf(menuStar);
const PERSON = anyOf(menuPerson);
const MAILBOX = anyOf(menuMailbox);

/** The keys that a menu names, in its order; those of a mailbox are none. */
export const menuIn = (speech: Pick<Speech, 'plain'>): MenuOption[] =>
  keysIn(speech).filter(({ label }) => !MAILBOX.test(label));

/** "Press one to leave a message". */
export const hasMailboxKeys = (speech: Pick<Speech, 'plain'>): boolean =>
  keysIn(speech).some(({ label }) => MAILBOX.test(label));

const PRESS = new RegExp(`(?<![^ ])${any(menuPress)} ${KEY}(?![^ ])`);

/** Some key is to be pressed, though what it is for was not understood. */
export const asksForKey = ({ plain }: Pick<Speech, 'plain'>): boolean => isOrderedKey(plain);

const isOrderedKey = memoizeRecent((plain) => PRESS.test(withDigits(plain)));

const keysIn = ({ plain }: Pick<Speech, 'plain'>): readonly MenuOption[] => keysOf(plain);

/** "Thank you for calling. Press one for sales": the first key is not for calling. */
const THANKS = /(?<![^ ])thank(?:s| you) (?:very much )?for /g;

const keysOf = memoizeRecent((plain): readonly MenuOption[] => {
  const text = withDigits(plain).replace(THANKS, '');
  const before = [...text.matchAll(BEFORE)];
  const after = [...text.matchAll(AFTER)];
  const isBefore = (before[0]?.index ?? text.length) < (after[0]?.index ?? text.length);
  return isBefore ? before.map(optionOf) : after.map(optionOf);
});

const optionOf = ({ groups }: RegExpExecArray): MenuOption => ({
  key: keyOf(groups?.key ?? ''),
  label: groups?.label ?? '',
});

const keyOf = (said: string): string => (/^\d$/.test(said) ? said : STAR.test(said) ? '*' : '#');

/**
 * The option that leads to what is wanted, in the order of the wishes; otherwise one that leads to a person. Undefined:
 * none does.
 */
export function chosenOption(
  options: readonly MenuOption[],
  wanted: readonly string[],
): MenuOption | undefined {
  for (const wish of wanted) {
    const stems = contentStems(plainWords(wish));
    const found = options.find(({ label }) => {
      const named = new Set(contentStems(label));
      return stems.length > 0 && stems.every((stem) => named.has(stem));
    });
    if (found !== undefined) return found;
  }
  return options.find(({ label }) => PERSON.test(label));
}
