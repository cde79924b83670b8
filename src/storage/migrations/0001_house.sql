-- Facts about this installation that every process must agree on, such as fingerprints of shared secrets.
create table installation_facts (
  name text primary key,
  value text not null
);

create table companies (
  id uuid primary key,
  name text not null,
  description text,
  timezone text not null,
  default_country text,
  metadata jsonb not null,
  -- The ATS key that created it and may act for it; null for a company made by an administrator.
  created_by_key_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index companies_by_creator on companies (created_by_key_id, id desc);

create table invitations (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  email text not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null
);
create index invitations_by_company on invitations (company_id, id desc);

create table api_keys (
  id uuid primary key,
  -- Null for ATS keys, which act for the companies they created.
  company_id uuid references companies on delete cascade,
  type text not null check (type in ('STANDARD', 'ATS')),
  environment text check (environment in ('live', 'test')),
  name text not null,
  -- HMAC-SHA-256 under the installation's pepper; the key itself is never stored.
  hash bytea not null unique,
  scopes text[] not null,
  allowed_ips text[] not null,
  metadata jsonb not null,
  expires_at timestamptz,
  state text not null check (state in ('ACTIVE', 'SUSPENDED', 'REVOKED')),
  suspension_reason text,
  revocation_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((type = 'ATS') = (company_id is null))
);
create index api_keys_by_company on api_keys (company_id, id desc);

-- Append-only. No foreign keys: an attempt with an unknown key is logged too, and the log outlives keys.
create table audit_log (
  id uuid primary key,
  event_type text not null,
  api_key_id uuid,
  company_id uuid,
  occurred_at timestamptz not null,
  ip_address text,
  user_agent text,
  endpoint text,
  metadata jsonb not null
);
create index audit_log_by_key on audit_log (api_key_id, occurred_at desc, id desc);
-- Finds what is rare among a key's successes, at no cost to those.
create index audit_log_rare on audit_log (api_key_id, event_type, occurred_at desc, id desc) where event_type <> 'AUTH_SUCCESS';
-- For the purge of old successful authentications: rows come in order of time, so ranges of blocks suffice and
-- cost an insert next to nothing.
create index audit_log_by_time on audit_log using brin (occurred_at);

-- What a company may spend, and how much of it is spent and promised. Amounts are in the plan's unit:
-- minutes, or credits.
create table billing_accounts (
  company_id uuid primary key references companies on delete cascade,
  billing_system text not null check (billing_system in ('minutes', 'credits')),
  status text not null check (status in ('active', 'trialing', 'past_due', 'canceled')),
  included numeric not null check (included >= 0),
  purchased numeric not null check (purchased >= 0),
  overage_price numeric check (overage_price >= 0),
  monthly_spending_cap numeric check (monthly_spending_cap >= 0),
  currency text not null,
  max_concurrent_calls integer not null,
  storage_bytes bigint not null,
  credits_per_minute numeric not null check (credits_per_minute > 0),
  period_start timestamptz not null,
  period_end timestamptz not null,
  -- The day of the month that periods begin on, kept apart because February shortens it.
  period_anchor timestamptz not null,
  charged numeric not null default 0 check (charged >= 0),
  charged_calls integer not null default 0,
  held numeric not null default 0 check (held >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Open holds only: settling one deletes its row, so an attempt cannot be settled twice.
create table billing_holds (
  attempt_id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  minutes integer not null check (minutes > 0),
  amount numeric not null,
  created_at timestamptz not null
);
create index billing_holds_by_company on billing_holds (company_id);

-- Append-only. The account's `held` and `charged` are sums of these, kept beside them in one transaction.
create table billing_entries (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  -- The period it counts in. Not to be read off created_at: clocks of processes differ.
  period_start timestamptz not null,
  kind text not null check (kind in ('HOLD', 'CHARGE', 'RELEASE', 'REPRICE', 'ROLL_OVER')),
  attempt_id uuid,
  minutes integer not null,
  amount numeric not null,
  created_at timestamptz not null,
  unique (attempt_id, kind)
);
create index billing_entries_by_company on billing_entries (company_id, id desc);

-- The outbox: written with the change it tells of, delivered to webhooks later.
create table events (
  id uuid primary key,
  -- The order of emission. Ids come from the clocks of several processes, which may differ; this does not. Changes
  -- of one subject take turns at its row, so within a subject it is the order of commits too.
  position bigint generated always as identity,
  company_id uuid not null references companies on delete cascade,
  type text not null,
  -- The conversation, sourcing or enrichment request that the event is about; deliveries keep its order.
  subject_id text not null,
  data jsonb not null,
  occurred_at timestamptz not null
);
create index events_by_subject on events (company_id, subject_id, position);

-- Shared by all processes and worthless after a crash, hence unlogged.
create unlogged table rate_limits (
  bucket text primary key,
  -- The requests that may still count.
  hits timestamptz[] not null
);
