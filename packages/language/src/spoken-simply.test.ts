import { toLocal } from '@parley/kernel/local-time.ts';
import { describe, expect, test } from 'vitest';
import type { Language } from './language.ts';
import { readCallbackTime } from './spoken-time.ts';

/** Wednesday, 18 November 2026, 11:20 in Berlin. */
const now = new Date('2026-11-18T10:20:00Z');
const timeZone = 'Europe/Berlin';

/** In this order in every language below. */
const times = [
  '19 15:00',
  '19 15:00',
  '20 10:00',
  '23 09:00',
  '19 18:00',
  '18 13:20',
  '18 11:40',
  '21 10:00',
  '18 12:20',
];

/**
 * Tomorrow at three, in words and in digits; the day after tomorrow at ten; Monday morning; tomorrow evening; in two
 * hours; in 20 minutes; in three days; in an hour.
 */
const said: Readonly<Record<Language, string>> = {
  EN: 'call me tomorrow at three|tomorrow at 3|the day after tomorrow at ten|Monday morning|tomorrow evening|in two hours|in 20 minutes|in three days|in an hour',
  DE: 'rufen Sie morgen um drei an|morgen um 3|übermorgen um zehn|Montag Vormittag|morgen Abend|in zwei Stunden|in 20 Minuten|in drei Tagen|in einer Stunde',
  FR: 'rappelez-moi demain à trois heures|demain à 3 heures|après-demain à dix heures|lundi matin|demain soir|dans deux heures|dans 20 minutes|dans trois jours|dans une heure',
  ES: 'llámeme mañana a las tres|mañana a las 3|pasado mañana a las diez|el lunes por la mañana|mañana por la noche|en dos horas|en 20 minutos|en tres días|en una hora',
  PT: 'ligue-me amanhã às três|amanhã às 3|depois de amanhã às dez|segunda de manhã|amanhã à noite|daqui a duas horas|em 20 minutos|em três dias|daqui a uma hora',
  IT: 'mi richiami domani alle tre|domani alle 3|dopodomani alle dieci|lunedì mattina|domani sera|tra due ore|tra 20 minuti|fra tre giorni|tra un’ora',
  NL: 'bel me morgen om drie uur|morgen om 3 uur|overmorgen om tien uur|maandagochtend|morgenavond|over twee uur|over 20 minuten|over drie dagen|over een uur',
  PL: 'proszę zadzwonić jutro o trzeciej|jutro o 3|pojutrze o dziesiątej|w poniedziałek rano|jutro wieczorem|za dwie godziny|za 20 minut|za trzy dni|za godzinę',
  CS: 'zavolejte zítra ve tři|zítra ve 3|pozítří v deset|v pondělí ráno|zítra večer|za dvě hodiny|za 20 minut|za tři dny|za hodinu',
  SK: 'zavolajte zajtra o tretej|zajtra o 3|pozajtra o desiatej|v pondelok ráno|zajtra večer|o dve hodiny|o 20 minút|o tri dni|o hodinu',
  HU: 'hívjon holnap háromkor|holnap 3-kor|holnapután tízkor|hétfőn reggel|holnap este|két óra múlva|20 perc múlva|három nap múlva|egy óra múlva',
  RO: 'sunați-mă mâine la trei|mâine la ora 3|poimâine la zece|luni dimineața|mâine seară|peste două ore|peste 20 de minute|peste trei zile|peste o oră',
  BG: 'обадете се утре в три|утре в 3|вдругиден в десет|в понеделник сутринта|утре вечер|след два часа|след 20 минути|след три дни|след един час',
  HR: 'nazovite me sutra u tri|sutra u 3|prekosutra u deset|u ponedjeljak ujutro|sutra navečer|za dva sata|za 20 minuta|za tri dana|za jedan sat',
  SL: 'pokličite me jutri ob treh|jutri ob 3|pojutrišnjem ob desetih|v ponedeljek zjutraj|jutri zvečer|čez dve uri|čez 20 minut|čez tri dni|čez eno uro',
  SR: 'позовите ме сутра у три|sutra u 3|прекосутра у десет|u ponedeljak ujutru|сутра увече|za dva sata|за 20 минута|за три дана|за један сат',
  UK: 'зателефонуйте завтра о третій|завтра о 3|післязавтра о десятій|у понеділок вранці|завтра ввечері|через дві години|через 20 хвилин|через три дні|через годину',
  RU: 'перезвоните завтра в три|завтра в 3|послезавтра в десять|в понедельник утром|завтра вечером|через два часа|через 20 минут|через три дня|через час',
  EL: 'καλέστε με αύριο στις τρεις|αύριο στις 3|μεθαύριο στις δέκα|τη Δευτέρα το πρωί|αύριο το βράδυ|σε δύο ώρες|σε 20 λεπτά|σε τρεις μέρες|σε μία ώρα',
  TR: 'beni yarın saat üçte arayın|yarın saat 3|öbür gün saat onda|pazartesi sabahı|yarın akşam|iki saat sonra|20 dakika sonra|üç gün sonra|bir saat sonra',
  SV: 'ring mig i morgon klockan tre|imorgon klockan 3|i övermorgon klockan tio|på måndag förmiddag|i morgon kväll|om två timmar|om 20 minuter|om tre dagar|om en timme',
  DA: 'ring til mig i morgen klokken tre|i morgen kl. 3|i overmorgen klokken ti|mandag formiddag|i morgen aften|om to timer|om 20 minutter|om tre dage|om en time',
  NO: 'ring meg i morgen klokka tre|i morgen kl. 3|i overmorgen klokken ti|mandag formiddag|i morgen kveld|om to timer|om 20 minutter|om tre dager|om en time',
  FI: 'soittakaa huomenna kolmelta|huomenna kello 3|ylihuomenna kymmeneltä|maanantaiaamuna|huomenna illalla|kahden tunnin kuluttua|20 minuutin kuluttua|kolmen päivän päästä|tunnin päästä',
  ET: 'helistage homme kell kolm|homme kell 3|ülehomme kell kümme|esmaspäeva hommikul|homme õhtul|kahe tunni pärast|20 minuti pärast|kolme päeva pärast|tunni aja pärast',
  LV: 'piezvaniet rīt trijos|rīt pulksten 3|parīt desmitos|pirmdien no rīta|rīt vakarā|pēc divām stundām|pēc 20 minūtēm|pēc trim dienām|pēc stundas',
  LT: 'paskambinkite rytoj trečią valandą|rytoj 3 valandą|poryt dešimtą valandą|pirmadienį ryte|rytoj vakare|po dviejų valandų|po 20 minučių|po trijų dienų|po valandos',
  AR: 'اتصل بي غداً الساعة الثالثة|غدا الساعة 3|بعد غد الساعة العاشرة|الاثنين صباحا|غدا مساء|بعد ساعتين|بعد 20 دقيقة|بعد ثلاثة أيام|بعد ساعة',
  HE: 'תתקשרו אליי מחר בשלוש|מחר ב-3|מחרתיים בעשר|ביום שני בבוקר|מחר בערב|בעוד שעתיים|בעוד 20 דקות|בעוד שלושה ימים|בעוד שעה',
  JA: '明日の三時に電話してください|明日3時|明後日の10時|月曜の朝|明日の夜|2時間後|20分後|三日後|一時間後',
  ZH: '请明天三点给我打电话|明天3点|后天十点|星期一上午|明天晚上|两个小时后|20分钟后|三天后|一个小时后',
  KO: '내일 세 시에 전화해 주세요|내일 3시|모레 열 시에|월요일 오전|내일 저녁|두 시간 후에|20분 뒤에|3일 후에|한 시간 뒤에',
};

