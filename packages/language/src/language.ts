/** The languages a call can be held in. */
export const languages = [
  'EN',
  'DE',
  'FR',
  'ES',
  'PT',
  'IT',
  'NL',
  'PL',
  'CS',
  'SK',
  'HU',
  'RO',
  'BG',
  'HR',
  'SL',
  'SR',
  'UK',
  'RU',
  'EL',
  'TR',
  'SV',
  'DA',
  'NO',
  'FI',
  'ET',
  'LV',
  'LT',
  'AR',
  'HE',
  'JA',
  'ZH',
  'KO',
] as const;
export type Language = (typeof languages)[number];

/** The name the runtime's language tables know a language by: `NO` is written Norwegian, Bokmål. */
export const localeOf = (language: Language): string => (language === 'NO' ? 'nb' : language.toLowerCase());

/** Written from right to left. */
export const isRightToLeft = (language: Language): boolean => language === 'AR' || language === 'HE';
