import { expect, test } from 'vitest';
import type { Language } from './language.ts';
import { readOtherDate } from './spoken-other.ts';

const now = { year: 2026, month: 3, day: 2, hour: 10, minute: 0, second: 0 };
const inFourWeeks = { year: 2026, month: 3, day: 30 };

test.each<[Exclude<Language, 'EN'>, string]>([
  ['DE', 'In etwa vier Wochen.'],
  ['NL', 'Over ongeveer vier weken.'],
  ['SV', 'Om ungefär fyra veckor.'],
  ['DA', 'Om cirka fire uger.'],
  ['NO', 'Om omtrent fire uker.'],
  ['FR', 'Dans quatre semaines environ.'],
  ['ES', 'En unas cuatro semanas.'],
  ['PT', 'Dentro de quatro semanas.'],
  ['IT', 'Tra circa quattro settimane.'],
  ['RO', 'În vreo patru săptămâni.'],
  ['PL', 'Za około cztery tygodnie.'],
  ['CS', 'Asi za čtyři týdny.'],
  ['SK', 'Asi o štyri týždne.'],
  ['HR', 'Za otprilike četiri tjedna.'],
  ['SL', 'Čez približno štiri tedne.'],
  ['SR', 'За отприлике четири недеље.'],
  ['BG', 'След около четири седмици.'],
  ['UK', 'Приблизно за чотири тижні.'],
  ['RU', 'Примерно через четыре недели.'],
  ['EL', 'Σε περίπου τέσσερις εβδομάδες.'],
  ['TR', 'Yaklaşık dört hafta sonra.'],
  ['HU', 'Körülbelül négy hét múlva.'],
  ['FI', 'Noin neljän viikon päästä.'],
  ['ET', 'Umbes nelja nädala pärast.'],
  ['LV', 'Apmēram pēc četrām nedēļām.'],
  ['LT', 'Maždaug po keturių savaičių.'],
  ['AR', 'بعد حوالي أربعة أسابيع.'],
  ['HE', 'בעוד כארבעה שבועות.'],
  ['JA', '四週間後くらいです。'],
  ['ZH', '大概四个星期以后。'],
  ['KO', '한 사 주 후에요.'],
])('%s: "%s" is a day four weeks from now', (language, said) => {
  expect(readOtherDate(said, now, language)).toMatchObject(inFourWeeks);
});

test.each<[Exclude<Language, 'EN'>, string, object]>([
  ['DE', 'in einer Woche', { month: 3, day: 9 }],
  ['DE', 'in drei Monaten', { month: 6, day: 2 }],
  ['FR', 'dans un mois, à peu près', { month: 4, day: 2 }],
  ['AR', 'بعد أسبوعين', { month: 3, day: 16 }],
  ['HE', 'בעוד חודשיים', { month: 5, day: 2 }],
  ['JA', '二か月後', { month: 5, day: 2 }],
  ['ZH', '两个月以后', { month: 5, day: 2 }],
  ['KO', '두 달 후에요', { month: 5, day: 2 }],
  ['ES', 'dentro de 6 semanas', { month: 4, day: 13 }],
])('%s: "%s" is understood as a number of weeks or months', (language, said, day) => {
  expect(readOtherDate(said, now, language)).toMatchObject(day);
});

test('a month after the last day of January is the last day of February', () => {
  expect(readOtherDate('in einem Monat', { ...now, month: 1, day: 31 }, 'DE')).toMatchObject({
    month: 2,
    day: 28,
  });
});
