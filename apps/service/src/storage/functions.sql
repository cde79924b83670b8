-- Every function and trigger of the database. Applied after the migrations whenever this file has changed, so edit it in
-- place; a function whose arguments or result change, or that is removed, is dropped by a migration first.

-- Ids and times -----------------------------------------------------------------------------------------------------

-- Uuids of version 7 that rise with their place, for rows that are inserted by the thousand in one statement.
create or replace function uuid7_at(at_ms bigint, place bigint) returns uuid language sql volatile parallel safe as $$
  select (lpad(to_hex(at_ms + place / 4096), 12, '0') || '7' || lpad(to_hex(place % 4096), 3, '0')
    || right(gen_random_uuid()::text, 17))::uuid
$$;

-- The date at a company's place. A server may not know every time zone that we do: then the date is that of UTC, so that
-- no settlement fails over it.
create or replace function local_day(moment timestamptz, zone text) returns date language plpgsql stable as $$
begin
  return (moment at time zone zone)::date;
exception when invalid_parameter_value then
  return (moment at time zone 'UTC')::date;
end $$;

-- Counts ------------------------------------------------------------------------------------------------------------

create or replace function note_contacts(company uuid, of_status text, change bigint) returns void language sql as $$
  insert into contact_counts (company_id, status, shard, total) values (company, of_status, pg_backend_pid(), change)
  on conflict (company_id, status, shard) do update set total = contact_counts.total + excluded.total
$$;

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
create or replace trigger contacts_inserted after insert on contacts
  referencing new table as added for each statement execute function count_contacts();
create or replace trigger contacts_deleted after delete on contacts
  referencing old table as removed for each statement execute function count_contacts();
create or replace trigger contacts_updated after update on contacts
  referencing old table as removed new table as added for each statement execute function count_contacts();

create or replace function note_conversations(company uuid, change bigint) returns void language sql as $$
  insert into conversation_counts (company_id, shard, total) values (company, pg_backend_pid(), change)
  on conflict (company_id, shard) do update set total = conversation_counts.total + excluded.total
$$;

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
create or replace trigger conversations_inserted after insert on conversations
  referencing new table as added for each statement execute function count_conversations();
create or replace trigger conversations_deleted after delete on conversations
  referencing old table as removed for each statement execute function count_conversations();

create or replace function add_progress(
  run uuid, company uuid, moved_open bigint, moved_completed bigint, moved_failed bigint, moved_cancelled bigint,
  moved_unreachable bigint
) returns void language sql as $$
  -- A deleted run is not counted any more, and a company that is being deleted takes its counts along.
  insert into run_progress (run_id, shard, company_id, open, completed, failed, cancelled, unreachable)
    select run, pg_backend_pid(), company, moved_open, moved_completed, moved_failed, moved_cancelled, moved_unreachable
    where exists (select from runs where id = run) and exists (select from companies where id = company)
  on conflict (run_id, shard) do update set
    open = run_progress.open + excluded.open, completed = run_progress.completed + excluded.completed,
    failed = run_progress.failed + excluded.failed, cancelled = run_progress.cancelled + excluded.cancelled,
    unreachable = run_progress.unreachable + excluded.unreachable
$$;

