import {
  ar,
  type Chrono,
  de,
  es,
  fi,
  fr,
  it,
  ja,
  nl,
  type ParsedResult,
  pt,
  ru,
  sv,
  uk,
  zh,
} from 'chrono-node';
import type { Language } from '../../kernel/language.ts';
import type { LocalTime } from '../../kernel/local-time.ts';
import type { Clock, DayPart } from './spoken-clock.ts';
import { dayOf, hasDay, type SpokenDay } from './spoken-day.ts';
import type { SpokenTime } from './spoken-english.ts';

interface Reader {
  readonly chrono: Chrono;
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
    chrono: de.casual,
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
    chrono: fr.casual,
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
    chrono: es.casual,
    hours: { before: 'las|la', words: 'una dos tres cuatro cinco seis siete ocho nueve diez once doce' },
    rewrites: [
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
    chrono: it.casual,
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
    chrono: pt.casual,
    hours: { before: 'às|as|à', words: 'uma duas três quatro cinco seis sete oito nove dez onze doze' },
    rewrites: [
      [/(\d+) e meia/g, '$1:30'],
      [/(\d+)\s?h(?:oras?)?(?:(\d\d))?\b/g, (_, hour, minutes) => `${hour}:${minutes || '00'}`],
    ],
  },
  NL: {
    chrono: nl.casual,
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
  SV: { chrono: sv.casual, rewrites: [[/\bi morgon\b/g, 'imorgon']] },
  FI: { chrono: fi.casual },
  UK: { chrono: uk.casual },
  RU: { chrono: ru.casual },
  AR: { chrono: ar.casual },
  JA: { chrono: ja.casual },
  ZH: { chrono: zh.hans.casual },
};

/** Said of days that the reader does not know, and would take for nearer ones. */
const UNREADABLE = /depois de amanhã|i övermorgon|послезавтра|післязавтра/;

/** What was said in a language other than English; nothing in one that cannot be read. */
export function hearOther(said: string, now: LocalTime, language: Language): SpokenTime | undefined {
  const text = said.toLowerCase().trim();
  const reader = readers[language];
  if (reader === undefined) return /\p{L}/u.test(text) ? undefined : { clock: clockIn(text) };
  if (UNREADABLE.test(text)) return undefined;
  const { results, rest, reference } = read(reader, text, now);
  const waiting = results.find((result) => result.tags().has('result/relativeDateAndTime'));
  if (waiting) return { wait: { ms: waiting.date().getTime() - reference.getTime(), isFromNow: true } };
  const timed = results.find(({ start }) => start.isCertain('hour'));
  return {
    day: dayIn(results),
    clock: timed ? clockOf(timed) : clockIn(rest),
    part: results.map((result) => partOf(result, now)).find((part) => part !== undefined),
  };
}

export function readOtherDate(said: string, today: LocalTime, language: Language): SpokenDay | undefined {
  const text = said.toLowerCase().trim();
  const reader = readers[language];
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.slice(1).map(Number);
  if (reader === undefined || UNREADABLE.test(text)) {
    return iso ? { year: iso[0] ?? 0, month: iso[1] ?? 0, day: iso[2] ?? 0, kind: 'date' } : undefined;
  }
  return dayIn(read(reader, text, today).results);
}

function read({ chrono, hours, rewrites = [] }: Reader, said: string, now: LocalTime) {
  let text = said;
  if (hours !== undefined) {
    const words = hours.words.split(' ');
    const hour = new RegExp(`(?<!\\p{L})(${hours.before}) ?(${words.join('|')})(?!\\p{L})`, 'gu');
    text = text.replaceAll(hour, (_, before: string, word: string) => `${before} ${words.indexOf(word) + 1}`);
  }
  for (const [pattern, written] of rewrites) text = text.replaceAll(pattern, written as string);
  // The wall time of the speaker, on the machine's clock: only fields of the answer and differences are used.
  const reference = new Date(now.year, now.month - 1, now.day, now.hour, now.minute, now.second);
  const results = chrono.parse(text, reference, { forwardDate: true });
  const rest = results.reduce((left, result) => left.replace(result.text, ' '), text);
  return { results, rest, reference };
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

/** A time in digits that stands for itself in any language. */
function clockIn(text: string): Clock | undefined {
  const [, hours, minutes] = /^\D*([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?\D*$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const hour = Number(hours);
  return { hour, minute: Number(minutes ?? 0), isHalfDay: hour >= 1 && hour <= 12 && !hours.startsWith('0') };
}

const parts: [RegExp, number, DayPart][] = [
  [/morning/, 11, { at: 9, until: 12 }],
  [/\/noon$/, 12, { at: 12, until: 14 }],
  [/afternoon/, 17, { at: 14, until: 18 }],
  [/evening|tonight|night/, 24, { at: 18, until: 22 }],
];

/** Named by a tag where the language has them, else told from the hour that is taken for granted. */
function partOf(result: ParsedResult, now: LocalTime): DayPart | undefined {
  if (result.start.isCertain('hour')) return undefined;
  const tags = [...result.tags()].filter((tag) => tag.startsWith('casualReference/'));
  const tagged = parts.find(([name]) => tags.some((tag) => name.test(tag)));
  if (tagged !== undefined) return tagged[2];
  const hour = result.start.get('hour') ?? 12;
  return hour === 12 || hour === now.hour ? undefined : parts.find(([, last]) => hour <= last)?.[2];
}
