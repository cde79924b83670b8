-- Names that the field uses: events are published, calls wait in dial queues, workers are seen.

-- A process of the older version that went on beside this one could send no heartbeat under the new names, and its live
-- calls would be settled as lost. Before the locks, so that running processes are not held up only to be refused; and
-- again under them, because one may have started meanwhile. The locks are in the order in which a call takes them.
set local lock_timeout = '10s';
do $$
begin
  for pass in 1..2 loop
    if exists (select from workers where heard_of_at > clock_timestamp() - interval '15 s') then
      raise exception 'Stop every Parley process that uses this database, wait 15 seconds, then start again: a process of an older version was running less than 15 seconds ago, and its calls would be lost.';
    end if;
    if pass = 1 then
      lock table call_attempts, served_queues, held_lanes, live_calls, call_analyses, events, webhook_deliveries, workers
        in access exclusive mode;
    end if;
  end loop;
exception when lock_not_available or deadlock_detected then
  raise exception 'Stop every Parley process that uses this database, then start again: a process is using the tables that have to be changed.';
end $$;

-- An event is published by the transaction that writes it. functions.sql creates the trigger again under its new name;
-- an empty database does not have the old one, because functions.sql is applied with the last migration.
drop trigger if exists events_told on events;
alter table events rename column told_in to published_in;
alter index events_as_told rename to events_as_published;

-- Whether the completion of the conversation was published, with or before the result of the analysis.
alter table call_analyses rename column is_told to is_completion_published;

-- What has the same key is delivered in order.
alter table webhook_deliveries rename column lane to ordering_key;

alter table call_attempts rename column lane to dial_queue;
alter table live_calls rename column lane to dial_queue;
alter table served_queues rename column lane to dial_queue;
alter table held_lanes rename to held_dial_queues;
alter table held_dial_queues rename column lane to dial_queue;
alter table held_dial_queues rename constraint held_lanes_pkey to held_dial_queues_pkey;
alter table held_dial_queues rename constraint held_lanes_company_id_fkey to held_dial_queues_company_id_fkey;

alter table workers rename column heard_of_at to last_seen_at;
