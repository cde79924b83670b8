import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type CallingWindow, weekdays } from '@parley/kernel/calling-window.ts';
import { toLocal } from '@parley/kernel/local-time.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Language } from './language.ts';
import { readDay } from './spoken-date.ts';
import { readCallbackTime, readDate } from './spoken-time.ts';

const daily: CallingWindow = { days: [...weekdays], start: '08:00', end: '20:00' };
const office: CallingWindow = { days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], start: '09:00', end: '18:00' };

/** Wednesday, 18 November 2026, 11:20 in Berlin. */
const WEDNESDAY = '2026-11-18T10:20:00Z';
const hearing = {
  now: new Date(WEDNESDAY),
  timeZone: 'Europe/Berlin',
  window: daily,
  language: 'EN',
} as const;

interface Situation {
  readonly now?: string;
  readonly zone?: string;
  readonly window?: CallingWindow | null;
  readonly language?: Language;
}

function callback(
  text: string,
  { now = WEDNESDAY, zone = 'Europe/Berlin', window = daily, language = 'EN' }: Situation = {},
) {
  const at = readCallbackTime(text, { now: new Date(now), timeZone: zone, window, language });
  if (at === undefined) return undefined;
  const { year, month, day, hour, minute } = toLocal(at, zone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}

const spoken: [string, string | undefined][] = [
  ['tomorrow at three', '2026-11-19 15:00'],
  ['Tomorrow at 3 p.m.', '2026-11-19 15:00'],
  ['could you call me tomorrow at ten thirty', '2026-11-19 10:30'],
  ['call me in an hour', '2026-11-18 12:20'],
  ['in half an hour', '2026-11-18 11:50'],
  ['in an hour and a half', '2026-11-18 12:50'],
  ['in one and a half hours', '2026-11-18 12:50'],
  ['in two hours', '2026-11-18 13:20'],
  ['in a couple of hours', '2026-11-18 13:20'],
  ['in about twenty minutes', '2026-11-18 11:40'],
  ['give me twenty minutes', '2026-11-18 11:40'],
  ['give me like another ten minutes', '2026-11-18 11:30'],
  ['three quarters of an hour from now', '2026-11-18 12:05'],
  ['an hour or two', '2026-11-18 12:20'],
  ['two hours from now', '2026-11-18 13:20'],
  ['half an hour', '2026-11-18 11:50'],
  ["I'm in a meeting, try again in an hour", '2026-11-18 12:20'],
  ["I'm driving right now, can you call back in thirty minutes?", '2026-11-18 11:50'],
  ["I can't talk right now can you call me tomorrow at three", '2026-11-19 15:00'],
  ['next Tuesday morning', '2026-11-24 09:00'],
  ['Monday afternoon around 4', '2026-11-23 16:00'],
  ['Monday afternoon', '2026-11-23 14:00'],
  ['after lunch', '2026-11-18 14:00'],
  ['tomorrow after lunch', '2026-11-19 14:00'],
  ['tonight', '2026-11-18 18:00'],
  ['tonight at seven', '2026-11-18 19:00'],
  ['this evening', '2026-11-18 18:00'],
  ['this afternoon', '2026-11-18 14:00'],
  ['in the evening', '2026-11-18 18:00'],
  ['at noon', '2026-11-18 12:00'],
  ['tomorrow at midday', '2026-11-19 12:00'],
  ['half past two', '2026-11-18 14:30'],
  ['half two', '2026-11-18 14:30'],
  ['quarter to five', '2026-11-18 16:45'],
  ['a quarter past four', '2026-11-18 16:15'],
  ['ten to three', '2026-11-18 14:50'],
  ['twenty past one', '2026-11-18 13:20'],
  ['four thirty', '2026-11-18 16:30'],
  ['nine forty-five tomorrow', '2026-11-19 09:45'],
  ['ten oh five tomorrow', '2026-11-19 10:05'],
  ['at sixteen hundred', '2026-11-18 16:00'],
  ['at 16:45', '2026-11-18 16:45'],
  ['three', '2026-11-18 15:00'],
  ["three o'clock", '2026-11-18 15:00'],
  ['threeish? maybe around three-ish', '2026-11-18 15:00'],
  ['say five', '2026-11-18 17:00'],
  ['at nine', '2026-11-19 09:00'],
  ['at nine in the evening', '2026-11-18 21:00'],
  ['at seven in the morning', '2026-11-19 07:00'],
  ['at 7am tomorrow', '2026-11-19 07:00'],
  ['at eleven', '2026-11-19 11:00'],
  ['at twelve', '2026-11-18 12:00'],
  ['today at nine', '2026-11-18 21:00'],
  ['today at four', '2026-11-18 16:00'],
  ['the day after tomorrow', '2026-11-20 10:00'],
  ['day after tomorrow in the afternoon', '2026-11-20 14:00'],
  ['in two weeks', '2026-12-02 10:00'],
  ['in two weeks at four', '2026-12-02 16:00'],
  ['in three days', '2026-11-21 10:00'],
  ['in a few days', '2026-11-21 10:00'],
  ['in a week', '2026-11-25 10:00'],
  ['a week from today', '2026-11-25 10:00'],
  ['a week on Friday', '2026-11-27 10:00'],
  ['on the 21st at 10', '2026-11-21 10:00'],
  ['on the twenty first at ten', '2026-11-21 10:00'],
  ['the second of December at half past nine', '2026-12-02 09:30'],
  ['December third, two pm', '2026-12-03 14:00'],
  ['on the fifth', '2026-12-05 10:00'],
  ['the first of next month', '2026-12-01 10:00'],
  ['end of the week', '2026-11-20 10:00'],
  ['at the end of next week', '2026-11-27 10:00'],
  ['next week', '2026-11-23 10:00'],
  ['next week on Thursday', '2026-11-26 10:00'],
  ['Thursday next week at eleven', '2026-11-26 11:00'],
  ['next Friday', '2026-11-27 10:00'],
  ['Friday', '2026-11-20 10:00'],
  ['on Wednesday at ten', '2026-11-25 10:00'],
  ['Wednesday at four', '2026-11-18 16:00'],
  ['Saturday morning', '2026-11-21 09:00'],
  ['at the weekend', '2026-11-21 10:00'],
  ['after six', '2026-11-18 18:00'],
  ['after work', '2026-11-18 18:00'],
  ['between two and four', '2026-11-18 14:00'],
  ['tomorrow between ten and twelve', '2026-11-19 10:00'],
  ['from two to four on Friday', '2026-11-20 14:00'],
  ['first thing tomorrow', '2026-11-19 08:00'],
  ['first thing Monday morning', '2026-11-23 08:00'],
  ['tomorrow morning', '2026-11-19 09:00'],
  ['tomorrow evening', '2026-11-19 18:00'],
  ['any time after 5 tomorrow', '2026-11-19 17:00'],
  ['before five', '2026-11-18 16:00'],
  ['not before ten tomorrow', '2026-11-19 10:00'],
  ["I'm busy until four", '2026-11-18 16:00'],
  ["I'm not free until half past three", '2026-11-18 15:30'],
  ['not tomorrow, Friday at two', '2026-11-20 14:00'],
  ["tomorrow doesn't work but Thursday week is fine at one", '2026-11-26 13:00'],
  ["I don't know, maybe tomorrow", '2026-11-19 10:00'],
  ['this time tomorrow', '2026-11-19 11:20'],
  ['same time on Friday', '2026-11-20 11:20'],
  ['later today', '2026-11-18 13:30'],
  ['lunchtime', '2026-11-18 12:00'],
  ['late afternoon', '2026-11-18 16:30'],
  ['end of the day', '2026-11-18 16:30'],
  ["Good morning! Tomorrow's better", '2026-11-19 10:00'],
  ['Monday or Tuesday', '2026-11-23 10:00'],
  ['at midnight', '2026-11-19 00:00'],
  ['in the morning', '2026-11-19 09:00'],
  ['tomorrow, three-thirty', '2026-11-19 15:30'],
  ['noonish tomorrow', '2026-11-19 12:00'],
  ['before noon tomorrow', '2026-11-19 11:00'],
  ['before one pm tomorrow', '2026-11-19 12:00'],
  ['quarter to one', '2026-11-18 12:45'],
  ['twelve thirty', '2026-11-18 12:30'],
  ['I have two kids, call tomorrow', '2026-11-19 10:00'],
  ['I have 20 minutes tomorrow at 3', '2026-11-19 15:00'],
  ['Tuesday the twenty-fourth at two thirty', '2026-11-24 14:30'],
  ['Tuesday, December 1st at two', '2026-12-01 14:00'],
  ['Thursday the third at noon', '2026-12-03 12:00'],
  ["it's three now, call at five", '2026-11-18 17:00'],
  ['early next week', '2026-11-23 10:00'],
  ['in the next half hour', '2026-11-18 11:50'],
  ['my number is 555 1234', undefined],
  ['hold on a minute', undefined],
  ['later', undefined],
  ['some other time', undefined],
  ["I don't know", undefined],
  ['not now', undefined],
  ['next time', undefined],
  ['soon', undefined],
  ['another time maybe', undefined],
  ["I'm busy at the moment", undefined],
  ['not today', undefined],
  ['whenever you like', undefined],
  ['good afternoon', undefined],
  ['just a second', undefined],
  ['one of my colleagues knows', undefined],
  ['', undefined],
  ['in three months', undefined],
  ['on the first of March', undefined],
  ['in sixty days', undefined],
  ['last Friday', undefined],
];

describe('spoken times on a Wednesday at 11:20 in Berlin', () => {
  test.each(spoken)('the spoken time %j is understood as %s', (text, expected) => {
    expect(callback(text)).toBe(expected);
  });
});

test.each<[string, Situation, string | undefined]>([
  ['at three', { now: '2026-11-18T16:00:00Z' }, '2026-11-19 15:00'],
  ['this afternoon', { now: '2026-11-18T14:05:00Z' }, '2026-11-18 16:15'],
  ['this morning', { now: '2026-11-18T14:05:00Z' }, '2026-11-19 09:00'],
  ['in the afternoon', { now: '2026-11-18T17:10:00Z' }, '2026-11-19 14:00'],
  ['later today', { now: '2026-11-18T18:00:00Z' }, '2026-11-18 19:30'],
  ['today', { now: '2026-11-18T18:50:00Z' }, '2026-11-19 10:00'],
  ['later today', { now: '2026-11-22T10:00:00Z', window: office }, '2026-11-22 13:00'],
  ['tomorrow at twelve at night', {}, '2026-11-20 00:00'],
  ['at six', { window: office }, '2026-11-18 18:00'],
  ['at eight', { window: office }, '2026-11-19 08:00'],
  ['at eight', { window: { ...daily, start: '18:00', end: '22:00' } }, '2026-11-18 20:00'],
  ['tomorrow evening', { window: office }, '2026-11-19 17:30'],
  ['tomorrow morning', { window: { ...daily, start: '12:00' } }, '2026-11-19 12:00'],
  ['Sunday', { window: office }, '2026-11-22 10:00'],
  ['next week', { window: { ...office, days: ['WED'] } }, '2026-11-25 09:00'],
  ['first thing tomorrow', { window: office }, '2026-11-19 09:00'],
  ['tomorrow at ten at night', { window: office }, '2026-11-19 22:00'],
  ['tomorrow at nine', { window: null }, '2026-11-19 09:00'],
  ['tomorrow at three', { window: null }, '2026-11-19 15:00'],
  ['tomorrow at three', { zone: 'America/New_York', now: '2026-11-19T02:00:00Z' }, '2026-11-19 15:00'],
  ['tomorrow at three', { zone: 'Asia/Kolkata', now: '2026-11-18T20:00:00Z' }, '2026-11-20 15:00'],
  ['tomorrow at three', { zone: 'Pacific/Auckland', now: '2026-11-18T11:30:00Z' }, '2026-11-20 15:00'],
  ['in an hour', { zone: 'Pacific/Auckland', now: '2026-11-18T11:30:00Z' }, '2026-11-19 01:30'],
  ['tomorrow at three', { now: '2026-03-28T12:00:00Z' }, '2026-03-29 15:00'],
  ['tomorrow at half past two at night', { now: '2026-03-28T12:00:00Z' }, '2026-03-29 03:00'],
  ['tomorrow at 2:30 am', { now: '2026-03-28T12:00:00Z' }, '2026-03-29 03:00'],
  ['in two hours', { now: '2026-03-29T00:30:00Z' }, '2026-03-29 04:30'],
  ['tomorrow at three', { now: '2026-10-24T12:00:00Z' }, '2026-10-25 15:00'],
  ['in two hours', { now: '2026-10-24T23:30:00Z' }, '2026-10-25 02:30'],
  ['Monday at nine', { now: '2026-10-24T12:00:00Z' }, '2026-10-26 09:00'],
  ['Sunday at ten', { zone: 'America/New_York', now: '2026-10-31T15:00:00Z' }, '2026-11-01 10:00'],
  ['tomorrow morning', { zone: 'Africa/Cairo', now: '2026-04-23T12:00:00Z' }, '2026-04-24 09:00'],
  ['next Tuesday', { now: '2026-11-16T09:00:00Z' }, '2026-11-24 10:00'],
  ['next Tuesday', { now: '2026-11-15T09:00:00Z' }, '2026-11-17 10:00'],
  ['on the thirty first', { now: '2026-12-02T09:00:00Z' }, '2026-12-31 10:00'],
])('the spoken time %j at another time or place (%j) is understood as %s', (text, situation, expected) => {
  expect(callback(text, situation)).toBe(expected);
});

test.each<[Language, string, string | undefined]>([
  ['DE', 'morgen um 15 Uhr', '2026-11-19 15:00'],
  ['DE', 'morgen um drei', '2026-11-19 15:00'],
  ['DE', 'um halb drei', '2026-11-18 14:30'],
  ['DE', 'morgen um Viertel vor fünf', '2026-11-19 16:45'],
  ['DE', 'in einer Stunde', '2026-11-18 12:20'],
  ['DE', 'in 30 Minuten', '2026-11-18 11:50'],
  ['DE', 'übermorgen', '2026-11-20 10:00'],
  ['DE', 'morgen früh', '2026-11-19 09:00'],
  ['DE', 'heute Abend', '2026-11-18 18:00'],
  ['DE', 'am Montag Nachmittag', '2026-11-23 14:00'],
  ['DE', 'später', undefined],
  ['FR', 'demain à 15h', '2026-11-19 15:00'],
  ['FR', 'demain à trois heures', '2026-11-19 15:00'],
  ['FR', 'dans une heure', '2026-11-18 12:20'],
  ['FR', 'après-demain', '2026-11-20 10:00'],
  ['FR', 'demain matin', '2026-11-19 09:00'],
  ['FR', 'plus tard', undefined],
  ['ES', 'mañana a las tres', '2026-11-19 15:00'],
  ['ES', 'pasado mañana', '2026-11-20 10:00'],
  ['ES', 'ahora no puedo hablar, llámeme más tarde', undefined],
  ['FR', 'je ne peux pas maintenant', undefined],
  ['DE', 'jetzt gerade nicht', undefined],
  ['ES', 'en una hora', '2026-11-18 12:20'],
  ['ES', 'mañana por la tarde', '2026-11-19 14:00'],
  ['IT', 'domani alle tre', '2026-11-19 15:00'],
  ['IT', 'dopodomani', '2026-11-20 10:00'],
  ['PT', 'amanhã às 15h', '2026-11-19 15:00'],
  ['PT', 'depois de amanhã', '2026-11-20 10:00'],
  ['NL', 'morgen om drie uur', '2026-11-19 15:00'],
  ['NL', 'overmorgen', '2026-11-20 10:00'],
  ['SV', 'i morgon kl 15', '2026-11-19 15:00'],
  ['FI', 'huomenna klo 15', '2026-11-19 15:00'],
  ['RU', 'завтра в 15:00', '2026-11-19 15:00'],
  ['UK', 'через годину', '2026-11-18 12:20'],
  ['AR', 'غدا الساعة 3', '2026-11-19 15:00'],
  ['JA', '明日の午後3時', '2026-11-19 15:00'],
  ['ZH', '明天下午3点', '2026-11-19 15:00'],
  ['ZH', '一小时后', '2026-11-18 12:20'],
  ['PL', '15:30', '2026-11-18 15:30'],
  ['PL', 'jutro o 15:30', '2026-11-19 15:30'],
  ['PL', 'później', undefined],
])('in %s, the spoken time %j is understood as %s', (language, text, expected) => {
  expect(callback(text, { language })).toBe(expected);
});

test.each(['at three', 'this afternoon', 'today at three', 'Wednesday at three'])(
  'the spoken time %j is rounded to the minute',
  (text) => {
    const now = new Date('2026-11-18T10:20:37.123Z');
    const at = readCallbackTime(text, { now, timeZone: 'Europe/Berlin', window: daily, language: 'EN' });
    expect(at?.toISOString()).toMatch(/:00:00\.000Z$/);
  },
);

test('any spoken time is at least a minute and at most 30 days ahead', () => {
  const words = fc.constantFrom(...new Set(spoken.flatMap(([text]) => text.split(' '))));
  const windows = fc.constantFrom(null, daily, office, { ...office, start: '22:00', end: '03:00' });
  const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Africa/Cairo');
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 8 }),
      windows,
      instants,
      zones,
      (said, window, now, timeZone) => {
        const at = readCallbackTime(said.join(' '), { now, timeZone, window, language: 'EN' });
        if (at === undefined) return;
        const minutes = (at.getTime() - now.getTime()) / 60_000;
        expect(minutes).toBeGreaterThanOrEqual(1);
        expect(minutes).toBeLessThanOrEqual(30 * 24 * 60);
      },
    ),
    { numRuns: 200 },
  );
});

