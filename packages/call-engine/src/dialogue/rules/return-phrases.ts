import type { Language } from '@parley/language/language.ts';
import type { ReturnPhrase, Variants } from './spoken-phrase.ts';

const returning = (...welcome_back: Variants): Readonly<Record<ReturnPhrase, Variants>> => ({ welcome_back });

/** What is said to whoever lost the connection or loaded the page again; the open question follows. */
export const returnPhrases: Readonly<Record<Language, Readonly<Record<ReturnPhrase, Variants>>>> = {
  EN: returning(
    'Welcome back. We were at: {question}',
    "Good to have you back. Let's go on here: {question}",
    'Hello again. My last question was: {question}',
  ),
  DE: returning(
    'Willkommen zurück. Wir waren bei: {question}',
    'Schön, dass Sie wieder da sind. Weiter geht es hier: {question}',
  ),
  FR: returning(
    'Bon retour. Nous en étions à : {question}',
    'Heureux de vous retrouver. Reprenons ici : {question}',
  ),
  ES: returning('Bienvenido de nuevo. Estábamos en: {question}', 'Hola de nuevo. Sigamos aquí: {question}'),
  PT: returning(
    'Bem-vindo de volta. Estávamos em: {question}',
    'Olá novamente. Continuemos aqui: {question}',
  ),
  IT: returning('Bentornato. Eravamo rimasti a: {question}', 'Rieccoci. Riprendiamo da qui: {question}'),
  NL: returning(
    'Welkom terug. We waren bij: {question}',
    'Fijn dat u er weer bent. We gaan hier verder: {question}',
  ),
  PL: returning(
    'Witamy ponownie. Zatrzymaliśmy się tutaj: {question}',
    'Miło znów się słyszeć. Wróćmy do pytania: {question}',
  ),
  CS: returning(
    'Vítejte zpět. Skončili jsme u: {question}',
    'Dobře, že jste zpátky. Pokračujme zde: {question}',
  ),
  SK: returning(
    'Vitajte späť. Skončili sme pri: {question}',
    'Dobre, že ste späť. Pokračujme tu: {question}',
  ),
  HU: returning(
    'Üdvözlöm újra. Itt tartottunk: {question}',
    'Örülök, hogy visszatért. Folytassuk innen: {question}',
  ),
  RO: returning(
    'Bine ați revenit. Rămăsesem la: {question}',
    'Mă bucur că ați revenit. Să continuăm de aici: {question}',
  ),
  BG: returning(
    'Добре дошли отново. Бяхме стигнали до: {question}',
    'Радвам се, че се върнахте. Да продължим оттук: {question}',
  ),
  HR: returning(
    'Dobro došli natrag. Stali smo kod: {question}',
    'Lijepo je što ste opet tu. Nastavimo ovdje: {question}',
  ),
  SL: returning(
    'Dobrodošli nazaj. Ostali smo pri: {question}',
    'Lepo, da ste spet tu. Nadaljujmo tukaj: {question}',
  ),
  SR: returning(
    'Добро дошли назад. Стали смо код: {question}',
    'Лепо је што сте опет ту. Наставимо овде: {question}',
  ),
  UK: returning(
    'З поверненням. Ми зупинилися на: {question}',
    'Добре, що ви повернулися. Продовжімо звідси: {question}',
  ),
  RU: returning(
    'С возвращением. Мы остановились на: {question}',
    'Хорошо, что вы вернулись. Продолжим отсюда: {question}',
  ),
  EL: returning(
    'Καλώς ήρθατε ξανά. Είχαμε μείνει εδώ: {question}',
    'Χαίρομαι που επιστρέψατε. Συνεχίζουμε από εδώ: {question}',
  ),
  TR: returning(
    'Tekrar hoş geldiniz. Şurada kalmıştık: {question}',
    'Geri dönmenize sevindim. Buradan devam edelim: {question}',
  ),
  SV: returning(
    'Välkommen tillbaka. Vi var vid: {question}',
    'Bra att du är tillbaka. Vi fortsätter här: {question}',
  ),
  DA: returning(
    'Velkommen tilbage. Vi var nået til: {question}',
    'Godt, at du er tilbage. Vi fortsætter her: {question}',
  ),
  NO: returning(
    'Velkommen tilbake. Vi var kommet til: {question}',
    'Bra at du er tilbake. Vi fortsetter her: {question}',
  ),
  FI: returning(
    'Tervetuloa takaisin. Olimme tässä kohdassa: {question}',
    'Hienoa, että palasitte. Jatketaan tästä: {question}',
  ),
  ET: returning(
    'Tere tulemast tagasi. Jäime siia: {question}',
    'Tore, et olete tagasi. Jätkame siit: {question}',
  ),
  LV: returning(
    'Laipni lūdzam atpakaļ. Mēs apstājāmies šeit: {question}',
    'Prieks, ka esat atpakaļ. Turpināsim šeit: {question}',
  ),
  LT: returning(
    'Sveiki sugrįžę. Sustojome čia: {question}',
    'Gerai, kad grįžote. Tęskime nuo čia: {question}',
  ),
  AR: returning('أهلاً بعودتكم. كنا قد وصلنا إلى: {question}', 'سعدنا بعودتكم. لنتابع من هنا: {question}'),
  HE: returning('ברוכים השבים. עצרנו כאן: {question}', 'טוב שחזרתם. נמשיך מכאן: {question}'),
  JA: returning(
    'おかえりなさい。先ほどの続きです：{question}',
    'お戻りいただきありがとうございます。ここから続けます：{question}',
  ),
  ZH: returning('欢迎回来。我们刚才说到：{question}', '很高兴您回来了。我们从这里继续：{question}'),
  KO: returning(
    '다시 오신 것을 환영합니다. 여기까지 진행했습니다: {question}',
    '돌아와 주셔서 감사합니다. 여기서 이어 가겠습니다: {question}',
  ),
};
