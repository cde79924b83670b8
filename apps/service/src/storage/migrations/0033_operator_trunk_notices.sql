-- upgrade: expand

-- What keeps a worker from calling over a trunk of the settings or one that the operator shares. There is no row where nothing does.
create table operator_trunk_problems (
  -- The id of the record, or user and address of the settings.
  trunk text not null,
  worker_id uuid not null,
  name text not null,
  message text not null,
  -- Any answer of the trunk shows that it is back; otherwise only a call does.
  is_dead boolean not null,
  since timestamptz not null,
  primary key (trunk, worker_id)
);

-- What staff were mailed last about a trunk.
create table operator_trunk_notices (
  trunk text primary key,
  name text not null,
  is_down boolean not null,
  is_dead boolean not null,
  -- When it was last reported as down.
  reported_at timestamptz not null,
  -- When a worker last saw that it is back; null: none has since it went down.
  worked_at timestamptz
);
