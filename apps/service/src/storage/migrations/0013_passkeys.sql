-- Passkeys (WebAuthn) of local accounts: the authenticator keeps the private key.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- As the authenticator calls it.
  credential_id text not null unique,
  -- In COSE form.
  public_key bytea not null,
  -- How often it was used, by its own count; many always say 0.
  counter bigint not null,
  transports text[] not null,
  -- It is copied to other devices of its person.
  is_synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, created_at);

-- Challenges that were answered: the same answer does not count twice. Deleted when they would have expired anyway.
create table answered_challenges (
  challenge text primary key,
  expires_at timestamptz not null
);
create index answered_challenges_by_end on answered_challenges (expires_at);
