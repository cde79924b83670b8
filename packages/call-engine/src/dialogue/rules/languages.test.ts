import type { Language } from '@parley/language/language.ts';
import { languages } from '@parley/language/language.ts';
import { expecting, scriptedContext, understoodAs } from '@parley/testing/understood-as.ts';
import { describe, expect, test } from 'vitest';

/** A yes/no question, then how people there say: yes, no, a person please, never again, not interested, later. */
const samples: Readonly<
  Record<Exclude<Language, 'EN'>, readonly [string, string, string, string, string, string, string]>
> = {
  DE: [
    'Haben Sie einen Führerschein?',
    'ja klar',
    'nein leider nicht',
    'ich möchte mit einem Menschen sprechen',
    'rufen Sie mich nie wieder an',
    'danke, kein Interesse',
    'rufen Sie mich bitte morgen an',
  ],
  FR: [
    'Avez-vous le permis de conduire ?',
    'oui bien sûr',
    'non pas du tout',
    'je voudrais parler à une vraie personne',
    "ne m'appelez plus",
    'ça ne m’intéresse pas',
    'rappelez-moi demain',
  ],
  ES: [
    '¿Tiene carnet de conducir?',
    'sí claro',
    'no todavía no',
    'quiero hablar con una persona',
    'no me llame más',
    'no me interesa',
    'llámeme mañana por favor',
  ],
  PT: [
    'Você tem carteira de motorista?',
    'sim tenho',
    'não tenho',
    'quero falar com uma pessoa',
    'não me ligue mais',
    'não tenho interesse',
    'me liga amanhã',
  ],
  IT: [
    'Ha la patente?',
    'sì certo',
    'no purtroppo no',
    'vorrei parlare con una persona vera',
    'non mi chiami più',
    'non mi interessa',
    'mi richiami domani',
  ],
  NL: [
    'Heeft u een rijbewijs?',
    'ja hoor',
    'nee helaas niet',
    'ik wil met een mens praten',
    'bel me nooit meer',
    'geen interesse',
    'bel me morgen',
  ],
  PL: [
    'Czy ma pan prawo jazdy?',
    'tak oczywiście',
    'nie jeszcze nie',
    'chcę rozmawiać z człowiekiem',
    'proszę więcej nie dzwonić',
    'nie jestem zainteresowany',
    'proszę zadzwonić jutro',
  ],
  CS: [
    'Máte řidičský průkaz?',
    'ano jasně',
    'ne bohužel',
    'chci mluvit s člověkem',
    'už mi nevolejte',
    'nemám zájem',
    'zavolejte mi zítra',
  ],
  SK: [
    'Máte vodičský preukaz?',
    'áno samozrejme',
    'nie bohužiaľ',
    'chcem hovoriť s človekom',
    'už mi nevolajte',
    'nemám záujem',
    'zavolajte mi zajtra',
  ],
  HU: [
    'Van jogosítványa?',
    'igen persze',
    'nem sajnos',
    'egy emberrel szeretnék beszélni',
    'ne hívjanak többet',
    'nem érdekel',
    'hívjon holnap',
  ],
  RO: [
    'Aveți permis de conducere?',
    'da sigur',
    'nu încă',
    'vreau să vorbesc cu o persoană',
    'nu mă mai sunați',
    'nu mă interesează',
    'sunați-mă mâine',
  ],
  BG: [
    'Имате ли шофьорска книжка?',
    'да разбира се',
    'не за съжаление',
    'искам да говоря с човек',
    'не ми се обаждайте повече',
    'не ме интересува',
    'обадете се утре',
  ],
  HR: [
    'Imate li vozačku dozvolu?',
    'da naravno',
    'ne nažalost',
    'želim razgovarati s osobom',
    'nemojte me više zvati',
    'ne zanima me',
    'nazovite me sutra',
  ],
  SL: [
    'Ali imate vozniški izpit?',
    'ja seveda',
    'ne žal ne',
    'rad bi govoril s človekom',
    'ne kličite me več',
    'me ne zanima',
    'pokličite me jutri',
  ],
  SR: [
    'Da li imate vozačku dozvolu?',
    'да наравно',
    'ne nažalost',
    'hoću da razgovaram sa čovekom',
    'немојте ме више звати',
    'ne zanima me',
    'pozovite me sutra',
  ],
  UK: [
    'Чи є у вас водійські права?',
    'так звичайно',
    'ні на жаль',
    'хочу поговорити з людиною',
    'більше не дзвоніть мені',
    'мене це не цікавить',
    'подзвоніть завтра',
  ],
  RU: [
    'Есть ли у вас водительские права?',
    'да конечно',
    'нет к сожалению',
    'хочу поговорить с живым человеком',
    'больше мне не звоните',
    'меня это не интересует',
    'перезвоните завтра',
  ],
  EL: [
    'Έχετε δίπλωμα οδήγησης;',
    'ναι βέβαια',
    'όχι δυστυχώς',
    'θέλω να μιλήσω με άνθρωπο',
    'μη με ξαναπάρετε τηλέφωνο',
    'δεν ενδιαφέρομαι',
    'πάρτε με αύριο',
  ],
  TR: [
    'Ehliyetiniz var mı?',
    'evet tabii',
    'hayır maalesef',
    'gerçek bir insanla konuşmak istiyorum',
    'beni bir daha aramayın',
    'ilgilenmiyorum',
    'beni yarın arayın',
  ],
  SV: [
    'Har du körkort?',
    'ja absolut',
    'nej tyvärr inte',
    'jag vill prata med en människa',
    'sluta ringa mig',
    'jag är inte intresserad',
    'ring mig imorgon',
  ],
  DA: [
    'Har du kørekort?',
    'ja selvfølgelig',
    'nej desværre ikke',
    'jeg vil tale med et menneske',
    'ring ikke til mig igen',
    'jeg er ikke interesseret',
    'ring i morgen',
  ],
  NO: [
    'Har du førerkort?',
    'ja selvfølgelig',
    'nei dessverre',
    'jeg vil snakke med et menneske',
    'slutt å ringe meg',
    'jeg er ikke interessert',
    'ring meg i morgen',
  ],
  FI: [
    'Onko sinulla ajokortti?',
    'joo tietysti',
    'ei valitettavasti',
    'haluan puhua oikean ihmisen kanssa',
    'älkää soittako enää',
    'ei kiinnosta',
    'soittakaa huomenna',
  ],
  ET: [
    'Kas teil on juhiluba?',
    'jah muidugi',
    'ei kahjuks',
    'ma tahan rääkida inimesega',
    'ärge enam helistage',
    'ei huvita',
    'helistage homme',
  ],
  LV: [
    'Vai jums ir autovadītāja apliecība?',
    'jā protams',
    'nē diemžēl',
    'es gribu runāt ar cilvēku',
    'vairs nezvaniet man',
    'mani neinteresē',
    'piezvaniet rīt',
  ],
  LT: [
    'Ar turite vairuotojo pažymėjimą?',
    'taip žinoma',
    'ne deja',
    'noriu pakalbėti su žmogumi',
    'daugiau neskambinkite',
    'manęs nedomina',
    'paskambinkite rytoj',
  ],
  AR: [
    'هل لديك رخصة قيادة؟',
    'نعم طبعا',
    'لا للأسف',
    'أريد التحدث مع شخص حقيقي',
    'لا تتصل بي مرة أخرى',
    'لست مهتما',
    'اتصل بي غدا',
  ],
  HE: [
    'יש לך רישיון נהיגה?',
    'כן בטח',
    'לא לצערי',
    'אני רוצה לדבר עם בן אדם',
    'אל תתקשרו אליי יותר',
    'לא מעוניין',
    'תתקשרו מחר',
  ],
  JA: [
    '運転免許をお持ちですか？',
    'はい、持っています',
    'いいえ、持っていません',
    '人間と話したいです',
    'もう電話しないでください',
    '興味がありません',
    '明日かけ直してください',
  ],
  ZH: ['您有驾照吗？', '有的', '没有', '我要跟真人说话', '不要再打电话给我了', '我不感兴趣', '明天再打给我'],
  KO: [
    '운전면허가 있으세요?',
    '네 있어요',
    '아니요 없어요',
    '사람과 통화하고 싶어요',
    '다시는 전화하지 마세요',
    '관심 없어요',
    '내일 다시 전화해 주세요',
  ],
};

