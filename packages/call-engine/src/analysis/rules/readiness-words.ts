import type { Language } from '@parley/language/language.ts';

interface ReadinessWords {
  /** At once. */
  readonly now: string;
  readonly soon: string;
  /** Whenever it suits. */
  readonly any: string;
}

/** How people say when they could, where they name no day. */
export const readinessWords: Readonly<Record<Language, ReadinessWords>> = {
  EN: {
    now: 'immediately|immediate|right away|straight away|at once|right now|now|asap|as soon as possible',
    soon: 'soon|shortly|in the near future|short notice|within a month',
    any: 'flexible|any ?time|whenever|any date|any day',
  },
  DE: {
    now: 'sofort|ab sofort|gleich|jetzt|schnellstmöglich|so schnell wie möglich|unverzüglich',
    soon: 'bald|demnächst|in kürze|kurzfristig|zeitnah',
    any: 'flexibel|jederzeit|egal wann',
  },
  FR: {
    now: 'immédiatement|tout de suite|dès maintenant|maintenant|dès que possible|au plus vite',
    soon: 'bientôt|prochainement|rapidement|sous peu',
    any: 'flexible|n.importe quand|à tout moment',
  },
  ES: {
    now: 'inmediatamente|de inmediato|ya mismo|ahora|cuanto antes|lo antes posible|inmediata',
    soon: 'pronto|próximamente|en breve',
    any: 'flexible|cuando sea|en cualquier momento|cuando quieran',
  },
  PT: {
    now: 'imediatamente|de imediato|agora|já|o mais rápido possível|quanto antes|imediata',
    soon: 'em breve|brevemente|logo',
    any: 'flexível|a qualquer momento|quando quiser',
  },
  IT: {
    now: 'subito|immediatamente|adesso|da subito|il prima possibile|immediata',
    soon: 'presto|a breve|prossimamente',
    any: 'flessibile|in qualsiasi momento|quando volete',
  },
  NL: {
    now: 'meteen|direct|onmiddellijk|per direct|nu|zo snel mogelijk',
    soon: 'binnenkort|spoedig|op korte termijn',
    any: 'flexibel|altijd|wanneer dan ook',
  },
  PL: {
    now: 'od zaraz|natychmiast|od razu|teraz|jak najszybciej',
    soon: 'wkrótce|niedługo|niebawem',
    any: 'elastycznie|elastyczny|elastyczna|w każdej chwili|kiedykolwiek',
  },
  CS: {
    now: 'ihned|okamžitě|hned|teď|co nejdříve',
    soon: 'brzy|brzo|v nejbližší době',
    any: 'flexibilní|flexibilně|kdykoli|kdykoliv',
  },
  SK: {
    now: 'ihneď|okamžite|hneď|teraz|čo najskôr',
    soon: 'čoskoro|v najbližšom čase',
    any: 'flexibilne|flexibilný|flexibilná|kedykoľvek',
  },
  HU: {
    now: 'azonnal|rögtön|most|minél előbb|minél hamarabb',
    soon: 'hamarosan|nemsokára',
    any: 'rugalmas|rugalmasan|bármikor',
  },
  RO: {
    now: 'imediat|acum|cât mai repede|cât mai curând',
    soon: 'curând|în curând',
    any: 'flexibil|flexibilă|oricând',
  },
  BG: {
    now: 'веднага|незабавно|сега|възможно най-скоро',
    soon: 'скоро|в близко време',
    any: 'гъвкав|гъвкава|по всяко време|когато и да е',
  },
  HR: {
    now: 'odmah|smjesta|sada|što prije',
    soon: 'uskoro|ubrzo',
    any: 'fleksibilan|fleksibilna|fleksibilno|bilo kada',
  },
  SL: {
    now: 'takoj|nemudoma|zdaj|čim prej',
    soon: 'kmalu|v kratkem',
    any: 'prilagodljiv|prilagodljiva|fleksibilno|kadarkoli',
  },
  SR: {
    now: 'одмах|сместа|сада|што пре|odmah|sada|što pre',
    soon: 'ускоро|убрзо|uskoro',
    any: 'флексибилан|флексибилна|било када|fleksibilno|bilo kada',
  },
  UK: {
    now: 'негайно|одразу|зараз|якнайшвидше',
    soon: 'скоро|незабаром',
    any: 'гнучко|будь-коли|у будь-який час',
  },
  RU: {
    now: 'сразу|немедленно|сейчас|как можно скорее|хоть сейчас',
    soon: 'скоро|вскоре|в ближайшее время',
    any: 'гибко|в любое время|в любой момент|когда угодно',
  },
  EL: {
    now: 'αμέσως|άμεσα|τώρα|το συντομότερο',
    soon: 'σύντομα|προσεχώς',
    any: 'ευέλικτος|ευέλικτη|οποτεδήποτε|όποτε',
  },
  TR: {
    now: 'hemen|derhal|şimdi|bir an önce',
    soon: 'yakında|kısa sürede',
    any: 'esnek|esneğim|her zaman|ne zaman olursa',
  },
  SV: {
    now: 'omedelbart|omgående|genast|direkt|nu|så snart som möjligt',
    soon: 'snart|inom kort',
    any: 'flexibel|flexibelt|när som helst',
  },
  DA: {
    now: 'straks|med det samme|nu|hurtigst muligt|omgående',
    soon: 'snart|inden længe',
    any: 'fleksibel|fleksibelt|når som helst',
  },
  NO: {
    now: 'umiddelbart|straks|med en gang|nå|så snart som mulig',
    soon: 'snart|om kort tid',
    any: 'fleksibel|fleksibelt|når som helst',
  },
  FI: {
    now: 'heti|välittömästi|nyt|mahdollisimman pian',
    soon: 'pian|lähiaikoina',
    any: 'joustava|joustavasti|milloin vain|koska tahansa',
  },
  ET: {
    now: 'kohe|viivitamatult|nüüd|esimesel võimalusel',
    soon: 'varsti|peagi',
    any: 'paindlik|paindlikult|igal ajal|millal iganes',
  },
  LV: {
    now: 'uzreiz|nekavējoties|tūlīt|tagad|pēc iespējas ātrāk',
    soon: 'drīz|drīzumā',
    any: 'elastīgi|jebkurā laikā|jebkad',
  },
  LT: {
    now: 'iškart|nedelsiant|tuoj pat|dabar|kuo greičiau',
    soon: 'netrukus|greitai',
    any: 'lanksčiai|bet kada|bet kuriuo metu',
  },
  AR: { now: 'فورا|حالا|الآن|على الفور|في أقرب وقت', soon: 'قريبا', any: 'مرن|في أي وقت' },
  HE: { now: 'מיד|מייד|עכשיו|באופן מיידי|בהקדם', soon: 'בקרוב', any: 'גמיש|בכל זמן|מתי שנוח' },
  JA: { now: 'すぐ|即日|今すぐ|直ちに|ただちに', soon: '近いうち|まもなく|近々', any: 'いつでも|柔軟' },
  ZH: { now: '马上|立即|立刻|随即|现在', soon: '很快|近期|不久', any: '随时|灵活|任何时候' },
  KO: { now: '바로|즉시|지금|당장', soon: '곧|조만간', any: '언제든|유연' },
};
