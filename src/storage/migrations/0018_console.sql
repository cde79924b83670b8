-- The transaction that told an event. What is visible and younger than the oldest transaction that is still open may
-- have been followed by one that came before it: whoever reads along asks again from that transaction on, and misses
-- nothing. Of what was told before this column came nobody asks.
alter table events add column told_in xid8 not null default '0';
alter table events alter column told_in set default pg_current_xact_id();
create index events_as_told on events (company_id, told_in);

-- What came of a company's calls, day by day as its own calendar had them, written with their settlement: a page that
-- shows weeks costs the same at a thousand calls and at a million, and what was deleted was still called.
create table call_days (
  company_id uuid not null references companies on delete cascade,
  day date not null,
  agent_id uuid not null,
  status text not null,
  -- '' where the call has none.
  reason_code text not null,
  calls integer not null,
  -- As charged: each call rounded up.
  minutes integer not null,
  primary key (company_id, day, agent_id, status, reason_code)
) with (fillfactor = 70);
insert into call_days (company_id, day, agent_id, status, reason_code, calls, minutes)
  select a.company_id, (a.updated_at at time zone o.timezone)::date, c.agent_id, a.status, coalesce(a.reason_code, ''),
         count(*), coalesce(sum(e.minutes), 0)
  from call_attempts a
    join conversations c on c.id = a.conversation_id and not c.is_test
    join companies o on o.id = a.company_id
    left join billing_entries e on e.attempt_id = a.id and e.kind = 'CHARGE'
  where a.called_at is not null and a.status not in ('SCHEDULED', 'IN_PROGRESS')
  group by 1, 2, 3, 4, 5;

-- Somebody asked that the call be brought to its end. Whoever holds it is notified, and looks here besides.
alter table live_calls add column end_asked_at timestamptz;

-- A webhook that is stopped by its failures is shown so at once: nobody changed it who could say so.
create function note_stopped_webhook() returns trigger language plpgsql as $$
begin
  insert into events (id, company_id, type, subject_id, data, occurred_at)
    values (uuid7_at((extract(epoch from clock_timestamp()) * 1000)::bigint, 0), new.company_id, 'change.webhook', 'console',
            jsonb_build_object('id', new.id), clock_timestamp());
  return null;
end $$;
create trigger webhooks_stopped after update of inactive_since on webhooks
  for each row when (old.inactive_since is null and new.inactive_since is not null) execute function note_stopped_webhook();
