-- upgrade: expand later, outside a transaction
-- The calls of a company by how they ended and when they were placed: the console lists the conversations behind its counts.
create index concurrently call_attempts_ended on call_attempts (company_id, status, called_at) where called_at is not null;
