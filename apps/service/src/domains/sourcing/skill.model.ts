import { isAscii, searchable } from '@parley/kernel/text.ts';
import skills from '@parley/language/world/skills.json' with { type: 'json' };
import { professionGroups } from './role.model.ts';

/**
 * Skills that go by several names, the key being the one that is shown. A skill that is not here is known by its own
 * words: this table makes more found, never less.
 */
const inLanguages = professionGroups('skills');
const synonyms = Object.entries(skills.synonyms).map(
  ([name, others]) => [name, ...others, ...(inLanguages.get(name) ?? [])] as const,
);

/** In one spelling: without accents, in lower case, with nothing between words but a space. C++ and C# keep their signs. */
const plain = (text: string): string => {
  const sought = searchable(text);
  return sought.replaceAll(isAscii(sought) ? /[^a-z0-9+#]+/g : /[^\p{L}\p{N}+#]+/gu, ' ').trim();
};

const keys: ReadonlyMap<string, string> = new Map(
  synonyms.flatMap((names) => names.map((name) => [plain(name), plain(names[0])] as const)),
);
const names: ReadonlyMap<string, string> = new Map(synonyms.map(([name]) => [plain(name), name]));

/** Everyday words that are skills only where skills are listed. */
const everyday = new Set(skills.everyday);

/** What a skill is known by, whichever of its names it came with. */
export const skillKey = (skill: string): string => {
  const key = plain(skill);
  return keys.get(key) ?? key;
};

/** The name to tell: of a known skill its own, else the one it came with. */
export const skillName = (skill: string): string => names.get(skillKey(skill)) ?? skill.trim();

export const isKnownSkill = (key: string): boolean => names.has(key);

/** The names that begin with a word, the longest first. */
const beginnings: ReadonlyMap<string, readonly (readonly string[])[]> = Map.groupBy(
  [...keys.keys()]
    .filter((name) => !everyday.has(name))
    .map((name) => name.split(' '))
    .sort((a, b) => b.length - a.length),
  ([first = '']) => first,
);

/** The known skills that a text speaks of, in their order. */
export const skillsIn = (text: string): string[] => knownIn(plain(text));

function knownIn(text: string): string[] {
  const words = text.split(' ');
  const found = new Set<string>();
  for (let at = 0; at < words.length; at++) {
    const name = beginnings
      .get(words[at] ?? '')
      ?.find((one) => one.every((word, i) => words[at + i] === word));
    if (name === undefined) continue;
    found.add(keys.get(name.join(' ')) ?? '');
    at += name.length - 1;
  }
  return [...found];
}

/** Whether a text has the words of a skill, one after the other, or of another name of it. */
export function speaker(text: string): (key: string) => boolean {
  const words = plain(text);
  const known = new Set(knownIn(words));
  return (key) => known.has(key) || ` ${words} `.includes(` ${key} `);
}
