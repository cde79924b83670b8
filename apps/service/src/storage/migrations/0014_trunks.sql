-- SIP trunks: a company's own, or shared by the operator. The trunks of the settings stay the default.
create table trunks (
  id uuid primary key,
  -- Null: shared. That is why it cannot be part of the key.
  company_id uuid references companies on delete cascade,
  -- Of its settings: a process that has an older one builds its connection again.
  revision integer not null,
  name text not null,
  is_active boolean not null,
  -- Host, transport, account and headers, without the password.
  connection jsonb not null,
  -- Sealed.
  password bytea,
  -- First digits of the numbers that it takes calls to; empty: of all.
  prefixes text[] not null,
  priority smallint not null,
  weight smallint not null,
  max_concurrent_calls integer,
  max_calls_per_second integer,
  max_calls_per_day integer,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index trunks_newest on trunks (company_id, id desc);

-- Caller ids that a company's agents without a number of their own call from, and limits of each number.
alter table phone_numbers
  add column is_pooled boolean not null default false,
  -- Null: over every trunk. A provider shows only numbers that it knows.
  add column trunk_id uuid references trunks on delete set null,
  add column max_concurrent_calls integer,
  add column max_calls_per_second integer,
  add column max_calls_per_day integer,
  add column cool_down_seconds integer;
create index phone_numbers_by_trunk on phone_numbers (trunk_id) where trunk_id is not null;

-- One row for each call that was offered to a trunk: limits are counted here, in all processes together, and the health of
-- the trunk is read from it. Who was called is not written. Deleted after eight days.
create table trunk_calls (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  -- Null: a default trunk, from a number with limits.
  trunk_id uuid references trunks on delete cascade,
  number_id uuid references phone_numbers on delete cascade,
  -- While it lives, a call without an end is on the line.
  worker_id uuid not null,
  began_at timestamptz not null,
  rang_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  -- The final SIP response; null: none came, or not yet.
  status smallint,
  -- False once the trunk refused it before any telephone rang: it may be offered again, and counts for no day.
  is_offered boolean not null default true,
  primary key (company_id, id)
);
create index trunk_calls_of_trunk on trunk_calls (trunk_id, began_at desc) where trunk_id is not null;
create index trunk_calls_of_number on trunk_calls (number_id, began_at desc) where number_id is not null;
create index trunk_calls_old on trunk_calls (began_at);
create index trunk_calls_live on trunk_calls (trunk_id) where ended_at is null;
create index trunk_calls_live_of_number on trunk_calls (number_id) where ended_at is null;

-- What keeps a worker from calling over a trunk. There is no row where nothing does.
create table trunk_problems (
  trunk_id uuid not null references trunks on delete cascade,
  worker_id uuid not null,
  message text not null,
  since timestamptz not null,
  primary key (trunk_id, worker_id)
);
