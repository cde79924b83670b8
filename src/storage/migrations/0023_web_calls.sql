-- Agents made before have what new ones have by default. Written as text: the order inside is the one that was sent.
update agent_versions set settings = regexp_replace(settings::text, '\}\s*$', ', "resumeMinutes": 10}')::json
where settings->'resumeMinutes' is null;

-- Where the process can be reached that holds web calls; null for one that holds none.
alter table workers add column web_address text;
