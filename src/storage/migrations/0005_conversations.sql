-- One agent talking to one contact, over as many calls as it takes.
create table conversations (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  -- Without a reference: a finished conversation outlives its agent, and a run that was deleted.
  agent_id uuid not null,
  agent_version_id uuid not null,
  run_id uuid,
  -- The agent once more while the conversation is open: what is in use cannot be deleted.
  open_agent_id uuid references agents,
  job_id uuid references jobs on delete cascade,
  type text not null check (type in ('PHONE', 'ONLINE')),
  status text not null check (status in ('UNDEFINED', 'SCHEDULED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'FAILED', 'UNREACHABLE')),
  scheduled_at timestamptz,
  finished_at timestamptz,
  duration_minutes integer,
  metadata jsonb not null,
  is_test boolean not null,
  -- Whatever the installation's carrier is, its calls never leave the machine: a test key caused them.
  is_simulated boolean not null,
  -- Calls that used the retry budget, and callbacks that were asked for.
  calls_counted smallint not null default 0,
  callbacks smallint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index conversations_newest on conversations (company_id, id desc);
create index conversations_by_status on conversations (company_id, status, id desc);
create index conversations_by_contact on conversations (contact_id, id desc);
create index conversations_by_agent on conversations (company_id, agent_id, id desc);
create index conversations_by_job on conversations (job_id, id desc) where job_id is not null;
create index conversations_by_run on conversations (run_id, id desc) where run_id is not null;
create index conversations_by_open_agent on conversations (open_agent_id) where open_agent_id is not null;

-- How many conversations a company has, as contact_counts has its contacts; other filters count in their index.
create table conversation_counts (
  company_id uuid not null references companies on delete cascade,
  shard integer not null,
  total bigint not null,
  primary key (company_id, shard)
) with (fillfactor = 50);
create function note_conversations(company uuid, change bigint) returns void language sql as $$
  insert into conversation_counts (company_id, shard, total) values (company, pg_backend_pid(), change)
  on conflict (company_id, shard) do update set total = conversation_counts.total + excluded.total
$$;
create function count_conversations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform note_conversations(company_id, count(*)) from added group by company_id;
  else
    perform note_conversations(r.company_id, -count(*)) from removed r
      where exists (select from companies c where c.id = r.company_id) group by r.company_id;
  end if;
  return null;
end $$;

create trigger conversations_inserted after insert on conversations
  referencing new table as added for each statement execute function count_conversations();
create trigger conversations_deleted after delete on conversations
  referencing old table as removed for each statement execute function count_conversations();

-- One call. A row that is SCHEDULED is itself the schedule: moving, holding or deleting it is all there is to do.
create table call_attempts (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  -- What shares fairly with others: the run, or the company for conversations on their own.
  lane uuid not null,
  direction text not null check (direction in ('OUTBOUND', 'INBOUND')),
  status text not null check (status in ('SCHEDULED', 'IN_PROGRESS', 'COMPLETED', 'BUSY', 'NO_ANSWER', 'VOICEMAIL', 'FAILED', 'CANCELLED')),
  reason_code text,
  notes text,
  -- Counts from 1 within the conversation.
  number smallint not null,
  scheduled_at timestamptz not null,
  called_at timestamptz,
  duration_seconds integer,
  -- Minutes are held for it; until they are it is not dialled.
  is_admitted boolean not null,
  transcript json,
  -- Answers, open questions and the like, for the analysis.
  findings json,
  recording_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index call_attempts_by_conversation on call_attempts (conversation_id, number);
create index call_attempts_due on call_attempts (company_id, lane, scheduled_at) where status = 'SCHEDULED' and is_admitted;
create index call_attempts_next on call_attempts (scheduled_at) where status = 'SCHEDULED' and is_admitted;
create index call_attempts_refused on call_attempts (scheduled_at) where status = 'SCHEDULED' and not is_admitted;

-- Whoever dials is woken with the transaction that gave them something to dial.
create function wake_dispatchers() returns trigger language plpgsql as $$
begin
  perform pg_notify('calls_due', '');
  return null;
end $$;
create trigger call_attempts_inserted after insert on call_attempts
  for each statement execute function wake_dispatchers();

-- Lanes that are not dialled for the moment.
create table held_lanes (
  lane uuid primary key,
  company_id uuid not null references companies on delete cascade
);

-- The processes that hold calls, and when each was last heard of, by the database's clock.
create table workers (
  id uuid primary key,
  heard_of_at timestamptz not null
);

-- Calls that somebody holds. Without a reference to the attempt: when a conversation is deleted during its call,
-- the call goes on to its natural end and keeps its place among the company's calls until then.
create table live_calls (
  attempt_id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  conversation_id uuid not null,
  lane uuid not null,
  worker_id uuid not null,
  claimed_at timestamptz not null
);
create index live_calls_by_company on live_calls (company_id, lane);
create index live_calls_by_worker on live_calls (worker_id);

-- What happened in a call, appended as it happens: enough to show it live and to replay it.
create table call_journals (
  attempt_id uuid not null references call_attempts on delete cascade,
  part integer not null,
  company_id uuid not null references companies on delete cascade,
  entries json not null,
  primary key (attempt_id, part)
);

-- A recording goes with its attempt, whatever deleted it.
create function forget_recordings() returns trigger language plpgsql as $$
begin
  insert into object_deletions (key, upload_expires_at)
    select recording_key, '-infinity' from removed where recording_key is not null on conflict (key) do nothing;
  return null;
end $$;
create trigger call_attempts_deleted after delete on call_attempts
  referencing old table as removed for each statement execute function forget_recordings();
