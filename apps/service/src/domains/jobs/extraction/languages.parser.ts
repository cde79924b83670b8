import { searchable } from '@parley/kernel/text.ts';
import { languages, localeOf } from '@parley/language/language.ts';
import type { LanguageRequirement } from './posting.model.ts';
import { everywhere, termsEverywhere } from './posting-words.model.ts';

type Proficiency = NonNullable<LanguageRequirement['proficiency']>;

const named: readonly (readonly [name: string, code: string])[] = [
  ...languages.flatMap((locale) => {
    const display = new Intl.DisplayNames(localeOf(locale), { type: 'language' });
    return languages.map((code) => [searchable(display.of(localeOf(code)) ?? ''), code] as const);
  }),
  // As they are inflected where the dictionary form does not stand.
  ...Object.entries(termsEverywhere('languageNames')).flatMap(([code, all]) =>
    all.map((stem) => [stem, code] as const),
  ),
].filter(([name]) => name.length > 3);
const codeOf: ReadonlyMap<string, string> = new Map(named);
const NAMES = new RegExp(
  `(?<!\\p{L})(?:${[...codeOf.keys()].sort((a, b) => b.length - a.length).join('|')})`,
  'gu',
);

const levelWords = termsEverywhere('languageLevels');
const levels = (['NATIVE', 'C1', 'B2', 'B1', 'A2', 'A1'] as const).map(
  (level): readonly [Proficiency, RegExp] => [level, new RegExp(`\\b(${levelWords[level]?.join('|')})`)],
);

/** The level that the words say, by its letters first. */
function levelIn(text: string): Proficiency | undefined {
  const letters = /\b([abc][12])\b/i.exec(text)?.[1];
  if (letters !== undefined) return letters.toUpperCase() as Proficiency;
  return levels.find(([, pattern]) => pattern.test(text))?.[0];
}

/** Languages of a list that is known to be of languages: "English (B2), German". */
export const languagesIn = (value: string): LanguageRequirement[] => languagesOf(value, () => true);

/** Languages that a text asks for: those whose level it says, or that it speaks of as a skill. */
export const languagesAskedIn = (text: string): LanguageRequirement[] =>
  text
    .slice(0, 30_000)
    .split('\n')
    .filter((line) => line.length < 400)
    .flatMap((line) => languagesOf(line, (part) => levelIn(part) !== undefined || SKILL.test(part)))
    .filter((one, place, all) => all.findIndex(({ language }) => language === one.language) === place);

const SKILL = new RegExp(`\\b(${everywhere('languageSkills')})\\b`);

const BETWEEN = new RegExp(`[,;|\\n]|\\b(?:${everywhere('betweenLanguages')})\\b`);

function languagesOf(value: string, counts: (part: string) => boolean): LanguageRequirement[] {
  const found = new Map<string, LanguageRequirement>();
  const parts = searchable(value.slice(0, 2000)).split(BETWEEN);
  for (const part of parts) {
    const codes = (part.match(NAMES) ?? []).map((name) => codeOf.get(name) as string);
    if (codes.length === 0 || !counts(part)) continue;
    const proficiency = levelIn(part);
    for (const language of codes)
      if (!found.has(language)) found.set(language, { language, ...(proficiency ? { proficiency } : {}) });
  }
  return [...found.values()];
}

/** A code or a name of a language, for data that has a field for it. */
export function languageCode(name: string): string | undefined {
  const upper = name.trim().slice(0, 2).toUpperCase();
  if (/^[a-z]{2}(?:[-_][a-z]{2})?$/i.test(name.trim())) return upper;
  return languagesIn(name)[0]?.language;
}
