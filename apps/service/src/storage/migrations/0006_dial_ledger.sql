-- Placed calls are also written down outside this database, in the dial ledger (docs/adr/0025-dial-ledger.md). These
-- tables say how far the ledgers are known here, what the database has lost, and whether dialling is paused.
-- New tables and columns that may be null only, so processes of the version before go on beside this one.

-- One row for each ledger that a worker writes. A claim counts it up in its own transaction: a ledger with more claims than
-- its row means that this database has lost claims that had been committed.
create table dial_ledgers (
  id uuid primary key,
  claims bigint not null,
  claimed_at timestamptz not null
);

-- Calls that the ledger has and the database lost. They are not placed again.
create table lost_dials (
  company_id uuid not null,
  conversation_id uuid not null,
  attempt_number smallint not null,
  -- number_hash of the number that was dialled.
  number_hash bytea not null,
  dialled_at timestamptz not null,
  worker_id uuid not null,
  found_at timestamptz not null default clock_timestamp(),
  primary key (company_id, conversation_id, attempt_number)
);
create index lost_dials_by_number on lost_dials (company_id, number_hash);
create index lost_dials_by_time on lost_dials (found_at);

-- A row while nobody is dialled, with the reason.
create table dialling_pause (
  id boolean primary key default true check (id),
  since timestamptz not null default clock_timestamp(),
  reason text not null
);

-- Where the dial ledger has the call; null for calls that were not dialled.
alter table live_calls add column ledger_id uuid, add column claim bigint,
  -- The call's own budget is over by then, whoever conducts it. Null: not known.
  add column ends_by timestamptz;

-- Numbers of calls whose worker counts as lost. It may only be cut off from the database and still be talking, so
-- nobody dials them until the call must have ended.
create table locked_numbers (
  company_id uuid not null references companies on delete cascade,
  phone_number text not null,
  until timestamptz not null,
  primary key (company_id, phone_number)
);