describe.each(Object.entries(said))('simple callback times in %s', (language, list) => {
  test.each(list.split('|').map((text, at) => [text, `2026-11-${times[at]}`]))(
    '"%s" is understood as a callback time',
    (text, expected) => {
      const at = readCallbackTime(text, { now, timeZone, window: null, language: language as Language });
      expect(at === undefined ? undefined : wall(at)).toBe(expected);
    },
  );
});

test('a named time of day decides whether a callback is in the morning or the afternoon', () => {
  const hearing = { now, timeZone, window: null };
  const read = (text: string, language: Language) =>
    wall(readCallbackTime(text, { ...hearing, language }) ?? new Date(0));
  expect(read('jutro o ósmej wieczorem', 'PL')).toBe('2026-11-19 20:00');
  expect(read('sutra u osam ujutro', 'HR')).toBe('2026-11-19 08:00');
  expect(read('明天下午三点半', 'ZH')).toBe('2026-11-19 15:30');
});

test('a day that the speaker rules out is not chosen for a callback', () => {
  const read = (text: string, language: Language) =>
    wall(readCallbackTime(text, { now, timeZone, window: null, language }) ?? new Date(0));
  expect(read('dzisiaj nie mogę, proszę w piątek o dziesiątej', 'PL')).toBe('2026-11-20 10:00');
});

test.each<[Language, string]>([
  ['EN', 'next Wednesday at ten'],
  ['DE', 'nächsten Mittwoch um zehn'],
  ['FR', 'mercredi prochain à dix heures'],
  ['ES', 'el miércoles que viene a las diez'],
  ['PT', 'na próxima quarta às 10'],
  ['IT', 'mercoledì prossimo alle dieci'],
  ['NL', 'volgende woensdag om 10 uur'],
  ['PL', 'w przyszłą środę o 10'],
  ['RU', 'в следующую среду в 10'],
])('in %s, %j said on a Wednesday means Wednesday of the next week', (language, text) => {
  const early = new Date('2026-11-18T07:00:00Z');
  const at = readCallbackTime(text, { now: early, timeZone, window: null, language });
  expect(at === undefined ? undefined : wall(at)).toBe('2026-11-25 10:00');
});

test('in German a weekday alone can mean today', () => {
  const early = new Date('2026-11-18T07:00:00Z');
  const at = readCallbackTime('Mittwoch um zehn', { now: early, timeZone, window: null, language: 'DE' });
  expect(at === undefined ? undefined : wall(at)).toBe('2026-11-18 10:00');
});

function wall(at: Date): string {
  const { year, month, day, hour, minute } = toLocal(at, timeZone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}
