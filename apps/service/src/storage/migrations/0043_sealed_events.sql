-- upgrade: expand
-- What a contact said, and what was found out by it, in events: sealed with the contact's key, once no process runs that cannot read it.
alter table events add column sealed bytea;
