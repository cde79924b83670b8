import type { Language } from '@parley/language/language.ts';

/** The mail that invites a contact to go on with a web call; {name} and {company} are put in, the time and the link follow. */
export interface InvitationWords {
  readonly subject: string;
  readonly greeting: string;
  /** The time stands on the next line. */
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
    'as you asked, your conversation with {company} goes on at this time:',
    'Your link works from then on:',
  ),
  DE: words(
    'Ihr Gespräch mit {company}',
    'Guten Tag {name},',
    'wie von Ihnen gewünscht geht Ihr Gespräch mit {company} zu dieser Zeit weiter:',
    'Ab dann funktioniert Ihr Link:',
  ),
  FR: words(
    'Votre entretien avec {company}',
    'Bonjour {name},',
    'comme vous l’avez demandé, votre entretien avec {company} se poursuivra à ce moment :',
    'Votre lien fonctionnera à partir de là :',
  ),
  ES: words(
    'Su conversación con {company}',
    'Hola, {name}:',
    'como pidió, su conversación con {company} continuará en este momento:',
    'Su enlace funcionará a partir de entonces:',
  ),
  PT: words(
    'A sua conversa com {company}',
    'Olá {name},',
    'como pediu, a sua conversa com {company} continua nesta altura:',
    'A sua ligação funciona a partir de então:',
  ),
  IT: words(
    'Il suo colloquio con {company}',
    'Buongiorno {name},',
    'come da lei richiesto, il suo colloquio con {company} prosegue in questo momento:',
    'Da allora il suo link funzionerà:',
  ),
  NL: words(
    'Uw gesprek met {company}',
    'Hallo {name},',
    'zoals u vroeg, gaat uw gesprek met {company} verder op dit tijdstip:',
    'Vanaf dan werkt uw link:',
  ),
  PL: words(
    'Rozmowa z {company}',
    'Dzień dobry, {name},',
    'zgodnie z prośbą rozmowa z {company} będzie kontynuowana w tym terminie:',
    'Od tego czasu link będzie działać:',
  ),
  CS: words(
    'Váš rozhovor s {company}',
    'Dobrý den, {name},',
    'jak jste si přáli, váš rozhovor s {company} bude pokračovat v tento čas:',
    'Od té doby bude váš odkaz fungovat:',
  ),
  SK: words(
    'Váš rozhovor s {company}',
    'Dobrý deň, {name},',
    'ako ste si želali, váš rozhovor s {company} bude pokračovať v tomto čase:',
    'Odvtedy bude váš odkaz fungovať:',
  ),
  HU: words(
    'Beszélgetése: {company}',
    'Jó napot, {name}!',
    'Kérésének megfelelően a beszélgetés ({company}) ekkor folytatódik:',
    'Ettől kezdve a link működik:',
  ),
  RO: words(
    'Conversația dumneavoastră cu {company}',
    'Bună ziua, {name},',
    'așa cum ați cerut, conversația cu {company} continuă la această oră:',
    'De atunci linkul dumneavoastră va funcționa:',
  ),
  BG: words(
    'Вашият разговор с {company}',
    'Здравейте, {name},',
    'както поискахте, разговорът ви с {company} ще продължи в това време:',
    'Оттогава връзката ви ще работи:',
  ),
  HR: words(
    'Vaš razgovor: {company}',
    'Poštovani, {name},',
    'kako ste tražili, vaš razgovor ({company}) nastavlja se u ovo vrijeme:',
    'Od tada vaša poveznica radi:',
  ),
  SL: words(
    'Vaš pogovor: {company}',
    'Pozdravljeni, {name},',
    'kot ste želeli, se vaš pogovor ({company}) nadaljuje ob tem času:',
    'Od takrat vaša povezava deluje:',
  ),
  SR: words(
    'Ваш разговор: {company}',
    'Поштовани, {name},',
    'као што сте тражили, ваш разговор ({company}) наставља се у ово време:',
    'Од тада ваш линк ради:',
  ),
  UK: words(
    'Ваша розмова з {company}',
    'Вітаємо, {name}!',
    'Як ви просили, ваша розмова з {company} продовжиться в цей час:',
    'Відтоді ваше посилання працюватиме:',
  ),
  RU: words(
    'Ваш разговор с {company}',
    'Здравствуйте, {name}!',
    'Как вы просили, ваш разговор с {company} продолжится в это время:',
    'С этого времени ваша ссылка будет работать:',
  ),
  EL: words(
    'Η συνομιλία σας με {company}',
    'Γεια σας {name},',
    'όπως ζητήσατε, η συνομιλία σας με {company} συνεχίζεται αυτή την ώρα:',
    'Από τότε ο σύνδεσμός σας λειτουργεί:',
  ),
  TR: words(
    '{company} ile görüşmeniz',
    'Merhaba {name},',
    'istediğiniz gibi {company} ile görüşmeniz şu zamanda devam edecek:',
    'Bağlantınız o zamandan itibaren çalışır:',
  ),
  SV: words(
    'Ditt samtal med {company}',
    'Hej {name},',
    'som du bad om fortsätter ditt samtal med {company} vid denna tid:',
    'Från och med då fungerar din länk:',
  ),
  DA: words(
    'Din samtale med {company}',
    'Hej {name},',
    'som du bad om, fortsætter din samtale med {company} på dette tidspunkt:',
    'Fra da af virker dit link:',
  ),
  NO: words(
    'Samtalen din med {company}',
    'Hei {name},',
    'som du ba om, fortsetter samtalen din med {company} på dette tidspunktet:',
    'Fra da av virker lenken din:',
  ),
  FI: words(
    'Keskustelunne: {company}',
    'Hei {name},',
    'toiveenne mukaisesti keskustelunne ({company}) jatkuu tänä ajankohtana:',
    'Siitä lähtien linkkinne toimii:',
  ),
  ET: words(
    'Teie vestlus: {company}',
    'Tere, {name}!',
    'Nagu soovisite, jätkub teie vestlus ({company}) sel ajal:',
    'Sellest ajast alates teie link töötab:',
  ),
  LV: words(
    'Jūsu saruna ar {company}',
    'Labdien, {name}!',
    'Kā jūs lūdzāt, jūsu saruna ar {company} turpināsies šajā laikā:',
    'No tā laika jūsu saite darbosies:',
  ),
  LT: words(
    'Jūsų pokalbis su {company}',
    'Sveiki, {name},',
    'kaip prašėte, jūsų pokalbis su {company} tęsis šiuo laiku:',
    'Nuo tada jūsų nuoroda veiks:',
  ),
  AR: words(
    'محادثتكم مع {company}',
    'مرحباً {name}،',
    'كما طلبتم، تتواصل محادثتكم مع {company} في هذا الوقت:',
    'يعمل رابطكم ابتداءً من ذلك الوقت:',
  ),
  HE: words(
    'השיחה שלך עם {company}',
    'שלום {name},',
    'כפי שביקשת, השיחה שלך עם {company} תימשך במועד הזה:',
    'הקישור שלך יפעל החל מאז:',
  ),
  JA: words(
    '{company}との対話のご案内',
    '{name}様',
    'ご希望により、{company}との対話は次の日時に続けられます。',
    'その時刻から次のリンクをご利用いただけます。',
  ),
  ZH: words(
    '您与{company}的对话',
    '{name}，您好：',
    '按照您的要求，您与{company}的对话将在以下时间继续：',
    '从那时起，您的链接即可使用：',
  ),
  KO: words(
    '{company} 대화 안내',
    '{name} 님, 안녕하세요.',
    '요청하신 대로 {company} 대화를 다음 시간에 이어 갑니다.',
    '그때부터 아래 링크를 사용하실 수 있습니다.',
  ),
};
