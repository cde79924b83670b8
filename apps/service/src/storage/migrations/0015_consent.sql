-- What was decided in a call about its recording: announced, granted, refused, and the words.
alter table call_attempts add column recording_consent json;

-- Lists of numbers that must not be called: national registers and the like. Millions of numbers come in several requests;
-- they count once their import is active.
create table do_not_call_registers (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  name text not null,
  country text,
  list_date date,
  -- It holds for every company.
  is_shared boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Nobody sees it any more. It goes when the numbers of its imports are gone, which takes a while.
  deleted_at timestamptz,
  primary key (company_id, id)
);

create table do_not_call_imports (
  company_id uuid not null,
  id uuid not null,
  register_id uuid not null,
  mode text not null check (mode in ('append', 'replace')),
  -- What is deleted nobody sees; it goes when its numbers are gone.
  state text not null check (state in ('loading', 'active', 'replaced', 'undone', 'deleted')),
  -- The import that took its place, as long as that can be undone.
  replaced_by uuid,
  numbers integer not null default 0,
  refused integer not null default 0,
  list_date date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, register_id) references do_not_call_registers on delete cascade
);
create index do_not_call_imports_by_register on do_not_call_imports (company_id, register_id, id);
create index do_not_call_imports_to_purge on do_not_call_imports (state) where state in ('loading', 'undone', 'deleted');

-- The number first: a register that is shared is looked up by every company. The digits of E.164.
create table registered_numbers (
  number bigint not null,
  company_id uuid not null,
  import_id uuid not null,
  primary key (number, company_id, import_id),
  foreign key (company_id, import_id) references do_not_call_imports on delete cascade
);
create index registered_numbers_by_import on registered_numbers (company_id, import_id);
