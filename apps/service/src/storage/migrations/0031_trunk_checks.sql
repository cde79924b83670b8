-- When a trunk was last asked with OPTIONS, by whichever process. No row: never, since it was created or changed.
create table trunk_checks (
  trunk_id uuid primary key references trunks on delete cascade,
  checked_at timestamptz not null,
  -- Of the response; null: none came.
  status smallint
);

-- Since when a call waits for trunks that refuse every call for a reason of their own, such as no credit. Null: it does not.
alter table call_attempts add column trunk_down_since timestamptz;
