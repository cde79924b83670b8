-- The language model that a company's calls are held with, in place of the installation's.
create table company_models (
  company_id uuid primary key references companies on delete cascade,
  provider text not null,
  url text,
  model text not null,
  -- Sealed; null: it needs none.
  key bytea,
  updated_at timestamptz not null
);

-- What a call took of language models, one entry per model; null: it was held by rules.
alter table call_attempts add column thinking json;
