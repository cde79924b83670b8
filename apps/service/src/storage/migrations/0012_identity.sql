-- Accounts at the identity provider (OpenID Connect): a subject of an issuer is one person here, whatever their address.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  -- Their groups make them staff, in sessions that began at the provider.
  gives_staff boolean not null default false,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id);

-- What gave the membership. Groups of the identity provider and SCIM change and take away only what they gave.
alter table memberships add column source text not null default 'invitation'
  check (source in ('invitation', 'groups', 'scim'));

alter table sessions add column signed_in_by text;
-- It ends then even if it is used: whoever was confirmed by an identity provider is confirmed again.
alter table sessions add column ends_at timestamptz;
-- Sealed; the identity provider wants it back when its user signs out.
alter table sessions add column id_token bytea;

-- The second factor of local accounts (TOTP, RFC 6238).
create table totp_secrets (
  user_id uuid primary key references users on delete cascade,
  -- Sealed.
  secret bytea not null,
  -- Null until its person has shown a code: it does not count before.
  confirmed_at timestamptz,
  -- The time step of the last code: neither it nor an older one is taken again.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

-- Each replaces one code of the app. Only keyed hashes are stored.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- What a company's identity provider creates and removes its people with (SCIM 2.0). Only keyed hashes are stored.
create table scim_tokens (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  token_hash bytea not null unique,
  -- The role of whoever it creates.
  role text not null check (role in ('viewer', 'member', 'owner')),
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, id)
);

-- The people that SCIM manages. Who is not active has no membership, but is still listed.
create table scim_users (
  company_id uuid not null references companies on delete cascade,
  user_id uuid not null references users on delete cascade,
  user_name text not null,
  external_id text,
  given_name text,
  family_name text,
  display_name text,
  active boolean not null,
  role text not null check (role in ('viewer', 'member', 'owner')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, user_id)
);
create unique index scim_users_by_name on scim_users (company_id, lower(user_name));

-- An owner of the company created the key, and no administrator has changed it since: owners may change it.
alter table api_keys add column is_of_owners boolean not null default false;
