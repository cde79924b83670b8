import type { CsvRecord } from '@parley/kernel/csv.ts';
import { ApiFailure, type Violation } from '../../api/client.ts';
import type { ColumnMapping, ColumnTarget } from '../../csv/contact-column.ts';

const ROWS_PER_BATCH = 500;

export interface PoolOutcome {
  readonly taken: number;
  readonly refused: readonly { readonly line: number; readonly words: string }[];
}

/**
 * Sends people in pieces. The service takes a piece whole or not at all and names what is wrong with whom, so those
 * are left out and the others sent again. An end in between is before the next piece.
 */
export async function uploadPool(
  rows: readonly PoolRow[],
  send: (profiles: readonly PoolRow['profile'][]) => Promise<unknown>,
  onProgress: (done: number) => void,
  signal?: AbortSignal,
): Promise<PoolOutcome> {
  const refused: { line: number; words: string }[] = [];
  let taken = 0;
  for (let at = 0; at < rows.length; at += ROWS_PER_BATCH) {
    let rest = rows.slice(at, at + ROWS_PER_BATCH);
    while (rest.length > 0) {
      if (signal?.aborted) return { taken, refused };
      try {
        await send(rest.map(({ profile }) => profile));
        taken += rest.length;
        break;
      } catch (failure) {
        const bad = failure instanceof ApiFailure ? wrongOnes(failure.violations) : new Map<number, string>();
        if (bad.size === 0) throw failure;
        for (const [place, words] of bad) {
          const row = rest[place];
          if (row) refused.push({ line: row.line, words });
        }
        rest = rest.filter((_, place) => !bad.has(place));
      }
    }
    onProgress(Math.min(1, (at + ROWS_PER_BATCH) / rows.length));
  }
  return { taken, refused };
}

/** What is wrong with whom, by their place: `profiles[3].emails[0]`. */
function wrongOnes(violations: readonly Violation[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const { path, problem } of violations) {
    const [, place, property = ''] = /^profiles\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
    if (place === undefined) continue;
    const words = property === '' ? problem : `${property} ${problem}`;
    const before = found.get(Number(place));
    found.set(Number(place), before === undefined ? words : `${before}; ${words}`);
  }
  return found;
}

const group = 'Profile';
const texts = [
  ['name', 'Name', ['full name', 'person', 'candidate']],
  ['headline', 'Headline', ['summary', 'about']],
  ['currentRole', 'Role', ['title', 'position', 'job title', 'current role']],
  ['currentCompany', 'Company', ['employer', 'organization', 'organisation', 'current company']],
  ['location', 'Location', ['city', 'place', 'location']],
  ['country', 'Country', []],
  ['professionalProfileUrl', 'Profile on the web', ['url', 'profile', 'profile url', 'website', 'linkedin']],
  ['profileId', 'Your id', ['id', 'profile id', 'external id']],
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
export function poolRow(mapping: ColumnMapping, { line, cells }: CsvRecord): PoolRow {
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
