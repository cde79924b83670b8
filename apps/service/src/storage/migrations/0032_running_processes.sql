-- upgrade: stop
-- From here on processes of two versions work side by side: docs/adr/0029-upgrade-without-an-outage.md. Those from before do not know
-- that they may go on with a newer schema, and are not in this table.

-- Each process with its version, so that a migration which would break one that still runs is not applied. By the database's clock.
create table running_processes (
  id uuid primary key,
  -- Of Parley, as package.json has it.
  version text not null,
  -- The schemas that it works with: numbers of migrations.
  oldest_schema integer not null,
  newest_schema integer not null,
  roles text[] not null,
  host text not null,
  pid integer not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null
);

-- False: a process of a version before this table, which is not in it.
alter table workers add column is_registered boolean not null default false;