create or replace function count_progress() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_progress(run_id, company_id, open, completed, failed, cancelled, unreachable) from (
      select run_id, company_id,
        count(*) filter (where status in ('SCHEDULED', 'IN_PROGRESS')) as open,
        count(*) filter (where status = 'COMPLETED') as completed, count(*) filter (where status = 'FAILED') as failed,
        count(*) filter (where status = 'CANCELLED') as cancelled,
        count(*) filter (where status = 'UNREACHABLE') as unreachable
      from added where run_id is not null group by 1, 2 order by 1) moved;
  elsif tg_op = 'DELETE' then
    perform add_progress(run_id, company_id, -open, -completed, -failed, -cancelled, -unreachable) from (
      select run_id, company_id,
        count(*) filter (where status in ('SCHEDULED', 'IN_PROGRESS')) as open,
        count(*) filter (where status = 'COMPLETED') as completed, count(*) filter (where status = 'FAILED') as failed,
        count(*) filter (where status = 'CANCELLED') as cancelled,
        count(*) filter (where status = 'UNREACHABLE') as unreachable
      from removed where run_id is not null group by 1, 2 order by 1) moved;
  else
    perform add_progress(run_id, company_id, open, completed, failed, cancelled, unreachable) from (
      select run_id, company_id,
        coalesce(sum(n) filter (where status in ('SCHEDULED', 'IN_PROGRESS')), 0) as open,
        coalesce(sum(n) filter (where status = 'COMPLETED'), 0) as completed,
        coalesce(sum(n) filter (where status = 'FAILED'), 0) as failed,
        coalesce(sum(n) filter (where status = 'CANCELLED'), 0) as cancelled,
        coalesce(sum(n) filter (where status = 'UNREACHABLE'), 0) as unreachable
      from (
        select run_id, company_id, status, 1 as n from added where run_id is not null
        union all select run_id, company_id, status, -1 from removed where run_id is not null
      ) both_sides group by 1, 2 order by 1) moved
    where (open, completed, failed, cancelled, unreachable) <> (0, 0, 0, 0, 0);
  end if;
  return null;
end $$;
create or replace trigger progress_of_inserted after insert on conversations
  referencing new table as added for each statement execute function count_progress();
create or replace trigger progress_of_deleted after delete on conversations
  referencing old table as removed for each statement execute function count_progress();
create or replace trigger progress_of_updated after update on conversations
  referencing old table as removed new table as added for each statement execute function count_progress();

-- Deletion of what lies elsewhere -----------------------------------------------------------------------------------

create or replace function forget_objects() returns trigger language plpgsql as $$
begin
  insert into object_deletions (key, upload_expires_at)
    select object_key, upload_expires_at from removed on conflict (key) do nothing;
  return null;
end $$;
create or replace trigger documents_deleted after delete on documents
  referencing old table as removed for each statement execute function forget_objects();

-- A recording goes with its attempt, whatever deleted it.
create or replace function forget_recordings() returns trigger language plpgsql as $$
begin
  insert into object_deletions (key, upload_expires_at)
    select recording_key, '-infinity' from removed where recording_key is not null on conflict (key) do nothing;
  return null;
end $$;
create or replace trigger call_attempts_deleted after delete on call_attempts
  referencing old table as removed for each statement execute function forget_recordings();

-- The PDF report of an analysis goes with it, whatever deleted it; one that is just being written, once it is there.
create or replace function forget_reports() returns trigger language plpgsql as $$
begin
  insert into object_deletions (key, upload_expires_at)
    select 'reports/' || company_id || '/' || attempt_id, now() + interval '5 minutes' from removed
    on conflict (key) do nothing;
  return null;
end $$;
create or replace trigger call_analyses_deleted after delete on call_analyses
  referencing old table as removed for each statement execute function forget_reports();

-- Whoever writes into the ledger holds the company's account, and a company cannot be deleted before its account: what
-- was written until then is seen here, and nothing is written afterwards.
create or replace function forget_ledger() returns trigger language plpgsql as $$
begin
  delete from billing_holds h using removed r where h.company_id = r.id;
  delete from billing_entries e using removed r where e.company_id = r.id;
  return null;
end $$;
create or replace trigger ledger_of_deleted after delete on companies
  referencing old table as removed for each statement execute function forget_ledger();

-- Calls -------------------------------------------------------------------------------------------------------------

-- Dispatchers are woken by the transaction that gave them something to dial.
create or replace function wake_dispatchers() returns trigger language plpgsql as $$
begin
  perform pg_notify('calls_due', '');
  return null;
end $$;
create or replace trigger call_attempts_inserted after insert on call_attempts
  for each statement execute function wake_dispatchers();

