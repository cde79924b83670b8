-- What was said in calls, encrypted with the data key of the contact: docs/adr/0028-seal-what-was-said.md. New columns with
-- defaults or nulls only, so processes of the version before go on beside this one.

-- Transcript and findings of the call. Where it is set, those two are null; where they are not, they count: a process of the
-- version before has written them since.
alter table call_attempts add column sealed bytea;
-- The entries. Where it is set, `entries` is empty, and `entry_count` says how many there are.
alter table call_journals add column sealed bytea, add column entry_count integer;
-- Encrypted bytes cannot be compressed.
alter table call_attempts alter column sealed set storage external;
alter table call_journals alter column sealed set storage external;

-- False: a process of the version before. Nothing is sealed while one conducts, analyses or settles calls.
alter table workers add column reads_sealed boolean not null default false;

-- What is still to be sealed, for the background.
create index call_attempts_plain on call_attempts (id) where transcript::text <> '[]' or findings is not null;
create index call_journals_plain on call_journals (attempt_id, part) where sealed is null;
