import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { yesNo } from '@parley/language/locale-tables.ts';
import type { Clause, Speech } from '@parley/language/speech.ts';
import { readAmount } from '@parley/language/spoken-amount.ts';
import { readHour } from '@parley/language/spoken-hour.ts';
import { hasWords, plainText, valueText, valueWordsIn, wholeWords } from '@parley/language/value-words.ts';
import { alternativesIn, chosenFrom, namedFrom } from './alternatives.ts';
import { clear, type Found, unclear, type ValueContext } from './found-value.ts';
import { isWithin } from './option-range.ts';

/** The one option that was chosen; unclear where it was several, or any. */
export function choiceIn(
  options: readonly string[],
  { clauses, raw }: Speech,
  { question, language }: ValueContext,
): Found | undefined {
  const chosen = chosenFrom(options, clauses, language);
  if (chosen?.kind === 'one') return clear(partOfDay(options, clauses, language) ?? chosen.option);
  // "For my company" chooses "business" where the question says "for you personally or for your company?".
  const alternatives = alternativesIn(question);
  const named =
    alternatives.length === options.length ? chosenFrom(alternatives, clauses, language) : undefined;
  const option = named?.kind === 'one' ? options[alternatives.indexOf(named.option)] : undefined;
  if (option !== undefined) return clear(option);
  const told =
    partOfDay(options, clauses, language) ??
    describedIn(options, clauses, language) ??
    atHour(options, raw, language);
  if (told !== undefined) return clear(told);
  if (chosen !== undefined) return unclear(raw, chosen.kind === 'any' ? 'no preference' : 'several');
  const counted = options.every((each) => /\d/.test(each))
    ? readAmount(raw, { language, unit: undefined, question, year: 0 })
    : undefined;
  const fitting = counted && options.find((each) => isWithin(counted.value, each));
  return fitting === undefined ? undefined : clear(fitting);
}

/**
 * The option that is told by what it means: "forty hours" is full time. Only where one option is meant by it, and what
 * they say is not a no to it.
 */
function describedIn(
  options: readonly string[],
  clauses: readonly Clause[],
  language: Language,
): string | undefined {
  const wanted = new Set<string>();
  for (const { option, said } of conceptsIn(language)) {
    const [meant, ...others] = options.filter((each) => option.test(plainText(each)));
    if (meant === undefined || others.length > 0) continue;
    const isSaid = clauses.some(
      ({ raw, plain }) => said.test(valueText(raw, language)) && !listing(language).denied.test(plain),
    );
    if (isSaid) wanted.add(meant);
  }
  const [only] = wanted;
  return wanted.size === 1 ? only : undefined;
}

const conceptsIn = memoize((language: Language) =>
  (valueWordsIn(language)?.choices.concepts ?? []).map(({ option, said }) => ({
    option: wholeWords(option),
    said: wholeWords(said),
  })),
);

/** Of two parts of a day: "first thing" is the morning, and who works mornings comes in the afternoon. */
function partOfDay(
  options: readonly string[],
  clauses: readonly Clause[],
  language: Language,
): string | undefined {
  const words = valueWordsIn(language)?.choices;
  if (options.length !== 2 || words?.early === undefined || words.late === undefined) return undefined;
  const parts = [words.early, words.late].map((source) => wholeWords(source));
  const isOf = (text: string): number[] => parts.flatMap((part, index) => (part.test(text) ? [index] : []));
  const order = options.map((each) => isOf(plainText(each)));
  if (order.some((one) => one.length !== 1) || order[0]?.[0] === order[1]?.[0]) return undefined;
  const wanted = new Set<number>();
  for (const { plain } of clauses) {
    const [named, ...others] = isOf(plain);
    if (named === undefined || others.length > 0) continue;
    const isBusy =
      words.busyThen !== undefined &&
      wholeWords(words.busyThen).test(plain.replace(parts[named] as RegExp, ' '));
    wanted.add(isBusy ? 1 - named : named);
  }
  const [part] = wanted;
  return wanted.size === 1 ? options.find((_, index) => order[index]?.[0] === part) : undefined;
}

const NOON = 12;
const EVENING = 17;

