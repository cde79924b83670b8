import { Document, Page, renderToBuffer, Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { type ReportContent, type ReportLine, reportWords } from '../../domains/analysis/report.model.ts';
import { callTimeline } from './call-timeline.ts';
import { assessment, findings, type Measure, shortened } from './report-findings.ts';
import { fontsFor } from './report-fonts.ts';
import { reportHead } from './report-head.ts';
import { clock, colors, type Look, lookOf, page, section, text, textStyle, whole } from './report-look.ts';

const MOST_PAGES = 3;
const MOST_BYTES = 300_000;

interface Room extends Measure {
  /** How much of the room that is likely to be left the transcript takes. */
  readonly transcript: number;
}

/** How much is printed: the first that keeps within the pages and bytes of a report, and the last whatever comes. */
const rooms: readonly Room[] = [
  { mostItems: 30, mostLetters: 420, transcript: 1 },
  { mostItems: 30, mostLetters: 420, transcript: 0.6 },
  { mostItems: 20, mostLetters: 240, transcript: 0.3 },
  { mostItems: 9, mostLetters: 160, transcript: 0.15 },
  { mostItems: 5, mostLetters: 100, transcript: 0 },
];

/** More is not read. */
const MOST_TRANSCRIPT = 900;

/** Points of three pages that are likely to be left for the transcript: a guess, so that most are laid out once. */
function leftForTranscript({ analysis: { analytics } }: ReportContent): number {
  const findings = analytics ? analytics.outcomes.length + analytics.qa.length + analytics.fields.length : 0;
  const used = 760 + 44 * findings + 36 * (analytics?.scoring?.items.length ?? 0);
  return Math.min(
    Math.max(MOST_PAGES * (page.height - page.margin - page.foot) - used, 200),
    MOST_TRANSCRIPT,
  );
}

/** The report as a PDF of one to three pages. */
export async function reportPdf(given: ReportContent): Promise<Buffer> {
  const { language, timeZone } = given;
  const tidy = withTexts(given, tidied);
  const blank = lookOf(language, timeZone, []);
  const ours = [reportWords[language], blank.dateTime(given.calledAt), '0123456789:/ ·…?%'];
  const { names, missing } = await fontsFor(signsOf(tidy, ours), language);
  const content = withTexts(tidy, (words) => withoutSigns(words, missing));
  const look = { ...blank, fonts: names };
  let at = 0;
  let printed = await print(look, content, rooms[at] as Room);
  while ((printed.pages > MOST_PAGES || printed.pdf.length > MOST_BYTES) && at < rooms.length - 1) {
    // Where far too much was found out, a little less is still too much: each layout costs up to a second.
    at = printed.pages > 2 * MOST_PAGES ? rooms.length - 1 : at + 1;
    printed = await print(look, content, rooms[at] as Room);
  }
  return printed.pdf;
}

async function print(
  look: Look,
  content: ReportContent,
  room: Room,
): Promise<{ pdf: Buffer; pages: number }> {
  let pages = 1;
  const foot = footer(look, content, (total) => {
    pages = total;
  });
  const pdf = await renderToBuffer(documentOf(look, content, room, foot));
  return { pdf, pages };
}

function documentOf(look: Look, content: ReportContent, room: Room, foot: ReactNode) {
  // Derived from the content, so that the same report always has the same bytes.
  const date = new Date(content.calledAt);
  return h(
    Document,
    {
      title: `${look.words.title} · ${content.contactName}`,
      author: content.companyName,
      creator: 'Parley',
      producer: 'Parley',
      creationDate: date,
      modificationDate: date,
    },
    h(
      Page,
      {
        size: 'A4',
        style: {
          ...textStyle(look),
          paddingTop: page.margin,
          paddingHorizontal: page.margin,
          paddingBottom: page.foot,
        },
      },
      foot,
      ...reportHead(look, content),
      ...assessment(look, content, room),
      callTimeline(look, content),
      ...findings(look, content, room),
      transcript(look, content, room),
    ),
  );
}

function footer(look: Look, { contactName, companyName }: ReportContent, onPages: (total: number) => void) {
  // Without a height of lines: laid out again on every page, they would grow with each.
  const style = { fontSize: 7.5, color: colors.muted };
  return h(
    View,
    {
      fixed: true,
      style: {
        position: 'absolute',
        bottom: 26,
        left: page.margin,
        right: page.margin,
        flexDirection: look.row,
        justifyContent: 'space-between',
      },
    },
    h(
      Text,
      { style: { ...style, direction: look.isRtl ? 'rtl' : 'ltr' } },
      shortened(`${companyName} · ${contactName}`, 90),
    ),
    h(Text, {
      style,
      render: ({ pageNumber, totalPages }) => {
        // Asked once before the pages are known.
        if (totalPages) onPages(totalPages);
        return `${pageNumber} / ${totalPages ?? ''}`;
      },
    }),
  );
}

const SPEAKER_WIDTH = 74;
const TIME_WIDTH = 30;
const TEXT_WIDTH = page.width - 2 * page.margin - SPEAKER_WIDTH - TIME_WIDTH - 16;
const SIZE = 8.5;
const LINE = SIZE * 1.45;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff00-\uffef]/gu;

