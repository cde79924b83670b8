-- Versions of an agent have a number, an author and a date of publication; a draft has none of the first and last.
alter table agent_versions add column number integer;
alter table agent_versions add column published_at timestamptz;
-- Who made it: the kind and id of an Actor; null where it was not recorded yet.
alter table agent_versions add column actor_kind text;
alter table agent_versions add column actor_id text;
-- Of a draft: the version that it was begun from.
alter table agent_versions add column based_on uuid;

update agent_versions v set number = n.number, published_at = v.created_at
  from (select id, row_number() over (partition by agent_id order by created_at, id) as number from agent_versions) n
  where n.id = v.id;
create unique index agent_versions_by_number on agent_versions (agent_id, number) where number is not null;

-- The version that is being worked on, beside the one that calls.
alter table agents add column draft_version_id uuid references agent_versions on delete set null deferrable initially deferred;
create index agents_by_draft on agents (draft_version_id) where draft_version_id is not null;

-- The versions that call the contacts of a run and their weights; null: the one that is published at the launch.
alter table runs add column split json;
