import { searchable } from '@parley/kernel/text.ts';
import legal from '@parley/language/world/legal-forms.json' with { type: 'json' };
import { anyOf, everywhere } from './posting-words.model.ts';

/** Legal forms of companies, as they end a name. */
const FORM = new RegExp(
  `(?<=\\S[\\s,]+)(?:${Object.values(legal.forms).flat().join('|')})\\.?(?:\\s*&\\s*co\\.?\\s*(?:${legal.partnerForms.join('|')})?\\.?)?$`,
  'i',
);

/** Whether a name ends as only names of companies do. Two capitals behind a town may be a state: SA, AB, KG. */
export const hasLegalForm = (name: string): boolean => {
  const form = FORM.exec(name.trim())?.[0];
  return form !== undefined && !(form.length <= 2 && /,\s*\S+$/.test(name));
};

const plain = (name: string): string =>
  searchable(name.trim().replace(FORM, ''))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether both are the same company: the legal form is often left out. */
export const isSameName = (one: string, other: string): boolean =>
  plain(one) !== '' && plain(one) === plain(other);

/** Beside words for it, what forms write into a field that has to be filled. */
const PLACEHOLDER = new RegExp(`^(${everywhere('withheldCompany')}|n/?a|none|-)$`, 'i');

/** A name as it was written, without what stands before it, or nothing where it names nobody. */
export function companyAlone(name: string | undefined): string | undefined {
  const alone = name?.replace(LEADING_AT, '').trim() ?? '';
  return alone === '' || PLACEHOLDER.test(alone) ? undefined : alone;
}

const AT = everywhere('at');
const LEADING_AT = new RegExp(`^(?:${AT})\\s+(?=\\p{Lu})`, 'u');
const BEHIND_AT = new RegExp(`(?:^|\\s)(?:${AT})\\s+(\\p{Lu}.{1,80})$`, 'u');
const HIRES = new RegExp(`^(\\p{Lu}.{1,80}?)\\s+(?:${everywhere('hires')})(?:\\s+\\p{L}{1,3})?$`, 'u');
const SEPARATORS = /\s+[|–—·•:-]\s+|\s*\|\s*/;
const CAREERS = new RegExp(`(?<!\\p{L})(?:${everywhere('careers')})(?!\\p{L})`, 'giu');

/** What the title of a page says beside the title of the job. */
export interface TitleParts {
  /** An employer that the words around the title name as one: "Acme hiring …", "… at Acme". */
  readonly company: string | undefined;
  /** What may be an employer, a place, or the site. */
  readonly others: readonly string[];
}

export function partsOfTitle(whole: string, jobTitle: string): TitleParts {
  const at =
    searchable(whole).length === whole.length
      ? searchable(whole).indexOf(searchable(jobTitle))
      : whole.indexOf(jobTitle);
  const [before, after] = at < 0 ? ['', whole] : [whole.slice(0, at), whole.slice(at + jobTitle.length)];
  const sides = [...before.split(SEPARATORS), ...after.split(SEPARATORS)]
    .map((part) => part.trim())
    .filter(Boolean);
  const named = [HIRES.exec(before.trim())?.[1], ...sides.map((part) => BEHIND_AT.exec(part)?.[1])];
  return {
    company: named.find((name) => name !== undefined),
    others: sides.map(withoutCareers).filter((part) => part.length > 1),
  };
}

/** "Acme Careers" is Acme; a name of nothing but such words is none. */
export const withoutCareers = (name: string): string =>
  name
    .replaceAll(CAREERS, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(LEADING_AT, '')
    .replace(/^[\s|–—:-]+|[\s|–—:-]+$/g, '');

/**
 * Whether the posting's own text speaks of the name as of somebody: at the start of a sentence, or behind "at". A site
 * that only shows the posting is not mentioned there; a town is, but not so.
 */
export function isActorIn(text: string, name: string): boolean {
  if (name.length < 2 || !/^\p{Lu}|^\p{N}|^\p{Lo}/u.test(name)) return false;
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `(?:^|[.!?:]\\s+|\\n(?:- )?|(?:^|\\s)(?:${AT})\\s+)${escaped}(?![\\p{L}\\p{N}])(?!\\s*(?:$|\\n|[,:|]))`,
    'mu',
  ).test(text);
}

/** Whether the text mentions the name at all. */
export const isMentioned = (text: string, name: string): boolean =>
  plain(name).length > 2 && anyOf(plain(name)).test(plain(text.slice(0, 60_000)));
