-- Whose turn it is: for every dial queue (a run's, or a company's calls without a run) the turn in which it was last
-- served. Of several queues that may be served, the one with the lowest turn is next. Only who holds the claim lock
-- writes here. A row for each run that was ever dialled stays, as the run's conversations do.
create sequence dial_turns;
create table served_queues (
  company_id uuid not null references companies on delete cascade,
  lane uuid not null,
  turn bigint not null,
  primary key (company_id, lane)
);
-- When a company was last served, whichever of its queues it was.
create index served_queues_by_turn on served_queues (company_id, turn);

-- The telephone number that a call occupies, so that no other call of the company is made to it. Null for web calls,
-- which have none, and for numbers of the simulated network, which stand for any number of people.
alter table live_calls add column phone_number text;
create unique index live_calls_by_number on live_calls (company_id, phone_number) where phone_number is not null;

-- A due call that was found to have a number that is occupied leaves the dial queue until the number is free: however
-- many calls wait for one number, nobody looks at them again and again.
alter table call_attempts add column waits_for_number text;
create index call_attempts_waiting_for_number on call_attempts (company_id, waits_for_number, scheduled_at)
  where status = 'SCHEDULED' and waits_for_number is not null;
drop index call_attempts_due;
drop index call_attempts_next;
create index call_attempts_due on call_attempts (company_id, lane, scheduled_at)
  where status = 'SCHEDULED' and is_admitted and waits_for_number is null;
create index call_attempts_next on call_attempts (scheduled_at)
  where status = 'SCHEDULED' and is_admitted and waits_for_number is null;

-- Before then the call is not placed, whatever the calling window: a retry keeps its delay when the window changes.
-- Null: as soon as the window allows.
alter table call_attempts add column earliest_at timestamptz;
update call_attempts set earliest_at = scheduled_at where status = 'SCHEDULED' and number > 1;

-- An agent's open conversations in order, for whoever goes through all of them.
drop index conversations_by_open_agent;
create index conversations_by_open_agent on conversations (open_agent_id, id) where open_agent_id is not null;
