create table agents (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  -- The version that new conversations start with.
  version_id uuid not null,
  created_at timestamptz not null
);
create index agents_newest on agents (company_id, id desc);

-- What an agent was at a time. Rows are never changed: a conversation keeps the version it started with, and a
-- change of the agent is a new row.
create table agent_versions (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  agent_id uuid not null references agents on delete cascade,
  name text not null,
  type text not null check (type in ('PHONE', 'ONLINE')),
  language text not null,
  duration smallint not null,
  company_phone_number_id uuid references phone_numbers,
  focus text,
  instructions text,
  -- As text, not as jsonb: nothing looks inside, and clients get it back in the order of the call.
  flow json,
  settings json not null,
  created_at timestamptz not null,
  check ((focus is null) <> (flow is null))
);
create index agent_versions_by_agent on agent_versions (agent_id);
create index agent_versions_by_phone_number on agent_versions (company_phone_number_id);

-- Deferred, because an agent and its first version need each other.
alter table agents add foreign key (version_id) references agent_versions deferrable initially deferred;
create index agents_by_version on agents (version_id);
