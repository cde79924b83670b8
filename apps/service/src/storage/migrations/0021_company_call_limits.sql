-- What keeps a stolen key or a mistake from running up the telephone bill of a company.

-- ISO codes of the countries that may be called over trunks; null: all.
alter table companies add column allowed_countries text[];

-- Countries that a company has called over trunks. The first call to a further one is reported to its owners.
create table called_countries (
  company_id uuid not null references companies on delete cascade,
  country text not null,
  first_called_at timestamptz not null,
  primary key (company_id, country)
);

-- Most minutes of calls over trunks that begin in an hour of the clock, and in any 24 hours; null: no limit.
alter table companies
  add column max_minutes_per_hour integer,
  add column max_minutes_per_day integer;

-- Minutes of a company with such a limit, by the hour that the calls began in, so that a limit adds up a few rows and not the
-- calls of a day. Rows older than two days are deleted.
create table call_minutes (
  company_id uuid not null references companies on delete cascade,
  hour timestamptz not null,
  -- Calls that end at the same time do not wait for each other's row: only their sum means something.
  shard smallint not null,
  -- Of calls that have ended, each begun minute.
  minutes integer not null,
  -- Of calls on the line: as long as each may last.
  held integer not null,
  primary key (company_id, hour, shard)
);
create index call_minutes_old on call_minutes (hour);

-- What is held for the call; null: nothing, because the company had no limit or the worker was lost.
alter table trunk_calls add column held_minutes integer;
create index trunk_calls_holding on trunk_calls (worker_id) where ended_at is null and held_minutes is not null;

-- When owners were last told that a limit was reached, and which: a changed one is reported again.
create table company_alarms (
  company_id uuid not null references companies on delete cascade,
  reason text not null,
  raised_at timestamptz not null,
  minutes integer not null,
  primary key (company_id, reason)
);
