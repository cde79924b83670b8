-- upgrade: expand

-- Secrets replaced before the previous one that still sign: [{"value": sealed, base64, "until": timestamp}], the newest first.
alter table webhooks add column older_secrets jsonb not null default '[]';
