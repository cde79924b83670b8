import type { LocalTime } from '@parley/kernel/local-time.ts';
import { type Clock, type DayPart, partIn, takeClock } from './spoken-clock.ts';
import { type SpokenDay, spokenDay } from './spoken-day.ts';
import { withDigits } from './spoken-number.ts';

/** When somebody would like to be called, as far as they said. */
export interface SpokenTime {
  readonly wait?: {
    readonly ms: number;
    /** "in an hour"; a mere "an hour" counts when nothing else was said. */
    readonly isFromNow: boolean;
  };
  readonly day?: SpokenDay | undefined;
  readonly clock?: Clock | undefined;
  readonly part?: DayPart | undefined;
}

/** Said without meaning a time. */
const NOISE =
  /\bgood (?:morning|afternoon|evening|night)\b|(?<!from )\b(?:not |right |just |for |until )?now\b|\bat (?:the|this|that) (?:moment|time)\b|\b(?:next|last|some other|another|some|any|a better|a later|the right|1|this is the 1st) time\b|\bnot (?:today|tonight)\b|\b(?:just|hold on|hang on|wait) a (?:minute|moment|second)\b/g;

const NEGATIVE =
  /\b(?:not|can't|cannot|couldn't|won't|don't|doesn't|isn't|am never|no good|impossible|busy|unavailable|away|booked|tied up|in a meeting)\b/;
/** "not before ten" and "busy until four" do name a time; "why don't you …" asks for one. */
const STILL_POSITIVE = /\b(?:before|until|till|why don't|don't mind|if not)\b/;
const NEW_CLAUSE =
  /[,;!?]|\.(?!\d)|\bbut\b|(?<!don't |not |never |to )\b(?=(?:can|could|would|will) you\b|call (?:me|back|again)\b|ring me\b|please\b|try (?:me|again)\b|maybe\b|perhaps\b|(?:how|what) about\b|let's\b)/;

/** Reads English as it is spoken, with the present time of the speaker. */
export function hearEnglish(said: string, now: LocalTime): SpokenTime {
  const text = wanted(tidy(said));
  const { wait, others } = takeWait(text);
  if (wait?.isFromNow) return { wait };
  const sameTime = /\b(?:this|the same|same) time\b/.test(others);
  const { clock, rest } = sameTime ? { clock: clockOf(now), rest: others } : takeClock(others);
  const day = spokenDay(rest, now);
  return { ...(wait && { wait }), day, clock: sameTime && !day ? undefined : clock, part: partIn(rest) };
}

/** Small letters, digits for numbers, plain apostrophes, and am and pm without points. */
const tidy = (said: string): string =>
  withDigits(
    said
      .toLowerCase()
      .replaceAll('’', "'")
      .replaceAll(/\b([ap])\.\s?m\b\.?/g, '$1m'),
  );

const wanted = (text: string): string =>
  text
    .split(NEW_CLAUSE)
    .filter((clause) => !NEGATIVE.test(clause) || STILL_POSITIVE.test(clause))
    .join(' ')
    .replaceAll(NOISE, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const clockOf = (now: LocalTime): Clock => ({ hour: now.hour, minute: now.minute, isHalfDay: false });

const HOUR_MINUTES = 60;
const AMOUNTS = new Map([
  ['a', 1],
  ['an', 1],
  ['the', 1],
  ['a couple', 2],
  ['a couple of', 2],
  ['a few', 3],
]);

type Groups = Readonly<Record<string, string | undefined>>;
const amount = (text = ''): number => AMOUNTS.get(text) ?? Number(text);

/** In minutes. */
const waits: [RegExp, (said: Groups) => number][] = [
  [/\b(?:an|1) hour and a half\b/, () => 90],
  [/\b3 quarters of an hour\b/, () => 45],
  [/\b(?:a )?quarter of an hour\b/, () => 15],
  [/\b(?:a )?half (?:an )?hour\b/, () => 30],
  [
    /\b(?<hours>\d+(?:\.\d+)?|an|the|a couple of|a couple|a few)(?: (?:or|to) \d+)? (?:hours?|hrs?)\b(?: or (?:2|so)\b)?(?:(?: and)? (?<minutes>\d+) min(?:ute)?s?\b)?/,
    (said) => amount(said.hours) * HOUR_MINUTES + Number(said.minutes ?? 0),
  ],
  [
    /\b(?<minutes>\d+|a|a couple of|a couple|a few)(?: (?:or|to) \d+)? (?:minutes?|mins?)\b(?! (?:to|past|before|after) \d)/,
    (said) => amount(said.minutes),
  ],
];

const FROM_NOW_BEFORE =
  /\b(?:in|within|after|give me|wait|for|need|another)(?: (?:about|around|like|another|maybe|roughly|say|at least|just|the next|next|approximately|perhaps))*\s*$/;
const FROM_NOW_AFTER = /^\s*(?:from now|later|time\b)/;

function takeWait(text: string): { wait?: NonNullable<SpokenTime['wait']>; others: string } {
  for (const [pattern, minutes] of waits) {
    const match = pattern.exec(text.replace('the next hour', 'the hour'));
    if (match === null) continue;
    const [before, after] = [
      match.input.slice(0, match.index),
      match.input.slice(match.index + match[0].length),
    ];
    const isFromNow = FROM_NOW_BEFORE.test(before) || FROM_NOW_AFTER.test(after);
    return { wait: { ms: minutes(match.groups ?? {}) * 60_000, isFromNow }, others: `${before} ${after}` };
  }
  return { others: text };
}

const AT_ONCE =
  /\b(?:right away|straight away|immediately|at once|now|asap|as soon as possible|(?:any time|anytime)(?: now)?|today)\b/;

/** A day, for answers such as "the first of March", "in three weeks" or "right away". */
export function readEnglishDate(said: string, today: LocalTime): SpokenDay | undefined {
  const text = tidy(said).replaceAll(/\b(19|20) (\d\d)\b/g, '$1$2');
  const day = spokenDay(text, today, 'or a month');
  if (day !== undefined) return day;
  return AT_ONCE.test(text) ? { ...today, kind: 'date' } : undefined;
}
