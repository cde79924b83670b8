import type { Language } from './language.ts';

/** How one language speaks of weeks and months to come; spelled as in a calendar. */
export interface LongStretchWords {
  readonly week: string;
  readonly month: string;
  /** What says that a number is not exact, and stands before it. */
  readonly about: string;
  /** Twelve, where weeks are counted with other words than hours. */
  readonly numbers?: string;
  /** Where a language has a word of its own for two of them. */
  readonly twoWeeks?: string;
  readonly twoMonths?: string;
}

export const longStretchWords: Readonly<Record<Exclude<Language, 'EN'>, LongStretchWords>> = {
  DE: { week: 'woche|wochen', month: 'monat|monate|monaten', about: 'etwa|ungefähr|circa|ca|rund|so' },
  NL: { week: 'week|weken', month: 'maand|maanden', about: 'ongeveer|circa|zowat' },
  SV: { week: 'vecka|veckor', month: 'månad|månader', about: 'ungefär|cirka|ca|sådär' },
  DA: { week: 'uge|uger', month: 'måned|måneder', about: 'cirka|ca|omkring|omtrent' },
  NO: { week: 'uke|uker', month: 'måned|måneder', about: 'omtrent|cirka|ca|rundt' },
  FR: { week: 'semaine|semaines', month: 'mois', about: 'environ|à peu près|quelque' },
  ES: {
    week: 'semana|semanas',
    month: 'mes|meses',
    about: 'unas|unos|aproximadamente|más o menos|como|cerca de',
  },
  PT: {
    week: 'semana|semanas',
    month: 'mês|meses',
    about: 'cerca de|mais ou menos|aproximadamente|umas|uns',
  },
  IT: { week: 'settimana|settimane', month: 'mese|mesi', about: 'circa|più o meno' },
  RO: { week: 'săptămână|săptămâni', month: 'lună|luni', about: 'vreo|aproximativ|circa|cam' },
  PL: {
    week: 'tydzień|tygodnie|tygodni',
    month: 'miesiąc|miesiące|miesięcy',
    about: 'około|mniej więcej|jakieś',
  },
  CS: { week: 'týden|týdny|týdnů', month: 'měsíc|měsíce|měsíců', about: 'asi|přibližně|zhruba' },
  SK: { week: 'týždeň|týždne|týždňov', month: 'mesiac|mesiace|mesiacov', about: 'asi|približne|zhruba' },
  HR: { week: 'tjedan|tjedna|tjedana', month: 'mjesec|mjeseca|mjeseci', about: 'otprilike|oko' },
  SL: {
    week: 'teden|tedna|tedne|tednov',
    month: 'mesec|meseca|mesece|mesecev',
    about: 'približno|okoli|kakšne|kake',
  },
  SR: { week: 'nedelju|nedelje|nedelja', month: 'mesec|meseca|meseci', about: 'otprilike|oko' },
  BG: { week: 'седмица|седмици', month: 'месец|месеца', about: 'около|приблизително|към' },
  UK: { week: 'тиждень|тижні|тижнів', month: 'місяць|місяці|місяців', about: 'приблизно|близько|десь' },
  RU: { week: 'неделю|недели|недель', month: 'месяц|месяца|месяцев', about: 'примерно|около|где-то' },
  EL: { week: 'εβδομάδα|εβδομάδες', month: 'μήνα|μήνες', about: 'περίπου|κάπου' },
  TR: { week: 'hafta', month: 'ay', about: 'yaklaşık|aşağı yukarı' },
  HU: { week: 'hét', month: 'hónap', about: 'körülbelül|nagyjából|kábé' },
  FI: { week: 'viikko|viikon', month: 'kuukausi|kuukauden', about: 'noin|suunnilleen' },
  ET: { week: 'nädal|nädala', month: 'kuu', about: 'umbes|ligikaudu' },
  LV: { week: 'nedēļas|nedēļām', month: 'mēneša|mēnešiem', about: 'apmēram|aptuveni' },
  LT: { week: 'savaitės|savaitę|savaičių', month: 'mėnesio|mėnesį|mėnesių', about: 'maždaug|apie' },
  AR: {
    week: 'أسبوع|أسابيع',
    month: 'شهر|أشهر|شهور',
    about: 'حوالي|تقريبا|نحو',
    twoWeeks: 'أسبوعين',
    twoMonths: 'شهرين',
  },
  HE: {
    week: 'שבוע|שבועות',
    month: 'חודש|חודשים',
    about: 'בערך',
    // "About" may be written together with the number.
    numbers:
      'כ?אחת|כ?אחד כ?שתיים|כ?שני כ?שלוש|כ?שלושה כ?ארבע|כ?ארבעה כ?חמש|כ?חמישה כ?שש|כ?שישה כ?שבע|כ?שבעה כ?שמונה כ?תשע|כ?תשעה כ?עשר|כ?עשרה אחת_עשרה שתים_עשרה',
    twoWeeks: 'שבועיים',
    twoMonths: 'חודשיים',
  },
  JA: {
    week: '週間',
    month: 'か月|ヶ月|カ月|ヵ月|箇月',
    about: '約|だいたい|大体',
  },
  ZH: { week: '个?星期|个?礼拜|周|週', month: '个月|個月', about: '大概|大约|差不多' },
  KO: {
    week: '주|주일',
    month: '개월|달',
    about: '약|대략',
    numbers: '일|한 이|두 삼|세 사|네 오|다섯 육|여섯 칠|일곱 팔|여덟 구|아홉 십|열 십일|열한 십이|열두',
  },
};
