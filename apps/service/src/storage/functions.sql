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

-- The erasure receipt that the transaction writes, if it writes one: it is complete when the last object is deleted.
create or replace function current_receipt() returns uuid language sql stable as $$
  select nullif(current_setting('parley.receipt', true), '')::uuid
$$;

create or replace function forget_objects() returns trigger language plpgsql as $$
begin
  insert into object_deletions (key, upload_expires_at, receipt_id)
    select object_key, upload_expires_at, current_receipt() from removed on conflict (key) do nothing;
  return null;
end $$;
create or replace trigger documents_deleted after delete on documents
  referencing old table as removed for each statement execute function forget_objects();

-- A recording goes with its attempt, whatever deleted it; so does one that is still looked for
-- (lost-recording.store.ts), whose key is unmeasuredRecordingKey.
create or replace function forget_recordings() returns trigger language plpgsql as $$
begin
  insert into object_deletions (key, upload_expires_at, receipt_id)
    select recording_key, '-infinity', current_receipt() from removed where recording_key is not null on conflict (key) do nothing;
  update object_deletions d set due_at = '-infinity', receipt_id = current_receipt() from removed r
    where d.due_at = 'infinity' and d.key = 'recordings/' || r.id || '/8000-1-0.wav';
  return null;
end $$;
create or replace trigger call_attempts_deleted after delete on call_attempts
  referencing old table as removed for each statement execute function forget_recordings();

-- The PDF report of an analysis goes with it, whatever deleted it; one that is just being written, once it is there.
create or replace function forget_reports() returns trigger language plpgsql as $$
begin
  insert into object_deletions (key, upload_expires_at, receipt_id)
    select 'reports/' || company_id || '/' || attempt_id, now() + interval '5 minutes', current_receipt() from removed
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

-- Their numbers stop counting at once, and are deleted in batches (purgeRegisters in do-not-call-register.actions.ts).
create or replace function forget_registers() returns trigger language plpgsql as $$
begin
  -- The register before its imports, as everybody takes them.
  update do_not_call_registers d set deleted_at = now(), is_shared = false from removed r
    where d.company_id = r.id and d.deleted_at is null;
  update do_not_call_imports i set state = 'deleted' from removed r where i.company_id = r.id;
  return null;
end $$;
create or replace trigger registers_of_deleted after delete on companies
  referencing old table as removed for each statement execute function forget_registers();

-- Calls -------------------------------------------------------------------------------------------------------------

-- Whoever adds a call to a queue makes sure that the queue is looked at in time (served_queues.due_at). Where it is
-- already, its row is only held: restQueues (dispatch.store.ts) passes over a row that somebody holds.
create or replace function note_due(company uuid, queue uuid, at timestamptz) returns void language plpgsql as $$
begin
  perform from served_queues where company_id = company and dial_queue = queue and due_at <= at for key share;
  if not found then
    insert into served_queues (company_id, dial_queue, due_at) values (company, queue, at)
      on conflict (company_id, dial_queue) do update set due_at = excluded.due_at
      where served_queues.due_at is null or served_queues.due_at > excluded.due_at;
  end if;
end $$;

-- Dispatchers are woken by the transaction that gave them something to dial.
create or replace function note_added_calls() returns trigger language plpgsql as $$
begin
  perform note_due(company_id, dial_queue, at) from (
    select company_id, dial_queue, min(scheduled_at) as at from added
    where status = 'SCHEDULED' and is_admitted and waits_for_number is null group by 1, 2 order by 1, 2) due;
  perform pg_notify('calls_due', '');
  return null;
end $$;
create or replace trigger call_attempts_inserted after insert on call_attempts
  referencing new table as added for each statement execute function note_added_calls();

create or replace function note_moved_call() returns trigger language plpgsql as $$
begin
  perform note_due(new.company_id, new.dial_queue, new.scheduled_at);
  return null;
end $$;
create or replace trigger call_attempts_moved
  after update of status, is_admitted, waits_for_number, scheduled_at, dial_queue on call_attempts
  for each row when (
    new.status = 'SCHEDULED' and new.is_admitted and new.waits_for_number is null and (
      old.status <> 'SCHEDULED' or not old.is_admitted or old.waits_for_number is not null
      or new.scheduled_at < old.scheduled_at or new.dial_queue <> old.dial_queue))
  execute function note_moved_call();

create or replace function note_opened_queue() returns trigger language plpgsql as $$
begin
  update served_queues set due_at = '-infinity' where company_id = old.company_id and dial_queue = old.dial_queue;
  return null;
end $$;
create or replace trigger held_dial_queues_opened after delete on held_dial_queues
  for each row execute function note_opened_queue();

create or replace function note_free_lines() returns trigger language plpgsql as $$
begin
  update served_queues set due_at = '-infinity', is_full = false
    where company_id in (select company_id from removed) and is_full;
  return null;
end $$;
create or replace trigger live_calls_ended after delete on live_calls
  referencing old table as removed for each statement execute function note_free_lines();

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

-- On a list of numbers that must not be called: the company's, or one that holds for all. Index: registered_numbers_pkey.
create or replace function is_registered(company uuid, phone text) returns boolean language plpgsql stable as $$
begin
  return phone is not null and exists (
    select from registered_numbers n
      join do_not_call_imports i on i.company_id = n.company_id and i.id = n.import_id and i.state = 'active'
      join do_not_call_registers r on r.company_id = i.company_id and r.id = i.register_id
    where n.number = ltrim(phone, '+')::bigint and (n.company_id = company or r.is_shared));
end $$;

-- By which it is known that somebody wants no more messages. An address is the same in capitals.
create or replace function address_hash(company uuid, channel text, address text) returns bytea language plpgsql stable as $$
begin
  return number_hash(company, channel || ':' || lower(address));
end $$;

-- Results ------------------------------------------------------------------------------------------------------------

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

-- The log of a delivery without what the receiver answered: many answer with what they were sent.
create or replace function without_bodies(attempts jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(attempt || '{"responseBody": null}' order by place), '[]')
  from jsonb_array_elements(attempts) with ordinality as a (attempt, place)
$$;

-- A delivery whose event was deleted is not sent, whichever way the event was deleted, and keeps nothing of its content.
create or replace function cancel_delivery() returns trigger language plpgsql as $$
begin
  if new.status = 'PENDING' then
    new.status := 'CANCELLED';
    new.lease := null;
    new.leased_until := null;
  end if;
  new.attempts := without_bodies(new.attempts);
  return new;
end $$;
create or replace trigger webhook_deliveries_forgotten before update of event_id on webhook_deliveries
  for each row when (new.event_id is null) execute function cancel_delivery();

-- The data of an event changes only when somebody in it is erased. A delivery that is being sent loses its lease: what the
-- receiver answers to the old data is not recorded, and the delivery is sent again with the new.
create or replace function redact_deliveries() returns trigger language plpgsql as $$
begin
  update webhook_deliveries set attempts = without_bodies(attempts), lease = null, leased_until = null
    where event_id = new.id;
  return null;
end $$;
create or replace trigger events_redacted after update of data on events
  for each row execute function redact_deliveries();

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
