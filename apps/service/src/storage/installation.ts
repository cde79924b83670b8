import type { Everywhere } from './scope.ts';
import { sql } from './sql.ts';

/**
 * Whether this installation knew the fact by one of these values; none before, it is the first of them. The first is what
 * it is known by from now on.
 */
export async function agreeOnOneOf(
  everywhere: Everywhere,
  name: string,
  values: readonly string[],
): Promise<boolean> {
  const [first = ''] = values;
  if (await agreeOn(everywhere, name, first)) return true;
  const changed = await everywhere.run(
    sql`update installation_facts set value = ${first} where name = ${name} and value = any(${values}::text[])`,
  );
  return changed > 0;
}

/** As `agreeOnOneOf`, for a process that must not change what the installation is known by. */
export async function isKnownAs(
  everywhere: Everywhere,
  name: string,
  values: readonly string[],
): Promise<boolean> {
  const [first = ''] = values;
  return (
    (await agreeOn(everywhere, name, first)) || values.includes((await readFact(everywhere, name)) ?? first)
  );
}

/** Whether this installation knew the fact by this value; the first process to state it decides, or the newest. */
export async function agreeOn(
  everywhere: Everywhere,
  name: string,
  value: string,
  decides: 'first' | 'newest' = 'first',
): Promise<boolean> {
  await everywhere.run(
    sql`insert into installation_facts (name, value) values (${name}, ${value}) on conflict (name) do nothing`,
  );
  const row = await everywhere.first<{ value: string }>(
    sql`select value from installation_facts where name = ${name}`,
  );
  if (row?.value !== value && decides === 'newest') {
    await everywhere.run(sql`update installation_facts set value = ${value} where name = ${name}`);
  }
  return row?.value === value;
}

export async function readFact(everywhere: Everywhere, name: string): Promise<string | undefined> {
  const row = await everywhere.first<{ value: string }>(
    sql`select value from installation_facts where name = ${name}`,
  );
  return row?.value;
}

export const writeFact = (everywhere: Everywhere, name: string, value: string) =>
  everywhere.run(sql`
    insert into installation_facts (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`);

/** Known from when on what was said in calls is sealed: every process that conducts or analyses calls can read that. */
export const SEALING = 'SEALED_TEXTS';

/** The same for texts of documents and CVs. */
export const SEALING_DOCUMENTS = 'SEALED_DOCUMENTS';

/** The same for what was said, as events have it. */
export const SEALING_EVENTS = 'SEALED_EVENTS';

/** The moment of the newest backup that parley backup finished, ISO. */
export const LAST_BACKUP = 'LAST_BACKUP';

/** When parley restore made this installation, ISO; it is gone once parley resume was run. */
export const RESTORED_AT = 'RESTORED_AT';

/** Undefined: this is no restored copy, or it was resumed. */
export async function restoredAt(everywhere: Everywhere): Promise<Date | undefined> {
  const at = await readFact(everywhere, RESTORED_AT);
  return at === undefined ? undefined : new Date(at);
}

/** Tells the backups of one installation from those of another. A restored copy has the same. */
export const INSTALLATION_ID = 'INSTALLATION_ID';
