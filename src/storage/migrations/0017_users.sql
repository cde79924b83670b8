-- People who work in the console. One person may belong to several companies, in a role in each; staff look after all.
create table users (
  id uuid primary key,
  email text not null,
  name text,
  -- scrypt with its parameters and salt; null for who signs in by links only.
  password text,
  is_staff boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_by_email on users (lower(email));

create table memberships (
  company_id uuid not null references companies on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('viewer', 'member', 'owner')),
  created_at timestamptz not null,
  primary key (company_id, user_id)
);
create index memberships_by_user on memberships (user_id, created_at);

-- Only a keyed hash of a token is kept: who reads this table can sign in as nobody.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- What they look at.
  company_id uuid references companies on delete set null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text
);
create index sessions_by_user on sessions (user_id, seen_at desc);
create index sessions_by_expiry on sessions (expires_at);

-- The link is a signed id, so no token of it is stored.
create table sign_in_links (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_links_by_user on sign_in_links (user_id);
create index sign_in_links_by_expiry on sign_in_links (expires_at);

alter table invitations
  add column role text not null default 'owner' check (role in ('viewer', 'member', 'owner')),
  add column accepted_at timestamptz;

-- What people did in a company, newest first. Entries of keys have an index of their own.
create index audit_log_of_people on audit_log (company_id, occurred_at desc, id desc) where api_key_id is null;
