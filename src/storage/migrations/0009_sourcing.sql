-- A company's talent pool. A profile stays until it is deleted, by itself or with its company.
create table pool_profiles (
  company_id uuid not null references companies on delete cascade,
  -- The caller's own, or one made here.
  id text not null,
  -- Under the names of the API.
  profile jsonb not null,
  -- Skills, words of roles, places and addresses, each in one spelling and marked with the company:
  -- profile-terms.model.ts.
  found_by tsvector not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create index pool_profiles_found on pool_profiles using gin (found_by);

-- A search of candidates, its preview, or an enrichment: work that is asked for and polled.
create table sourcing_requests (
  -- req_…, req_prev_… or req_enr_…
  id text primary key,
  company_id uuid not null references companies on delete cascade,
  kind text not null check (kind in ('SOURCING', 'PREVIEW', 'ENRICHMENT')),
  status text not null check (status in ('processing', 'completed', 'failed')),
  -- What was asked for, resolved when it was: a job that is deleted meanwhile does not matter.
  wanted jsonb not null,
  found_count integer not null default 0,
  scored_count integer not null default 0,
  error_code text,
  error_message text,
  -- Set and renewed by the process that works on it. One that dies gives it back by this time.
  lease uuid,
  leased_until timestamptz,
  -- When its results were last asked for.
  polled_at timestamptz,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index sourcing_requests_under_way on sourcing_requests (created_at) where status = 'processing';
create index sourcing_requests_by_time on sourcing_requests (created_at);

-- A row for each person found, so that one of them can be taken as a contact, or forgotten, alone.
create table sourcing_results (
  request_id text not null references sourcing_requests on delete cascade,
  place integer not null,
  company_id uuid not null references companies on delete cascade,
  profile_id text not null,
  result jsonb not null,
  primary key (request_id, place)
);
create index sourcing_results_by_profile on sourcing_results (company_id, profile_id);
