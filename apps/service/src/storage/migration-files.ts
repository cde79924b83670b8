import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseIndexChanges } from './concurrent-indexes.ts';

const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/;
const HEADER = /^-- upgrade: (expand later|expand|stop|contract (\d{4}))(, outside a transaction)?$/;

/** Where the schema is written down: `functions.sql` and the folder `migrations`. */
const FOLDER = import.meta.dirname;

export interface Sql {
  readonly text: string;
  readonly checksum: string;
}

export interface Migration extends Sql {
  readonly version: number;
  readonly name: string;
  /** This version of the code does not work without it. */
  readonly isNeeded: boolean;
  /**
   * Processes that were built for this schema or a later one go on working once it is applied; a process built for an older one does
   * not. At least what the migrations before it say.
   */
  readonly oldestProcess: number;
  /** Processes that worked with the schema before do not work with it. */
  readonly isBreaking: boolean;
  /** A single statement at a time, without locking out writers: it cannot be rolled back, but is taken up again. */
  readonly isOutsideTransaction: boolean;
}

/** The schemas that a process works with: the numbers of the oldest and the newest migration. */
export interface SchemaRange {
  readonly oldest: number;
  readonly newest: number;
}

export interface Schema {
  readonly migrations: readonly Migration[];
  /** Every function and trigger. */
  readonly functions: Sql;
  readonly range: SchemaRange;
}

export async function readSchema(folder = FOLDER): Promise<Schema> {
  const migrations = await readMigrations(join(folder, 'migrations'));
  return {
    migrations,
    functions: await readSql(join(folder, 'functions.sql')),
    range: {
      oldest: migrations.findLast(({ isNeeded }) => isNeeded)?.version ?? 0,
      newest: migrations.length,
    },
  };
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).sort();
  const read: Migration[] = [];
  for (const [position, name] of files.entries()) {
    const version = Number(FILE.exec(name)?.[1] ?? Number.NaN);
    if (version !== position + 1)
      throw new Error(`Migrations are numbered 0001, 0002, … without gaps: ${name}`);
    const sql = await readSql(join(folder, name));
    const { oldestProcess, ...upgrade } = readHeader(name, version, sql.text);
    const before = read.at(-1)?.oldestProcess ?? 0;
    read.push({
      version,
      name,
      ...sql,
      ...upgrade,
      oldestProcess: Math.max(before, oldestProcess),
      isBreaking: oldestProcess > before,
    });
  }
  return read;
}

/**
 * The first line says what becomes of processes that are running. CONTRIBUTING.md explains it. Migrations from before these lines,
 * which cannot be edited any more, have none: they were made for an upgrade with every process stopped.
 */
function readHeader(name: string, version: number, text: string) {
  const [line = ''] = text.split('\n', 1);
  const header = HEADER.exec(line);
  if (header === null && line.startsWith('-- upgrade:'))
    throw new Error(
      `${name} begins with "${line}". It must be "-- upgrade: expand", "expand later", "contract NNNN" or "stop".`,
    );
  const [, kind = 'stop', from, outside] = header ?? [];
  const isOutsideTransaction = outside !== undefined;
  if (isOutsideTransaction && !kind.startsWith('expand'))
    throw new Error(`${name} runs outside a transaction, so it must expand.`);
  if (from !== undefined && Number(from) >= version)
    throw new Error(`${name} contracts for processes from ${from} on, which must be an earlier migration.`);
  // Refused here rather than in the middle of an upgrade.
  if (isOutsideTransaction) parseIndexChanges(name, text);
  return {
    isNeeded: kind === 'expand' || kind === 'stop',
    oldestProcess: kind === 'stop' ? version : Number(from ?? 0),
    isOutsideTransaction,
  };
}

async function readSql(file: string): Promise<Sql> {
  const text = await readFile(file, 'utf8');
  return { text, checksum: createHash('sha256').update(text).digest('hex') };
}
