-- upgrade: expand

-- What a worker's registration at a trunk came to. Each worker registers with its own address. There is no row where none does.
create table trunk_registrations (
  -- The id of the record, or user and address of the settings, as in operator_trunk_problems.
  trunk text not null,
  worker_id uuid not null,
  -- REGISTERED, REFUSED or UNREACHABLE.
  state text not null,
  -- Of the last response; null: none came.
  status smallint,
  since timestamptz not null,
  -- When the registration that was granted last ends; null: none was.
  expires_at timestamptz,
  primary key (trunk, worker_id)
);
