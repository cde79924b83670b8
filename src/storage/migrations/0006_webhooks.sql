create table webhooks (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  -- No foreign key: the webhook outlives the key that made it.
  api_key_id uuid not null,
  url text not null,
  name text not null,
  description text,
  -- [{name, isMasked, value}], the value sealed.
  headers jsonb not null,
  -- The strings as they were registered, and the types of events that they stand for.
  events text[] not null,
  event_types text[] not null,
  vocabulary text not null check (vocabulary in ('NEUTRAL', 'LEGACY')),
  max_retries smallint not null,
  timeout_ms integer not null,
  -- Null while it is active.
  inactive_since timestamptz,
  consecutive_failures integer not null default 0,
  -- Set when failures made it inactive. Its events are still queued, and held.
  circuit_opened_at timestamptz,
  -- Sealed with a key derived from the installation's pepper.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (circuit_opened_at is null or inactive_since is not null)
);
create index webhooks_newest on webhooks (company_id, id desc);

-- What one webhook is told of one event. HELD is no status of its own: it is what PENDING is called while the
-- webhook is inactive, so that nothing can disagree with the webhook.
create table webhook_deliveries (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  webhook_id uuid not null references webhooks on delete cascade,
  -- Null once the event is forgotten.
  event_id uuid references events on delete set null,
  -- Those of the event; positions give the order within a subject.
  position bigint not null,
  subject_id text not null,
  -- The queue it stands in: that of its subject at its webhook. One column, so that looking for the first of a queue
  -- has one index to go by: given two, the planner took the other on a guess, and a claim from 4,000 waiting
  -- deliveries cost 180 ms instead of 3.
  lane uuid not null generated always as (md5(webhook_id::text || subject_id)::uuid) stored,
  type text not null,
  -- That of the webhook when the event was told: a retry sends the same bytes.
  vocabulary text not null,
  status text not null check (status in ('PENDING', 'DELIVERED', 'FAILED', 'CANCELLED')),
  -- When the next request may go out.
  due_at timestamptz not null,
  -- Set while a process sends it. One that dies gives it back by this time at the latest.
  leased_until timestamptz,
  lease uuid,
  retries smallint not null default 0,
  -- The requests made so far: [{sentAt, durationMs, statusCode, error, responseBody}].
  attempts jsonb not null default '[]',
  queued_at timestamptz not null,
  created_at timestamptz not null,
  delivered_at timestamptz
) with (fillfactor = 70);
create index webhook_deliveries_first on webhook_deliveries (lane, position) where status = 'PENDING';
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where status = 'PENDING';
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, position desc);
create index webhook_deliveries_by_event on webhook_deliveries (event_id);
create index webhook_deliveries_by_time on webhook_deliveries using brin (created_at);
create index events_by_time on events using brin (occurred_at);

-- Deliveries are made in the transaction of their events, so that none is lost and none is early: positions are given
-- in another order than transactions end in, and whoever read along them would pass by those of a slow one. For
-- a company without webhooks this is one look into an index.
create function queue_deliveries() returns trigger language plpgsql as $$
declare
  subscribed uuid[];
  idle boolean;
begin
  if not exists (select from told e join webhooks w on w.company_id = e.company_id) then return null; end if;
  select array_agg(distinct w.id) into subscribed
    from told e join webhooks w on w.company_id = e.company_id
    where e.type <> 'ping' and e.type = any (w.event_types) and (w.inactive_since is null or w.circuit_opened_at is not null);
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
    from told e join webhooks w on w.company_id = e.company_id
    where e.type <> 'ping' and e.type = any (w.event_types) and (w.inactive_since is null or w.circuit_opened_at is not null);
  -- Transactions that notify end one after the other. Where deliveries are waiting already somebody is awake, or
  -- looks again within a second.
  if idle then notify webhook_deliveries; end if;
  return null;
end $$;

create trigger events_told after insert on events
  referencing new table as told for each statement execute function queue_deliveries();

-- What was forgotten is not sent either, whichever way its event was deleted.
create function cancel_delivery() returns trigger language plpgsql as $$
begin
  new.status := 'CANCELLED';
  new.lease := null;
  new.leased_until := null;
  return new;
end $$;

create trigger webhook_deliveries_forgotten before update of event_id on webhook_deliveries
  for each row when (new.event_id is null and new.status = 'PENDING') execute function cancel_delivery();
