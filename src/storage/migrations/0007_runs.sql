-- One agent working through a list of contacts.
create table runs (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  name text not null,
  -- Without a reference: a run that is over outlives its agent.
  agent_id uuid not null,
  -- The agent once more while the run is not inert: what is in use cannot be deleted.
  open_agent_id uuid references agents,
  -- The version that the contacts of the last admission are called by.
  agent_version_id uuid,
  job_id uuid references jobs on delete set null,
  status text not null check (status in ('DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED')),
  metadata jsonb not null,
  -- A test key had a hand in it: its calls never leave the machine.
  is_simulated boolean not null,
  scheduled_at timestamptz,
  schedule_error text,
  -- When a scheduled run is started, or tried again.
  due_at timestamptz,
  -- Contacts up to the first position are paid for; up to the second they have their conversations.
  admitted_to bigint not null default 0,
  fanned_to bigint not null default 0,
  -- How many lie between the two.
  pending integer not null default 0,
  -- Somebody looks after it every second: it has something to complete.
  is_tended boolean not null default false,
  -- Gone for everybody; what belongs to it is being removed.
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index runs_newest on runs (company_id, id desc) where deleted_at is null;
create index runs_by_open_agent on runs (open_agent_id) where open_agent_id is not null;
create index runs_by_job on runs (job_id) where job_id is not null;
create index runs_tended on runs (id) where is_tended;
create index runs_due on runs (due_at) where status = 'SCHEDULED';

-- Who is on the list, in order of attachment.
create table run_contacts (
  run_id uuid not null references runs on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  company_id uuid not null,
  -- What the conversation will be for. Who was attached for a job that is deleted leaves with it.
  job_id uuid references jobs on delete cascade,
  -- Where the contact's day was lived when it was attached.
  time_zone text not null,
  position bigint generated always as identity,
  primary key (run_id, contact_id)
);
create index run_contacts_in_order on run_contacts (run_id, position);
create index run_contacts_by_contact on run_contacts (contact_id);
create index run_contacts_by_job on run_contacts (job_id) where job_id is not null;

-- How many conversations of a run are open and how the others ended, kept with the statuses in their transactions,
-- so that progress costs the same at ten conversations and at a million. Spread over rows as contact_counts is.
create table run_progress (
  run_id uuid not null,
  shard integer not null,
  company_id uuid not null references companies on delete cascade,
  open integer not null,
  completed integer not null,
  failed integer not null,
  cancelled integer not null,
  unreachable integer not null,
  primary key (run_id, shard)
) with (fillfactor = 50);

create function add_progress(run uuid, company uuid, moved_open bigint, moved_completed bigint, moved_failed bigint,
                             moved_cancelled bigint, moved_unreachable bigint) returns void language sql as $$
  -- A run that was deleted counts no more, and a company that is being deleted takes its counts along.
  insert into run_progress (run_id, shard, company_id, open, completed, failed, cancelled, unreachable)
    select run, pg_backend_pid(), company, moved_open, moved_completed, moved_failed, moved_cancelled, moved_unreachable
    where exists (select from runs where id = run) and exists (select from companies where id = company)
  on conflict (run_id, shard) do update set
    open = run_progress.open + excluded.open, completed = run_progress.completed + excluded.completed,
    failed = run_progress.failed + excluded.failed, cancelled = run_progress.cancelled + excluded.cancelled,
    unreachable = run_progress.unreachable + excluded.unreachable
$$;

create function count_progress() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_progress(run_id, company_id, open, completed, failed, cancelled, unreachable) from (
      select run_id, company_id,
        count(*) filter (where status in ('SCHEDULED', 'IN_PROGRESS')) as open,
        count(*) filter (where status = 'COMPLETED') as completed, count(*) filter (where status = 'FAILED') as failed,
        count(*) filter (where status = 'CANCELLED') as cancelled, count(*) filter (where status = 'UNREACHABLE') as unreachable
      from added where run_id is not null group by 1, 2 order by 1) moved;
  elsif tg_op = 'DELETE' then
    perform add_progress(run_id, company_id, -open, -completed, -failed, -cancelled, -unreachable) from (
      select run_id, company_id,
        count(*) filter (where status in ('SCHEDULED', 'IN_PROGRESS')) as open,
        count(*) filter (where status = 'COMPLETED') as completed, count(*) filter (where status = 'FAILED') as failed,
        count(*) filter (where status = 'CANCELLED') as cancelled, count(*) filter (where status = 'UNREACHABLE') as unreachable
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
create trigger progress_of_inserted after insert on conversations
  referencing new table as added for each statement execute function count_progress();
create trigger progress_of_deleted after delete on conversations
  referencing old table as removed for each statement execute function count_progress();
create trigger progress_of_updated after update on conversations
  referencing old table as removed new table as added for each statement execute function count_progress();

-- What of a run still waits, for its cancellation.
create index conversations_waiting_by_run on conversations (run_id, id) where status = 'SCHEDULED' and run_id is not null;

-- The clock whose calling window the call keeps; null: it is placed at its time, whatever the hour.
alter table call_attempts add column time_zone text;

-- Who closed the lane: what waits in it is being cancelled, and nothing is added. Null: it is held for a while.
alter table held_lanes add column closed_by text;

-- Uuids of version 7 that rise with their place, for rows that are made by the thousand in one statement.
create function uuid7_at(at_ms bigint, place bigint) returns uuid language sql volatile parallel safe as $$
  select (lpad(to_hex(at_ms + place / 4096), 12, '0') || '7' || lpad(to_hex(place % 4096), 3, '0')
    || right(gen_random_uuid()::text, 17))::uuid
$$;

-- A plan made for a quiet table is a hundred times too slow after a large fan-out.
create function analyse_calls() returns void language plpgsql as $$
begin
  analyze conversations, call_attempts, billing_holds, run_contacts;
end $$;
