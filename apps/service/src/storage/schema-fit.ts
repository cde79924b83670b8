import type pg from 'pg';
import type { SchemaRange } from './migration-files.ts';

/**
 * Whether a process works with the schema of the database. It does with the newest that it knows (`current`), with an older one that
 * only lacks what it does not need (`pending`), and with a newer one whose migrations say so (`ahead`).
 */
export type SchemaFit = 'current' | 'pending' | 'ahead' | 'too old' | 'too new';

export const worksWith = (fit: SchemaFit): boolean => fit !== 'too old' && fit !== 'too new';

export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  /** Null where functions.sql was not applied with it, because more migrations followed at once. */
  readonly functions_checksum: string | null;
  /** Processes built for an older schema than this do not work with it. Null: it was applied by a version that did not say. */
  readonly oldest_process: number | null;
  /** The version of Parley that applied it. */
  readonly applied_by: string | null;
}

/** In order; empty before there is a schema. */
export async function readApplied(query: pg.Pool['query']): Promise<AppliedMigration[]> {
  const { rows: found } = await query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  );
  if (!found[0]?.exists) return [];
  // Databases of older versions lack columns.
  const { rows } = await query<AppliedMigration>(
    `select version, name, checksum, to_jsonb(m)->>'functions_checksum' as functions_checksum,
       (to_jsonb(m)->>'oldest_process')::int as oldest_process, to_jsonb(m)->>'applied_by' as applied_by
     from schema_migrations m order by version`,
  );
  return rows;
}

export function fitOf(applied: readonly AppliedMigration[], { oldest, newest }: SchemaRange): SchemaFit {
  const version = applied.at(-1)?.version ?? 0;
  if (version < oldest) return 'too old';
  if (version <= newest) return version === newest ? 'current' : 'pending';
  return oldestProcessOf(applied) <= newest ? 'ahead' : 'too new';
}

/** Processes must be built for this schema at least. */
export const oldestProcessOf = (applied: readonly AppliedMigration[]): number =>
  Math.max(0, ...applied.map(({ version, oldest_process }) => oldest_process ?? version));

/** Why a process must not work with the database, and what to do; undefined: it may. */
export function misfit(applied: readonly AppliedMigration[], range: SchemaRange): string | undefined {
  const fit = fitOf(applied, range);
  const newest = applied.at(-1);
  if (fit === 'too old')
    return newest === undefined
      ? 'The database is empty. To create its tables, run: npx parley migrate'
      : `The database has the schema ${newest.name}, and this version of Parley needs a newer one. Run: npx parley migrate`;
  if (fit !== 'too new') return undefined;
  const wanted = applied.find(({ version }) => version === oldestProcessOf(applied));
  return [
    `The database was migrated to ${newest?.name} by a newer Parley than this one${newest?.applied_by ? ` (${newest.applied_by})` : ''}.`,
    `Versions that do not know ${wanted?.name} cannot work with it. Start the newer version.`,
    'To go back instead, stop every process, take an empty database, and restore the backup from before the upgrade with this version: npx parley restore <folder>.',
    'docs/upgrade.md#going-back says what is lost.',
  ].join(' ');
}
