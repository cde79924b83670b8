import { isRightToLeft, type Language, languages, localeOf } from '@parley/language/language.ts';
import { writing } from '@parley/language/locale-tables.ts';
import { type Styles, Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { type ReportWords, reportWords } from '../../domains/analysis/report.model.ts';

/** A4 in points, with room around. */
export const page = { width: 595, height: 842, margin: 44, foot: 56 };
export const columnWidth = page.width - 2 * page.margin;

export const colors = {
  ink: '#18212f',
  text: '#344054',
  muted: '#71798a',
  line: '#e3e7ee',
  wash: '#f5f7fa',
  agent: '#3056d3',
  contact: '#0f9d8a',
  good: '#16a06a',
  fair: '#d9920b',
  poor: '#d5484b',
} as const;

/** Of 100. */
export const scoreColor = (score: number): string =>
  score >= 67 ? colors.good : score >= 34 ? colors.fair : colors.poor;

/** How one report is written: its language, the direction it runs in, its fonts. */
export interface Look {
  readonly words: ReportWords;
  readonly isRtl: boolean;
  readonly row: 'row' | 'row-reverse';
  readonly fonts: string[];
  readonly number: (value: number) => string;
  readonly dateTime: (iso: string) => string;
  readonly day: (iso: string) => string;
}

export function lookOf(language: Language, timeZone: string, fonts: string[]): Look {
  const isRtl = isRightToLeft(language);
  // Western digits everywhere, as in the times of the transcript.
  const locale = `${localeOf(language)}-u-nu-latn-ca-gregory`;
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, options);
    // The marks that keep directions apart, and thin spaces, are not in every font.
    return (iso: string) =>
      formatter
        .format(new Date(iso))
        .replaceAll(/[\u200e\u200f\u061c]/g, '')
        .replaceAll(/\s/g, ' ');
  };
  const numbers = new Intl.NumberFormat(locale);
  return {
    words: reportWords[language],
    isRtl,
    row: isRtl ? 'row-reverse' : 'row',
    fonts,
    number: (value) => numbers.format(value).replaceAll(/\s/g, ' '),
    dateTime: format({ dateStyle: 'long', timeStyle: 'short', timeZone }),
    day: format({ dateStyle: 'long', timeZone: 'UTC' }),
  };
}

/** `83` seconds as `1:23`. */
export const clock = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

type Style = Styles[string];

const TEXT_SIZE = 9;

/** The default style of text; inherited from the page. */
export const textStyle = (look: Look) => ({
  fontFamily: look.fonts,
  color: colors.text,
  textAlign: look.isRtl ? ('right' as const) : ('left' as const),
  // Without letters that change with their neighbours: no script here needs them, and half the time went to them.
  fontFeatureSettings: { calt: 0 },
});

/** A text in its own direction, at the side where the report begins its lines; a height of lines is one of the size beside it. */
export const text = (look: Look, style: Style, words: string): ReactElement => {
  const direction = directionOf(words, look.isRtl ? 'rtl' : 'ltr');
  return h(Text, { style: { direction, fontSize: TEXT_SIZE, lineHeight: 1.45, ...style } }, words);
};

export const box = (style: Style, ...children: ReactNode[]): ReactElement => h(View, { style }, ...children);

/** Beside each other, beginning where lines do. */
export const row = (look: Look, style: Style, ...children: ReactNode[]): ReactElement =>
  h(View, { style: { flexDirection: look.row, ...style } }, ...children);

/** Never torn apart by the end of a page. */
export const whole = (style: Style, ...children: ReactNode[]): ReactElement =>
  h(View, { style, wrap: false }, ...children);

/** The time of some words, at the end of a line. */
export const timeAtEnd = (look: Look, style: Style, seconds: number): ReactElement =>
  text(look, { width: 26, textAlign: look.isRtl ? 'left' : 'right', ...style }, clock(seconds));

/** A part of the report under its heading; nothing at all when it has nothing in it. */
export function section(look: Look, heading: string, children: readonly ReactNode[]): ReactNode {
  const [first, ...rest] = children;
  if (first === undefined) return null;
  return box(
    { marginTop: 18 },
    // The heading stays with what it is the heading of.
    whole(
      {},
      text(look, { fontSize: 11, fontWeight: 700, color: colors.ink, marginBottom: 7 }, heading),
      first,
    ),
    ...rest,
  );
}

const rightToLeftScripts = languages.filter(isRightToLeft).flatMap((language) => writing[language].scripts);
const RIGHT_TO_LEFT = new RegExp(
  `[${rightToLeftScripts.map((name) => `\\p{Script=${name}}`).join('')}]`,
  'gu',
);
const LETTERS = /\p{L}/gu;

/**
 * The direction that a text runs in, whatever the report's is: an English sentence in an Arabic report, or the other
 * way round, would have its ends and its full stop on the wrong side. What has no letters runs as the report does.
 */
export function directionOf(words: string, ofReport: 'ltr' | 'rtl'): 'ltr' | 'rtl' {
  const letters = words.match(LETTERS)?.length ?? 0;
  if (letters === 0) return ofReport;
  const fromTheRight = words.match(RIGHT_TO_LEFT)?.length ?? 0;
  return fromTheRight * 2 >= letters ? 'rtl' : 'ltr';
}
