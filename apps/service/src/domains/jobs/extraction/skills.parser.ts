import skills from '@parley/language/world/skills.json' with { type: 'json' };
import { everywhere } from './posting-words.model.ts';
import { plainText } from './readable-text.parser.ts';
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
const NAMES = new RegExp(
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
    for (const [name] of line.slice(0, 2000).matchAll(NAMES)) (isWish ? wished : required).add(name);
  }
  return { required: [...required], wished: [...wished].filter((name) => !required.has(name)) };
}