/** Near enough to choose by: a sign of East Asia is as wide as high, another about half. */
function heightOf({ text: words }: ReportLine): number {
  const wide = words.match(WIDE)?.length ?? 0;
  const width = wide * SIZE + (words.length - wide) * SIZE * 0.54;
  return Math.ceil(width / TEXT_WIDTH) * LINE + 4;
}

function transcript(look: Look, content: ReportContent, room: Room): ReactNode {
  const points = room.transcript * leftForTranscript(content);
  const { first, leftOut, last } = excerptOf(content.transcript, points, heightOf);
  return section(look, look.words.transcript, [
    ...first.map((line) => spokenLine(look, line)),
    ...(leftOut === 0
      ? []
      : [
          text(
            look,
            { fontSize: 8, color: colors.muted, textAlign: 'center', marginVertical: 6 },
            `${look.words.leftOut}: ${leftOut}`,
          ),
        ]),
    ...last.map((line) => spokenLine(look, line)),
  ]);
}

function spokenLine(look: Look, { speaker, text: words, startTime }: ReportLine): ReactElement {
  const [color, who] =
    speaker === 'AI' ? [colors.agent, look.words.agent] : [colors.contact, look.words.contact];
  return whole(
    { flexDirection: look.row, gap: 8, paddingVertical: 2 },
    text(look, { width: TIME_WIDTH, fontSize: SIZE, color: colors.muted }, clock(startTime)),
    text(look, { width: SPEAKER_WIDTH, fontSize: SIZE, color, fontWeight: 700 }, who),
    text(look, { flex: 1, fontSize: SIZE }, words),
  );
}

/** What of a transcript is printed: its beginning and its end, and how many lines between them are not. */
interface Excerpt {
  readonly first: readonly ReportLine[];
  readonly leftOut: number;
  readonly last: readonly ReportLine[];
}

/** The share of the beginning: the answers are there; the end has what was agreed. */
const BEGINNING = 0.6;

/** As much of the transcript as there is room for. */
export function excerptOf(
  lines: readonly ReportLine[],
  room: number,
  heightOf: (line: ReportLine) => number,
): Excerpt {
  const heights = lines.map(heightOf);
  if (sum(heights) <= room) return { first: lines, leftOut: 0, last: [] };
  const first = fitting(heights, room * BEGINNING);
  const last = fitting(heights.slice(first).reverse(), room * (1 - BEGINNING));
  const leftOut = lines.length - first - last;
  return { first: lines.slice(0, first), leftOut, last: lines.slice(first + leftOut) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** How many of the first ones have room. */
function fitting(heights: readonly number[], room: number): number {
  let used = 0;
  const over = heights.findIndex((height) => {
    used += height;
    return used > room;
  });
  return over < 0 ? heights.length : over;
}

/** Characters without a printed form, or that only colour fonts have. */
const UNPRINTABLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\p{Variation_Selector}|\u20e3/gu;
/** Pictographs to Unicode, but plain signs of text to everybody. */
const KEPT = new Set('©®™‼⁉↔→');

/** As it can be printed: composed, on one line, without emoji. */
const tidied = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\s\u202f\u2007]+/gu, ' ')
    .replaceAll(UNPRINTABLE, (sign) => (KEPT.has(sign) ? sign : ''))
    .replaceAll(/ {2,}/g, ' ')
    .trim();

/** Every text of a plain value through `change`. */
function withTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change)) as Value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withTexts(inner, change)]),
  ) as Value;
}

/** The signs that stand anywhere in the values. */
function signsOf(...values: readonly unknown[]): Set<string> {
  const signs = new Set<string>();
  withTexts(values, (text) => {
    for (const sign of text) signs.add(sign);
    return text;
  });
  return signs;
}

/** With one question mark for every run of signs that no font has. */
function withoutSigns(text: string, missing: ReadonlySet<string>): string {
  if (missing.size === 0) return text;
  let printed = '';
  let isIn = false;
  for (const sign of text) {
    const isMissing = missing.has(sign);
    if (!isMissing) printed += sign;
    else if (!isIn) printed += '?';
    isIn = isMissing;
  }
  return printed;
}