const others = languages.filter((language) => language !== 'EN');

describe.each(others)('the rules in a call in %s', (language) => {
  const [question, yes, no, person, stop, decline, later] = samples[language];
  const context = scriptedContext(language);
  const heard = (words: string, asked = question): string => understoodAs(words, expecting(asked), context);

  test('the rules understand yes in the language of the call', () => expect(heard(yes)).toBe('yes'));
  test('the rules understand no in the language of the call', () => expect(heard(no)).toBe('no'));
  test('the rules understand a request for a human in the language of the call', () =>
    expect(heard(person, 'talk')).toBe('person'));
  test('the rules understand an opt-out in the language of the call', () =>
    expect(heard(stop, 'opening')).toBe('never'));
  test('the rules understand a lack of interest in the language of the call', () =>
    expect(heard(decline, 'opening')).toBe('declines'));
  test('the rules understand a request for a later call in the language of the call', () =>
    expect(heard(later, 'opening')).toBe('later'));
  test('the rules understand English in a call in another language', () => {
    expect(heard('yeah sure')).toBe('yes');
    expect(heard('can i speak to a human', 'talk')).toBe('person');
    expect(heard('take me off your list', 'opening')).toBe('never');
  });
});

test('the rules understand words written without accents', () => {
  expect(understoodAs('si claro', expecting('¿Tiene coche?'), scriptedContext('ES'))).toBe('yes');
  expect(understoodAs('TSCHÜSS', expecting('talk'), scriptedContext('DE'))).toBe('bye');
});