// A process of its own, for a thread cannot change the machine's time zone.
test.each(['America/Los_Angeles', 'Pacific/Auckland'])(
  'a machine in the time zone %s understands the same spoken times as any other',
  async (machine) => {
    const texts = spoken.map(([text]) => text);
    const here = texts.map((text) => readCallbackTime(text, hearing) ?? null);
    const script = `
      import { readCallbackTime } from ${JSON.stringify(new URL('./spoken-time.ts', import.meta.url).href)};
      const [texts, { now, ...hearing }] = JSON.parse(process.argv[1]);
      const read = (text) => readCallbackTime(text, { ...hearing, now: new Date(now) }) ?? null;
      console.log(JSON.stringify([Intl.DateTimeFormat().resolvedOptions().timeZone, texts.map(read)]));`;
    const options = ['--input-type=module', '-e', script, JSON.stringify([texts, hearing])];
    const { stdout } = await promisify(execFile)(process.execPath, options, {
      env: { ...process.env, TZ: machine },
    });
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify([machine, here])));
  },
);

test.each<[string, string | undefined]>([
  ['the first of March', '2027-03-01'],
  ['March 3rd 2027', '2027-03-03'],
  ['the third of March twenty twenty seven', '2027-03-03'],
  ['in three weeks', '2026-12-09'],
  ['in a month', '2026-12-18'],
  ['in two months', '2027-01-18'],
  ['right away', '2026-11-18'],
  ['immediately', '2026-11-18'],
  ['as soon as possible', '2026-11-18'],
  ['today', '2026-11-18'],
  ['I could start now', '2026-11-18'],
  ['tomorrow', '2026-11-19'],
  ['next Monday', '2026-11-23'],
  ['next month', '2026-12-01'],
  ['beginning of January', '2027-01-01'],
  ['in January', '2027-01-01'],
  ['mid January', '2027-01-15'],
  ['the end of February', '2027-02-28'],
  ['end of the month', '2026-11-30'],
  ['on the fifteenth', '2026-12-15'],
  ['December twenty-fourth', '2026-12-24'],
  ['July 4th, 1990', '1990-07-04'],
  ['2027-02-15', '2027-02-15'],
  ['no idea', undefined],
  ['it depends', undefined],
])('the spoken date %j is understood as %s', (text, expected) => {
  expect(readDate(text, hearing)).toBe(expected);
});

