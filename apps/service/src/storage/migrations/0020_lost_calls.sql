-- New columns with defaults or nulls only, so processes of the version before go on beside this one.

-- The name of the database that a call was claimed from, as the dial ledger has it (docs/adr/0025-dial-ledger.md). Where the
-- ledger cannot be read, it tells that the call is from before a replica was promoted or a backup restored. Null: a process of
-- the version before claimed it, or it was not dialled.
alter table live_calls add column claimed_from text;

-- Of a recording that is looked for (due_at is infinity): how often that failed, and when the next look is. Null: with the next
-- sweep. Infinity: nobody looks any more, and it is deleted with its call.
alter table object_deletions
  add column failed_looks smallint not null default 0,
  add column look_at timestamptz;