/** Of parts of a day the one with the hour that they name: "around three" is the afternoon. */
function atHour(options: readonly string[], raw: string, language: Language): string | undefined {
  const clock = valueWordsIn(language)?.clock;
  if (clock === undefined) return undefined;
  const named = (part: string) => options.filter((each) => hasWords(each, part));
  const [morning, afternoon, evening] = [clock.morning, clock.afternoon, clock.evening].map(named);
  const parts = [morning, afternoon, evening].filter((found) => found?.length === 1);
  if (parts.length !== options.length) return undefined;
  const hour = Number(
    readHour(raw.replace(/(?<![.!])[.!]+$/, ''), '', language)?.time?.slice(0, 2) ?? Number.NaN,
  );
  if (Number.isNaN(hour)) return undefined;
  if (hour < NOON) return morning?.[0];
  return hour < EVENING ? afternoon?.[0] : (evening?.[0] ?? afternoon?.[0]);
}

/** Every option that was named, or the items of a list without options. */
export function listIn(
  options: readonly string[] | undefined,
  { clauses, raw }: Speech,
  { language }: ValueContext,
): Found | undefined {
  const words = valueWordsIn(language)?.choices;
  const text = clauses.map((clause) => clause.plain).join(' , ');
  if (words !== undefined && wholeWords(`^(?:${words.none})$`).test(text)) return clear([]);
  if (options === undefined) {
    const items = itemsIn(raw, language);
    return items.length === 0 ? undefined : clear(items);
  }
  const count = Object.entries(words?.first ?? {}).find(([source]) => wholeWords(source).test(text))?.[1];
  if (count !== undefined) return clear(options.slice(0, count));
  const days = daysIn(options, language);
  const { named, ruledOut } = namedFrom(
    options,
    days === undefined ? clauses : clauses.map((clause) => withDays(clause, days, language)),
    language,
  );
  const has = (source: string | undefined): boolean => source !== undefined && wholeWords(source).test(text);
  if (has(words?.all) && named.length === 0)
    return clear(options.filter((option) => !ruledOut.includes(option)));
  // Of the days of the week the others are left: "not at weekends".
  if (ruledOut.length > 0 && (has(words?.except) || days !== undefined) && named.length === 0)
    return clear(options.filter((option) => !ruledOut.includes(option)));
  return named.length === 0 ? undefined : clear(named);
}

/** The options from Monday to Sunday, where they are the days of the week. */
function daysIn(options: readonly string[], language: Language): readonly string[] | undefined {
  const days = valueWordsIn(language)?.dates.weekdays.flatMap(
    (source) => options.find((option) => wholeWords(`^(?:${source})$`).test(plainText(option))) ?? [],
  );
  return days?.length === DAYS_OF_A_WEEK ? days : undefined;
}

/** With the days by name: "weekdays" are Monday to Friday, "the weekend" is Saturday and Sunday. */
function withDays(clause: Clause, days: readonly string[], language: Language): Clause {
  const words = valueWordsIn(language)?.choices;
  if (words === undefined) return clause;
  const [through = '', and = ''] = [words.through, words.and].map((source) => source.split('|')[0]);
  const between = (from: number, joint: string, to: number): string =>
    plainText(`${days[from]} ${joint} ${days[to]}`);
  const plain = clause.plain
    .replace(wholeWords(words.weekdays), between(0, through, WORKING_DAYS - 1))
    .replace(wholeWords(words.weekend), between(WORKING_DAYS, and, DAYS_OF_A_WEEK - 1));
  return { ...clause, plain };
}

const DAYS_OF_A_WEEK = 7;
const WORKING_DAYS = 5;

/** The items of a list, as they were said. */
function itemsIn(raw: string, language: Language): string[] {
  const { joint, lead, not } = listing(language);
  const said = raw
    .split(joint)
    .map((item) => item.trim().replace(lead, '').trim())
    .filter((item) => item !== '');
  // "Not French, I meant Spanish" takes an item back.
  const denied = new Set(
    said.filter((item) => not.test(item)).map((item) => plainText(item.replace(not, '')).trim()),
  );
  return said.filter((item) => !not.test(item) && !denied.has(plainText(item)));
}

const listing = memoize((language: Language) => {
  const words = valueWordsIn(language)?.choices;
  return {
    joint: new RegExp(`\\s*[,;、，]\\s*|[.!?。！？]+(?:\\s+|$)|\\s+(?:${words?.and ?? '(?!)'})\\s+`, 'iu'),
    denied: new RegExp(`(?<!\\p{L})(?:${yesNo[language].negation?.join('|') ?? '(?!)'})(?!\\p{L})`, 'iu'),
    not: new RegExp(`^(?:${yesNo[language].negation?.join('|') ?? '(?!)'})(?!\\p{L})\\s*`, 'iu'),
    lead: new RegExp(`^(?:(?:${words?.lead ?? '(?!)'})(?!\\p{L})[\\s,]*)+`, 'iu'),
  };
});
