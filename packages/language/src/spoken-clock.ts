import { monthNames, weekdayNames } from './english-calendar.ts';

/** A time of day as it was said. */
export interface Clock {
  readonly hour: number;
  readonly minute: number;
  /** Neither am nor pm was said, and the hour leaves it open. */
  readonly isHalfDay: boolean;
}

/** A part of a day: when one would call in it, and when it is over. In hours. */
export interface DayPart {
  /** `opening`: as early as one may call. */
  readonly at: number | 'opening';
  readonly until: number;
}

const MONTHS = monthNames.join('|');
const HOUR = String.raw`(?<hour>[01]?\d|2[0-4])`;
const HALF = String.raw`\s?(?<half>[ap])m\b`;
/** A number that counts something else than hours of the clock. */
const UNLESS_COUNTED = String.raw`(?![\d:/]|[.-]\d|\s*(?:st|nd|rd|th|%|percent|days?|weeks?|months?|years?|hours?|hrs?|minutes?|mins?|seconds?|of|${MONTHS}|people|times)\b)`;
const PREPOSITION =
  '(?:at|around|about|by|before|after|from|between|until|till|past|say|like|maybe|approximately|roughly)';
/** What may follow a number that is a time without any word saying so: "tomorrow, 3 would be good". */
const AFTER_BARE = String.raw`(?=\s*(?:$|[,.;!?]|(?:or|and|to|then|works?|would|should|is|on|in the|at night|this|next|today|tonight|tomorrow|please|sharp|maybe|${weekdayNames.join('|')})\b))`;

type Groups = Readonly<Record<string, string | undefined>>;
type Form = [RegExp, (said: Groups) => { hour: number; minute: number }];

const number = (text: string | undefined): number => Number(text ?? 0);
const minutesOf = (text: string | undefined): number => (text === 'quarter' ? 15 : number(text));
const plain = (said: Groups) => ({ hour: number(said.hour), minute: number(said.minute ?? said.dashed) });

const pattern = (strings: TemplateStringsArray, ...parts: string[]): RegExp =>
  new RegExp(String.raw(strings, ...parts));

/** The first form that is found counts, so the surer ones come first. Numbers are digits already. */
const forms: Form[] = [
  [/\b(?:12 (?:o'?clock )?)?(?:noon|midday)(?:-?ish)?\b/, () => ({ hour: 12, minute: 0 })],
  [/\bmidnight\b/, () => ({ hour: 24, minute: 0 })],
  [pattern`\bhalf (?:past )?${HOUR}\b(?:${HALF})?`, (said) => ({ hour: number(said.hour), minute: 30 })],
  [
    pattern`\b(?<minutes>quarter|5|10|20|25)(?: minutes)? (?:past|after) ${HOUR}\b(?:${HALF})?`,
    (said) => ({ hour: number(said.hour), minute: minutesOf(said.minutes) }),
  ],
  [
    pattern`(?<!from |between )\b(?<minutes>quarter|5|10|20|25)(?: minutes)? (?:to|of|till|before) ${HOUR}\b(?:${HALF})?`,
    (said) => ({ hour: hourBefore(number(said.hour)), minute: 60 - minutesOf(said.minutes) }),
  ],
  [
    pattern`(?<![\d-])${HOUR}(?:[:.h ](?<minute>[0-5]\d)|-(?<dashed>15|30|45))\b(?:${HALF})?${UNLESS_COUNTED}`,
    plain,
  ],
  [/\b(?<hour>[01]\d|2[0-3])(?<minute>[0-5]\d)(?= hours\b| hrs\b)/, plain],
  [pattern`\b${PREPOSITION} (?<hour>[01]?\d|2[0-3])(?<minute>[0-5]\d)\b(?:${HALF})?`, plain],
  [pattern`\b${HOUR}${HALF}`, plain],
  [pattern`\b${HOUR}(?=\s*o'?\s?clock|\s?h\b|\s?-?ish\b)`, plain],
  [pattern`\b${PREPOSITION} (?:about |around |like |say )?${HOUR}\b${UNLESS_COUNTED}`, plain],
  [pattern`(?<![\d:/.-]|\b(?:the|in|${MONTHS}) )\b${HOUR}\b${UNLESS_COUNTED}${AFTER_BARE}`, plain],
];

/** The clock time in a text in English with digits, and what remains of the text without it. */
export function takeClock(text: string): { clock?: Clock; rest: string } {
  for (const [form, read] of forms) {
    const match = form.exec(text);
    if (match === null) continue;
    const end = match.index + match[0].length;
    const { hour, minute } = read(match.groups ?? {});
    const isOpen = match.groups?.hour !== undefined && hour >= 1 && hour <= 12;
    const settled = isOpen ? inHalf(hour, match.groups?.half, text) : hour;
    return {
      clock: {
        hour: (settled ?? hour) - hoursToSpare(text.slice(0, end)),
        minute,
        isHalfDay: settled === undefined,
      },
      rest: `${text.slice(0, match.index)} ${text.slice(end)}`,
    };
  }
  return { rest: text };
}

const hourBefore = (hour: number): number => (hour === 1 ? 12 : hour - 1);

/** "before five" leaves an hour for the call; "not before five" means five. */
const hoursToSpare = (text: string): number =>
  /(?<!not |\d |quarter )\b(?:before|by) (?:about |around )?(?:noon|midday|midnight|[\d:. ]+(?:[ap]m)?)$/.test(
    text,
  )
    ? 1
    : 0;

/** The hour out of 24, when am or pm or the part of the day was said. */
function inHalf(hour: number, half: string | undefined, text: string): number | undefined {
  const [morning, afternoon] = [hour % 12, (hour % 12) + 12];
  if (half !== undefined) return half === 'a' ? morning : afternoon;
  if (/\bat night\b/.test(text) && (hour < 6 || hour === 12)) return hour === 12 ? 24 : hour;
  if (/\b(?:afternoon|evening|tonight|night)\b/.test(text)) return afternoon;
  return /\bmorning\b/.test(text) ? morning : undefined;
}

const parts: [RegExp, DayPart][] = [
  [
    /\b(?:first thing|as early as (?:possible|you can)|early (?:in the )?morning|early (?:tomorrow|on))\b/,
    { at: 'opening', until: 12 },
  ],
  [/\bmid-?\s?morning\b/, { at: 10.5, until: 12 }],
  [/\blate(?:r)?(?: in the)? morning\b|\bbefore lunch\b/, { at: 11, until: 12 }],
  [/\bafter lunch\b|\bearly (?:in the )?afternoon\b/, { at: 14, until: 16 }],
  [/\blunch(?:\s?time|\s?break| hour)?\b/, { at: 12, until: 14 }],
  [
    /\blate(?:r)?(?: in the)? afternoon\b|\b(?:end of (?:the |my |business )?day|close of business)\b/,
    { at: 16.5, until: 18 },
  ],
  [/\bafter (?:work|hours|dinner)\b|\bevening\b|\btonight\b|\bnight\b/, { at: 18, until: 22 }],
  [/\bafternoon\b/, { at: 14, until: 18 }],
  [/\bmorning\b/, { at: 9, until: 12 }],
];

export const partIn = (text: string): DayPart | undefined =>
  parts.find(([pattern]) => pattern.test(text))?.[1];
