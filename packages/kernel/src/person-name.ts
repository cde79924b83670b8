import { withoutAccents } from './accents.ts';

export interface PersonName {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/** Whether it stands for no name: empty, marks alone, or "n/a". "Na" and "Null" are names of people. */
export const isMissingName = (name: string | undefined): boolean => {
  const text = name?.trim() ?? '';
  return !/\p{L}|\p{N}/u.test(text) || /^#?n(?:\/a|\.a\.?)$/i.test(text);
};

/**
 * Whether two names may be of one person: in any case, with or without accents, and however they are split into first and last
 * name. A missing part tells nothing.
 */
export function isSameName(one: PersonName, other: PersonName): boolean {
  const [first, last] = [bare(one.firstName), bare(one.lastName)];
  const [otherFirst, otherLast] = [bare(other.firstName), bare(other.lastName)];
  if (mayBeSame(first, otherFirst) && mayBeSame(last, otherLast)) return true;
  return wordsOf(first, last) === wordsOf(otherFirst, otherLast);
}

const bare = (name: string | undefined): string =>
  isMissingName(name)
    ? ''
    : withoutAccents(name ?? '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();

const mayBeSame = (one: string, other: string): boolean => one === '' || other === '' || one === other;

const wordsOf = (first: string, last: string): string =>
  `${first} ${last}`.trim().split(' ').sort().join(' ');
