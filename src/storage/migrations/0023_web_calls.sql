-- Agents made before have what new ones have by default. Written as text: the order inside is the one that was sent.
update agent_versions set settings = regexp_replace(settings::text, '\}\s*$', ', "resumeMinutes": 10}')::json
where settings->'resumeMinutes' is null;

-- Where the other processes reach one that holds web calls; null for one that holds none. One that is being stopped
-- takes no new ones.
alter table workers add column web_address text, add column is_taking boolean not null default true;
create index live_calls_by_conversation on live_calls (conversation_id);
