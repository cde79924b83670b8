import type { Language } from '@parley/language/language.ts';

/** Word beginnings by which a question shows what kind of answer it wants. */
interface QuestionWords {
  readonly amount: RegExp;
  readonly time: RegExp;
  readonly open: RegExp;
  readonly farewell: RegExp;
}

type Row = readonly [amount: string, time: string, open: string, farewell: string];

/** English is read more closely, see question.ts; here it has only what all languages have. */
const rows: Readonly<Record<Language, Row>> = {
  EN: [
    'how (many|much|long)',
    'when',
    'what|which|why|how|who|where|tell|describe',
    'bye|have a (nice|good|great)|take care',
  ],
  DE: [
    'wie ?viel|wie lang',
    'wann',
    'was|welch|warum|wieso|wie|wer|wo|erzähl|beschreib|stellen sie sich',
    'wiederhör|wiederseh|tschüss|schönen (tag|abend)',
  ],
  FR: [
    'combien',
    'quand',
    "que|quel|qu’|qu'|pourquoi|comment|qui|où|parlez|décri|présent",
    'au revoir|bonne (journée|soirée)',
  ],
  ES: [
    'cuánt',
    'cuándo',
    'qué|cuál|por qué|cómo|quién|dónde|cuénte|describ|presént',
    'adiós|hasta luego|buen día',
  ],
  PT: [
    'quant',
    'quando',
    'o que|que|qual|quais|por ?que|como|quem|onde|conte|descrev|apresent',
    'adeus|até logo|tchau|bom dia para',
  ],
  IT: [
    'quant',
    'quando',
    'che|cosa|qual|perché|come|chi|dove|raccont|descriv|present',
    'arrivederci|arrivederla|buona (giornata|serata)',
  ],
  NL: [
    'hoeveel|hoe lang',
    'wanneer',
    'wat|welk|waarom|hoe|wie|waar|vertel|beschrijf|stel',
    'tot ziens|dag!|fijne (dag|avond)',
  ],
  PL: [
    'ile|ilu',
    'kiedy',
    'co|jaki|jaka|jakie|któr|dlaczego|jak|kto|gdzie|opowiedzieć|opisać|przedstawić',
    'do widzenia|miłego dnia',
  ],
  CS: [
    'kolik|jak dlouho',
    'kdy',
    'co|jak|kter|proč|kdo|kde|povězte|popište|představte',
    'na shledanou|nashledanou|hezký den',
  ],
  SK: [
    'koľko|ako dlho',
    'kedy',
    'čo|ako|aká|aké|aký|ktor|prečo|kto|kde|povedzte|opíšte|predstavte',
    'dovidenia|do videnia|pekný deň',
  ],
  HU: [
    'hány|mennyi',
    'mikor',
    'mi|milyen|melyik|miért|hogyan|ki|hol|mesél|ír',
    'viszontlátásra|viszonthallásra|szép napot',
  ],
  RO: [
    'câți|câte(?!va)|cât(?!ev)',
    'când',
    'ce|care|de ce|cum|cine|unde|povesti|descri|prezent',
    'la revedere|o zi bună',
  ],
  BG: ['колко', 'кога', 'как|какво|каква|кой|коя|защо|къде|разкаж|опиш|представ', 'довиждане|приятен ден'],
  HR: [
    'koliko',
    'kada',
    'što|kako|kakv|koj|zašto|tko|gdje|recite|opišite|predstavite',
    'doviđenja|ugodan dan',
  ],
  SL: [
    'koliko',
    'kdaj',
    'kaj|kako|kakšn|kater|zakaj|kdo|kje|povejte|opišite|predstavite',
    'nasvidenje|lep dan',
  ],
  SR: [
    'колико|koliko',
    'када|kada',
    'шта|како|какв|кој|зашто|ко|где|реците|опишите|представите|šta|kako|koj',
    'довиђења|doviđenja|пријатан дан',
  ],
  UK: ['скільки', 'коли', 'що|як|чому|хто|де|розкаж|опиш|представ', 'до побачення|гарного дня'],
  RU: ['сколько', 'когда', 'что|как|почему|кто|где|расскаж|опиш|представ', 'до свидания|хорошего дня'],
  EL: ['πόσ', 'πότε', 'τι|ποι|γιατί|πώς|πού|πείτε|περιγρ|συστηθ', 'αντίο|γεια σας|καλή σας'],
  TR: [
    'kaç|ne kadar',
    'ne zaman',
    'ne|neden|nasıl|hangi|kim|nerede|anlat|tanıt',
    'hoşça kal|güle güle|iyi günler',
  ],
  SV: [
    'hur (många|mycket|länge)',
    'när',
    'vad|vilk|varför|hur|vem|var|berätta|beskriv|presentera',
    'hej ?då|adjö|ha en (bra|trevlig)',
  ],
  DA: [
    'hvor (mange|meget|længe)',
    'hvornår',
    'hvad|hvilk|hvorfor|hvordan|hvem|hvor|fortæl|beskriv|præsent',
    'farvel|hav en god',
  ],
  NO: [
    'hvor (mange|mye|lenge)',
    'når',
    'hva|hvilk|hvorfor|hvordan|hvem|hvor|fortell|beskriv|presenter',
    'ha det|adjø|ha en (fin|god)',
  ],
  FI: [
    'kuinka (mon|palj|kau)|montako|miten kau',
    'milloin|koska',
    'mikä|mitä|millai|miksi|miten|kuka|missä|kerro|kuvai|esittel',
    'näkemiin|kuulemiin|hyvää päivänjatkoa',
  ],
  ET: [
    'mitu|kui (palju|kaua)',
    'millal',
    'mis|mida|milli|miks|kuidas|kes|kus|rääki|kirjelda|tutvusta',
    'head aega|nägemist|head päeva',
  ],
  LV: ['cik', 'kad', 'kas|ko|kād|kur|kāpēc|kā|pastāst|aprakst|iepazīst', 'uz redzēšanos|visu labu'],
  LT: [
    'kiek',
    'kada',
    'kas|ką|kok|kur|kodėl|kaip|papasak|apibūd|prisist',
    'viso gero|iki pasimatymo|geros dienos',
  ],
  AR: ['كم', 'متى', 'ما|ماذا|أي|لماذا|كيف|من|أين|حدث|صف|عرف', 'وداع|مع السلامة|إلى اللقاء'],
  HE: ['כמה', 'מתי', 'מה|איזה|אילו|למה|מדוע|איך|מי|איפה|ספר|תאר|הצג', 'להתראות|יום טוב|שלום ותודה'],
  JA: [
    'いくつ|いくら|何年|何人|何回|どのくらい|どれくらい',
    'いつ',
    '何|なに|どの|どう|なぜ|誰|どこ|教えて|話して|紹介',
    '失礼します|失礼いたします|さようなら',
  ],
  ZH: [
    '多少|多久|多长|几(年|个|次|天)',
    '什么时候|何时',
    '什么|哪|为什么|怎么|怎样|如何|谁|介绍|描述|说说|谈谈',
    '再见',
  ],
  KO: ['몇|얼마', '언제', '무엇|뭐|어떤|어떻|왜|누구|어디|말씀|소개|설명', '안녕히|좋은 하루'],
};

/** `\b` knows only Latin letters, and where no spaces are written a word may begin anywhere. */
const beginning = (words: string, language: string): RegExp =>
  new RegExp(['JA', 'ZH', 'KO'].includes(language) ? words : `(?<![\\p{L}\\p{M}])(?:${words})`, 'iu');

const table = new Map(
  Object.entries(rows).map(([language, row]) => {
    const [amount, time, open, farewell] = row.map((words) => beginning(words, language));
    return [language, { amount, time, open, farewell } as QuestionWords];
  }),
);

export const questionWordsOf = (language: Language): QuestionWords => table.get(language) as QuestionWords;
