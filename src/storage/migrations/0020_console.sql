-- The transaction that told an event. What is visible and younger than the oldest transaction that is still open may
-- have been followed by one that came before it: whoever reads along asks again from that transaction on, and misses
-- nothing. Of what was told before this column came nobody asks.
alter table events add column told_in xid8 not null default '0';
alter table events alter column told_in set default pg_current_xact_id();
create index events_as_told on events (company_id, told_in);

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
