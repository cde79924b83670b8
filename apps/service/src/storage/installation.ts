import type { Everywhere } from './scope.ts';
import { sql } from './sql.ts';

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
