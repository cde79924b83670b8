-- How many calls were offered over a trunk or from a number in each hour, so that a limit per day adds up a few rows and
-- not the calls of a day. Rows older than two days are deleted.
create table call_counts (
  -- A trunk or a number.
  owner_id uuid not null,
  hour timestamptz not null,
  -- Calls that begin at the same time do not wait for each other's row: only their sum means something.
  shard smallint not null,
  calls integer not null,
  primary key (owner_id, hour, shard)
);
create index call_counts_old on call_counts (hour);
insert into call_counts (owner_id, hour, shard, calls)
select owner_id, date_trunc('hour', began_at, 'UTC'), 0, count(*)
from trunk_calls cross join lateral (values (trunk_id), (number_id)) owners (owner_id)
where owner_id is not null and is_offered and began_at > now() - interval '25 hours'
group by 1, 2;

-- Deleting a trunk or a number deleted eight days of calls with it in one statement. They are deleted when they are old.
alter table trunk_calls
  drop constraint trunk_calls_trunk_id_fkey,
  drop constraint trunk_calls_number_id_fkey;

-- SIP messages of telephone calls, without secrets. Bounded for each call; deleted with it, or after 30 days.
create table call_sip_messages (
  attempt_id uuid not null references call_attempts on delete cascade,
  -- Rises with time.
  id uuid not null,
  company_id uuid not null,
  at timestamptz not null,
  is_sent boolean not null,
  -- Over a trunk of the company. The operator's trunks are not shown to companies.
  is_own_trunk boolean not null,
  transport text not null,
  -- Null: not known.
  local_host text,
  local_port integer,
  remote_host text not null,
  remote_port integer not null,
  call_id text not null,
  -- One of both.
  method text,
  status smallint,
  text text not null,
  primary key (attempt_id, id)
);
create index call_sip_messages_old on call_sip_messages (at);
