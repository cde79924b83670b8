import { datePattern, monthPattern, yearPattern } from './calendar-words.model.ts';

/** How people write that a date of birth follows, in the languages of the service. */
const labels = [
  String.raw`(?:date|day|year) of birth|d\.?\s?o\.?\s?b\.?|birth\s?-?(?:date|day)|born`,
  String.raw`geburts(?:datum|tag|jahr|ort und -datum)|geboren|geb\.|jahrgang|jg\.`,
  String.raw`date de naissance|n[ée]e?(?:\(e\))?(?=\s+(?:le|à|en|au)\s)`,
  String.raw`fecha de nacimiento|nacid[oa]|f\.\s?nac\.`,
  String.raw`data de nascimento|nascid[oa]|nasc\.`,
  String.raw`data di nascita|nat[oa](?:\/[oa])?(?=\s+(?:il|a|ad|nel|l['’])[\s\p{L}])`,
  'geboortedatum|geboren op|geb\\. datum',
  String.raw`data urodzenia|urodzon[yae]|urodził(?:em|am)? się|ur\.`,
  'datum narozen[íi]|narozena?|nar\\.',
  'dátum narodenia|narodený|narodená',
  'születési (?:dátum|idő|hely és idő)|született|szül\\.',
  'data nașterii|data naşterii|data nasterii|născută?',
  'дата на раждане|родена?',
  'datum rođenja|datum rodjenja|rođena?|rođen/a|датум рођења|рођена?',
  'datum rojstva|rojstni datum|rojena?',
  'дата народження|народи(?:вся|лася|лась)',
  'дата рождения|родил(?:ся|ась)|год рождения|г\\.\\s?р\\.',
  'ημερομηνία γέννησης|γεννήθηκ[εα]|ημ\\. γέννησης',
  'doğum tarihi|doğum yılı',
  'födelsedatum|födelsedag|född',
  'fødselsdato|fødselsdag|født|f\\.',
  'syntymäaika|syntynyt|synt\\.',
  'sünniaeg|sünnikuupäev|sündinud',
  'dzimšanas (?:datums|dati)|dzim(?:is|usi)',
  'gimimo data|gim(?:ė|ęs|usi)',
  'تاريخ الميلاد|مواليد|תאריך לידה|נולד(?:תי|ה)?',
  '生年月日|出生日期|出生年月|出生|生日|생년월일|출생',
].join('|');

const before = String.raw`(?<![\p{L}\p{N}])`;
// Between the label and the date: on the line whatever has no figures (a place, "on the"), or only the line's end.
const between = String.raw`(?:[^\d\n]{0,40}?|[\s:：]{0,3}\n\s{0,5})`;
const short = String.raw`[\s:：,.()*–-]{0,4}(?:\s?(?:in|im|on|am|en|em|el|il|le|anno|year|jahr|rok[u]?|în|nel|den|år|в|у|на)\s)?\s?`;
const trailing = String.raw`(?:\s?(?:doğumlu|生まれ|年生まれ|년생|生(?!\p{L})|출생)|[.]?(?:-?(?:án|én|ban|ben))? (?:született|születésű))`;

const patterns: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${before}((?:${labels})${between})(?:${datePattern})`, 'giu'), '$1[birth date]'],
  // The day and even the year in words.
  [
    new RegExp(
      String.raw`${before}((?:${labels})[\s:：]{1,3}(?:on|am|le|el|em|il|op|den|dnia)?\s?)[^\d\n.;,:]{0,40}?(?<!\p{L})${monthPattern}(?!\p{L})(?:[^\d\n.;,]{0,40}(?:${yearPattern})?)`,
      'giu',
    ),
    '$1[birth date]',
  ],
  [new RegExp(String.raw`${before}((?:${labels})${short})(?:${yearPattern})(?!\d)`, 'giu'), '$1[birth date]'],
  [new RegExp(String.raw`(?<!\d)(?:${datePattern}|${yearPattern}年?)(?=${trailing})`, 'giu'), '[birth date]'],
  // The star that German speakers put before it.
  [new RegExp(String.raw`(?<![^\s(,])([*✶]\s?)(?:${datePattern})`, 'giu'), '$1[birth date]'],
];

export const anonymousBirthDates = (text: string): string =>
  patterns.reduce((part, [pattern, words]) => part.replaceAll(pattern, words), text);
