-- The result of an analysis, encrypted with the data key of the contact: docs/adr/0028-seal-what-was-said.md. Where it is set,
-- `result` has only what queries look at, and says so with "isSealed". New columns with nulls only, so processes of the version
-- before go on beside this one.
alter table call_analyses add column sealed bytea;
alter table call_analyses alter column sealed set storage external;
-- What is still to be sealed, for the background.
create index call_analyses_plain on call_analyses (attempt_id) where result is not null and result->>'isSealed' is null;
