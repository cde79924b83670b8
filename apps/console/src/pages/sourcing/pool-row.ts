import type { ColumnMapping, ColumnTarget } from '../../csv/contact-column.ts';
import type { CsvRow } from '../../csv/csv-parser.ts';

const group = 'Profile';
const texts = [
  ['name', 'Name', ['full name', 'person', 'candidate']],
  ['headline', 'Headline', ['summary', 'about']],
  ['currentRole', 'Role', ['title', 'position', 'job title', 'current role']],
  ['currentCompany', 'Company', ['employer', 'organization', 'organisation', 'current company']],
  ['location', 'Where', ['city', 'place', 'location']],
  ['country', 'Country', []],
  ['professionalProfileUrl', 'Profile on the web', ['url', 'profile', 'profile url', 'website', 'linkedin']],
  ['profileId', 'Your id of them', ['id', 'profile id', 'external id']],
] as const;
const lists = [
  ['skills', 'Skills', ['skill', 'tags']],
  ['emails', 'E-mail addresses', ['email', 'e mail', 'mail']],
  ['phones', 'Phone numbers', ['phone', 'telephone', 'mobile', 'tel']],
] as const;
const listNames = new Set<string>(lists.map(([name]) => name));

/** What a column may become of somebody in the pool. */
export const profileTargets: readonly ColumnTarget[] = [...texts, ...lists].map(([id, words, aliases]) => ({
  id,
  words,
  aliases,
  group,
}));

export interface PoolRow {
  readonly line: number;
  readonly profile: Readonly<Record<string, unknown>>;
}

/** A row as the service takes it; several values stand in one cell, parted by commas or semicolons. */
export function poolRow(mapping: ColumnMapping, { line, cells }: CsvRow): PoolRow {
  const profile: Record<string, unknown> = {};
  for (const [column, id] of mapping.entries()) {
    const text = cells[column]?.trim() ?? '';
    if (id === '' || text === '') continue;
    profile[id] = listNames.has(id)
      ? text
          .split(/[,;|]/)
          .map((one) => one.trim())
          .filter(Boolean)
      : text;
  }
  return { line, profile };
}