-- A plan made for a quiet table is a hundred times too slow after a large fan-out.
create or replace function analyse_calls() returns void language plpgsql as $$
begin
  analyze conversations, call_attempts, billing_holds, run_contacts;
end $$;

create or replace function number_hash(company uuid, number text) returns bytea language plpgsql stable as $$
declare
  key bytea;
begin
  select number_key into key from companies where id = company;
  return sha256(key || sha256(key || convert_to(number, 'UTF8')));
end $$;

create or replace function is_opted_out(company uuid, number text) returns boolean language plpgsql stable as $$
begin
  return number is not null and exists (
    select from opted_out_numbers where company_id = company and number_hash = number_hash(company, number));
end $$;

-- Webhooks ----------------------------------------------------------------------------------------------------------

-- Fills the queue that domains/webhooks/delivery-queue.store.ts reads.
-- Deliveries are written in the transaction of their events, so that none is lost and none is early: positions are given
-- in another order than transactions commit in, and a reader that follows them would miss those of a slow one. For a
-- company without webhooks this is one index look-up.
create or replace function queue_deliveries() returns trigger language plpgsql as $$
declare
  subscribed uuid[];
  idle boolean;
begin
  if not exists (select from published e join webhooks w on w.company_id = e.company_id) then return null; end if;
  select array_agg(distinct w.id) into subscribed
    from published e join webhooks w on w.company_id = e.company_id
    where e.type <> 'ping' and e.type = any (w.event_types)
      and (w.inactive_since is null or w.circuit_opened_at is not null);
  if subscribed is null then return null; end if;
  -- Planned anew each time: a plan from when the table was empty reads all of it.
  execute $look$
    select exists (select from unnest($1) as w (id) where not exists (
      select from webhook_deliveries d where d.webhook_id = w.id and d.status = 'PENDING'))
    $look$ into idle using subscribed;
  insert into webhook_deliveries
    (id, company_id, webhook_id, event_id, position, subject_id, type, vocabulary, status, due_at, queued_at, created_at)
    -- A uuid of version 7 with the time of the event's.
    select (left(e.id::text, 15) || right(gen_random_uuid()::text, 21))::uuid, e.company_id, w.id, e.id, e.position,
           e.subject_id, e.type, w.vocabulary, 'PENDING', e.occurred_at, e.occurred_at, e.occurred_at
    from published e join webhooks w on w.company_id = e.company_id
    where e.type <> 'ping' and e.type = any (w.event_types)
      and (w.inactive_since is null or w.circuit_opened_at is not null);
  -- Transactions that notify commit one after the other. Where deliveries are waiting already a process is awake, or
  -- looks again within a second.
  if idle then notify webhook_deliveries; end if;
  return null;
end $$;
create or replace trigger events_published after insert on events
  referencing new table as published for each statement execute function queue_deliveries();

-- A delivery whose event was deleted is not sent, whichever way the event was deleted.
create or replace function cancel_delivery() returns trigger language plpgsql as $$
begin
  new.status := 'CANCELLED';
  new.lease := null;
  new.leased_until := null;
  return new;
end $$;
create or replace trigger webhook_deliveries_forgotten before update of event_id on webhook_deliveries
  for each row when (new.event_id is null and new.status = 'PENDING') execute function cancel_delivery();

-- The console shows at once that failures disabled a webhook, or that its circuit closed by itself: no user changed it,
-- so nobody else would announce it.
create or replace function note_stopped_webhook() returns trigger language plpgsql as $$
begin
  insert into events (id, company_id, type, subject_id, data, occurred_at)
    values (uuid7_at((extract(epoch from clock_timestamp()) * 1000)::bigint, 0), new.company_id, 'change.webhook', 'console',
            jsonb_build_object('id', new.id), clock_timestamp());
  return null;
end $$;
create or replace trigger webhooks_stopped after update of inactive_since on webhooks
  for each row when ((old.inactive_since is null) <> (new.inactive_since is null)) execute function note_stopped_webhook();
