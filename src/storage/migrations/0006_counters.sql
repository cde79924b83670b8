-- Counters that nobody waits for. A shard for every sixteenth connection was shared by some: whoever created a
-- contact with its conversation and whoever deleted such a pair took the shards of the two tables in opposite
-- orders, and waited for each other. A change is now noted in a row that nobody holds, or in a new one, so there
-- are as many rows as there ever were changes at once.
alter table contact_counts alter column shard type integer;
alter table conversation_counts alter column shard type integer;

create function note_contacts(company uuid, of_status text, change bigint) returns void language plpgsql as $$
begin
  update contact_counts c set total = c.total + change
    from (select shard from contact_counts where company_id = company and status = of_status
          order by shard limit 1 for update skip locked) free
    where c.company_id = company and c.status = of_status and c.shard = free.shard;
  if not found then
    insert into contact_counts (company_id, status, shard, total)
      values (company, of_status, (random() * 2147483647)::integer, change);
  end if;
end $$;

create or replace function count_contacts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform note_contacts(company_id, status, count(*)) from added group by company_id, status;
  elsif tg_op = 'DELETE' then
    -- A company that is being deleted takes its counts along.
    perform note_contacts(r.company_id, r.status, -count(*)) from removed r
      where exists (select from companies c where c.id = r.company_id) group by r.company_id, r.status;
  else
    perform note_contacts(company_id, status, sum(n)::bigint) from (
      select company_id, status, 1 as n from added union all select company_id, status, -1 from removed
    ) moved group by company_id, status having sum(n) <> 0;
  end if;
  return null;
end $$;

create function note_conversations(company uuid, change bigint) returns void language plpgsql as $$
begin
  update conversation_counts c set total = c.total + change
    from (select shard from conversation_counts where company_id = company
          order by shard limit 1 for update skip locked) free
    where c.company_id = company and c.shard = free.shard;
  if not found then
    insert into conversation_counts (company_id, shard, total)
      values (company, (random() * 2147483647)::integer, change);
  end if;
end $$;

create or replace function count_conversations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform note_conversations(company_id, count(*)) from added group by company_id;
  else
    perform note_conversations(r.company_id, -count(*)) from removed r
      where exists (select from companies c where c.id = r.company_id) group by r.company_id;
  end if;
  return null;
end $$;
