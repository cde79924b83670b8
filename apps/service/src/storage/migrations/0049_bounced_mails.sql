-- upgrade: expand later, outside a transaction
-- A mail that comes back names itself alone.
create index concurrently messages_by_id on messages (id) where channel = 'EMAIL';
