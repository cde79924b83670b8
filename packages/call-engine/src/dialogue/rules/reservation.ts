import type { Language } from '@parley/language/language.ts';

/**
 * Whether an instruction forbids something or makes it depend on the course of the call: then what it quotes is
 * not to be said. When in doubt it does: a section can always be announced by its title.
 */
export const isReserved = (instruction: string, language: Language): boolean =>
  new RegExp(
    affixing.has(language) ? reservations[language] : `(?<!\\p{L})(?:${reservations[language]})(?!\\p{L})`,
    'iu',
  ).test(instruction) || ENGLISH.test(instruction);

/** Flows are often written in English, whatever the call is held in. */
const ENGLISH = /\b(?:not|never|avoid|if|unless|when|only|without)\b|n['’]t\b/i;

/** They say "not" within a word, or without a space beside it. */
const affixing: ReadonlySet<Language> = new Set(['TR', 'JA', 'ZH', 'KO', 'AR', 'HE']);

/** not, never, avoid, without; if, when, only */
const reservations: Readonly<Record<Language, string>> = {
  EN: 'not|never|if',
  DE: 'nicht|nie|niemals|kein\\p{L}*|vermeide\\p{L}*|ohne|falls|wenn|sobald|sofern|nur',
  FR: 'pas|jamais|ne|évite\\p{L}*|sans|si|quand|lorsque|seulement',
  ES: 'no|nunca|jamás|evit\\p{L}*|sin|si|cuando|sólo|solo',
  PT: 'não|nunca|jamais|evit\\p{L}*|sem|se|quando|caso|só|apenas',
  IT: 'non|mai|evit\\p{L}*|senza|se|quando|solo',
  NL: 'niet|nooit|geen|vermijd\\p{L}*|zonder|als|indien|wanneer|alleen',
  PL: 'nie|nigdy|unikaj\\p{L}*|bez|jeśli|jeżeli|gdy|kiedy|tylko',
  CS: 'ne\\p{L}*|nikdy|bez|pokud|jestli\\p{L}*|když|až|jen|pouze',
  SK: 'ne\\p{L}*|nikdy|bez|ak|keď|až|len|iba',
  HU: 'nem|ne|soha|nélkül|ha|amikor|csak',
  RO: 'nu|niciodată|evit\\p{L}*|fără|dacă|când|doar|numai',
  BG: 'не|никога|избягва\\p{L}*|без|ако|когато|само',
  HR: 'ne|nikad\\p{L}*|nemoj\\p{L}*|izbjegava\\p{L}*|bez|ako|kad\\p{L}*|samo',
  SL: 'ne|nikoli|izogiba\\p{L}*|brez|če|ko|samo',
  SR: 'не|никад\\p{L}*|немој\\p{L}*|избегава\\p{L}*|без|ако|кад\\p{L}*|само|ne|nikad\\p{L}*|nemoj\\p{L}*|bez|kad\\p{L}*|samo',
  UK: 'не|ніколи|уника\\p{L}*|без|якщо|коли|тільки|лише',
  RU: 'не|никогда|избега\\p{L}*|без|если|когда|только',
  EL: 'μη|μην|δε|δεν|ποτέ|αποφ\\p{L}*|χωρίς|αν|εάν|όταν|μόνο',
  TR: 'm[ae]y[ıi]n|m[ae] |m[ae]\\.|değil|asla|eğer|[ıiuü]?rs[ae]|sadece|yalnızca',
  SV: 'inte|aldrig|undvik|utan|om|när|bara|endast',
  DA: 'ikke|aldrig|undgå|uden|hvis|når|kun',
  NO: 'ikke|aldri|unngå|uten|hvis|når|bare|kun',
  FI: 'ei|älä|älkää|koskaan|vältä\\p{L}*|ilman|jos|kun|vain',
  ET: 'ei|ära|ärge|kunagi|väldi\\p{L}*|ilma|kui|ainult',
  LV: 'ne\\p{L}*|nekad|izvair\\p{L}*|bez|ja|kad|tikai',
  LT: 'ne\\p{L}*|niekada|veng\\p{L}*|be|jei|jeigu|kai|tik',
  AR: 'لا|لم|لن|تجنب|بدون|دون|إذا|عندما|فقط',
  HE: 'לא|אל |אין|בלי|אם |כאשר|רק',
  JA: 'ない|ません|もし|なら|たら|場合|避け|だけ',
  ZH: '不|别|勿|没|避免|如果|若|当|只',
  KO: '않|마세요|마십시오|말고|지 마|만약|으면|하면|경우|만 ',
};
