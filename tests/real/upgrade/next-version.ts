import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSchema } from '@parley/service/storage/migration-files.ts';

const root = join(import.meta.dirname, '../../..');

/** Beside the service, what it reads from its folder. */
const beside = ['node_modules', 'packages', 'docs', 'apps/console', 'apps/call-page'];

export interface NextVersion {
  /** Its parley.js. */
  readonly program: string;
  /** The names of its migrations: one that every process works with, indexes, and one that breaks processes of this version. */
  readonly expands: string;
  readonly builds: string;
  readonly contracts: string;
  remove(): Promise<void>;
}

/** The service as its next version could be: the same code, with more migrations. */
export async function makeNextVersion(version: string): Promise<NextVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-next-'));
  await mkdir(join(folder, 'apps'));
  await cp(join(root, 'apps/service'), join(folder, 'apps/service'), { recursive: true });
  for (const path of beside) await symlink(join(root, path), join(folder, path));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version, type: 'module' }));
  const { newest } = (await readSchema()).range;
  const numbered = (more: number) => String(newest + more).padStart(4, '0');
  const files = {
    expands: `${numbered(1)}_next_columns.sql`,
    builds: `${numbered(2)}_next_index.sql`,
    contracts: `${numbered(3)}_next_contraction.sql`,
  };
  const write = (name: string, text: string) =>
    writeFile(join(folder, 'apps/service/src/storage/migrations', name), text);
  await write(
    files.expands,
    `-- upgrade: expand
alter table conversations add column next_note text not null default 'none';
alter table call_attempts add column next_note text;
create table next_table (id uuid primary key);
`,
  );
  await write(
    files.builds,
    `-- upgrade: expand later, outside a transaction
create index concurrently conversations_by_next_note on conversations (company_id, next_note);
create index concurrently call_attempts_by_next_note on call_attempts (next_note);
`,
  );
  await write(
    files.contracts,
    `-- upgrade: contract ${numbered(1)}
create table next_contraction (id uuid primary key);
`,
  );
  return {
    program: join(folder, 'apps/service/bin/parley.js'),
    ...files,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
