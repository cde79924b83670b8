import { searchable } from '@parley/kernel/text.ts';
import { languages, localeOf } from '@parley/language/language.ts';
import type { LanguageRequirement } from './posting.model.ts';

type Proficiency = NonNullable<LanguageRequirement['proficiency']>;

/** Names of languages as they are inflected where the dictionary form does not stand. */
const stems: Readonly<Record<string, readonly string[]>> = {
  EN: ['anglick', 'anglictin', 'angielsk', 'englisch', 'inglese', 'anglais', 'angol'],
  DE: ['nemeck', 'nemcin', 'niemieck', 'deutsch', 'tedesc', 'allemand', 'nemet', 'aleman'],
  FR: ['francouz', 'francusk', 'franzos', 'francais', 'frances'],
  ES: ['spanels', 'spanisch', 'hiszpansk', 'espagnol', 'spagnol'],
  IT: ['itals', 'italienisch', 'wlosk', 'italien', 'italian'],
  PL: ['polsk', 'polstin', 'polnisch', 'polonais'],
  CS: ['cesk', 'cestin', 'czesk', 'tschechisch', 'tcheque'],
  SK: ['slovensk', 'slovencin', 'slovenstin', 'slowakisch', 'slowack'],
  RU: ['rusk', 'rustin', 'rosyjsk', 'russisch', 'russe'],
  NL: ['nizozem', 'holandsk', 'niederlandisch', 'nederlands', 'neerlandais'],
  HU: ['madars', 'ungarisch', 'wegiersk', 'magyar'],
  UK: ['ukrajins', 'ukrainisch', 'ukrainsk'],
  PT: ['portugal', 'portugiesisch', 'portugues'],
};

const named: readonly (readonly [name: string, code: string])[] = [
  ...languages.flatMap((locale) => {
    const names = new Intl.DisplayNames(localeOf(locale), { type: 'language' });
    return languages.map((code) => [searchable(names.of(localeOf(code)) ?? ''), code] as const);
  }),
  ...Object.entries(stems).flatMap(([code, all]) => all.map((stem) => [stem, code] as const)),
].filter(([name]) => name.length > 3);
const codeOf: ReadonlyMap<string, string> = new Map(named);
const NAMES = new RegExp(
  `(?<!\\p{L})(?:${[...codeOf.keys()].sort((a, b) => b.length - a.length).join('|')})`,
  'gu',
);

const levels: readonly (readonly [Proficiency, RegExp])[] = [
  [
    'NATIVE',
    /\b(native|muttersprach\w*|mother tongue|langue maternelle|madrelingua|lengua materna|rodil\w*|materin\w*|ojczyst\w*|moedertaal|modersmal)/,
  ],
  [
    'C1',
    /\b(fluent\w*|fliessend\w*|fliebend\w*|verhandlungssicher\w*|courant\w*|fluido|fluent[ei]|fluente|plynul\w*|biegl\w*|vloeiend\w*|flytande|advanced|proficient|business fluent|full professional|folyekony|fluency|sehr gute\w*)/,
  ],
  ['B2', /\b(upper intermediate|vyssi pokrocil\w*|professional working|communicative|komunikativn\w*)/],
  ['B1', /\b(intermediate|stredne pokrocil\w*|mittlere|niveau intermediaire|conversational)/],
  ['A2', /\b(basic\w*|grundkenntnis\w*|zaklad\w*|notions|elementary|podstaw\w*|nociones|basis)/],
  ['A1', /\b(beginner|zacatecnik|anfanger)/],
];

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

const SKILL =
  /\b(spoken|written|speak\w*|speaking|language skills|sprachkenntnis\w*|\w+kenntnisse|en parlant|maitrise|znalost\w*|znajomosc\w*|jezyk\w*|jazyk\w*|command of|knowledge of (?:the )?(?:english|german|french)|in wort und schrift)\b/;

function languagesOf(value: string, counts: (part: string) => boolean): LanguageRequirement[] {
  const found = new Map<string, LanguageRequirement>();
  const parts = searchable(value.slice(0, 2000)).split(/[,;|\n]|\b(?:and|und|et|y|oraz|or|oder)\b/);
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
