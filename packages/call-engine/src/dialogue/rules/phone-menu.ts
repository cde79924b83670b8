import { memoize, memoizeRecent } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { type MenuWords, menuWordsOf } from '@parley/language/locale-tables.ts';
import { plainWords, type Speech } from '@parley/language/speech.ts';
import { withNumbers } from '@parley/language/spoken-number.ts';
import { alternativesOf } from './foreign-cues.ts';
import { contentStems } from './stem.ts';

/** One key of a telephone menu, and what it is for. */
export interface MenuOption {
  readonly key: string;
  /** In plain words: "sales". */
  readonly label: string;
}

/** Reads menus in one language. */
interface MenuReader {
  /** Some key is to be pressed. */
  isOrdered(plain: string): boolean;
  keysIn(plain: string): readonly MenuOption[];
  readonly person: RegExp;
  readonly mailbox: RegExp;
}

const whole = (source: string): RegExp => new RegExp(`(?<![^ ])${source}(?![^ ])`);
const LABEL = '(?<label>[^ ]+(?: [^ ]+){0,9}?)';
/** Stands for an order to press that is not repeated. */
const AGAIN = '\u2022';

function readerOf(language: Language, words: MenuWords): MenuReader {
  const [press, lead] = [alternativesOf(words.press), alternativesOf(words.lead)];
  // "I always press nine" is of a person who talks about keys.
  const announced = `(?:${AGAIN}|${words.habit ?? ''}${press})`;
  const star = whole(alternativesOf(words.star));
  const keys = [words.star, words.hash, ...(words.one ? [words.one] : [])].map(alternativesOf).join('|');
  const key = `(?<key>\\d|${keys})`;
  /** "For sales, press one": what it is for comes first. */
  const before = new RegExp(`(?<![^ ])${lead} ${LABEL} ${announced} ${key}(?![^ ])`, 'g');
  /** "Press one for sales". */
  const after = new RegExp(
    `(?<![^ ])${announced} ${key} (?:[^ ]{1,5} )?${lead} ${LABEL}(?= (?:${AGAIN}|${press}) |$)`,
    'g',
  );
  const order = new RegExp(`(?<![^ ])${announced} ${key}(?![^ ])`);
  /** "Press one for sales, or two for support": the second key is not what the first is for. "Two to five" is no key. */
  const range = words.range ? `(?! ${alternativesOf(words.range)} \\d)` : '';
  const further = new RegExp(
    ` (?:${alternativesOf(words.joint)} ){0,3}(?<!${press} )(?<key>\\d)(?= ${lead} )${range}`,
    'g',
  );
  /** "Thank you for calling. Press one for sales": the first key is not for calling. */
  const notMenu = words.notMenu && new RegExp(`(?<![^ ])${alternativesOf(words.notMenu)} `, 'g');
  /** "Press to for support": the key sounds like the word. */
  const misheard = (
    [
      ['2', words.soundsLikeTwo],
      ['4', words.soundsLikeFour],
    ] as const
  ).flatMap(([digit, phrases]) =>
    phrases
      ? [[digit, new RegExp(`(?<![^ ])(${press}) ${alternativesOf(phrases)}(?= ${lead} |$)`, 'g')] as const]
      : [],
  );
  const digit = (said: string): string =>
    /^\d$/.test(said) ? said : star.test(said) ? '*' : isOne(said) ? '1' : '#';
  const one = words.one && whole(alternativesOf(words.one));
  const isOne = (said: string): boolean => one?.test(said) === true;
  const optionOf = ({ groups }: RegExpExecArray): MenuOption => ({
    key: digit(groups?.key ?? ''),
    label: groups?.label ?? '',
  });
  const read = (plain: string): readonly MenuOption[] => {
    const numbered = withNumbers(plain, language);
    const said = notMenu ? numbered.replace(notMenu, '') : numbered;
    // Without a real key, "press for" may be anything.
    const heard = order.test(said)
      ? misheard.reduce((text, [value, pattern]) => text.replace(pattern, `$1 ${value}`), said)
      : said;
    const [keyLast, keyFirst] = [heard.search(before), heard.search(after)];
    // "For sales, press one. For support, press two" also reads "press one for support": what comes first decides.
    if (keyLast >= 0 && (keyFirst < 0 || keyLast < keyFirst))
      return [...heard.matchAll(before)].map(optionOf);
    if (keyFirst < 0) return [];
    const text = heard.slice(0, keyFirst) + heard.slice(keyFirst).replace(further, ` ${AGAIN} $<key>`);
    return [...text.matchAll(after)].map(optionOf);
  };
  return {
    isOrdered: memoizeRecent((plain) => order.test(withNumbers(plain, language))),
    keysIn: memoizeRecent(read),
    person: whole(alternativesOf(words.person)),
    mailbox: whole(alternativesOf(words.mailbox)),
  };
}

const readerIn = memoize((language: Language): MenuReader | undefined => {
  const words = menuWordsOf(language);
  return words && readerOf(language, words);
});

/** English menus answer everywhere. */
const readersFor = memoize((language: Language): readonly MenuReader[] =>
  [...new Set([language, 'EN' as const])].flatMap((one) => readerIn(one) ?? []),
);

type Plain = Pick<Speech, 'plain'>;

/** The keys that a menu names, in its order; those of a mailbox are none. */
export function menuIn({ plain }: Plain, language: Language): readonly MenuOption[] {
  for (const { keysIn, mailbox } of readersFor(language)) {
    const options = keysIn(plain).filter(({ label }) => !mailbox.test(label));
    if (options.length > 0) return options;
  }
  return [];
}

/** "Press one to leave a message". */
export const hasMailboxKeys = ({ plain }: Plain, language: Language): boolean =>
  readersFor(language).some(({ keysIn, mailbox }) => keysIn(plain).some(({ label }) => mailbox.test(label)));

/** Some key is to be pressed, though what it is for was not understood. */
export const asksForKey = ({ plain }: Plain, language: Language): boolean =>
  readersFor(language).some(({ isOrdered }) => isOrdered(plain));

/**
 * The option that leads to what is wanted, in the order of the wishes; otherwise one that leads to a person. Undefined:
 * none does.
 */
export function chosenOption(
  options: readonly MenuOption[],
  wanted: readonly string[],
  language: Language,
): MenuOption | undefined {
  for (const wish of wanted) {
    const stems = contentStems(plainWords(wish));
    const found = options.find(({ label }) => {
      const named = new Set(contentStems(label));
      return stems.length > 0 && stems.every((stem) => named.has(stem));
    });
    if (found !== undefined) return found;
  }
  return options.find(({ label }) => readersFor(language).some(({ person }) => person.test(label)));
}
