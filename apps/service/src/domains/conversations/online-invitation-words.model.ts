import type { Language } from '@parley/language/language.ts';

/** The mail that invites a contact to go on with a web call; {name} and {company} are put in, the time and the link follow. */
export interface InvitationWords {
  readonly subject: string;
  readonly greeting: string;
  /** The time stands on the next line. It says not who chose it: the contact, or somebody who moved the call. */
  readonly invitation: string;
  /** The link stands on the next line. */
  readonly link: string;
}

const words = (subject: string, greeting: string, invitation: string, link: string): InvitationWords => ({
  subject,
  greeting,
  invitation,
  link,
});

export const invitationWords: Readonly<Record<Language, InvitationWords>> = {
  EN: words(
    'Your conversation with {company}',
    'Hello {name},',
    'your conversation with {company} goes on at this time:',
    'Your link works from then on:',
  ),
  DE: words(
    'Ihr Gespräch mit {company}',
    'Guten Tag {name},',
    'Ihr Gespräch mit {company} geht zu dieser Zeit weiter:',
    'Ab dann funktioniert Ihr Link:',
  ),
  FR: words(
    'Votre entretien avec {company}',
    'Bonjour {name},',
    'votre entretien avec {company} se poursuivra à ce moment :',
    'Votre lien fonctionnera à partir de là :',
  ),
  ES: words(
    'Su conversación con {company}',
    'Hola, {name}:',
    'su conversación con {company} continuará en este momento:',
    'Su enlace funcionará a partir de entonces:',
  ),
  PT: words(
    'A sua conversa com {company}',
    'Olá {name},',
    'a sua conversa com {company} continua nesta altura:',
    'A sua ligação funciona a partir de então:',
  ),
  IT: words(
    'Il suo colloquio con {company}',
    'Buongiorno {name},',
    'il suo colloquio con {company} prosegue in questo momento:',
    'Da allora il suo link funzionerà:',
  ),
  NL: words(
    'Uw gesprek met {company}',
    'Hallo {name},',
    'uw gesprek met {company} gaat verder op dit tijdstip:',
    'Vanaf dan werkt uw link:',
  ),
  PL: words(
    'Rozmowa z {company}',
    'Dzień dobry, {name},',
    'rozmowa z {company} będzie kontynuowana w tym terminie:',
    'Od tego czasu link będzie działać:',
  ),
  CS: words(
    'Váš rozhovor s {company}',
    'Dobrý den, {name},',
    'váš rozhovor s {company} bude pokračovat v tento čas:',
    'Od té doby bude váš odkaz fungovat:',
  ),
  SK: words(
    'Váš rozhovor s {company}',
    'Dobrý deň, {name},',
    'váš rozhovor s {company} bude pokračovať v tomto čase:',
    'Odvtedy bude váš odkaz fungovať:',
  ),
  HU: words(
    'Beszélgetése: {company}',
    'Jó napot, {name}!',
    'A beszélgetés ({company}) ekkor folytatódik:',
    'Ettől kezdve a link működik:',
  ),
  RO: words(
    'Conversația dumneavoastră cu {company}',
    'Bună ziua, {name},',
    'conversația dumneavoastră cu {company} continuă la această oră:',
    'De atunci linkul dumneavoastră va funcționa:',
  ),
  BG: words(
    'Вашият разговор с {company}',
    'Здравейте, {name},',
    'разговорът ви с {company} ще продължи в това време:',
    'Оттогава връзката ви ще работи:',
  ),
  HR: words(
    'Vaš razgovor: {company}',
    'Poštovani, {name},',
    'vaš razgovor ({company}) nastavlja se u ovo vrijeme:',
    'Od tada vaša poveznica radi:',
  ),
  SL: words(
    'Vaš pogovor: {company}',
    'Pozdravljeni, {name},',
    'vaš pogovor ({company}) se nadaljuje ob tem času:',
    'Od takrat vaša povezava deluje:',
  ),
  SR: words(
    'Ваш разговор: {company}',
    'Поштовани, {name},',
    'ваш разговор ({company}) наставља се у ово време:',
    'Од тада ваш линк ради:',
  ),
  UK: words(
    'Ваша розмова з {company}',
    'Вітаємо, {name}!',
    'Ваша розмова з {company} продовжиться в цей час:',
    'Відтоді ваше посилання працюватиме:',
  ),
  RU: words(
    'Ваш разговор с {company}',
    'Здравствуйте, {name}!',
    'Ваш разговор с {company} продолжится в это время:',
    'С этого времени ваша ссылка будет работать:',
  ),
  EL: words(
    'Η συνομιλία σας με {company}',
    'Γεια σας {name},',
    'η συνομιλία σας με {company} συνεχίζεται αυτή την ώρα:',
    'Από τότε ο σύνδεσμός σας λειτουργεί:',
  ),
  TR: words(
    '{company} ile görüşmeniz',
    'Merhaba {name},',
    '{company} ile görüşmeniz şu zamanda devam edecek:',
    'Bağlantınız o zamandan itibaren çalışır:',
  ),
  SV: words(
    'Ditt samtal med {company}',
    'Hej {name},',
    'ditt samtal med {company} fortsätter vid denna tid:',
    'Från och med då fungerar din länk:',
  ),
  DA: words(
    'Din samtale med {company}',
    'Hej {name},',
    'din samtale med {company} fortsætter på dette tidspunkt:',
    'Fra da af virker dit link:',
  ),
  NO: words(
    'Samtalen din med {company}',
    'Hei {name},',
    'samtalen din med {company} fortsetter på dette tidspunktet:',
    'Fra da av virker lenken din:',
  ),
  FI: words(
    'Keskustelunne: {company}',
    'Hei {name},',
    'keskustelunne ({company}) jatkuu tänä ajankohtana:',
    'Siitä lähtien linkkinne toimii:',
  ),
  ET: words(
    'Teie vestlus: {company}',
    'Tere, {name}!',
    'Teie vestlus ({company}) jätkub sel ajal:',
    'Sellest ajast alates teie link töötab:',
  ),
  LV: words(
    'Jūsu saruna ar {company}',
    'Labdien, {name}!',
    'Jūsu saruna ar {company} turpināsies šajā laikā:',
    'No tā laika jūsu saite darbosies:',
  ),
  LT: words(
    'Jūsų pokalbis su {company}',
    'Sveiki, {name},',
    'jūsų pokalbis su {company} tęsis šiuo laiku:',
    'Nuo tada jūsų nuoroda veiks:',
  ),
  AR: words(
    'محادثتكم مع {company}',
    'مرحباً {name}،',
    'تتواصل محادثتكم مع {company} في هذا الوقت:',
    'يعمل رابطكم ابتداءً من ذلك الوقت:',
  ),
  HE: words(
    'השיחה שלך עם {company}',
    'שלום {name},',
    'השיחה שלך עם {company} תימשך במועד הזה:',
    'הקישור שלך יפעל החל מאז:',
  ),
  JA: words(
    '{company}との対話のご案内',
    '{name}様',
    '{company}との対話は次の日時に続けられます。',
    'その時刻から次のリンクをご利用いただけます。',
  ),
  ZH: words(
    '您与{company}的对话',
    '{name}，您好：',
    '您与{company}的对话将在以下时间继续：',
    '从那时起，您的链接即可使用：',
  ),
  KO: words(
    '{company} 대화 안내',
    '{name} 님, 안녕하세요.',
    '{company} 대화를 다음 시간에 이어 갑니다.',
    '그때부터 아래 링크를 사용하실 수 있습니다.',
  ),
};
