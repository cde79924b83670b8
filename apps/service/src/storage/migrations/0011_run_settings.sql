-- All locks at once, and not for long: while this waits for a process that uses the tables, others wait for it.
set local lock_timeout = '10s';
do $$
begin
  lock table runs in access exclusive mode;
  lock table call_attempts in share mode;
  lock table call_analyses, result_corrections in share row exclusive mode;
exception when lock_not_available or deadlock_detected then
  raise exception 'Stop every Parley process that uses this database, then start again: a process is using the tables that have to be changed.';
end $$;

-- That the run went badly, until it is resumed: when, by what, and whether it was paused.
alter table runs add column alarm json;

-- What the calls of runs found out, one row per result as it is shown: as corrected. Counting 100,000 calls, or listing
-- those with an answer, would otherwise read every analysis. Kept by the triggers results_… in functions.sql.
create table conversation_results (
  company_id uuid not null references companies on delete cascade,
  run_id uuid not null,
  -- One row of the kind "analysis" says that there are results at all, and whether any is corrected.
  kind text not null check (kind in ('analysis', 'outcome', 'tag', 'answer', 'value')),
  -- The key of the value, outcome or tag, or the id of the question.
  key text not null,
  conversation_id uuid not null references conversations on delete cascade,
  -- The order in the analysis.
  place smallint not null,
  label text not null,
  -- Yes or No for outcomes and tags; null: not known, not answered, not found.
  value text,
  is_corrected boolean not null,
  primary key (company_id, run_id, kind, key, conversation_id)
);
create index conversation_results_by_conversation on conversation_results (conversation_id);

-- The results of the latest analysed call of each conversation of a run.
create view shown_results as
  select c.company_id, c.run_id, found.kind, found.key, c.id as conversation_id, found.place::smallint as place, found.label,
         left(case json_typeof(shown.value)
           when 'null' then null
           when 'boolean' then case when shown.value::text = 'true' then 'Yes' else 'No' end
           when 'array' then (select nullif(string_agg(item, '; ' order by n), '') from json_array_elements_text(shown.value) with ordinality as items (item, n))
           when 'string' then shown.value #>> '{}'
           else shown.value::text end, 500) as value,
         fixed.id is not null as is_corrected
  from conversations c
    cross join lateral (
      select n.attempt_id, n.result->'analytics' as analytics
      from call_analyses n join call_attempts a on a.id = n.attempt_id
      where n.conversation_id = c.id and n.is_custom and n.result->>'analytics' is not null
      order by a.number desc limit 1) n
    cross join lateral (
      select 'analysis' as kind, '' as key, 0 as place, '' as label, 'null'::json as value
      union all
      select 'outcome', o->>'key', p, o->>'label', case when (o->>'unknown')::boolean then 'null'::json else o->'met' end
      from json_array_elements(case json_typeof(n.analytics->'outcomes') when 'array' then n.analytics->'outcomes' end) with ordinality as x (o, p)
      union all
      select 'tag', o->>'key', p, o->>'label', o->'applied'
      from json_array_elements(case json_typeof(n.analytics->'tags') when 'array' then n.analytics->'tags' end) with ordinality as x (o, p)
      union all
      select 'answer', o->>'id', p, o->>'question', o->'answer'
      from json_array_elements(case json_typeof(n.analytics->'qa') when 'array' then n.analytics->'qa' end) with ordinality as x (o, p)
      union all
      select 'value', o->>'key', p, o->>'label', o->'value'
      from json_array_elements(case json_typeof(n.analytics->'fields') when 'array' then n.analytics->'fields' end) with ordinality as x (o, p)
    ) found
    left join lateral (
      select x.id, x.value from result_corrections x
      where x.company_id = c.company_id and x.conversation_id = c.id and x.attempt_id = n.attempt_id
        and (x.kind = found.kind and x.key = found.key or found.kind = 'analysis')
      order by x.id desc limit 1) fixed on true
    cross join lateral (
      select case when fixed.id is null or found.kind = 'analysis' then found.value else fixed.value end as value) shown
  where c.run_id is not null and found.key is not null and found.label is not null;

-- As in functions.sql, which is applied with the last migration only: what a process that is still running writes meanwhile
-- would be missing. Writers wait from here until this is committed.
-- Of two who write the results of a conversation at once the second would not see what the first has written. Whoever
-- writes those of several takes them all first: in one order, so that there is no deadlock.
create or replace function lock_results(conversations uuid[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7252, key)
    from (select distinct hashtext(id::text) as key from unnest(conversations) as c (id) order by 1) locks;
end $$;

-- Whoever changes the results of a conversation writes them down as they are shown now.
create or replace function refresh_results(conversation uuid) returns void language plpgsql as $$
begin
  perform lock_results(array[conversation]);
  delete from conversation_results where conversation_id = conversation;
  insert into conversation_results (company_id, run_id, kind, key, conversation_id, place, label, value, is_corrected)
    select company_id, run_id, kind, key, conversation_id, place, label, value, is_corrected from shown_results
    where conversation_id = conversation
    on conflict do nothing;
end $$;

-- Only conversations of runs have such rows. A deleted one takes them along: thousands are deleted at once with a job, and
-- a lock for each would fill the lock table.
create or replace function note_results() returns trigger language plpgsql as $$
declare
  conversation uuid := coalesce(new.conversation_id, old.conversation_id);
begin
  if exists (select from conversations where id = conversation and run_id is not null) then
    perform refresh_results(conversation);
  end if;
  return null;
end $$;
create or replace trigger results_inserted after insert on call_analyses
  for each row when (new.is_custom and new.result is not null) execute function note_results();
create or replace trigger results_updated after update of result on call_analyses
  for each row when (new.is_custom and new.result is not null) execute function note_results();
create or replace trigger results_deleted after delete on call_analyses
  for each row when (old.is_custom and old.result is not null) execute function note_results();
create or replace trigger results_corrected after insert or delete on result_corrections
  for each row execute function note_results();

-- What was written before.
insert into conversation_results (company_id, run_id, kind, key, conversation_id, place, label, value, is_corrected)
  select company_id, run_id, kind, key, conversation_id, place, label, value, is_corrected from shown_results
  on conflict do nothing;

-- Calls of a run by the time they were placed: for counts by hour, and for its pace.
create index call_attempts_called on call_attempts (company_id, dial_queue, called_at) include (status, reason_code)
  where called_at is not null;

-- How the calls of a dial queue are placed, where its run says so: hours, retries, pace, limits, priority. The others have
-- no row.
create table dial_queue_rules (
  company_id uuid not null references companies on delete cascade,
  dial_queue uuid not null,
  rules jsonb not null,
  -- When the pace began to rise: at the launch, or when the run was resumed.
  paced_since timestamptz,
  primary key (company_id, dial_queue)
);
