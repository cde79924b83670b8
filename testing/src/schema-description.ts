import type pg from 'pg';

/** What the schema `public` consists of, one line each and without the order of columns: equal lines are an equal schema. */
export async function describeSchema(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select line from (
      select format('table %s %s %s', c.relname, c.relpersistence, coalesce(c.reloptions::text, '')) as line
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S')
      union all
      select format('column %s.%s %s%s%s%s storage %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                    case when a.attnotnull then ' not null' end,
                    ' default ' || pg_get_expr(d.adbin, d.adrelid),
                    case when a.attidentity <> '' or a.attgenerated <> '' then ' generated' end, a.attstorage)
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      union all
      select format('constraint on %s: %s', conrelid::regclass, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
      union all
      select format('index %s', indexdef) from pg_indexes where schemaname = 'public'
      union all
      select format('trigger %s', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
      union all
      select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p
        where p.pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
    ) parts order by line`);
  return rows.map(({ line }) => line);
}
