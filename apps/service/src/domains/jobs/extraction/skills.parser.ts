import { searchable } from '@parley/kernel/text.ts';
import { languages, localeOf } from '@parley/language/language.ts';
import skills from '@parley/language/world/skills.json' with { type: 'json' };
import { plainText } from './page-markup.parser.ts';
import type { LanguageRequirement } from './posting.model.ts';
import { everywhere, termsEverywhere } from './posting-words.model.ts';
import { isRecord, listOf, textIn } from './record.model.ts';

const MAX_ITEMS = 200;
/** Longer is a sentence, in which a comma separates nothing. */
const MAX_NAME = 60;

/** Skills that a field lists: as items, in one line with commas, or as things with names. */
export function skillsListed(value: unknown): string[] {
  const items = listOf(value).flatMap((item) => {
    const text = isRecord(item) ? textIn(item.name ?? item.label ?? item.title ?? item.skill) : textIn(item);
    if (text === undefined) return [];
    const isAlone = isRecord(item) || (Array.isArray(value) && value.length > 1);
    return plainText(text)
      .split('\n')
      .flatMap((line) => (isAlone ? [line] : separated(line)));
  });
  const tidy = items
    .map((item) => item.replace(/^- /, '').trim())
    .filter((item) => item !== '' && item.length <= 500);
  return [...new Map(tidy.map((item) => [item.toLowerCase(), item])).values()].slice(0, MAX_ITEMS);
}

function separated(line: string): string[] {
  // A comma inside brackets belongs to what is in them.
  const parts = line.split(/[,;•|](?![^(]*\))/).map((part) => part.trim());
  return parts.every((part) => part.length <= MAX_NAME) ? parts : [line];
}

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
// Names that stand for one thing only, as they are written. The longest first: "React Native" is one skill. A name ends where a letter, digit, + or # does not follow.
const SKILL_NAMES = new RegExp(
  `(?<![\\p{L}\\p{N}.#+-])(?:${[...skills.names]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})(?![\\p{N}+#]|-\\p{L}|\\p{L}{3,})`,
  'gu',
);

/** What introduces wishes: in a heading for all below it, in a line for that line. */
const WISH = new RegExp(everywhere('wishes'), 'i');
const DUTY = new RegExp(everywhere('duties'), 'i');

/** Skills that the text of a posting asks for: known names, below headings or in lines that ask for something. */
export function skillsAskedIn(description: string): { required: string[]; wished: string[] } {
  const [required, wished] = [new Set<string>(), new Set<string>()];
  let under: 'duty' | 'wish' | 'other' = 'other';
  for (const line of description.slice(0, 60_000).split('\n')) {
    const isItem = line.startsWith('- ');
    if (!isItem && line.trim() !== '' && line.length < 120)
      under = WISH.test(line) ? 'wish' : DUTY.test(line) ? 'duty' : 'other';
    const isWish = WISH.test(line) || (under === 'wish' && isItem);
    if (!isWish && !(under === 'duty' || DUTY.test(line))) continue;
    for (const [name] of line.slice(0, 2000).matchAll(SKILL_NAMES)) (isWish ? wished : required).add(name);
  }
  return { required: [...required], wished: [...wished].filter((name) => !required.has(name)) };
}

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
const LANGUAGE_NAMES = new RegExp(
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
    const codes = (part.match(LANGUAGE_NAMES) ?? []).map((name) => codeOf.get(name) as string);
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
