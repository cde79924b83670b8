import type { LocalTime } from '@parley/kernel/local-time.ts';
import type { ParsedResult } from 'chrono-node';
import { dateReader } from './date-reader.ts';
import type { Language } from './language.ts';
import type { Clock, DayPart } from './spoken-clock.ts';
import { dayOf, hasDay, type SpokenDay, weekdayOf } from './spoken-day.ts';
import type { SpokenTime } from './spoken-english.ts';
import { hearSimply } from './spoken-simply.ts';

interface Reader {
  /** Whose dates it reads. */
  readonly locale: string;
  /** The hours from one to twelve where they follow `before`: the reader of dates knows digits only. */
  readonly hours?: { readonly before: string; readonly words: string };
  /** What it would misread, in words that it knows; applied in this order, after the hours. */
  readonly rewrites?: readonly [RegExp, string | ((...match: string[]) => string)][];
}

const halfTo = (_: string, hour = '') => `${hourBefore(hour)}:30`;
const quarterTo = (_: string, hour = '') => `${hourBefore(hour)}:45`;
const hourBefore = (hour: string): number => ((Number(hour) + 10) % 12) + 1;

const readers: Partial<Record<Language, Reader>> = {
  DE: {
    locale: 'de',
    hours: {
      before: 'um|gegen|ab|nach|vor|halb',
      words: 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    },
    rewrites: [
      [/\b(?:um )?halb (\d+)/g, (match, hour) => `um ${halfTo(match, hour)}`],
      [/\b(?:um )?viertel vor (\d+)/g, (match, hour) => `um ${quarterTo(match, hour)}`],
      [/\b(?:um )?viertel nach (\d+)/g, 'um $1:15'],
      [/\b(?:gegen|ab|nach) (?=\d)/g, 'um '],
      [/\b(morgen|übermorgen|heute) früh\b/g, '$1 vormittag'],
    ],
  },
  FR: {
    locale: 'fr',
    hours: { before: 'à|vers|après', words: 'une deux trois quatre cinq six sept huit neuf dix onze douze' },
    rewrites: [
      [/après[- ]demain/g, 'dans 2 jours'],
      [/(?<!après-|l'après |après )\bmidi\b/g, 'à 12h'],
      [/(\d+) heures? et demie?/g, '$1h30'],
      [/(\d+) heures? et quart/g, '$1h15'],
      [/(\d+) heures? ?(\d\d)?/g, '$1h$2'],
      [/(?:vers|après) (?=\d)/g, 'à '],
    ],
  },
  ES: {
    locale: 'es',
    hours: { before: 'las|la', words: 'una dos tres cuatro cinco seis siete ocho nueve diez once doce' },
    rewrites: [
      // "Later", with the word for the afternoon.
      [/más tarde/g, ' '],
      [/pasado mañana/g, 'en 2 días'],
      [/mañana (?:por|en|a) la mañana/g, 'mañana a las 9am'],
      [/(?:a|al) mediod[ií]a/g, 'a las 12pm'],
      [/(\d+) y media/g, '$1:30'],
      [/(\d+) y cuarto/g, '$1:15'],
      [/(\d+(?::\d+)?) de la (?:tarde|noche)/g, '$1pm'],
      [/(\d+(?::\d+)?) de la mañana/g, '$1am'],
    ],
  },
  IT: {
    locale: 'it',
    hours: {
      before: "alle|all'|dopo le|verso le",
      words: 'una due tre quattro cinque sei sette otto nove dieci undici dodici',
    },
    rewrites: [
      [/(\d+) e mezz[ao]/g, '$1:30'],
      [/(\d+) e un quarto/g, '$1:15'],
      [/(?:dopo|verso) le (?=\d)/g, 'alle '],
    ],
  },
  PT: {
    locale: 'pt',
    hours: { before: 'às|as|à', words: 'uma duas três quatro cinco seis sete oito nove dez onze doze' },
    rewrites: [
      [/mais tarde/g, ' '],
      [/(\d+) e meia/g, '$1:30'],
      [/(\d+)\s?h(?:oras?)?(?:(\d\d))?\b/g, (_, hour, minutes) => `${hour}:${minutes || '00'}`],
    ],
  },
  NL: {
    locale: 'nl',
    hours: {
      before: 'om|rond|na|half',
      words: 'een twee drie vier vijf zes zeven acht negen tien elf twaalf',
    },
    rewrites: [
      [/\bovermorgen\b/g, 'over 2 dagen'],
      [/\b(?:om )?half (\d+)/g, (match, hour) => `om ${halfTo(match, hour)}`],
      [/\b(?:rond|na) (?=\d)/g, 'om '],
    ],
  },
  SV: { locale: 'sv', rewrites: [[/\bi morgon\b/g, 'imorgon']] },
  FI: { locale: 'fi' },
  UK: { locale: 'uk' },
  RU: { locale: 'ru' },
  AR: { locale: 'ar' },
  JA: { locale: 'ja' },
  ZH: { locale: 'zh/hans' },
};

/**
 * What was said in a language other than English. The words of its calendar come first; a reader of dates, where
 * there is one, adds what they do not have: dates, "next week", half past.
 */
export function hearOther(said: string, now: LocalTime, language: Other): SpokenTime {
  const text = said.toLowerCase().trim();
  const simply = hearSimply(text, now, language);
  if (simply.wait !== undefined) return simply;
  const reader = readers[language];
  if (reader === undefined) return simply;
  const { results, reference } = read(reader, text, now);
  const waiting = results.find((result) => result.tags().has('result/relativeDateAndTime'));
  if (waiting) return { wait: { ms: waiting.date().getTime() - reference.getTime(), isFromNow: true } };
  const timed = results.find(({ start }) => start.isCertain('hour'));
  return {
    day: dayOfBoth(simply.day, dayIn(results)),
    clock: timed ? sharper(clockOf(timed), simply.clock) : simply.clock,
    part: simply.part ?? results.map((result) => partOf(result, now)).find((part) => part !== undefined),
  };
}

export function readOtherDate(said: string, today: LocalTime, language: Other): SpokenDay | undefined {
  const text = said.toLowerCase().trim();
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.slice(1).map(Number);
  if (iso !== undefined) return { year: iso[0] ?? 0, month: iso[1] ?? 0, day: iso[2] ?? 0, kind: 'date' };
  const reader = readers[language];
  const simply = hearSimply(text, today, language).day;
  return reader === undefined ? simply : dayOfBoth(simply, dayIn(read(reader, text, today).results));
}

type Other = Exclude<Language, 'EN'>;

/**
 * A day by its name is sure. Of a weekday the reader knows more, such as which week is meant; but a date that does
 * not fall on the weekday beside it was misread.
 */
function dayOfBoth(simply: SpokenDay | undefined, read: SpokenDay | undefined): SpokenDay | undefined {
  if (simply === undefined || read === undefined) return simply ?? read;
  return simply.kind === 'weekday' && weekdayOf(read) === weekdayOf(simply) ? read : simply;
}

/** The part of the day was heard by one of them only. */
const sharper = (read: Clock, simply: Clock | undefined): Clock =>
  read.isHalfDay && simply !== undefined && !simply.isHalfDay && simply.hour % 12 === read.hour % 12
    ? { ...simply, minute: read.minute }
    : read;

function read({ locale, hours, rewrites = [] }: Reader, said: string, now: LocalTime) {
  let text = said;
  if (hours !== undefined) {
    const words = hours.words.split(' ');
    const hour = new RegExp(`(?<!\\p{L})(${hours.before}) ?(${words.join('|')})(?!\\p{L})`, 'gu');
    text = text.replaceAll(hour, (_, before: string, word: string) => `${before} ${words.indexOf(word) + 1}`);
  }
  for (const [pattern, written] of rewrites) text = text.replaceAll(pattern, written as string);
  // The wall time of the speaker, on the machine's clock: only fields of the answer and differences are used.
  const reference = new Date(now.year, now.month - 1, now.day, now.hour, now.minute, now.second);
  const results = dateReader(locale)
    .parse(text, reference, { forwardDate: true })
    // "I cannot now" names no time.
    .filter((result) => !result.tags().has('casualReference/now'));
  return { results, reference };
}

function dayIn(results: readonly ParsedResult[]): SpokenDay | undefined {
  const found = results.find(({ start }) => hasDay(start));
  return found && dayOf(found.start);
}

function clockOf({ start }: ParsedResult): Clock {
  const hour = start.get('hour') ?? 0;
  const isHalfDay = hour >= 1 && hour <= 12 && !start.isCertain('meridiem');
  return { hour, minute: start.get('minute') ?? 0, isHalfDay };
}

const parts: [RegExp, number, DayPart][] = [
  [/morning/, 11, { at: 9, until: 12 }],
  [/\/noon$/, 12, { at: 12, until: 14 }],
  [/afternoon/, 17, { at: 14, until: 18 }],
  [/evening|tonight|night/, 24, { at: 18, until: 22 }],
];

/** Named by a tag where the language has them, else recognised by the default hour. */
function partOf(result: ParsedResult, now: LocalTime): DayPart | undefined {
  if (result.start.isCertain('hour')) return undefined;
  const tags = [...result.tags()].filter((tag) => tag.startsWith('casualReference/'));
  const tagged = parts.find(([name]) => tags.some((tag) => name.test(tag)));
  if (tagged !== undefined) return tagged[2];
  const hour = result.start.get('hour') ?? 12;
  return hour === 12 || hour === now.hour ? undefined : parts.find(([, last]) => hour <= last)?.[2];
}
