-- The whole schema, by subject. Functions and triggers are in functions.sql beside this folder.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Installation ------------------------------------------------------------------------------------------------------

-- Facts about this installation that every process must agree on, such as fingerprints of shared secrets.
create table installation_facts (
  name text primary key,
  value text not null
);

-- Shared by all processes and worthless after a crash, hence unlogged.
create unlogged table rate_limits (
  bucket text primary key,
  -- The requests that may still count.
  hits timestamptz[] not null
);

-- Companies and access ----------------------------------------------------------------------------------------------

create table companies (
  id uuid primary key,
  name text not null,
  description text,
  timezone text not null,
  default_country text,
  metadata jsonb not null,
  -- Keys the hashes of opted-out numbers, see opted_out_numbers.
  number_key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  -- The ATS key that created it and may act for it; null for a company created by an administrator.
  created_by_key_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index companies_by_creator on companies (created_by_key_id, id desc);

-- The language model of a company's calls, in place of the installation's.
create table company_models (
  company_id uuid primary key references companies on delete cascade,
  provider text not null,
  url text,
  model text not null,
  -- Encrypted; null when the endpoint needs none.
  key bytea,
  updated_at timestamptz not null
);

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
-- Finds the rare events among a key's many successes, and costs those nothing.
create index audit_log_rare on audit_log (api_key_id, event_type, occurred_at desc, id desc) where event_type <> 'AUTH_SUCCESS';
-- What people did in a company, newest first. Entries of keys have an index of their own.
create index audit_log_of_people on audit_log (company_id, occurred_at desc, id desc) where api_key_id is null;
-- For the purge of old successful authentications: rows arrive in order of time, so block ranges suffice and cost an
-- insert next to nothing.
create index audit_log_by_time on audit_log using brin (occurred_at);

-- People who work in the console. One person may belong to several companies, with a role in each; staff see all.
create table users (
  id uuid primary key,
  email text not null,
  name text,
  -- scrypt with its parameters and salt; null for people who sign in by links only.
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

create table invitations (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  email text not null,
  role text not null default 'owner' check (role in ('viewer', 'member', 'owner')),
  expires_at timestamptz not null,
  sent_at timestamptz,
  accepted_at timestamptz,
  created_at timestamptz not null
);
create index invitations_by_company on invitations (company_id, id desc);

-- Only a keyed hash of the token is stored: nobody who reads this table can sign in with it.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The company they look at.
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

-- Billing -----------------------------------------------------------------------------------------------------------

-- What a company may spend, and how much of it is spent and held. Amounts are in the plan's unit: minutes or credits.
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

-- Open holds only: settling one deletes its row, so an attempt cannot be settled twice. The company is not a foreign
-- key, here and in the entries: the check took a good part of a launch. Whoever writes holds the company's account,
-- and the trigger ledger_of_deleted removes the rows of a deleted company.
create table billing_holds (
  attempt_id uuid primary key,
  company_id uuid not null,
  minutes integer not null check (minutes > 0),
  amount numeric not null,
  created_at timestamptz not null
);
create index billing_holds_by_company on billing_holds (company_id);

-- Append-only. The account's `held` and `charged` are sums of these, updated in the same transaction.
create table billing_entries (
  id uuid primary key,
  company_id uuid not null,
  -- The period it counts in. Not derived from created_at: clocks of processes differ.
  period_start timestamptz not null,
  kind text not null check (kind in ('HOLD', 'CHARGE', 'RELEASE', 'REPRICE', 'ROLL_OVER')),
  attempt_id uuid,
  minutes integer not null,
  amount numeric not null,
  created_at timestamptz not null,
  unique (attempt_id, kind)
);
create index billing_entries_by_company on billing_entries (company_id, id desc);

-- Events and webhooks -----------------------------------------------------------------------------------------------

-- The outbox: written with the change it reports, delivered to webhooks later.
create table events (
  id uuid primary key,
  -- The order of emission. Ids come from the clocks of several processes, which may differ; this does not. Changes
  -- of one subject wait for each other at its row, so within a subject it is the order of commits too.
  position bigint generated always as identity,
  company_id uuid not null references companies on delete cascade,
  type text not null,
  -- The conversation, sourcing or enrichment request that the event is about; deliveries keep its order.
  subject_id text not null,
  data jsonb not null,
  occurred_at timestamptz not null,
  -- The transaction that wrote it. A row may become visible after a row of a later transaction; a reader that asks
  -- again from the oldest open transaction on misses nothing.
  told_in xid8 not null default pg_current_xact_id()
);
create index events_by_subject on events (company_id, subject_id, position);
create index events_as_told on events (company_id, told_in);
create index events_by_time on events using brin (occurred_at);

create table webhooks (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  -- No foreign key: the webhook outlives the key that created it.
  api_key_id uuid not null,
  url text not null,
  name text not null,
  description text,
  -- [{name, isMasked, value}], the value encrypted.
  headers jsonb not null,
  -- The registration strings as given, and the event types they stand for.
  events text[] not null,
  event_types text[] not null,
  vocabulary text not null check (vocabulary in ('NEUTRAL', 'LEGACY')),
  max_retries smallint not null,
  timeout_ms integer not null,
  -- Null while it is active.
  inactive_since timestamptz,
  consecutive_failures integer not null default 0,
  -- Set when failures made it inactive. Its events are still queued, and held.
  circuit_opened_at timestamptz,
  -- Encrypted with a key derived from the installation's pepper.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (circuit_opened_at is null or inactive_since is not null)
);
create index webhooks_newest on webhooks (company_id, id desc);

-- One event for one webhook. HELD is not a status of its own: PENDING is called so while the webhook is inactive, so
-- the two can never disagree.
create table webhook_deliveries (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  webhook_id uuid not null references webhooks on delete cascade,
  -- Null once the event is deleted.
  event_id uuid references events on delete set null,
  -- Those of the event; positions give the order within a subject.
  position bigint not null,
  subject_id text not null,
  -- The queue it is in: that of its subject at its webhook. One column, so that finding the first of a queue has one
  -- index to use: given two, the planner took the other, and a claim from 4,000 waiting deliveries took 180 ms
  -- instead of 3.
  lane uuid not null generated always as (md5(webhook_id::text || subject_id)::uuid) stored,
  type text not null,
  -- That of the webhook when the event was emitted: a retry sends the same bytes.
  vocabulary text not null,
  status text not null check (status in ('PENDING', 'DELIVERED', 'FAILED', 'CANCELLED')),
  -- When the next request may go out.
  due_at timestamptz not null,
  -- Set while a process sends it. If that process dies the delivery is free again at this time.
  leased_until timestamptz,
  lease uuid,
  retries smallint not null default 0,
  -- The requests so far: [{sentAt, durationMs, statusCode, error, responseBody}].
  attempts jsonb not null default '[]',
  queued_at timestamptz not null,
  created_at timestamptz not null,
  delivered_at timestamptz
) with (fillfactor = 70);
create index webhook_deliveries_first on webhook_deliveries (lane, position) where status = 'PENDING';
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where status = 'PENDING';
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, position desc);
create index webhook_deliveries_by_event on webhook_deliveries (event_id);
create index webhook_deliveries_by_time on webhook_deliveries using brin (created_at);

-- Jobs and contacts -------------------------------------------------------------------------------------------------

create table jobs (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  title text not null,
  status text not null check (status in ('OPEN', 'CLOSED')),
  -- What the job says about itself, under the names of the API.
  details jsonb not null,
  metadata jsonb not null,
  -- Title and description in lower case without accents.
  search text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index jobs_newest on jobs (company_id, id desc);
create index jobs_by_status on jobs (company_id, status, id desc);
create index jobs_by_search on jobs using gin (company_id, search gin_trgm_ops);

-- A company's own fields. The platform's are in the code: they are the same for everybody.
create table contact_fields (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  key text not null,
  label text not null,
  data_type text not null,
  enum_options text[] not null,
  is_pii boolean not null,
  allow_pii_in_context boolean not null,
  description text,
  display_order double precision not null,
  csv_aliases text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, key)
);

create table contacts (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  first_name text not null,
  last_name text not null,
  email text,
  phone_number text,
  status text not null,
  gender text,
  gdpr_expiry_date date not null,
  overall_rating smallint,
  work_history jsonb not null,
  anonymized_cv_text text,
  metadata jsonb not null,
  -- Values by key of the catalog. One whose field was deleted stays here, unseen.
  fields jsonb not null,
  do_not_call boolean not null default false,
  -- Names and e-mail in lower case without accents.
  search text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Read backwards for the newest first. Ascending, because ids rise: a descending index is half empty.
create index contacts_newest on contacts (company_id, id);
create index contacts_by_status on contacts (company_id, status, id);
create index contacts_by_search on contacts using gin (company_id, search gin_trgm_ops);
-- For the hourly expiry of personal data.
create index contacts_by_expiry on contacts (gdpr_expiry_date);
create index contacts_with_cv on contacts (gdpr_expiry_date) where anonymized_cv_text is not null;
-- A caller is known by their number alone.
create index contacts_by_phone_number on contacts (phone_number) where phone_number is not null;

-- How many contacts a company has, by status, so that a list's total costs the same at a thousand and at a million.
-- Every connection counts in rows of its own, so nobody waits for anybody; now and then the rows are folded into one.
-- Kept by triggers, so that no way of writing contacts can forget it.
create table contact_counts (
  company_id uuid not null references companies on delete cascade,
  status text not null,
  -- The process of the connection; 0 for what was folded.
  shard integer not null,
  total bigint not null,
  primary key (company_id, status, shard)
) with (fillfactor = 50);

-- Numbers of people who asked never to be called again, whichever contact of the company has the number next. Only a
-- keyed hash is stored: it outlives the contact, whose number has to be erased.
create table opted_out_numbers (
  company_id uuid not null references companies on delete cascade,
  number_hash bytea not null,
  created_at timestamptz not null,
  primary key (company_id, number_hash)
);

create table job_assignments (
  company_id uuid not null references companies on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  job_id uuid not null references jobs on delete cascade,
  -- The order of assignment: the first is the one of the deprecated jobId.
  position bigint generated always as identity,
  primary key (contact_id, job_id)
);
create index job_assignments_by_job on job_assignments (company_id, job_id, contact_id desc);

-- Agents ------------------------------------------------------------------------------------------------------------

create table phone_numbers (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  phone_number text not null,
  label text,
  created_at timestamptz not null,
  unique (company_id, phone_number)
);
create index phone_numbers_newest on phone_numbers (company_id, id desc);

create table agents (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  -- The version that new conversations start with.
  version_id uuid not null,
  created_at timestamptz not null
);
create index agents_newest on agents (company_id, id desc);

-- What an agent was at a time. Rows never change: a conversation keeps the version it started with, and a change of
-- the agent is a new row.
create table agent_versions (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  agent_id uuid not null references agents on delete cascade,
  name text not null,
  type text not null check (type in ('PHONE', 'ONLINE')),
  language text not null,
  duration smallint not null,
  company_phone_number_id uuid references phone_numbers,
  focus text,
  instructions text,
  -- json, not jsonb: nothing looks inside, and clients get it back in the order it was written.
  flow json,
  settings json not null,
  created_at timestamptz not null,
  check ((focus is null) <> (flow is null))
);
create index agent_versions_by_agent on agent_versions (agent_id);
create index agent_versions_by_phone_number on agent_versions (company_phone_number_id);

-- Deferred, because an agent and its first version need each other.
alter table agents add foreign key (version_id) references agent_versions deferrable initially deferred;
create index agents_by_version on agents (version_id);

-- Documents ---------------------------------------------------------------------------------------------------------

-- Knowledge that agents may read in a call: of a contact (its CV among them) or of an agent.
create table documents (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  contact_id uuid references contacts on delete cascade,
  agent_id uuid references agents on delete cascade,
  object_key text not null unique,
  name text not null,
  file_name text not null,
  content_type text not null,
  size_bytes bigint not null,
  source text not null check (source in ('UPLOAD', 'CV')),
  status text not null check (status in ('PENDING', 'PROCESSING', 'READY', 'FAILED')),
  is_active boolean not null,
  failure_reason text,
  -- After this an upload that is still PENDING no longer counts.
  upload_expires_at timestamptz not null,
  -- The embedder that made the vectors of all its passages; null when not all of them have one.
  embedded_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(contact_id, agent_id) = 1),
  check (source <> 'CV' or contact_id is not null)
);
create index documents_of_contact on documents (contact_id, id desc) where contact_id is not null;
create index documents_of_agent on documents (agent_id, id desc) where agent_id is not null;
create index documents_by_company on documents (company_id) include (size_bytes, status, upload_expires_at);
create index documents_under_way on documents (status, upload_expires_at) where status in ('PENDING', 'PROCESSING');
create index documents_by_maker on documents (embedded_by) where status = 'READY';

create table document_passages (
  document_id uuid not null references documents on delete cascade,
  position integer not null,
  company_id uuid not null references companies on delete cascade,
  text text not null,
  -- In lower case without accents; pairs of letters where a language does not separate words.
  words text not null,
  found_by tsvector not null,
  -- The passage's embedding: a vector of length 1, as 32-bit floats in little-endian order, and the embedder that made
  -- it. Vectors of different embedders cannot be compared.
  vector bytea,
  vector_by text,
  primary key (document_id, position)
);
-- Numbers do not compress.
alter table document_passages alter column vector set storage external;
create index document_passages_found on document_passages using gin (document_id, found_by);

-- Objects in the store that nothing refers to any more. Filled by triggers, so that no way of deleting a document, a
-- contact or a company can forget its bytes, and in the same transaction, so that no crash can.
create table object_deletions (
  key text primary key,
  -- Bytes may still be sent until then: they are deleted at once and once more afterwards.
  upload_expires_at timestamptz not null,
  due_at timestamptz not null default '-infinity'
);
create index object_deletions_due on object_deletions (due_at);

-- Conversations and calls -------------------------------------------------------------------------------------------

-- One agent talking to one contact, over as many calls as it takes.
create table conversations (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  -- No foreign keys: a finished conversation outlives its agent, and a run that was deleted.
  agent_id uuid not null,
  agent_version_id uuid not null,
  run_id uuid,
  -- The agent once more while the conversation is open: what is in use cannot be deleted.
  open_agent_id uuid references agents,
  job_id uuid references jobs on delete cascade,
  type text not null check (type in ('PHONE', 'ONLINE')),
  status text not null check (status in ('UNDEFINED', 'SCHEDULED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'FAILED', 'UNREACHABLE')),
  scheduled_at timestamptz,
  finished_at timestamptz,
  duration_minutes integer,
  metadata jsonb not null,
  is_test boolean not null,
  -- A test key created it: whatever the installation's carrier is, its calls never leave the machine.
  is_simulated boolean not null,
  -- Calls that used the retry budget, and callbacks that were asked for.
  calls_counted smallint not null default 0,
  callbacks smallint not null default 0,
  -- The last attempt that was deleted, where the next event has to report it as the previous one.
  deleted_attempt jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index conversations_newest on conversations (company_id, id desc);
create index conversations_by_status on conversations (company_id, status, id desc);
create index conversations_by_contact on conversations (contact_id, id desc);
create index conversations_by_agent on conversations (company_id, agent_id, id desc);
create index conversations_by_job on conversations (job_id, id desc) where job_id is not null;
create index conversations_by_run on conversations (run_id, id desc) where run_id is not null;
-- Ordered by id for whoever goes through all open conversations of an agent.
create index conversations_by_open_agent on conversations (open_agent_id, id) where open_agent_id is not null;
-- What of a run still waits, for its cancellation.
create index conversations_waiting_by_run on conversations (run_id, id) where status = 'SCHEDULED' and run_id is not null;
-- The last ten of a million, for the console's first page.
create index conversations_ended on conversations (company_id, finished_at desc) where finished_at is not null;

-- How many conversations a company has, like contact_counts; other filters count in their index.
create table conversation_counts (
  company_id uuid not null references companies on delete cascade,
  shard integer not null,
  total bigint not null,
  primary key (company_id, shard)
) with (fillfactor = 50);

-- One call. A row that is SCHEDULED is itself the schedule: moving, holding or deleting it is all there is to do. The
-- company is not a foreign key: the conversation already has it, and the check took a fifth of a launch.
create table call_attempts (
  id uuid primary key,
  company_id uuid not null,
  conversation_id uuid not null references conversations on delete cascade,
  -- What shares fairly with others: the run, or the company for conversations on their own.
  lane uuid not null,
  direction text not null check (direction in ('OUTBOUND', 'INBOUND')),
  status text not null check (status in ('SCHEDULED', 'IN_PROGRESS', 'COMPLETED', 'BUSY', 'NO_ANSWER', 'VOICEMAIL', 'FAILED', 'CANCELLED')),
  reason_code text,
  notes text,
  -- Counts from 1 within the conversation.
  number smallint not null,
  scheduled_at timestamptz not null,
  -- Before this time the call is not placed, whatever the calling window: a retry keeps its delay when the window
  -- changes. Null: as soon as the window allows.
  earliest_at timestamptz,
  -- Set on a due call whose number was found to be in another call: it leaves its dial queue until the number is free,
  -- so that however many calls wait for one number, nobody looks at them again and again.
  waits_for_number text,
  -- The time zone whose calling window the call keeps; null: it is placed at its time, whatever the hour.
  time_zone text,
  -- Set when the network had no room: the call waits again, under the same id, for it was offered to nobody. Since then
  -- it has been reported as started, and after an hour it fails.
  put_back_since timestamptz,
  called_at timestamptz,
  duration_seconds integer,
  -- Minutes are held for it; until they are it is not dialled.
  is_admitted boolean not null,
  transcript json,
  -- Answers, open questions and the like, for the analysis.
  findings json,
  -- What the call used of language models, one entry per model; null when the rules held it.
  thinking json,
  -- The latency of each spoken reply, part by part; null when the call was not spoken.
  turns json,
  recording_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index call_attempts_by_conversation on call_attempts (conversation_id, number);
create index call_attempts_due on call_attempts (company_id, lane, scheduled_at)
  where status = 'SCHEDULED' and is_admitted and waits_for_number is null;
create index call_attempts_next on call_attempts (scheduled_at)
  where status = 'SCHEDULED' and is_admitted and waits_for_number is null;
create index call_attempts_waiting_for_number on call_attempts (company_id, waits_for_number, scheduled_at)
  where status = 'SCHEDULED' and waits_for_number is not null;
create index call_attempts_refused on call_attempts (scheduled_at) where status = 'SCHEDULED' and not is_admitted;
-- Few wait for room in the network: when a paused run goes on, their hour begins again.
create index call_attempts_put_back on call_attempts (company_id, lane) where status = 'SCHEDULED' and put_back_since is not null;

-- Queues that are not dialled for the moment.
create table held_lanes (
  lane uuid primary key,
  company_id uuid not null references companies on delete cascade,
  -- Who closed it: what waits in it is being cancelled, and nothing is added. Null: it is only held.
  closed_by text
);

-- Whose turn it is: for every dial queue (a run's, or a company's calls without a run) the turn in which it was last
-- served. Of several queues that may be served, the one with the lowest turn is next. Only the holder of the claim lock
-- writes here. A row for each run that was ever dialled stays, as the run's conversations do.
create sequence dial_turns;
create table served_queues (
  company_id uuid not null references companies on delete cascade,
  lane uuid not null,
  turn bigint not null,
  primary key (company_id, lane)
);
-- When a company was last served, whichever of its queues it was.
create index served_queues_by_turn on served_queues (company_id, turn);

-- The processes that conduct calls, and when each last sent a heartbeat, by the database's clock.
create table workers (
  id uuid primary key,
  heard_of_at timestamptz not null,
  -- Where other processes reach one that hosts web calls; null for one that hosts none.
  web_address text,
  -- A process that is being stopped takes no new calls.
  is_taking boolean not null default true
);

-- Calls that a worker conducts. No foreign key to the attempt: when a conversation is deleted during its call, the call
-- goes on to its natural end and keeps its slot among the company's calls until then.
create table live_calls (
  attempt_id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  conversation_id uuid not null,
  lane uuid not null,
  worker_id uuid not null,
  claimed_at timestamptz not null,
  -- The number that the call occupies, so that the company makes no other call to it. Null for web calls, which have
  -- none, and for numbers of the simulated network, which stand for any number of people.
  phone_number text,
  -- The contact called us, or opened a link. Whoever is being dialled may call in: then two calls occupy their number.
  is_inbound boolean not null default false,
  -- Somebody asked to end the call. Its worker is notified, and polls this besides.
  end_asked_at timestamptz
);
create index live_calls_by_company on live_calls (company_id, lane);
create index live_calls_by_worker on live_calls (worker_id);
create index live_calls_by_conversation on live_calls (conversation_id);
create index live_calls_by_number on live_calls (company_id, phone_number) where phone_number is not null;
create unique index live_calls_dialled_once on live_calls (company_id, phone_number)
  where phone_number is not null and not is_inbound;

-- What happened in a call, appended as it happens: enough to show it live and to replay it.
create table call_journals (
  attempt_id uuid not null references call_attempts on delete cascade,
  part integer not null,
  company_id uuid not null,
  entries json not null,
  primary key (attempt_id, part)
);

-- The analysis of a call. A row that waits is itself the schedule, as a SCHEDULED attempt is of its call.
create table call_analyses (
  attempt_id uuid primary key references call_attempts on delete cascade,
  id uuid not null,
  company_id uuid not null references companies on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  -- 0 waiting, 1 running, 2 completed, 3 failed: the numbers that clients see.
  status smallint not null check (status between 0 and 3),
  -- The agent had a flow of its own.
  is_custom boolean not null,
  -- When it starts; while it runs, when its lease ends.
  due_at timestamptz not null,
  -- Who runs it: a process whose lease has ended writes nothing any more.
  lease uuid,
  tries smallint not null default 0,
  -- The completed event has been emitted. It waits until the analysis ends or the conversation is reopened.
  is_told boolean not null,
  -- json, not jsonb: nothing looks inside, and clients get it back in the order it was written.
  result json,
  error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index call_analyses_due on call_analyses (due_at) where status < 2;
create index call_analyses_by_conversation on call_analyses (conversation_id);

-- Results of a company's calls per day of its own calendar, written with their settlement: a page that shows weeks costs
-- the same at a thousand calls and at a million, and deleted calls stay counted.
create table call_days (
  company_id uuid not null references companies on delete cascade,
  day date not null,
  agent_id uuid not null,
  status text not null,
  -- '' where the call has none.
  reason_code text not null,
  calls integer not null,
  -- As charged: each call rounded up.
  minutes integer not null,
  primary key (company_id, day, agent_id, status, reason_code)
) with (fillfactor = 70);

-- Runs --------------------------------------------------------------------------------------------------------------

-- One agent working through a list of contacts.
create table runs (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  name text not null,
  -- No foreign key: a run that is over outlives its agent.
  agent_id uuid not null,
  -- The agent once more while the run is not inert: what is in use cannot be deleted.
  open_agent_id uuid references agents,
  -- The version that the contacts of the last admission are called by.
  agent_version_id uuid,
  job_id uuid references jobs on delete set null,
  status text not null check (status in ('DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED')),
  metadata jsonb not null,
  -- A test key had a hand in it: its calls never leave the machine.
  is_simulated boolean not null,
  scheduled_at timestamptz,
  schedule_error text,
  -- When a scheduled run is started, or tried again.
  due_at timestamptz,
  -- Contacts up to the first position are paid for; up to the second they have their conversations.
  admitted_to bigint not null default 0,
  fanned_to bigint not null default 0,
  -- How many lie between the two.
  pending integer not null default 0,
  -- It has something to complete, so a process looks at it every second.
  is_tended boolean not null default false,
  -- Gone for everybody; what belongs to it is being removed.
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index runs_newest on runs (company_id, id desc) where deleted_at is null;
create index runs_by_open_agent on runs (open_agent_id) where open_agent_id is not null;
create index runs_by_job on runs (job_id) where job_id is not null;
create index runs_tended on runs (id) where is_tended;
create index runs_due on runs (due_at) where status = 'SCHEDULED';

-- Who is on the list, in order of attachment.
create table run_contacts (
  run_id uuid not null references runs on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  company_id uuid not null,
  -- What the conversation will be for. A contact attached for a job that is deleted leaves with it.
  job_id uuid references jobs on delete cascade,
  -- The contact's time zone when it was attached.
  time_zone text not null,
  position bigint generated always as identity,
  primary key (run_id, contact_id)
);
create index run_contacts_in_order on run_contacts (run_id, position);
create index run_contacts_by_contact on run_contacts (contact_id);
create index run_contacts_by_job on run_contacts (job_id) where job_id is not null;

-- How many conversations of a run are open and how the others ended, kept with the statuses in their transactions, so
-- that progress costs the same at ten conversations and at a million. Sharded like contact_counts.
create table run_progress (
  run_id uuid not null,
  shard integer not null,
  company_id uuid not null references companies on delete cascade,
  open integer not null,
  completed integer not null,
  failed integer not null,
  cancelled integer not null,
  unreachable integer not null,
  primary key (run_id, shard)
) with (fillfactor = 50);

-- Sourcing ----------------------------------------------------------------------------------------------------------

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
  -- Set and renewed by the process that works on it. If that process dies the request is free again at this time.
  lease uuid,
  leased_until timestamptz,
  -- When its results were last asked for.
  polled_at timestamptz,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index sourcing_requests_under_way on sourcing_requests (created_at) where status = 'processing';
create index sourcing_requests_by_time on sourcing_requests (created_at);

-- A row for each person found, so that one of them can be taken as a contact, or erased, alone.
create table sourcing_results (
  request_id text not null references sourcing_requests on delete cascade,
  place integer not null,
  company_id uuid not null references companies on delete cascade,
  profile_id text not null,
  result jsonb not null,
  primary key (request_id, place)
);
create index sourcing_results_by_profile on sourcing_results (company_id, profile_id);
