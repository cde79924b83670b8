-- What was said in calls, encrypted with the data key of the contact: docs/adr/0028-seal-what-was-said.md. New columns with
-- defaults or nulls only, so processes of the version before go on beside this one, and nothing is rewritten or read while the
-- tables are locked: no index is built here.

-- Transcript and findings of the call. Where it is set, those two are null; where they are not, they count: a process of the
-- version before has written them since.
alter table call_attempts add column sealed bytea;
-- The entries. Where it is set, `entries` is empty, and `entry_count` says how many there are.
alter table call_journals add column sealed bytea, add column entry_count integer;
-- The result of an analysis. Where it is set, `result` has only what queries look at, and says so with "isSealed".
alter table call_analyses add column sealed bytea;
-- Encrypted bytes cannot be compressed.
alter table call_attempts alter column sealed set storage external;
alter table call_journals alter column sealed set storage external;
alter table call_analyses alter column sealed set storage external;

-- False: a process of the version before. Nothing is sealed while one conducts, analyses or settles calls.
alter table workers add column reads_sealed boolean not null default false;
