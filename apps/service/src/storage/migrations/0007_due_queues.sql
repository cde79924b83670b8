-- Dispatchers look only at queues in which something may be due: whoever adds a call to a queue, or moves one forward,
-- writes down from when on (the triggers call_attempts_inserted and call_attempts_moved in functions.sql). Before, they went
-- through every queue with a call that waits, whenever it is due.

-- Nobody adds a call between here and the triggers.
lock table call_attempts in share row exclusive mode;

-- A queue that was never served has a row as well.
alter table served_queues alter column turn drop not null,
  -- Before this time nothing in the queue can be claimed; null: nothing waits in it. It may be too early, never too late.
  -- Queues that were served have the time of that: of many that are due, those are looked at first that waited longest.
  add column due_at timestamptz,
  -- It has due calls, and every line of its company is taken.
  add column is_full boolean not null default false;

insert into served_queues (company_id, dial_queue, due_at)
  select company_id, dial_queue, min(scheduled_at) from call_attempts
  where status = 'SCHEDULED' and is_admitted and waits_for_number is null group by company_id, dial_queue
  on conflict (company_id, dial_queue) do update set due_at = excluded.due_at;

create index served_queues_due on served_queues (due_at) where due_at is not null;
create index served_queues_full on served_queues (company_id) where is_full;
drop index call_attempts_next;

drop trigger if exists call_attempts_inserted on call_attempts;
drop function if exists wake_dispatchers();
