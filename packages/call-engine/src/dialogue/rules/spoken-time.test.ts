import { languages } from '@parley/language/language.ts';
import { expect, test } from 'vitest';
import { spokenTime } from './spoken-time.ts';

const now = '2026-11-15T09:00:00Z';

test.each([
  ['EN', 'Europe/Vienna', '2026-11-16T15:00:00+01:00', 'tomorrow at 3 PM'],
  ['EN', 'Europe/Vienna', '2026-11-15T17:30:00+01:00', 'today at 5:30 PM'],
  ['EN', 'America/New_York', '2026-11-17T10:00:00-05:00', 'on Tuesday, November 17 at 10 AM'],
  // Tomorrow in Tokyo, still today in Vienna
  ['EN', 'Asia/Tokyo', '2026-11-15T17:00:00Z', 'tomorrow at 2 AM'],
  ['EN', 'Europe/Vienna', '2026-11-15T17:00:00Z', 'today at 6 PM'],
  ['EN', 'Asia/Kolkata', '2026-11-16T04:30:00Z', 'tomorrow at 10 AM'],
  ['DE', 'Europe/Vienna', '2026-11-16T15:00:00+01:00', 'morgen um 15:00'],
  ['DE', 'Europe/Vienna', '2026-11-17T10:00:00+01:00', 'Dienstag, 17. November um 10:00'],
  ['FR', 'Europe/Paris', '2026-11-16T15:00:00+01:00', 'demain à 15:00'],
  ['PL', 'Europe/Warsaw', '2026-11-15T16:45:00+01:00', 'dzisiaj 16:45'],
  ['NO', 'Europe/Oslo', '2026-11-16T09:00:00+01:00', 'i morgen kl. 9:00'],
  ['JA', 'Asia/Tokyo', '2026-11-16T10:00:00+09:00', '明日 10:00'],
  ['AR', 'Africa/Cairo', '2026-11-17T10:00:00+02:00', 'الثلاثاء، 17 نوفمبر في 10:00 ص'],
  ['KO', 'Asia/Seoul', '2026-11-16T15:00:00+09:00', '내일 오후 3:00'],
] as const)('in %s and %s, %s is "%s"', (language, timeZone, at, spoken) => {
  expect(spokenTime({ at, now, timeZone, language })).toBe(spoken);
});

test.each(languages)(
  '%s names day and hour of any time, without special spaces that text to speech misreads',
  (language) => {
    for (const at of ['2026-11-15T18:05:00Z', '2026-11-16T18:05:00Z', '2026-12-24T18:05:00Z']) {
      const spoken = spokenTime({ at, now, timeZone: 'Europe/Berlin', language });
      expect(spoken).toMatch(/(?:19|7)[.:]05/);
      expect(spoken).not.toMatch(/[\u00a0\u202f]|undefined/);
    }
  },
);

test('an invalid time is not said', () => {
  expect(spokenTime({ at: 'soon', now, timeZone: 'UTC', language: 'EN' })).toBeUndefined();
});
