import type { Language } from '@parley/language/language.ts';

interface MoodWords {
  readonly glad: string;
  readonly cross: string;
}

/** Words by which people show that they are pleased, or that they are not. Beginnings of words. */
export const moodWords: Readonly<Record<Language, MoodWords>> = {
  EN: {
    glad: 'great|good|perfect|excellent|wonderful|fantastic|amazing|lovely|nice|happy|glad|love|thank|thanks|awesome|brilliant|excited|interested|sounds good|definitely|absolutely|of course|gladly|pleased|satisfied|friendly|helpful|keen|looking forward',
    cross:
      'terrible|awful|horrible|bad|worst|angry|annoyed|annoying|disappointed|unhappy|useless|ridiculous|rubbish|waste|stop calling|hate|frustrated|unacceptable|complain|wrong|broken|crash|slow|expensive|scam|spam|leave me alone|none of your business|fed up|problem|disgusting|a joke|money back|a mess|no time',
  },
  DE: {
    glad: 'super|toll|gut|gerne|gern|danke|prima|perfekt|wunderbar|freue|freut|klasse|schön|zufrieden|auf jeden fall|natürlich|freundlich|ausgezeichnet',
    cross:
      'schlecht|schrecklich|furchtbar|ärger|enttäuscht|unzufrieden|wütend|frechheit|unverschämt|nervt|nervig|zu teuer|kaputt|lassen sie mich in ruhe|kein interesse|beschwer|problem|falsch',
  },
  FR: {
    glad: 'super|parfait|merci|génial|très bien|volontiers|avec plaisir|content|ravi|excellent|bien sûr',
    cross: 'nul|horrible|déçu|mécontent|en colère|inadmissible|trop cher|problème|mauvais|énerv|plainte',
  },
  ES: {
    glad: 'gracias|perfecto|genial|excelente|muy bien|claro|encant|estupendo|me interesa|bueno|contento',
    cross: 'malo|terrible|horrible|enfadad|decepcionad|no me interesa|problema|caro|vergüenza|queja|harto',
  },
  PT: {
    glad: 'obrigad|perfeito|ótimo|excelente|muito bem|claro|com prazer|adoro|bom',
    cross: 'mau|péssimo|horrível|chatead|dececionad|decepcionad|caro|problema|reclama|vergonha',
  },
  IT: {
    glad: 'grazie|perfetto|ottimo|benissimo|volentieri|certo|bello|contento|felice',
    cross: 'pessimo|terribile|orribile|arrabbiat|delus|caro|problema|vergogna|reclamo|scocciat',
  },
  NL: {
    glad: 'dank|perfect|prima|geweldig|graag|leuk|fijn|goed|tevreden',
    cross: 'slecht|vreselijk|boos|teleurgesteld|te duur|klacht|probleem|ontevreden|irritant',
  },
  PL: {
    glad: 'dziękuj|świetnie|super|doskonale|chętnie|bardzo dobrze|zadowolon|miło',
    cross: 'źle|okropn|zły|rozczarowan|drogo|problem|skarg|wściek|beznadziej',
  },
  CS: {
    glad: 'děkuj|skvěl|výborn|rád|ráda|perfektní|spokojen|dobře',
    cross: 'špatn|hrozn|zklaman|drah|problém|stížnost|naštvan|nespokojen',
  },
  SK: {
    glad: 'ďakuj|skvel|výborn|rád|rada|perfektn|spokojn|dobre',
    cross: 'zlé|hrozn|sklaman|drah|problém|sťažnos|nahnevan|nespokojn',
  },
  HU: {
    glad: 'köszön|remek|nagyszerű|szívesen|örül|tökéletes|elégedett',
    cross: 'rossz|szörnyű|csalód|drága|probléma|panasz|dühös|elégedetlen',
  },
  RO: {
    glad: 'mulțumesc|perfect|excelent|foarte bine|cu plăcere|bucur|mulțumit',
    cross: 'rău|groaznic|dezamăgit|scump|problem|plâng|supărat|nemulțumit',
  },
  BG: {
    glad: 'благодар|чудесно|отлично|страхотно|с удоволствие|доволен|радвам',
    cross: 'лош|ужас|разочарован|скъп|проблем|оплак|ядосан|недоволен',
  },
  HR: {
    glad: 'hvala|odlično|super|savršeno|rado|zadovolj|drago',
    cross: 'loš|užas|razočaran|skup|problem|žalb|ljut|nezadovolj',
  },
  SL: {
    glad: 'hvala|odlično|super|popolno|z veseljem|zadovolj|rad',
    cross: 'slab|grozn|razočaran|drag|problem|pritožb|jez|nezadovolj',
  },
  SR: {
    glad: 'хвала|одлично|супер|савршено|радо|задовољ|драго|hvala|odlično|rado',
    cross: 'лош|ужас|разочаран|скуп|проблем|жалб|љут|незадовољ|loš|užas',
  },
  UK: {
    glad: 'дякую|чудово|відмінно|супер|із задоволенням|радий|рада|задоволен',
    cross: 'поган|жах|розчарован|дорого|проблем|скарг|злий|незадоволен',
  },
  RU: {
    glad: 'спасибо|отлично|прекрасно|супер|с удовольствием|рад|рада|доволен|хорошо',
    cross: 'плохо|ужас|разочарован|дорого|проблем|жалоб|злой|недоволен|отвратительно',
  },
  EL: {
    glad: 'ευχαριστώ|τέλεια|υπέροχα|ευχαρίστως|χαίρομαι|ικανοποιημέν|καλά',
    cross: 'κακό|απαίσι|απογοητευμέν|ακριβό|πρόβλημα|παράπον|θυμωμέν',
  },
  TR: {
    glad: 'teşekkür|harika|mükemmel|memnun|seve seve|süper|güzel',
    cross: 'kötü|berbat|hayal kırıklığı|pahalı|sorun|şikayet|kızgın|rezalet',
  },
  SV: {
    glad: 'tack|perfekt|jättebra|bra|gärna|kul|nöjd|toppen',
    cross: 'dåligt|hemskt|besviken|dyrt|problem|klagomål|arg|missnöjd',
  },
  DA: {
    glad: 'tak|perfekt|godt|gerne|dejligt|glad|tilfreds|fint',
    cross: 'dårlig|forfærdelig|skuffet|dyrt|problem|klage|vred|utilfreds',
  },
  NO: {
    glad: 'takk|perfekt|bra|gjerne|flott|glad|fornøyd|fint',
    cross: 'dårlig|forferdelig|skuffet|dyrt|problem|klage|sint|misfornøyd',
  },
  FI: {
    glad: 'kiitos|loistava|mahtava|mielellään|hienoa|tyytyväinen|hyvä',
    cross: 'huono|kamala|pettynyt|kallis|ongelma|valitus|vihainen|tyytymätön',
  },
  ET: {
    glad: 'aitäh|tänan|suurepärane|hea meelega|tore|rahul',
    cross: 'halb|kohutav|pettunud|kallis|probleem|kaebus|vihane|rahulolematu',
  },
  LV: {
    glad: 'paldies|lieliski|labprāt|prieks|apmierināt|labi',
    cross: 'slikti|briesmīgi|vīlies|dārgi|problēma|sūdzība|dusmīgs|neapmierināt',
  },
  LT: {
    glad: 'ačiū|puiku|mielai|malonu|patenkint|gerai',
    cross: 'blogai|siaubinga|nusivyl|brangu|problema|skund|piktas|nepatenkint',
  },
  AR: {
    glad: 'شكرا|ممتاز|رائع|بكل سرور|سعيد|جيد|بالتأكيد|مهتم',
    cross: 'سيئ|فظيع|غاضب|محبط|غالي|مشكلة|شكوى|مزعج|لست مهتم',
  },
  HE: {
    glad: 'תודה|מצוין|מעולה|נהדר|בשמחה|שמח|מרוצה|בטח',
    cross: 'גרוע|נורא|מאוכזב|יקר|בעיה|תלונה|כועס|חוצפה',
  },
  JA: {
    glad: 'ありがとう|素晴らしい|嬉しい|うれしい|喜んで|最高|満足|ぜひ',
    cross: 'ひどい|最悪|残念|怒|高すぎ|問題|苦情|迷惑|不満',
  },
  ZH: {
    glad: '谢谢|太好了|很好|非常好|高兴|满意|当然|感兴趣',
    cross: '糟糕|太差|生气|失望|太贵|问题|投诉|烦|不满|不感兴趣',
  },
  KO: { glad: '감사|좋아|좋습니다|훌륭|기쁘|만족|물론', cross: '나쁘|끔찍|화가|실망|비싸|문제|불만|짜증' },
};
