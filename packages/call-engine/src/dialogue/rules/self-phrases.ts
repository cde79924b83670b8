import type { Language } from '@parley/language/language.ts';
import type { SelfPhrase, Variants } from './spoken-phrase.ts';

/** What the agent says of itself and of the call when it is asked. */
export const selfPhrases: Readonly<Record<Language, Readonly<Record<SelfPhrase, Variants>>>> = {
  EN: {
    own_name: ['My name is {agent}.', "I'm called {agent}.", 'I go by the name of {agent}.'],
    time_needed: ['It takes {duration} at most.', 'No longer than {duration}.', 'At most {duration}.'],
    call_reason: [
      'It is about this: {title}.',
      "I'm calling about this: {title}.",
      'The call is about this: {title}.',
    ],
  },
  DE: {
    own_name: ['Mein Name ist {agent}.', 'Ich heiße {agent}.'],
    time_needed: ['Es dauert höchstens {duration}.', 'Das Gespräch dauert maximal {duration}.'],
    call_reason: ['Es geht um Folgendes: {title}.', 'Der Grund meines Anrufs: {title}.'],
  },
  FR: {
    own_name: ["Je m'appelle {agent}.", 'Mon nom est {agent}.'],
    time_needed: ['Cela prend {duration} au maximum.', "L'appel dure au plus {duration}."],
    call_reason: ["Voici le sujet de l'appel : {title}.", 'Il s’agit de ceci : {title}.'],
  },
  ES: {
    own_name: ['Me llamo {agent}.', 'Mi nombre es {agent}.'],
    time_needed: ['Son {duration} como máximo.', 'La llamada dura como mucho {duration}.'],
    call_reason: ['Se trata de lo siguiente: {title}.', 'El motivo de la llamada es este: {title}.'],
  },
  PT: {
    own_name: ['O meu nome é {agent}.', 'Chamo-me {agent}.'],
    time_needed: ['São {duration} no máximo.', 'A chamada dura no máximo {duration}.'],
    call_reason: ['Trata-se do seguinte: {title}.', 'O assunto da chamada é este: {title}.'],
  },
  IT: {
    own_name: ['Mi chiamo {agent}.', 'Il mio nome è {agent}.'],
    time_needed: ['Ci vogliono al massimo {duration}.', 'La chiamata dura al massimo {duration}.'],
    call_reason: ['Si tratta di questo: {title}.', 'Il motivo della chiamata è questo: {title}.'],
  },
  NL: {
    own_name: ['Mijn naam is {agent}.', 'Ik heet {agent}.'],
    time_needed: ['Het duurt hoogstens {duration}.', 'Het gesprek duurt maximaal {duration}.'],
    call_reason: ['Het gaat hierover: {title}.', 'De reden van mijn telefoontje: {title}.'],
  },
  PL: {
    own_name: ['Mam na imię {agent}.', 'Moje imię to {agent}.'],
    time_needed: ['To potrwa najwyżej {duration}.', 'Rozmowa potrwa maksymalnie {duration}.'],
    call_reason: ['Chodzi o to: {title}.', 'Temat rozmowy to: {title}.'],
  },
  CS: {
    own_name: ['Jmenuji se {agent}.', 'Moje jméno je {agent}.'],
    time_needed: ['Zabere to nejvýše {duration}.', 'Hovor potrvá maximálně {duration}.'],
    call_reason: ['Jde o toto: {title}.', 'Důvod mého hovoru: {title}.'],
  },
  SK: {
    own_name: ['Volám sa {agent}.', 'Moje meno je {agent}.'],
    time_needed: ['Zaberie to najviac {duration}.', 'Hovor potrvá maximálne {duration}.'],
    call_reason: ['Ide o toto: {title}.', 'Dôvod môjho hovoru: {title}.'],
  },
  HU: {
    own_name: ['A nevem {agent}.', 'Úgy hívnak: {agent}.'],
    time_needed: ['Legfeljebb ennyi ideig tart: {duration}.', 'A hívás hossza legfeljebb {duration}.'],
    call_reason: ['Erről van szó: {title}.', 'A hívás oka: {title}.'],
  },
  RO: {
    own_name: ['Numele meu este {agent}.', 'Mă numesc {agent}.'],
    time_needed: ['Durează cel mult {duration}.', 'Apelul durează maximum {duration}.'],
    call_reason: ['Este vorba despre următorul lucru: {title}.', 'Motivul apelului este: {title}.'],
  },
  BG: {
    own_name: ['Казвам се {agent}.', 'Името ми е {agent}.'],
    time_needed: ['Ще отнеме най-много {duration}.', 'Разговорът трае най-много {duration}.'],
    call_reason: ['Става дума за следното: {title}.', 'Поводът за обаждането е: {title}.'],
  },
  HR: {
    own_name: ['Zovem se {agent}.', 'Moje ime je {agent}.'],
    time_needed: ['Trajat će najviše {duration}.', 'Razgovor traje najviše {duration}.'],
    call_reason: ['Radi se o sljedećem: {title}.', 'Razlog poziva je ovaj: {title}.'],
  },
  SL: {
    own_name: ['Ime mi je {agent}.', 'Moje ime je {agent}.'],
    time_needed: ['Trajalo bo največ {duration}.', 'Pogovor traja največ {duration}.'],
    call_reason: ['Gre za naslednje: {title}.', 'Razlog klica je: {title}.'],
  },
  SR: {
    own_name: ['Зовем се {agent}.', 'Моје име је {agent}.'],
    time_needed: ['Трајаће највише {duration}.', 'Разговор траје највише {duration}.'],
    call_reason: ['Ради се о следећем: {title}.', 'Разлог позива је: {title}.'],
  },
  UK: {
    own_name: ['Мене звати {agent}.', 'Моє ім’я {agent}.'],
    time_needed: ['Це триватиме щонайбільше {duration}.', 'Розмова триває максимум {duration}.'],
    call_reason: ['Йдеться ось про що: {title}.', 'Причина дзвінка така: {title}.'],
  },
  RU: {
    own_name: ['Меня зовут {agent}.', 'Моё имя {agent}.'],
    time_needed: ['Это займёт максимум {duration}.', 'Разговор длится самое большее {duration}.'],
    call_reason: ['Речь вот о чём: {title}.', 'Причина звонка такая: {title}.'],
  },
  EL: {
    own_name: ['Με λένε {agent}.', 'Το όνομά μου είναι {agent}.'],
    time_needed: ['Θα διαρκέσει το πολύ {duration}.', 'Η κλήση κρατά το πολύ {duration}.'],
    call_reason: ['Πρόκειται για το εξής: {title}.', 'Ο λόγος της κλήσης είναι: {title}.'],
  },
  TR: {
    own_name: ['Adım {agent}.', 'Benim adım {agent}.'],
    time_needed: ['En fazla {duration} sürer.', 'Görüşme en çok {duration} sürer.'],
    call_reason: ['Konu şu: {title}.', 'Arama sebebimiz şu: {title}.'],
  },
  SV: {
    own_name: ['Jag heter {agent}.', 'Mitt namn är {agent}.'],
    time_needed: ['Det tar högst {duration}.', 'Samtalet tar som mest {duration}.'],
    call_reason: ['Det gäller följande: {title}.', 'Anledningen till samtalet är: {title}.'],
  },
  DA: {
    own_name: ['Jeg hedder {agent}.', 'Mit navn er {agent}.'],
    time_needed: ['Det tager højst {duration}.', 'Samtalen varer højst {duration}.'],
    call_reason: ['Det drejer sig om følgende: {title}.', 'Grunden til opkaldet er: {title}.'],
  },
  NO: {
    own_name: ['Jeg heter {agent}.', 'Navnet mitt er {agent}.'],
    time_needed: ['Det tar høyst {duration}.', 'Samtalen varer i høyst {duration}.'],
    call_reason: ['Det gjelder følgende: {title}.', 'Grunnen til samtalen er: {title}.'],
  },
  FI: {
    own_name: ['Nimeni on {agent}.', 'Minun nimeni on {agent}.'],
    time_needed: ['Tämä kestää enintään {duration}.', 'Puhelu kestää korkeintaan {duration}.'],
    call_reason: ['Asia koskee tätä: {title}.', 'Soiton syy on tämä: {title}.'],
  },
  ET: {
    own_name: ['Minu nimi on {agent}.', 'Mind kutsutakse nii: {agent}.'],
    time_needed: ['See võtab kõige rohkem {duration}.', 'Kõne kestab kuni {duration}.'],
    call_reason: ['Jutt on sellest: {title}.', 'Kõne põhjus on see: {title}.'],
  },
  LV: {
    own_name: ['Mani sauc {agent}.', 'Mans vārds ir {agent}.'],
    time_needed: ['Tas aizņems ne vairāk kā {duration}.', 'Saruna ilgst ne vairāk kā {duration}.'],
    call_reason: ['Runa ir par šo: {title}.', 'Zvana iemesls ir šāds: {title}.'],
  },
  LT: {
    own_name: ['Mano vardas {agent}.', 'Mano vardas yra {agent}.'],
    time_needed: ['Tai užtruks ne ilgiau kaip {duration}.', 'Pokalbio trukmė daugiausia {duration}.'],
    call_reason: ['Kalbama apie tai: {title}.', 'Skambučio priežastis tokia: {title}.'],
  },
  AR: {
    own_name: ['اسمي {agent}.', 'أنا اسمي {agent}.'],
    time_needed: ['تستغرق المكالمة {duration} على الأكثر.', 'لن يستغرق الأمر أكثر من {duration}.'],
    call_reason: ['الموضوع هو: {title}.', 'سبب الاتصال هو: {title}.'],
  },
  HE: {
    own_name: ['שמי {agent}.', 'השם שלי הוא {agent}.'],
    time_needed: ['זה ייקח לכל היותר {duration}.', 'השיחה תימשך עד {duration}.'],
    call_reason: ['מדובר בנושא הזה: {title}.', 'סיבת השיחה היא: {title}.'],
  },
  JA: {
    own_name: ['名前は{agent}と申します。', '{agent}と申します。'],
    time_needed: ['お時間は最大でも{duration}です。', '長くても{duration}で終わります。'],
    call_reason: ['ご用件は次のとおりです。{title}。', 'お電話したのはこの件についてです。{title}。'],
  },
  ZH: {
    own_name: ['我叫{agent}。', '我的名字是{agent}。'],
    time_needed: ['最多需要{duration}。', '通话不会超过{duration}。'],
    call_reason: ['是关于这件事：{title}。', '打电话的原因是：{title}。'],
  },
  KO: {
    own_name: ['제 이름은 {agent}입니다.', '{agent}라고 합니다.'],
    time_needed: ['길어도 {duration}이면 끝납니다.', '최대 {duration} 걸립니다.'],
    call_reason: ['용건은 다음과 같습니다: {title}.', '전화드린 이유는 이것입니다: {title}.'],
  },
};
