-- upgrade: expand

-- The trunk of the settings that took the call: its user and address, as in operator_trunk_problems. Null: that of a record.
alter table trunk_calls add column settings_trunk text;

-- When a trunk of the settings was last asked with OPTIONS, by whichever process.
create table settings_trunk_checks (
  trunk text primary key,
  checked_at timestamptz not null,
  -- Of the response; null: none came.
  status smallint
);
