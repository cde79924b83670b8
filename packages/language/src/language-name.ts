import { searchable } from '@parley/kernel/text.ts';
import { type Language, languages, localeOf } from './language.ts';

/** A code with at most scripts and regions after it: "de", "zh-Hans-CN", "es-419", but not "no-preference". */
const CODE = /^([a-z]{2})(?:[-_](?:[a-z]{2}|[a-z]{4}|\d{3}))*$/;

/** The language that somebody names: by its code ("de", "de-CH"), or by its name in any of our languages. */
export function languageNamed(text: string): Language | undefined {
  const name = searchable(text);
  names ??= readNames();
  return names.get(CODE.exec(name)?.[1] ?? name);
}

/** Norwegian is asked for as such, as the Bokmål that its locale is, and as Nynorsk, which its readers read too. */
const codesOf = (language: Language): readonly string[] => [
  language.toLowerCase(),
  localeOf(language),
  ...(language === 'NO' ? ['nn'] : []),
];

/** Codes and names. */
let names: ReadonlyMap<string, Language> | undefined;

function readNames(): ReadonlyMap<string, Language> {
  const found = new Map<string, Language>();
  for (const one of languages) for (const code of codesOf(one)) found.set(code, one);
  for (const reader of languages) {
    const display = new Intl.DisplayNames([localeOf(reader)], { type: 'language' });
    for (const one of languages)
      for (const code of codesOf(one)) {
        const name = searchable(display.of(code) ?? '');
        if (!found.has(name)) found.set(name, one);
      }
  }
  return found;
}