test("the answer to an open question in another language is stored in the contact's words", () => {
  expect(
    understoodAs('ich arbeite als Koch', expecting('Was machen Sie beruflich?'), scriptedContext('DE')),
  ).toBe('words');
});

test('a question word in the middle does not make a question open', () => {
  expect(understoodAs('oui', expecting('Est-ce que vous avez le permis ?'), scriptedContext('FR'))).toBe(
    'yes',
  );
  expect(understoodAs('sí', expecting('¿Cree que podría empezar en junio?'), scriptedContext('ES'))).toBe(
    'yes',
  );
});

test('a Polish "no" (which means "well") is not a refusal', () => {
  expect(understoodAs('no jasne', expecting('Czy ma pan samochód?'), scriptedContext('PL'))).toBe('yes');
});

test('the rules recognise a German voicemail greeting', () => {
  const greeting = 'Guten Tag, bitte hinterlassen Sie eine Nachricht nach dem Signalton.';
  expect(understoodAs(greeting, expecting('opening'), scriptedContext('DE'))).toBe('voicemail');
});

test.each<[Language, string, string, string]>([
  ['DE', 'Wie hoch ist Ihr Gehalt?', 'so 1.500 Euro', '=1500'],
  ['DE', 'Wie viele Jahre Erfahrung haben Sie?', 'zweiundzwanzig', '=22'],
  ['DE', 'Wie hoch ist Ihr Gehalt?', 'zwischen vierzig und fünfzig tausend', '=40000'],
  ['DE', 'Wie viele Jahre Erfahrung haben Sie?', 'zwei bis drei', '=2'],
  ['FR', 'Combien de personnes ?', 'quatre-vingt-dix', '=90'],
  ['ES', '¿Cuántos años tiene?', 'treinta y cinco', '=35'],
  ['PL', 'Ile lat pan pracuje?', 'trzydzieści pięć', '=35'],
])('in %s, the reply to %j, "%s", is understood as %s', (language, question, heard, expected) => {
  expect(understoodAs(heard, expecting(question), scriptedContext(language))).toBe(expected);
});