test('"the middle of next month" is not understood as its first day', () => {
  expect(readDate('I could start in the middle of next month', hearing)).toBe('2026-12-15');
  expect(readDate('at the end of next month', hearing)).toBe('2026-12-31');
  expect(readDate('next month', hearing)).toBe('2026-12-01');
});

test("a spoken date is understood in the contact's time zone", () => {
  const now = new Date('2026-11-18T20:00:00Z');
  expect(readDate('today', { now, timeZone: 'Pacific/Auckland', language: 'EN' })).toBe('2026-11-19');
  expect(readDate('morgen', { now, timeZone: 'Europe/Berlin', language: 'DE' })).toBe('2026-11-19');
  expect(readDate('jutro', { now, timeZone: 'Europe/Warsaw', language: 'PL' })).toBe('2026-11-19');
  expect(readDate('nie wiem', { now, timeZone: 'Europe/Warsaw', language: 'PL' })).toBeUndefined();
});

test.each([
  ['The third of May, nineteen seventy nine', '1979-05-03'],
  ['The third of May, nineteen, seventy nine', '1979-05-03'],
])('"%s" is a date in the last century', (said, day) => {
  const now = new Date('2026-06-10T09:30:00Z');
  expect(
    readDay(said, { now, timeZone: 'Europe/London', language: 'EN', tense: 'birth', isMonthFirst: false }),
  ).toBe(day);
});
