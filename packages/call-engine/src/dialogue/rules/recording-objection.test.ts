import { type Language, languages } from '@parley/language/language.ts';
import { speechOf } from '@parley/language/speech.ts';
import { expect, test } from 'vitest';
import { recordingObjections } from './recording-objection.ts';

/** An objection, and words about the recording that are none. */
const spoken: Readonly<Record<Language, readonly [objection: string, approval: string]>> = {
  EN: ['Could you turn the recording off?', "I don't mind being recorded"],
  DE: ['Ich möchte nicht, dass das aufgezeichnet wird', 'Gegen die Aufnahme habe ich nichts, kein Problem'],
  FR: ['Je ne veux pas être enregistré', "L'enregistrement ne me dérange pas"],
  ES: ['Por favor, no grabe esta llamada', 'No me importa que se grabe'],
  PT: ['Por favor, não grave esta chamada', 'Não me importo que seja gravada'],
  IT: ['Non voglio essere registrato', 'Non ho problemi con la registrazione'],
  NL: ['Neemt u dit gesprek niet op', 'Ik heb geen bezwaar tegen de opname'],
  PL: ['Proszę nie nagrywać tej rozmowy', 'Nie mam nic przeciwko nagrywaniu'],
  CS: ['Nenahrávejte to prosím', 'Nahrávání mi nevadí'],
  SK: ['Nenahrávajte to prosím', 'Nahrávanie mi nevadí'],
  HU: ['Ne készítsen hangfelvételt', 'A felvétel nem zavar'],
  RO: ['Nu înregistrați apelul', 'Nu mă deranjează înregistrarea'],
  BG: ['Не записвайте разговора', 'Нямам нищо против да се записва'],
  HR: ['Nemojte snimati razgovor', 'Nemam ništa protiv snimanja'],
  SL: ['Ne snemajte pogovora', 'Nimam nič proti snemanju'],
  SR: ['Немојте снимати разговор', 'Немам ништа против снимања'],
  UK: ['Не записуйте розмову', 'Я не проти, записуйте'],
  RU: ['Не записывайте разговор', 'Я не против записи разговора'],
  EL: ['Μην ηχογραφείτε την κλήση', 'Δεν με πειράζει η ηχογράφηση'],
  TR: ['Lütfen görüşmeyi kaydetmeyin', 'Kaydedilmesinin sakıncası yok'],
  SV: ['Spela inte in samtalet', 'Inspelningen gör inget'],
  DA: ['Jeg vil ikke have at samtalen bliver optaget', 'Jeg har ikke noget imod optagelsen'],
  NO: ['Jeg vil ikke at dere tar opptak', 'Jeg har ikke noe imot opptak'],
  FI: ['Älkää nauhoittako puhelua', 'Nauhoitus ei haittaa'],
  ET: ['Ärge salvestage kõnet', 'Mul pole salvestamise vastu midagi, pole probleemi'],
  LV: ['Lūdzu, neierakstiet sarunu', 'Es neiebilstu pret ierakstu'],
  LT: ['Prašau neįrašinėkite pokalbio', 'Neprieštarauju, kad įrašote'],
  AR: ['لا تسجل المكالمة من فضلك', 'لا مانع لدي من تسجيل المكالمة'],
  HE: ['אל תקליט את השיחה', 'לא אכפת לי מההקלטה'],
  JA: ['録音しないでください', '録音しても構いません'],
  ZH: ['请不要录音', '录音没关系'],
  KO: ['녹음하지 마세요', '녹음해도 괜찮아요'],
};

const objects = (said: string, language: Language): boolean =>
  recordingObjections(speechOf(said), '', language).length > 0;

test.each(languages)('an objection to the recording is understood in %s', (language) => {
  const [objection, approval] = spoken[language];
  expect([objects(objection, language), objects(approval, language)]).toEqual([true, false]);
});

test.each([
  'I have no criminal record',
  'No, my track record is good',
  'No, you may record it',
  'Are you recording this?',
])('"%s" is no objection to the recording', (said) => {
  expect(objects(said, 'EN')).toBe(false);
});

test.each([
  "I'd rather you did not record this",
  'Please stop the recording',
  'I object to being recorded',
  'No recording please',
  'Can we do this without recording it?',
  'I do not consent to this being taped',
])('"%s" is an objection to the recording', (said) => {
  expect(objects(said, 'EN')).toBe(true);
});
