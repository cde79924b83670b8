import { type Language, languages } from '@parley/language/language.ts';
import type { Texts } from './texts.ts';

/** Every language of the service, each loaded only by who reads it. */
export const textTable: Readonly<Record<Language, () => Promise<{ readonly texts: Texts }>>> = {
  EN: () => import('./en.texts.ts'),
  DE: () => import('./de.texts.ts'),
  FR: () => import('./fr.texts.ts'),
  ES: () => import('./es.texts.ts'),
  PT: () => import('./pt.texts.ts'),
  IT: () => import('./it.texts.ts'),
  NL: () => import('./nl.texts.ts'),
  PL: () => import('./pl.texts.ts'),
  CS: () => import('./cs.texts.ts'),
  SK: () => import('./sk.texts.ts'),
  HU: () => import('./hu.texts.ts'),
  RO: () => import('./ro.texts.ts'),
  BG: () => import('./bg.texts.ts'),
  HR: () => import('./hr.texts.ts'),
  SL: () => import('./sl.texts.ts'),
  SR: () => import('./sr.texts.ts'),
  UK: () => import('./uk.texts.ts'),
  RU: () => import('./ru.texts.ts'),
  EL: () => import('./el.texts.ts'),
  TR: () => import('./tr.texts.ts'),
  SV: () => import('./sv.texts.ts'),
  DA: () => import('./da.texts.ts'),
  NO: () => import('./no.texts.ts'),
  FI: () => import('./fi.texts.ts'),
  ET: () => import('./et.texts.ts'),
  LV: () => import('./lv.texts.ts'),
  LT: () => import('./lt.texts.ts'),
  AR: () => import('./ar.texts.ts'),
  HE: () => import('./he.texts.ts'),
  JA: () => import('./ja.texts.ts'),
  ZH: () => import('./zh.texts.ts'),
  KO: () => import('./ko.texts.ts'),
};

/** Browsers name Norwegian by its written forms. */
const otherNames: Readonly<Record<string, Language>> = { NB: 'NO', NN: 'NO' };

/** The first that we speak, of what a browser (`de-AT`) or the service (`DE`) names; else English. */
export function nearestLanguage(named: readonly string[]): Language {
  for (const name of named) {
    const main = name.split(/[-_]/)[0]?.toUpperCase() ?? '';
    const language = languages.find((one) => one === main) ?? otherNames[main];
    if (language !== undefined) return language;
  }
  return 'EN';
}
