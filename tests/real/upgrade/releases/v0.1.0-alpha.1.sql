SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA tasks;
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;
COMMENT ON EXTENSION btree_gin IS 'support for indexing common datatypes in GIN';
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';
CREATE TYPE tasks.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);
CREATE FUNCTION public.add_progress(run uuid, company uuid, moved_open bigint, moved_completed bigint, moved_failed bigint, moved_cancelled bigint, moved_unreachable bigint) RETURNS void
    LANGUAGE sql
    AS $$
  -- A deleted run is not counted any more, and a company that is being deleted takes its counts along.
  insert into run_progress (run_id, shard, company_id, open, completed, failed, cancelled, unreachable)
    select run, pg_backend_pid(), company, moved_open, moved_completed, moved_failed, moved_cancelled, moved_unreachable
    where exists (select from runs where id = run) and exists (select from companies where id = company)
  on conflict (run_id, shard) do update set
    open = run_progress.open + excluded.open, completed = run_progress.completed + excluded.completed,
    failed = run_progress.failed + excluded.failed, cancelled = run_progress.cancelled + excluded.cancelled,
    unreachable = run_progress.unreachable + excluded.unreachable
$$;
CREATE FUNCTION public.analyse_calls() RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  analyze conversations, call_attempts, billing_holds, run_contacts;
end $$;
CREATE FUNCTION public.cancel_delivery() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.status := 'CANCELLED';
  new.lease := null;
  new.leased_until := null;
  return new;
end $$;
CREATE FUNCTION public.count_contacts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    perform note_contacts(company_id, status, count(*)) from added group by company_id, status;
  elsif tg_op = 'DELETE' then
    -- A company that is being deleted takes its counts along.
    perform note_contacts(r.company_id, r.status, -count(*)) from removed r
      where exists (select from companies c where c.id = r.company_id) group by r.company_id, r.status;
  else
    perform note_contacts(company_id, status, sum(n)::bigint) from (
      select company_id, status, 1 as n from added union all select company_id, status, -1 from removed
    ) moved group by company_id, status having sum(n) <> 0;
  end if;
  return null;
end $$;
CREATE FUNCTION public.count_conversations() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    perform note_conversations(company_id, count(*)) from added group by company_id;
  else
    perform note_conversations(r.company_id, -count(*)) from removed r
      where exists (select from companies c where c.id = r.company_id) group by r.company_id;
  end if;
  return null;
end $$;
CREATE FUNCTION public.count_progress() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    perform add_progress(run_id, company_id, open, completed, failed, cancelled, unreachable) from (
      select run_id, company_id,
        count(*) filter (where status in ('SCHEDULED', 'IN_PROGRESS')) as open,
        count(*) filter (where status = 'COMPLETED') as completed, count(*) filter (where status = 'FAILED') as failed,
        count(*) filter (where status = 'CANCELLED') as cancelled,
        count(*) filter (where status = 'UNREACHABLE') as unreachable
      from added where run_id is not null group by 1, 2 order by 1) moved;
  elsif tg_op = 'DELETE' then
    perform add_progress(run_id, company_id, -open, -completed, -failed, -cancelled, -unreachable) from (
      select run_id, company_id,
        count(*) filter (where status in ('SCHEDULED', 'IN_PROGRESS')) as open,
        count(*) filter (where status = 'COMPLETED') as completed, count(*) filter (where status = 'FAILED') as failed,
        count(*) filter (where status = 'CANCELLED') as cancelled,
        count(*) filter (where status = 'UNREACHABLE') as unreachable
      from removed where run_id is not null group by 1, 2 order by 1) moved;
  else
    perform add_progress(run_id, company_id, open, completed, failed, cancelled, unreachable) from (
      select run_id, company_id,
        coalesce(sum(n) filter (where status in ('SCHEDULED', 'IN_PROGRESS')), 0) as open,
        coalesce(sum(n) filter (where status = 'COMPLETED'), 0) as completed,
        coalesce(sum(n) filter (where status = 'FAILED'), 0) as failed,
        coalesce(sum(n) filter (where status = 'CANCELLED'), 0) as cancelled,
        coalesce(sum(n) filter (where status = 'UNREACHABLE'), 0) as unreachable
      from (
        select run_id, company_id, status, 1 as n from added where run_id is not null
        union all select run_id, company_id, status, -1 from removed where run_id is not null
      ) both_sides group by 1, 2 order by 1) moved
    where (open, completed, failed, cancelled, unreachable) <> (0, 0, 0, 0, 0);
  end if;
  return null;
end $$;
CREATE FUNCTION public.forget_ledger() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from billing_holds h using removed r where h.company_id = r.id;
  delete from billing_entries e using removed r where e.company_id = r.id;
  return null;
end $$;
CREATE FUNCTION public.forget_objects() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into object_deletions (key, upload_expires_at)
    select object_key, upload_expires_at from removed on conflict (key) do nothing;
  return null;
end $$;
CREATE FUNCTION public.forget_recordings() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into object_deletions (key, upload_expires_at)
    select recording_key, '-infinity' from removed where recording_key is not null on conflict (key) do nothing;
  return null;
end $$;
CREATE FUNCTION public.forget_reports() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into object_deletions (key, upload_expires_at)
    select 'reports/' || company_id || '/' || attempt_id, now() + interval '5 minutes' from removed
    on conflict (key) do nothing;
  return null;
end $$;
CREATE FUNCTION public.is_opted_out(company uuid, number text) RETURNS boolean
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return number is not null and exists (
    select from opted_out_numbers where company_id = company and number_hash = number_hash(company, number));
end $$;
CREATE FUNCTION public.local_day(moment timestamp with time zone, zone text) RETURNS date
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return (moment at time zone zone)::date;
exception when invalid_parameter_value then
  return (moment at time zone 'UTC')::date;
end $$;
CREATE FUNCTION public.note_contacts(company uuid, of_status text, change bigint) RETURNS void
    LANGUAGE sql
    AS $$
  insert into contact_counts (company_id, status, shard, total) values (company, of_status, pg_backend_pid(), change)
  on conflict (company_id, status, shard) do update set total = contact_counts.total + excluded.total
$$;
CREATE FUNCTION public.note_conversations(company uuid, change bigint) RETURNS void
    LANGUAGE sql
    AS $$
  insert into conversation_counts (company_id, shard, total) values (company, pg_backend_pid(), change)
  on conflict (company_id, shard) do update set total = conversation_counts.total + excluded.total
$$;
CREATE FUNCTION public.note_stopped_webhook() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into events (id, company_id, type, subject_id, data, occurred_at)
    values (uuid7_at((extract(epoch from clock_timestamp()) * 1000)::bigint, 0), new.company_id, 'change.webhook', 'console',
            jsonb_build_object('id', new.id), clock_timestamp());
  return null;
end $$;
CREATE FUNCTION public.number_hash(company uuid, number text) RETURNS bytea
    LANGUAGE plpgsql STABLE
    AS $$
declare
  key bytea;
begin
  select number_key into key from companies where id = company;
  return sha256(key || sha256(key || convert_to(number, 'UTF8')));
end $$;
CREATE FUNCTION public.queue_deliveries() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
declare
  subscribed uuid[];
  idle boolean;
begin
  if not exists (select from told e join webhooks w on w.company_id = e.company_id) then return null; end if;
  select array_agg(distinct w.id) into subscribed
    from told e join webhooks w on w.company_id = e.company_id
    where e.type <> 'ping' and e.type = any (w.event_types)
      and (w.inactive_since is null or w.circuit_opened_at is not null);
  if subscribed is null then return null; end if;
  -- Planned anew each time: a plan from when the table was empty reads all of it.
  execute $look$
    select exists (select from unnest($1) as w (id) where not exists (
      select from webhook_deliveries d where d.webhook_id = w.id and d.status = 'PENDING'))
    $look$ into idle using subscribed;
  insert into webhook_deliveries
    (id, company_id, webhook_id, event_id, position, subject_id, type, vocabulary, status, due_at, queued_at, created_at)
    -- A uuid of version 7 with the time of the event's.
    select (left(e.id::text, 15) || right(gen_random_uuid()::text, 21))::uuid, e.company_id, w.id, e.id, e.position,
           e.subject_id, e.type, w.vocabulary, 'PENDING', e.occurred_at, e.occurred_at, e.occurred_at
    from told e join webhooks w on w.company_id = e.company_id
    where e.type <> 'ping' and e.type = any (w.event_types)
      and (w.inactive_since is null or w.circuit_opened_at is not null);
  -- Transactions that notify commit one after the other. Where deliveries are waiting already a process is awake, or
  -- looks again within a second.
  if idle then notify webhook_deliveries; end if;
  return null;
end $_$;
CREATE FUNCTION public.uuid7_at(at_ms bigint, place bigint) RETURNS uuid
    LANGUAGE sql PARALLEL SAFE
    AS $$
  select (lpad(to_hex(at_ms + place / 4096), 12, '0') || '7' || lpad(to_hex(place % 4096), 3, '0')
    || right(gen_random_uuid()::text, 17))::uuid
$$;
CREATE FUNCTION public.wake_dispatchers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('calls_due', '');
  return null;
end $$;
CREATE FUNCTION tasks.create_queue(queue_name text, options jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      tablename varchar := CASE WHEN options->>'partition' = 'true'
                            THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                            ELSE 'job_common'
                            END;
      queue_created_on timestamptz;
    BEGIN
      WITH q as (
        INSERT INTO tasks.queue (
          name,
          policy,
          retry_limit,
          retry_delay,
          retry_backoff,
          retry_delay_max,
          expire_seconds,
          retention_seconds,
          deletion_seconds,
          warning_queued,
          dead_letter,
          partition,
          table_name,
          heartbeat_seconds,
          notify,
          created_on,
          updated_on
        )
        VALUES (
          queue_name,
          options->>'policy',
          COALESCE((options->>'retryLimit')::int, 2),
          COALESCE((options->>'retryDelay')::int, 0),
          COALESCE((options->>'retryBackoff')::bool, false),
          (options->>'retryDelayMax')::int,
          COALESCE((options->>'expireInSeconds')::int, 900),
          COALESCE((options->>'retentionSeconds')::int, 1209600),
          COALESCE((options->>'deleteAfterSeconds')::int, 604800),
          COALESCE((options->>'warningQueueSize')::int, 0),
          options->>'deadLetter',
          COALESCE((options->>'partition')::bool, false),
          tablename,
          (options->>'heartbeatSeconds')::int,
          COALESCE((options->>'notify')::bool, false),
          tasks.job_now(),
          tasks.job_now()
        )
        ON CONFLICT DO NOTHING
        RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;
      IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
        RETURN;
      END IF;
      EXECUTE format('CREATE TABLE tasks.%I (LIKE tasks.job INCLUDING DEFAULTS)', tablename);
      EXECUTE tasks.job_table_format($cmd$ALTER TABLE tasks.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
      EXECUTE tasks.job_table_format($cmd$ALTER TABLE tasks.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES tasks.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE tasks.job_table_format($cmd$ALTER TABLE tasks.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES tasks.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE tasks.job_table_format($cmd$CREATE INDEX job_i11 ON tasks.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
      EXECUTE tasks.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON tasks.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
      EXECUTE tasks.job_table_format($cmd$CREATE INDEX job_i7 ON tasks.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
      EXECUTE tasks.job_table_format($cmd$CREATE INDEX job_i9 ON tasks.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
      EXECUTE tasks.job_table_format($cmd$CREATE INDEX job_i12 ON tasks.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);
      IF options->>'policy' = 'short' THEN
        EXECUTE tasks.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON tasks.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
      ELSIF options->>'policy' = 'singleton' THEN
        EXECUTE tasks.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON tasks.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
      ELSIF options->>'policy' = 'stately' THEN
        EXECUTE tasks.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON tasks.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
      ELSIF options->>'policy' = 'exclusive' THEN
        EXECUTE tasks.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON tasks.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
      ELSIF options->>'policy' = 'key_strict_fifo' THEN
        EXECUTE tasks.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON tasks.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE tasks.job_table_format($cmd$CREATE INDEX job_i10 ON tasks.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE tasks.job_table_format($cmd$ALTER TABLE tasks.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
      END IF;
      EXECUTE format('ALTER TABLE tasks.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
      EXECUTE format('ALTER TABLE tasks.job ATTACH PARTITION tasks.%I FOR VALUES IN (%L)', tablename, queue_name);
    END;
    $_$;
CREATE FUNCTION tasks.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      v_table varchar;
      v_partition bool;
    BEGIN
      
      SELECT table_name, partition
      FROM tasks.queue
      WHERE name = queue_name
      INTO v_table, v_partition;
      IF v_partition THEN
        EXECUTE format('DROP TABLE IF EXISTS tasks.%I', v_table);
      ELSE
        EXECUTE format('DELETE FROM tasks.%I WHERE name = %L', v_table, queue_name);
      END IF;
    
      DELETE FROM tasks.queue WHERE name = queue_name;
    END;
    $$;
CREATE FUNCTION tasks.job_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
      SELECT pg_catalog.now();
    $$;
CREATE FUNCTION tasks.job_table_format(command text, table_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
      SELECT format(
        regexp_replace(
          regexp_replace(command, '\.job\y', '.%1$I', 'g'),
          '\yjob_i(\d+)', '%1$s_i\1', 'g'
        ),
        table_name
      );
    $_$;
CREATE FUNCTION tasks.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      tbl RECORD;
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM tasks.queue WHERE name = queue_name;
      END IF;
      IF tbl_name IS NOT NULL THEN
        EXECUTE tasks.job_table_format(command, tbl_name);
        RETURN;
      END IF;
      EXECUTE tasks.job_table_format(command, 'job_common');
      FOR tbl IN SELECT table_name FROM tasks.queue WHERE partition = true
      LOOP
        EXECUTE tasks.job_table_format(command, tbl.table_name);
      END LOOP;
    END;
    $$;
CREATE FUNCTION tasks.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM tasks.queue WHERE name = queue_name;
      END IF;
      IF tbl_name IS NOT NULL THEN
        INSERT INTO tasks.bam (name, version, status, queue, table_name, command)
        VALUES (
          command_name,
          version,
          'pending',
          queue_name,
          tbl_name,
          tasks.job_table_format(command, tbl_name)
        );
        RETURN;
      END IF;
      INSERT INTO tasks.bam (name, version, status, queue, table_name, command)
      SELECT
        command_name,
        version,
        'pending',
        NULL,
        'job_common',
        tasks.job_table_format(command, 'job_common')
      UNION ALL
      SELECT
        command_name,
        version,
        'pending',
        queue.name,
        queue.table_name,
        tasks.job_table_format(command, queue.table_name)
      FROM tasks.queue
      WHERE partition = true;
    END;
    $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.agent_versions (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    language text NOT NULL,
    duration smallint NOT NULL,
    company_phone_number_id uuid,
    focus text,
    instructions text,
    flow json,
    settings json NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT agent_versions_check CHECK (((focus IS NULL) <> (flow IS NULL))),
    CONSTRAINT agent_versions_type_check CHECK ((type = ANY (ARRAY['PHONE'::text, 'ONLINE'::text])))
);
CREATE TABLE public.agents (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    version_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.api_keys (
    id uuid NOT NULL,
    company_id uuid,
    type text NOT NULL,
    environment text,
    name text NOT NULL,
    hash bytea NOT NULL,
    scopes text[] NOT NULL,
    allowed_ips text[] NOT NULL,
    metadata jsonb NOT NULL,
    expires_at timestamp with time zone,
    state text NOT NULL,
    suspension_reason text,
    revocation_reason text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT api_keys_check CHECK (((type = 'ATS'::text) = (company_id IS NULL))),
    CONSTRAINT api_keys_environment_check CHECK ((environment = ANY (ARRAY['live'::text, 'test'::text]))),
    CONSTRAINT api_keys_state_check CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text, 'REVOKED'::text]))),
    CONSTRAINT api_keys_type_check CHECK ((type = ANY (ARRAY['STANDARD'::text, 'ATS'::text])))
);
CREATE TABLE public.audit_log (
    id uuid NOT NULL,
    event_type text NOT NULL,
    api_key_id uuid,
    company_id uuid,
    occurred_at timestamp with time zone NOT NULL,
    ip_address text,
    user_agent text,
    endpoint text,
    metadata jsonb NOT NULL
);
CREATE TABLE public.billing_accounts (
    company_id uuid NOT NULL,
    billing_system text NOT NULL,
    status text NOT NULL,
    included numeric NOT NULL,
    purchased numeric NOT NULL,
    overage_price numeric,
    monthly_spending_cap numeric,
    currency text NOT NULL,
    max_concurrent_calls integer NOT NULL,
    storage_bytes bigint NOT NULL,
    credits_per_minute numeric NOT NULL,
    period_start timestamp with time zone NOT NULL,
    period_end timestamp with time zone NOT NULL,
    period_anchor timestamp with time zone NOT NULL,
    charged numeric DEFAULT 0 NOT NULL,
    charged_calls integer DEFAULT 0 NOT NULL,
    held numeric DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT billing_accounts_billing_system_check CHECK ((billing_system = ANY (ARRAY['minutes'::text, 'credits'::text]))),
    CONSTRAINT billing_accounts_charged_check CHECK ((charged >= (0)::numeric)),
    CONSTRAINT billing_accounts_credits_per_minute_check CHECK ((credits_per_minute > (0)::numeric)),
    CONSTRAINT billing_accounts_held_check CHECK ((held >= (0)::numeric)),
    CONSTRAINT billing_accounts_included_check CHECK ((included >= (0)::numeric)),
    CONSTRAINT billing_accounts_monthly_spending_cap_check CHECK ((monthly_spending_cap >= (0)::numeric)),
    CONSTRAINT billing_accounts_overage_price_check CHECK ((overage_price >= (0)::numeric)),
    CONSTRAINT billing_accounts_purchased_check CHECK ((purchased >= (0)::numeric)),
    CONSTRAINT billing_accounts_status_check CHECK ((status = ANY (ARRAY['active'::text, 'trialing'::text, 'past_due'::text, 'canceled'::text])))
);
CREATE TABLE public.billing_entries (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    period_start timestamp with time zone NOT NULL,
    kind text NOT NULL,
    attempt_id uuid,
    minutes integer NOT NULL,
    amount numeric NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT billing_entries_kind_check CHECK ((kind = ANY (ARRAY['HOLD'::text, 'CHARGE'::text, 'RELEASE'::text, 'REPRICE'::text, 'ROLL_OVER'::text])))
);
CREATE TABLE public.billing_holds (
    attempt_id uuid NOT NULL,
    company_id uuid NOT NULL,
    minutes integer NOT NULL,
    amount numeric NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT billing_holds_minutes_check CHECK ((minutes > 0))
);
CREATE TABLE public.call_analyses (
    attempt_id uuid NOT NULL,
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    status smallint NOT NULL,
    is_custom boolean NOT NULL,
    due_at timestamp with time zone NOT NULL,
    lease uuid,
    tries smallint DEFAULT 0 NOT NULL,
    is_told boolean NOT NULL,
    result json,
    error text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT call_analyses_status_check CHECK (((status >= 0) AND (status <= 3)))
);
CREATE TABLE public.call_attempts (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    lane uuid NOT NULL,
    direction text NOT NULL,
    status text NOT NULL,
    reason_code text,
    notes text,
    number smallint NOT NULL,
    scheduled_at timestamp with time zone NOT NULL,
    earliest_at timestamp with time zone,
    waits_for_number text,
    time_zone text,
    put_back_since timestamp with time zone,
    called_at timestamp with time zone,
    duration_seconds integer,
    is_admitted boolean NOT NULL,
    transcript json,
    findings json,
    thinking json,
    turns json,
    recording_key text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT call_attempts_direction_check CHECK ((direction = ANY (ARRAY['OUTBOUND'::text, 'INBOUND'::text]))),
    CONSTRAINT call_attempts_status_check CHECK ((status = ANY (ARRAY['SCHEDULED'::text, 'IN_PROGRESS'::text, 'COMPLETED'::text, 'BUSY'::text, 'NO_ANSWER'::text, 'VOICEMAIL'::text, 'FAILED'::text, 'CANCELLED'::text])))
);
CREATE TABLE public.call_days (
    company_id uuid NOT NULL,
    day date NOT NULL,
    agent_id uuid NOT NULL,
    status text NOT NULL,
    reason_code text NOT NULL,
    calls integer NOT NULL,
    minutes integer NOT NULL
)
WITH (fillfactor='70');
CREATE TABLE public.call_journals (
    attempt_id uuid NOT NULL,
    part integer NOT NULL,
    company_id uuid NOT NULL,
    entries json NOT NULL
);
CREATE TABLE public.companies (
    id uuid NOT NULL,
    name text NOT NULL,
    description text,
    timezone text NOT NULL,
    default_country text,
    metadata jsonb NOT NULL,
    number_key bytea DEFAULT (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) NOT NULL,
    created_by_key_id uuid,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.company_models (
    company_id uuid NOT NULL,
    provider text NOT NULL,
    url text,
    model text NOT NULL,
    key bytea,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.contact_counts (
    company_id uuid NOT NULL,
    status text NOT NULL,
    shard integer NOT NULL,
    total bigint NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.contact_fields (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    key text NOT NULL,
    label text NOT NULL,
    data_type text NOT NULL,
    enum_options text[] NOT NULL,
    is_pii boolean NOT NULL,
    allow_pii_in_context boolean NOT NULL,
    description text,
    display_order double precision NOT NULL,
    csv_aliases text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.contacts (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    email text,
    phone_number text,
    status text NOT NULL,
    gender text,
    gdpr_expiry_date date NOT NULL,
    overall_rating smallint,
    work_history jsonb NOT NULL,
    anonymized_cv_text text,
    metadata jsonb NOT NULL,
    fields jsonb NOT NULL,
    do_not_call boolean DEFAULT false NOT NULL,
    search text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.conversation_counts (
    company_id uuid NOT NULL,
    shard integer NOT NULL,
    total bigint NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.conversations (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    contact_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    agent_version_id uuid NOT NULL,
    run_id uuid,
    open_agent_id uuid,
    job_id uuid,
    type text NOT NULL,
    status text NOT NULL,
    scheduled_at timestamp with time zone,
    finished_at timestamp with time zone,
    duration_minutes integer,
    metadata jsonb NOT NULL,
    is_test boolean NOT NULL,
    is_simulated boolean NOT NULL,
    calls_counted smallint DEFAULT 0 NOT NULL,
    callbacks smallint DEFAULT 0 NOT NULL,
    deleted_attempt jsonb,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT conversations_status_check CHECK ((status = ANY (ARRAY['UNDEFINED'::text, 'SCHEDULED'::text, 'IN_PROGRESS'::text, 'COMPLETED'::text, 'CANCELLED'::text, 'FAILED'::text, 'UNREACHABLE'::text]))),
    CONSTRAINT conversations_type_check CHECK ((type = ANY (ARRAY['PHONE'::text, 'ONLINE'::text])))
);
CREATE SEQUENCE public.dial_turns
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.document_passages (
    document_id uuid NOT NULL,
    "position" integer NOT NULL,
    company_id uuid NOT NULL,
    text text NOT NULL,
    words text NOT NULL,
    found_by tsvector NOT NULL,
    vector bytea,
    vector_by text
);
ALTER TABLE ONLY public.document_passages ALTER COLUMN vector SET STORAGE EXTERNAL;
CREATE TABLE public.documents (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    contact_id uuid,
    agent_id uuid,
    object_key text NOT NULL,
    name text NOT NULL,
    file_name text NOT NULL,
    content_type text NOT NULL,
    size_bytes bigint NOT NULL,
    source text NOT NULL,
    status text NOT NULL,
    is_active boolean NOT NULL,
    failure_reason text,
    upload_expires_at timestamp with time zone NOT NULL,
    embedded_by text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT documents_check CHECK ((num_nonnulls(contact_id, agent_id) = 1)),
    CONSTRAINT documents_check1 CHECK (((source <> 'CV'::text) OR (contact_id IS NOT NULL))),
    CONSTRAINT documents_source_check CHECK ((source = ANY (ARRAY['UPLOAD'::text, 'CV'::text]))),
    CONSTRAINT documents_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'READY'::text, 'FAILED'::text])))
);
CREATE TABLE public.events (
    id uuid NOT NULL,
    "position" bigint NOT NULL,
    company_id uuid NOT NULL,
    type text NOT NULL,
    subject_id text NOT NULL,
    data jsonb NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    told_in xid8 DEFAULT pg_current_xact_id() NOT NULL
);
ALTER TABLE public.events ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.events_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.held_lanes (
    lane uuid NOT NULL,
    company_id uuid NOT NULL,
    closed_by text
);
CREATE TABLE public.installation_facts (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.invitations (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    email text NOT NULL,
    role text DEFAULT 'owner'::text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    accepted_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'owner'::text])))
);
CREATE TABLE public.job_assignments (
    company_id uuid NOT NULL,
    contact_id uuid NOT NULL,
    job_id uuid NOT NULL,
    "position" bigint NOT NULL
);
ALTER TABLE public.job_assignments ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.job_assignments_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.jobs (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    title text NOT NULL,
    status text NOT NULL,
    details jsonb NOT NULL,
    metadata jsonb NOT NULL,
    search text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT jobs_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'CLOSED'::text])))
);
CREATE TABLE public.live_calls (
    attempt_id uuid NOT NULL,
    company_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    lane uuid NOT NULL,
    worker_id uuid NOT NULL,
    claimed_at timestamp with time zone NOT NULL,
    phone_number text,
    is_inbound boolean DEFAULT false NOT NULL,
    end_asked_at timestamp with time zone
);
CREATE TABLE public.memberships (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT memberships_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'owner'::text])))
);
CREATE TABLE public.object_deletions (
    key text NOT NULL,
    upload_expires_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL
);
CREATE TABLE public.opted_out_numbers (
    company_id uuid NOT NULL,
    number_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.phone_numbers (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    phone_number text NOT NULL,
    label text,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.pool_profiles (
    company_id uuid NOT NULL,
    id text NOT NULL,
    profile jsonb NOT NULL,
    found_by tsvector NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE UNLOGGED TABLE public.rate_limits (
    bucket text NOT NULL,
    hits timestamp with time zone[] NOT NULL
);
CREATE TABLE public.run_contacts (
    run_id uuid NOT NULL,
    contact_id uuid NOT NULL,
    company_id uuid NOT NULL,
    job_id uuid,
    time_zone text NOT NULL,
    "position" bigint NOT NULL
);
ALTER TABLE public.run_contacts ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.run_contacts_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.run_progress (
    run_id uuid NOT NULL,
    shard integer NOT NULL,
    company_id uuid NOT NULL,
    open integer NOT NULL,
    completed integer NOT NULL,
    failed integer NOT NULL,
    cancelled integer NOT NULL,
    unreachable integer NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.runs (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    name text NOT NULL,
    agent_id uuid NOT NULL,
    open_agent_id uuid,
    agent_version_id uuid,
    job_id uuid,
    status text NOT NULL,
    metadata jsonb NOT NULL,
    is_simulated boolean NOT NULL,
    scheduled_at timestamp with time zone,
    schedule_error text,
    due_at timestamp with time zone,
    admitted_to bigint DEFAULT 0 NOT NULL,
    fanned_to bigint DEFAULT 0 NOT NULL,
    pending integer DEFAULT 0 NOT NULL,
    is_tended boolean DEFAULT false NOT NULL,
    deleted_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT runs_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'SCHEDULED'::text, 'RUNNING'::text, 'PAUSED'::text, 'COMPLETED'::text, 'CANCELLED'::text])))
);
CREATE TABLE public.schema_migrations (
    version integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    functions_checksum text,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.served_queues (
    company_id uuid NOT NULL,
    lane uuid NOT NULL,
    turn bigint NOT NULL
);
CREATE TABLE public.sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    company_id uuid,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ip_address text,
    user_agent text
);
CREATE TABLE public.sign_in_links (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
CREATE TABLE public.sourcing_requests (
    id text NOT NULL,
    company_id uuid NOT NULL,
    kind text NOT NULL,
    status text NOT NULL,
    wanted jsonb NOT NULL,
    found_count integer DEFAULT 0 NOT NULL,
    scored_count integer DEFAULT 0 NOT NULL,
    error_code text,
    error_message text,
    lease uuid,
    leased_until timestamp with time zone,
    polled_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    CONSTRAINT sourcing_requests_kind_check CHECK ((kind = ANY (ARRAY['SOURCING'::text, 'PREVIEW'::text, 'ENRICHMENT'::text]))),
    CONSTRAINT sourcing_requests_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'failed'::text])))
);
CREATE TABLE public.sourcing_results (
    request_id text NOT NULL,
    place integer NOT NULL,
    company_id uuid NOT NULL,
    profile_id text NOT NULL,
    result jsonb NOT NULL
);
CREATE TABLE public.users (
    id uuid NOT NULL,
    email text NOT NULL,
    name text,
    password text,
    is_staff boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.webhook_deliveries (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event_id uuid,
    "position" bigint NOT NULL,
    subject_id text NOT NULL,
    lane uuid GENERATED ALWAYS AS ((md5(((webhook_id)::text || subject_id)))::uuid) STORED NOT NULL,
    type text NOT NULL,
    vocabulary text NOT NULL,
    status text NOT NULL,
    due_at timestamp with time zone NOT NULL,
    leased_until timestamp with time zone,
    lease uuid,
    retries smallint DEFAULT 0 NOT NULL,
    attempts jsonb DEFAULT '[]'::jsonb NOT NULL,
    queued_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    delivered_at timestamp with time zone,
    CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text, 'CANCELLED'::text])))
)
WITH (fillfactor='70');
CREATE TABLE public.webhooks (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    url text NOT NULL,
    name text NOT NULL,
    description text,
    headers jsonb NOT NULL,
    events text[] NOT NULL,
    event_types text[] NOT NULL,
    vocabulary text NOT NULL,
    max_retries smallint NOT NULL,
    timeout_ms integer NOT NULL,
    inactive_since timestamp with time zone,
    consecutive_failures integer DEFAULT 0 NOT NULL,
    circuit_opened_at timestamp with time zone,
    secret bytea NOT NULL,
    previous_secret bytea,
    previous_secret_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT webhooks_check CHECK (((circuit_opened_at IS NULL) OR (inactive_since IS NOT NULL))),
    CONSTRAINT webhooks_vocabulary_check CHECK ((vocabulary = ANY (ARRAY['NEUTRAL'::text, 'LEGACY'::text])))
);
CREATE TABLE public.workers (
    id uuid NOT NULL,
    heard_of_at timestamp with time zone NOT NULL,
    web_address text,
    is_taking boolean DEFAULT true NOT NULL
);
CREATE TABLE tasks.bam (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    queue text,
    table_name text NOT NULL,
    command text NOT NULL,
    error text,
    created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone
);
CREATE TABLE tasks.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state tasks.job_state DEFAULT 'created'::tasks.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid
)
PARTITION BY LIST (name);
CREATE TABLE tasks.job_common (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state tasks.job_state DEFAULT 'created'::tasks.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);
CREATE TABLE tasks.job_dependency (
    child_name text NOT NULL,
    child_id uuid NOT NULL,
    parent_name text NOT NULL,
    parent_id uuid NOT NULL
);
CREATE TABLE tasks.queue (
    name text NOT NULL,
    policy text NOT NULL,
    retry_limit integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    retry_delay_max integer,
    expire_seconds integer NOT NULL,
    retention_seconds integer NOT NULL,
    deletion_seconds integer NOT NULL,
    dead_letter text,
    partition boolean NOT NULL,
    table_name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    warning_queued integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer DEFAULT 0 NOT NULL,
    completed_delta integer DEFAULT 0 NOT NULL,
    failed_delta integer DEFAULT 0 NOT NULL,
    delta_on timestamp with time zone,
    delta_seconds integer,
    ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
    heartbeat_seconds integer,
    notify boolean DEFAULT false NOT NULL,
    singletons_active text[],
    monitor_claim_on timestamp with time zone,
    monitor_on timestamp with time zone,
    maintain_on timestamp with time zone,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);
CREATE TABLE tasks.queue_stats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (captured_on);
CREATE TABLE tasks.queue_stats_20261116 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE tasks.queue_stats_20261117 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE tasks.schedule (
    name text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'cron'::text NOT NULL,
    cron text NOT NULL,
    timezone text DEFAULT 'UTC'::text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    last_job_id uuid,
    CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);
CREATE TABLE tasks.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE tasks.version (
    version integer NOT NULL,
    cron_on timestamp with time zone,
    bam_on timestamp with time zone,
    flow_on timestamp with time zone,
    reindex_on timestamp with time zone,
    monitor_backoff_on timestamp with time zone
);
CREATE TABLE tasks.warning (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    data jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY tasks.job ATTACH PARTITION tasks.job_common DEFAULT;
ALTER TABLE ONLY tasks.queue_stats ATTACH PARTITION tasks.queue_stats_20261116 FOR VALUES FROM ('2026-11-16 00:00:00+00') TO ('2026-11-17 00:00:00+00');
ALTER TABLE ONLY tasks.queue_stats ATTACH PARTITION tasks.queue_stats_20261117 FOR VALUES FROM ('2026-11-17 00:00:00+00') TO ('2026-11-18 00:00:00+00');
INSERT INTO public.agent_versions VALUES ('01a1e373-eeb5-7001-86b6-7efc4552a148', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-eeb5-7000-984f-227117f8dde7', 'Reminder', 'PHONE', 'EN', 5, NULL, 'GENERIC', 'Remind the person of the appointment tomorrow at ten, and ask whether they will come.', NULL, '{"guardrails":{"rules":[],"forbiddenTopics":["Prices"]},"contextConfig":{"useContactContext":false},"analyticsConfig":{"extractionTargets":[],"outcomes":[],"tags":[]},"callingWindow":null,"retryPolicy":{"maxAttempts":3,"delaySeconds":[1800,14400]},"voice":{"provider":null,"voiceId":null,"speed":1},"voicemail":{"action":"HANG_UP","message":null},"resumeMinutes":10}', '2026-11-16 08:23:08.213+00');
INSERT INTO public.agent_versions VALUES ('01a1e373-eebf-7007-8c35-4a1e1e1f20c0', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-eebf-7006-bf61-ee365ac13413', 'Customer survey', 'PHONE', 'EN', 10, NULL, NULL, NULL, '{"schemaVersion":1,"firstMessage":{"id":"01a1e373-eebd-7000-980c-228886bfd7f5","type":"first_message","text":"Hello {{contact.first_name}}, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e373-eebd-7001-b66d-fa897b0d589b","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e373-eebd-7002-9479-af0f79802f31","question":"On a scale from 1 to 10, how satisfied are you with our service?","idealAnswer":"Eight or more","importance":"REQUIRED","key":"satisfaction"},{"id":"01a1e373-eebe-7000-bb49-63044d4e76c4","question":"What should we do better?","key":"improvement"}]},{"id":"01a1e373-eebe-7001-b494-594415a5d836","title":"What follows","type":"conditional","branches":[{"id":"01a1e373-eebe-7002-8e60-10ad4fec8b80","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e373-eebe-7003-ac91-baeee12c20d5","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e373-eebf-7000-bb39-54f82c9bd056","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e373-eebf-7001-8316-2f04e3233397","type":"looping","questions":[{"id":"01a1e373-eebf-7002-83c7-be8141361026","question":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e373-eebf-7003-9ac0-022554ae63c4","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e373-eebf-7004-b1a0-438721dea375","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranch":"Everybody else"}],"lastMessage":{"id":"01a1e373-eebf-7005-8602-1a2cecf8229d","type":"last_message","text":"Thank you for your time, {{contact.first_name}}. Goodbye!"}}', '{"guardrails":{"rules":[],"forbiddenTopics":[]},"contextConfig":{"useContactContext":true},"analyticsConfig":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"callingWindow":null,"retryPolicy":{"maxAttempts":3,"delaySeconds":[1800,14400]},"voice":{"provider":null,"voiceId":null,"speed":1},"voicemail":{"action":"HANG_UP","message":null},"resumeMinutes":10}', '2026-11-16 08:23:08.223+00');
INSERT INTO public.agent_versions VALUES ('01a1e373-eec1-7002-a9fd-314b13e4b9bb', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-eec1-7001-9af7-9d64e5d0ec9e', 'Web screening', 'ONLINE', 'EN', 15, NULL, 'SCREENING', 'Find out whether the person fits the job and what they expect of it.', NULL, '{"guardrails":{"rules":[],"forbiddenTopics":[]},"contextConfig":{"useContactContext":false},"analyticsConfig":{"extractionTargets":[],"outcomes":[],"tags":[]},"callingWindow":null,"retryPolicy":{"maxAttempts":3,"delaySeconds":[1800,14400]},"voice":{"provider":null,"voiceId":null,"speed":1},"voicemail":{"action":"HANG_UP","message":null},"resumeMinutes":10}', '2026-11-16 08:23:08.225+00');
INSERT INTO public.agent_versions VALUES ('01a1e373-efa3-7000-88c5-a032ea0d9b39', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-eebf-7006-bf61-ee365ac13413', 'Customer survey', 'PHONE', 'EN', 10, NULL, NULL, NULL, '{"schemaVersion":1,"firstMessage":{"id":"01a1e373-eebd-7000-980c-228886bfd7f5","type":"first_message","text":"Hello {{contact.first_name}}, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e373-eebd-7001-b66d-fa897b0d589b","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e373-eebd-7002-9479-af0f79802f31","question":"On a scale from 1 to 10, how satisfied are you with our service?","idealAnswer":"Eight or more","importance":"REQUIRED","key":"satisfaction"},{"id":"01a1e373-eebe-7000-bb49-63044d4e76c4","question":"What should we do better?","key":"improvement"}]},{"id":"01a1e373-eebe-7001-b494-594415a5d836","title":"What follows","type":"conditional","branches":[{"id":"01a1e373-eebe-7002-8e60-10ad4fec8b80","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e373-eebe-7003-ac91-baeee12c20d5","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e373-eebf-7000-bb39-54f82c9bd056","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e373-eebf-7001-8316-2f04e3233397","type":"looping","questions":[{"id":"01a1e373-eebf-7002-83c7-be8141361026","question":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e373-eebf-7003-9ac0-022554ae63c4","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e373-eebf-7004-b1a0-438721dea375","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranch":"Everybody else"}],"lastMessage":{"id":"01a1e373-eebf-7005-8602-1a2cecf8229d","type":"last_message","text":"Thank you for your time, {{contact.first_name}}. Goodbye!"}}', '{"guardrails":{"rules":[],"forbiddenTopics":[]},"contextConfig":{"useContactContext":true},"analyticsConfig":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"callingWindow":null,"retryPolicy":{"maxAttempts":3,"delaySeconds":[1800,14400]},"voice":{"provider":null,"voiceId":null,"speed":1},"voicemail":{"action":"HANG_UP","message":null},"resumeMinutes":10}', '2026-11-16 08:23:08.451+00');
INSERT INTO public.agents VALUES ('01a1e373-eeb5-7000-984f-227117f8dde7', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-eeb5-7001-86b6-7efc4552a148', '2026-11-16 08:23:08.213+00');
INSERT INTO public.agents VALUES ('01a1e373-eec1-7001-9af7-9d64e5d0ec9e', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-eec1-7002-a9fd-314b13e4b9bb', '2026-11-16 08:23:08.225+00');
INSERT INTO public.agents VALUES ('01a1e373-eebf-7006-bf61-ee365ac13413', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-efa3-7000-88c5-a032ea0d9b39', '2026-11-16 08:23:08.223+00');
INSERT INTO public.api_keys VALUES ('01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'STANDARD', 'test', 'Demo key', '\x1758b5ab57ba6064392af86a5d6f10d94b186cea7d9a38f842e6ab1aed6fc79f', '{read:jobs,write:jobs,delete:jobs,read:contacts,write:contacts,delete:contacts,read:conversations,write:conversations,delete:conversations,read:agents,write:agents,delete:agents,read:companies,write:companies,read:billing,read:runs,write:runs,delete:runs,write:webhooks}', '{}', '{}', NULL, 'ACTIVE', NULL, NULL, '2026-11-16 08:23:08.227+00', '2026-11-16 08:23:08.227+00');
INSERT INTO public.audit_log VALUES ('01a1e373-eec5-7000-ac53-996fcdf3a914', 'KEY_CREATED', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.229+00', NULL, NULL, NULL, '{"by": "demo", "type": "STANDARD", "scopes": ["read:jobs", "write:jobs", "delete:jobs", "read:contacts", "write:contacts", "delete:contacts", "read:conversations", "write:conversations", "delete:conversations", "read:agents", "write:agents", "delete:agents", "read:companies", "write:companies", "read:billing", "read:runs", "write:runs", "delete:runs", "write:webhooks"]}');
INSERT INTO public.audit_log VALUES ('01a1e373-ef0c-7000-a54a-2850396bb8eb', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.3+00', '127.0.0.1', 'node', 'GET /agents', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-ef24-7000-a56c-5e9056e6cf86', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.324+00', '127.0.0.1', 'node', 'POST /webhooks', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-ef38-7000-a664-ea7a5f2932d3', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.344+00', '127.0.0.1', 'node', 'POST /jobs', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-ef47-7000-a0bb-0267c7d42182', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.359+00', '127.0.0.1', 'node', 'POST /contact-fields', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-ef53-7000-8615-966d4802b947', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.371+00', '127.0.0.1', 'node', 'POST /contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-ef5f-7000-b8a5-77b139646d43', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.383+00', '127.0.0.1', 'node', 'POST /contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-ef68-7000-9b33-778e486bf2a8', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.392+00', '127.0.0.1', 'node', 'POST /contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-ef6f-7000-8b99-fe02215ab53d', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.399+00', '127.0.0.1', 'node', 'POST /contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-ef77-7000-a171-adb88210dee9', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.407+00', '127.0.0.1', 'node', 'POST /contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-ef81-7000-8138-135362fa4513', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.417+00', '127.0.0.1', 'node', 'POST /contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-ef92-7000-9ce3-07d66bfeaefd', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.434+00', '127.0.0.1', 'node', 'POST /contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-ef9c-7000-ba86-2bed60ddd6e8', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.444+00', '127.0.0.1', 'node', 'PATCH /agents/01a1e373-eebf-7006-bf61-ee365ac13413', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-efaa-7000-bf05-35a6f1d10af3', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.458+00', '127.0.0.1', 'node', 'POST /runs', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-efb4-7000-a9a0-f99bffeeb574', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.468+00', '127.0.0.1', 'node', 'POST /runs/01a1e373-efad-7000-9719-27648cf28da4/contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-efc4-7000-9e3c-0bb904d6c7bb', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.484+00', '127.0.0.1', 'node', 'POST /runs/01a1e373-efad-7000-9719-27648cf28da4/launch', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-efe6-7000-9ec8-5d57f4d863e3', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.518+00', '127.0.0.1', 'node', 'POST /conversations', '{}');
INSERT INTO public.audit_log VALUES ('01a1e373-f025-7000-9635-795410051a73', 'AUTH_SUCCESS', '01a1e373-eec4-7000-a41e-27550b55285c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.581+00', '127.0.0.1', 'node', 'GET /conversations', '{}');
INSERT INTO public.billing_accounts VALUES ('01a1e373-ee9b-7000-81d5-3afbf44714d3', 'minutes', 'trialing', 1000, 0, NULL, NULL, 'EUR', 10, 1073741824, 1, '2026-11-16 08:23:08.188+00', '2027-11-16 08:23:08.188+00', '2026-11-16 08:23:08.188+00', 4, 4, 40, '2026-11-16 08:23:08.189+00', '2026-11-16 08:23:09.07+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-efdb-7001-9771-6b4b3c5e6615', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'HOLD', '01a1e373-efd3-7000-a3ed-2077c02249e1', 10, 10, '2026-11-16 08:23:08.507+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-efdb-7002-87e5-c38c12d820e5', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'HOLD', '01a1e373-efd3-7001-8305-bf017d4934c7', 10, 10, '2026-11-16 08:23:08.507+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-efdb-7003-927c-4ba0c1dafee3', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'HOLD', '01a1e373-efd3-7002-80c2-127f6205b198', 10, 10, '2026-11-16 08:23:08.507+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-efdb-7004-acf1-c8ca1f741ae1', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'HOLD', '01a1e373-efd3-7003-bf3d-a5b3c0715b7f', 10, 10, '2026-11-16 08:23:08.507+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-efdb-7005-a25c-fc0b04b5319c', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'HOLD', '01a1e373-efd3-7004-9a53-4cf8663ae342', 10, 10, '2026-11-16 08:23:08.507+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-efdb-7006-8ed2-3d8df15f5005', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'HOLD', '01a1e373-efd3-7005-a2be-11467bf226a2', 10, 10, '2026-11-16 08:23:08.507+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-efdb-7007-93b1-4f3c603839a8', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'HOLD', '01a1e373-efd3-7006-bc0a-c41c0f325f49', 10, 10, '2026-11-16 08:23:08.507+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-effb-7000-9d50-79e708bb4f92', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'HOLD', '01a1e373-eff9-7001-b9b7-dfbcc7ac43ad', 10, 10, '2026-11-16 08:23:08.539+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-f056-7000-9999-9e911069ef94', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'RELEASE', '01a1e373-efd3-7005-a2be-11467bf226a2', 10, 10, '2026-11-16 08:23:08.63+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-f06e-7000-8b84-fe95abfeac3e', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'RELEASE', '01a1e373-efd3-7001-8305-bf017d4934c7', 10, 10, '2026-11-16 08:23:08.654+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-f075-7000-bce6-98339fe9613a', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'HOLD', '01a1e373-f069-7000-83b1-7646dfbefd44', 10, 10, '2026-11-16 08:23:08.661+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-f165-7000-ace3-95b25fd74996', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'RELEASE', '01a1e373-efd3-7002-80c2-127f6205b198', 10, 10, '2026-11-16 08:23:08.901+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-f166-7000-a1be-d75e880aa2e1', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'HOLD', '01a1e373-f15b-7000-9ac5-5ce17fc94050', 10, 10, '2026-11-16 08:23:08.902+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-f180-7000-b287-6ac5b8f3c3f9', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'CHARGE', '01a1e373-efd3-7006-bc0a-c41c0f325f49', 1, 1, '2026-11-16 08:23:08.927+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-f180-7002-9686-d0126eb98cdc', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'RELEASE', '01a1e373-efd3-7006-bc0a-c41c0f325f49', 9, 9, '2026-11-16 08:23:08.927+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-f17f-7000-b57f-f16db672dc66', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'CHARGE', '01a1e373-efd3-7003-bf3d-a5b3c0715b7f', 1, 1, '2026-11-16 08:23:08.927+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-f180-7001-86e7-c80fc8ec2cc2', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'RELEASE', '01a1e373-efd3-7003-bf3d-a5b3c0715b7f', 9, 9, '2026-11-16 08:23:08.927+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-f18f-7000-80a4-d00baef99fe9', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'CHARGE', '01a1e373-efd3-7004-9a53-4cf8663ae342', 1, 1, '2026-11-16 08:23:08.943+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-f18f-7001-ab8f-ddcb8e435d06', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'RELEASE', '01a1e373-efd3-7004-9a53-4cf8663ae342', 9, 9, '2026-11-16 08:23:08.943+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-f193-7000-810a-53ba85a948cd', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'HOLD', '01a1e373-f18c-7000-82cf-dab34f21cf7a', 10, 10, '2026-11-16 08:23:08.947+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-f20e-7000-92af-081d827b723f', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'CHARGE', '01a1e373-efd3-7000-a3ed-2077c02249e1', 1, 1, '2026-11-16 08:23:09.07+00');
INSERT INTO public.billing_entries VALUES ('01a1e373-f20e-7001-9f6e-da8359b028cc', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16 08:23:08.188+00', 'RELEASE', '01a1e373-efd3-7000-a3ed-2077c02249e1', 9, 9, '2026-11-16 08:23:09.07+00');
INSERT INTO public.billing_holds VALUES ('01a1e373-eff9-7001-b9b7-dfbcc7ac43ad', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 10, 10, '2026-11-16 08:23:08.539+00');
INSERT INTO public.billing_holds VALUES ('01a1e373-f069-7000-83b1-7646dfbefd44', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 10, 10, '2026-11-16 08:23:08.661+00');
INSERT INTO public.billing_holds VALUES ('01a1e373-f15b-7000-9ac5-5ce17fc94050', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 10, 10, '2026-11-16 08:23:08.902+00');
INSERT INTO public.billing_holds VALUES ('01a1e373-f18c-7000-82cf-dab34f21cf7a', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 10, 10, '2026-11-16 08:23:08.947+00');
INSERT INTO public.call_analyses VALUES ('01a1e373-efd3-7000-a3ed-2077c02249e1', '01a1e373-f208-7000-bf21-5f42b2b2dec0', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-efd3-7000-80c5-91f388bb10c2', 2, true, '2026-11-16 08:23:09.166+00', NULL, 1, true, '{"general":{"overallRating":88,"scoringIncompleteReason":null,"companyFitRating":null,"education":null,"experience":null,"strongPoints":[],"weakPoints":["Required, and not met: On a scale from 1 to 10, how satisfied are you with our service? They said 7; the ideal answer is \"Eight or more\"."],"evaluation":["The call was held to its end.","Questions answered: 2 of 2.","The answers score 88 of 100 against the ideal ones.","None of the outcomes was reached."]},"specific":null,"analytics":{"matchScore":88,"fields":[{"key":"satisfaction","label":"Satisfaction","type":"number","value":7,"confidence":0.95,"evidence":"Seven.","evidenceTime":11.77}],"scoring":{"total":88,"items":[{"key":"satisfaction","kind":"QUESTION","label":"On a scale from 1 to 10, how satisfied are you with our service?","score":88,"reasoning":"They said 7; the ideal answer is \"Eight or more\".","weightPercent":100,"importance":"REQUIRED"}]},"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","met":false,"confidence":0.6,"evidence":null,"evidenceTime":null}],"tags":[{"key":"complaint","label":"Complaint","applied":false,"reason":"They said nothing of it."}],"qa":[{"id":"01a1e373-eebd-7002-9479-af0f79802f31","question":"On a scale from 1 to 10, how satisfied are you with our service?","answered":true,"answer":"7","evidence":"Seven.","evidenceTime":11.77},{"id":"01a1e373-eebe-7000-bb49-63044d4e76c4","question":"What should we do better?","answered":true,"answer":"The answers could come a bit faster","evidence":"The answers could come a bit faster.","evidenceTime":16.89}],"evaluation":{"strengths":[],"concerns":["Required, and not met: On a scale from 1 to 10, how satisfied are you with our service? They said 7; the ideal answer is \"Eight or more\"."],"objections":[],"assessment":["The call was held to its end.","Questions answered: 2 of 2.","The answers score 88 of 100 against the ideal ones.","None of the outcomes was reached."]},"sentiment":{"overall":"neutral","score":0.2,"trajectory":"improving","notes":"Judged by words such as \"great\"."},"summary":"Ada Novak 0000 talked to Customer survey of Demo for 26 seconds. The call was held to its end. In short: Satisfaction: 7. The answers score 88 of 100 against the ideal ones."}}', NULL, '2026-11-16 08:23:09.064+00', '2026-11-16 08:23:09.166+00');
INSERT INTO public.call_attempts VALUES ('01a1e373-eff9-7001-b9b7-dfbcc7ac43ad', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-eff9-7000-b20b-4616e2f02ece', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'OUTBOUND', 'SCHEDULED', NULL, NULL, 1, '2026-11-17 08:23:08.516+00', NULL, NULL, NULL, NULL, NULL, NULL, true, NULL, NULL, NULL, NULL, NULL, '2026-11-16 08:23:08.537+00', '2026-11-16 08:23:08.537+00');
INSERT INTO public.call_attempts VALUES ('01a1e373-efd3-7005-a2be-11467bf226a2', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-efd3-7005-81e4-01c75789d98f', '01a1e373-efad-7000-9719-27648cf28da4', 'OUTBOUND', 'FAILED', 'INVALID_NUMBER', '404', 1, '2026-11-16 08:23:08.499+00', NULL, NULL, 'UTC', NULL, '2026-11-16 08:23:08.53+00', NULL, true, '[]', NULL, NULL, NULL, NULL, '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:08.622+00');
INSERT INTO public.call_attempts VALUES ('01a1e373-efd3-7001-8305-bf017d4934c7', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-efd3-7001-a217-e047e9c0f775', '01a1e373-efad-7000-9719-27648cf28da4', 'OUTBOUND', 'BUSY', 'BUSY', '486', 1, '2026-11-16 08:23:08.499+00', NULL, NULL, 'UTC', NULL, '2026-11-16 08:23:08.53+00', NULL, true, '[]', NULL, NULL, NULL, NULL, '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:08.638+00');
INSERT INTO public.call_attempts VALUES ('01a1e373-f069-7000-83b1-7646dfbefd44', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-efd3-7001-a217-e047e9c0f775', '01a1e373-efad-7000-9719-27648cf28da4', 'OUTBOUND', 'SCHEDULED', NULL, NULL, 2, '2026-11-16 08:53:08.649+00', '2026-11-16 08:53:08.649+00', NULL, 'UTC', NULL, NULL, NULL, true, NULL, NULL, NULL, NULL, NULL, '2026-11-16 08:23:08.649+00', '2026-11-16 08:23:08.649+00');
INSERT INTO public.call_attempts VALUES ('01a1e373-efd3-7002-80c2-127f6205b198', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-efd3-7002-8f48-d553e8f46cec', '01a1e373-efad-7000-9719-27648cf28da4', 'OUTBOUND', 'VOICEMAIL', 'VOICEMAIL', NULL, 1, '2026-11-16 08:23:08.499+00', NULL, NULL, 'UTC', NULL, '2026-11-16 08:23:08.53+00', 7, true, '[{"speaker":"CONTACT","text":"The person you are calling is not available. Please leave a message after the beep.","startTime":0.3,"endTime":6.23,"language":"en"}]', '{"outcome":{"kind":"voicemail","isMessageLeft":false},"answers":[],"hasAnswered":false,"openQuestions":[],"message":null,"branches":[]}', NULL, NULL, 'recordings/01a1e373-efd3-7002-80c2-127f6205b198/simulated.wav', '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:08.88+00');
INSERT INTO public.call_attempts VALUES ('01a1e373-f15b-7000-9ac5-5ce17fc94050', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-efd3-7002-8f48-d553e8f46cec', '01a1e373-efad-7000-9719-27648cf28da4', 'OUTBOUND', 'SCHEDULED', NULL, NULL, 2, '2026-11-16 08:53:08.891+00', '2026-11-16 08:53:08.891+00', NULL, 'UTC', NULL, NULL, NULL, true, NULL, NULL, NULL, NULL, NULL, '2026-11-16 08:23:08.891+00', '2026-11-16 08:23:08.891+00');
INSERT INTO public.call_attempts VALUES ('01a1e373-efd3-7003-bf3d-a5b3c0715b7f', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-efd3-7003-8e57-080e429a9ded', '01a1e373-efad-7000-9719-27648cf28da4', 'OUTBOUND', 'COMPLETED', 'NOT_INTERESTED', NULL, 1, '2026-11-16 08:23:08.499+00', NULL, NULL, 'UTC', NULL, '2026-11-16 08:23:08.53+00', 14, true, '[{"speaker":"AI","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","startTime":0,"endTime":5.43,"language":"en"},{"speaker":"CONTACT","text":"Thanks, but I am not interested in this.","startTime":6.52,"endTime":9.37,"language":"en"},{"speaker":"AI","text":"I understand, and I will not take up more of your time.","startTime":9.37,"endTime":13.3,"language":"en"}]', '{"outcome":{"kind":"not_interested","detail":"DECLINED"},"answers":[],"hasAnswered":false,"openQuestions":[],"message":null,"branches":[]}', NULL, NULL, 'recordings/01a1e373-efd3-7003-bf3d-a5b3c0715b7f/simulated.wav', '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:08.92+00');
INSERT INTO public.call_attempts VALUES ('01a1e373-efd3-7006-bc0a-c41c0f325f49', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-efd3-7006-b4f9-47a063d04911', '01a1e373-efad-7000-9719-27648cf28da4', 'OUTBOUND', 'COMPLETED', 'OPT_OUT', NULL, 1, '2026-11-16 08:23:08.499+00', NULL, NULL, 'UTC', NULL, '2026-11-16 08:23:08.53+00', 16, true, '[{"speaker":"AI","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","startTime":0,"endTime":5.43,"language":"en"},{"speaker":"CONTACT","text":"Please take me off your list and never call me again.","startTime":6.42,"endTime":10.21,"language":"en"},{"speaker":"AI","text":"Of course. I''ve noted it, and you won''t receive any more calls from us.","startTime":10.21,"endTime":15.28,"language":"en"}]', '{"outcome":{"kind":"opt_out"},"answers":[],"hasAnswered":false,"openQuestions":[],"message":null,"branches":[]}', NULL, NULL, 'recordings/01a1e373-efd3-7006-bc0a-c41c0f325f49/simulated.wav', '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:08.922+00');
INSERT INTO public.call_attempts VALUES ('01a1e373-efd3-7004-9a53-4cf8663ae342', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-efd3-7004-b7cd-e4911317bea4', '01a1e373-efad-7000-9719-27648cf28da4', 'OUTBOUND', 'COMPLETED', 'CALLBACK_REQUESTED', NULL, 1, '2026-11-16 08:23:08.499+00', NULL, NULL, 'UTC', NULL, '2026-11-16 08:23:08.53+00', 14, true, '[{"speaker":"AI","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","startTime":0,"endTime":5.43,"language":"en"},{"speaker":"CONTACT","text":"It is a bad moment. Could you call me back tomorrow at three?","startTime":6.48,"endTime":10.84,"language":"en"},{"speaker":"AI","text":"All right, we''ll call you tomorrow at 3 PM.","startTime":10.84,"endTime":13.91,"language":"en"}]', '{"outcome":{"kind":"callback","rawText":"It is a bad moment. Could you call me back tomorrow at three?","at":"2026-11-17T15:00:00.000Z"},"answers":[],"hasAnswered":false,"openQuestions":[],"message":null,"branches":[]}', NULL, NULL, 'recordings/01a1e373-efd3-7004-9a53-4cf8663ae342/simulated.wav', '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:08.935+00');
INSERT INTO public.call_attempts VALUES ('01a1e373-f18c-7000-82cf-dab34f21cf7a', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-efd3-7004-b7cd-e4911317bea4', '01a1e373-efad-7000-9719-27648cf28da4', 'OUTBOUND', 'SCHEDULED', NULL, NULL, 2, '2026-11-17 15:00:00+00', NULL, NULL, NULL, NULL, NULL, NULL, true, NULL, NULL, NULL, NULL, NULL, '2026-11-16 08:23:08.94+00', '2026-11-16 08:23:08.94+00');
INSERT INTO public.call_attempts VALUES ('01a1e373-efd3-7000-a3ed-2077c02249e1', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-efd3-7000-80c5-91f388bb10c2', '01a1e373-efad-7000-9719-27648cf28da4', 'OUTBOUND', 'COMPLETED', NULL, NULL, 1, '2026-11-16 08:23:08.499+00', NULL, NULL, 'UTC', NULL, '2026-11-16 08:23:08.53+00', 26, true, '[{"speaker":"AI","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","startTime":0,"endTime":5.43,"language":"en"},{"speaker":"CONTACT","text":"Yeah.","startTime":6.22,"endTime":6.58,"language":"en"},{"speaker":"AI","text":"On a scale from 1 to 10, how satisfied are you with our service?","startTime":6.58,"endTime":11.15,"language":"en"},{"speaker":"CONTACT","text":"Seven.","startTime":11.77,"endTime":12.2,"language":"en"},{"speaker":"AI","text":"Thank you, I''ve noted that. What should we do better?","startTime":12.2,"endTime":15.99,"language":"en"},{"speaker":"CONTACT","text":"The answers could come a bit faster.","startTime":16.89,"endTime":19.46,"language":"en"},{"speaker":"AI","text":"Thank you for the honest answer.","startTime":19.46,"endTime":21.75,"language":"en"},{"speaker":"CONTACT","text":"Okay, great.","startTime":22.17,"endTime":23.03,"language":"en"},{"speaker":"AI","text":"Thank you for your time, Ada. Goodbye!","startTime":23.03,"endTime":25.74,"language":"en"}]', '{"outcome":{"kind":"finished"},"answers":[{"questionId":"01a1e373-eebd-7002-9479-af0f79802f31","key":"satisfaction","question":"On a scale from 1 to 10, how satisfied are you with our service?","value":7,"evidence":"Seven.","startMs":11770,"endMs":12199},{"questionId":"01a1e373-eebe-7000-bb49-63044d4e76c4","key":"improvement","question":"What should we do better?","value":"The answers could come a bit faster","evidence":"The answers could come a bit faster.","startMs":16888,"endMs":19459}],"hasAnswered":true,"openQuestions":[],"message":null,"branches":[{"sectionId":"01a1e373-eebe-7001-b494-594415a5d836","branchId":"01a1e373-eebf-7003-9ac0-022554ae63c4","reason":"\"Everybody else\": answer.satisfaction EXISTS holds."}]}', NULL, NULL, 'recordings/01a1e373-efd3-7000-a3ed-2077c02249e1/simulated.wav', '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:09.063+00');
INSERT INTO public.call_days VALUES ('01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16', '01a1e373-eebf-7006-bf61-ee365ac13413', 'FAILED', 'INVALID_NUMBER', 1, 0);
INSERT INTO public.call_days VALUES ('01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16', '01a1e373-eebf-7006-bf61-ee365ac13413', 'BUSY', 'BUSY', 1, 0);
INSERT INTO public.call_days VALUES ('01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16', '01a1e373-eebf-7006-bf61-ee365ac13413', 'VOICEMAIL', 'VOICEMAIL', 1, 0);
INSERT INTO public.call_days VALUES ('01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16', '01a1e373-eebf-7006-bf61-ee365ac13413', 'COMPLETED', 'NOT_INTERESTED', 1, 1);
INSERT INTO public.call_days VALUES ('01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16', '01a1e373-eebf-7006-bf61-ee365ac13413', 'COMPLETED', 'OPT_OUT', 1, 1);
INSERT INTO public.call_days VALUES ('01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16', '01a1e373-eebf-7006-bf61-ee365ac13413', 'COMPLETED', 'CALLBACK_REQUESTED', 1, 1);
INSERT INTO public.call_days VALUES ('01a1e373-ee9b-7000-81d5-3afbf44714d3', '2026-11-16', '01a1e373-eebf-7006-bf61-ee365ac13413', 'COMPLETED', '', 1, 1);
INSERT INTO public.call_journals VALUES ('01a1e373-efd3-7005-a2be-11467bf226a2', 0, '01a1e373-ee9b-7000-81d5-3afbf44714d3', '[{"kind":"plan","plan":{"agent":{"id":"01a1e373-eebf-7006-bf61-ee365ac13413","versionId":"01a1e373-efa3-7000-88c5-a032ea0d9b39","name":"Customer survey"},"company":{"name":"Demo"},"contact":{"id":"01a1e373-ef87-7000-a8f5-4399a9554275","firstName":"Ada","lastName":"Novak 0010","gender":null,"phoneNumber":"+15005550010"},"language":"EN","type":"PHONE","focus":null,"durationMinutes":10,"firstMessage":{"id":"01a1e373-eebd-7000-980c-228886bfd7f5","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e373-eebd-7001-b66d-fa897b0d589b","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e373-eebd-7002-9479-af0f79802f31","text":"On a scale from 1 to 10, how satisfied are you with our service?","key":"satisfaction","scoring":{"idealAnswer":"Eight or more","weight":4,"importance":"REQUIRED"}},{"id":"01a1e373-eebe-7000-bb49-63044d4e76c4","text":"What should we do better?","key":"improvement"}]},{"id":"01a1e373-eebe-7001-b494-594415a5d836","title":"What follows","type":"conditional","branches":[{"id":"01a1e373-eebe-7002-8e60-10ad4fec8b80","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e373-eebe-7003-ac91-baeee12c20d5","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e373-eebf-7000-bb39-54f82c9bd056","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e373-eebf-7001-8316-2f04e3233397","type":"looping","questions":[{"id":"01a1e373-eebf-7002-83c7-be8141361026","text":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e373-eebf-7003-9ac0-022554ae63c4","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e373-eebf-7004-b1a0-438721dea375","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranchId":"01a1e373-eebf-7003-9ac0-022554ae63c4"}],"lastMessage":{"id":"01a1e373-eebf-7005-8602-1a2cecf8229d","text":"Thank you for your time, Ada. Goodbye!"},"handoffs":[{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}],"prompt":[{"id":"contact","title":"The contact","kind":"data","text":"- First name: Ada\n- Last name: Novak 0010"}],"knowledge":[{"id":"contact","title":"About the contact","text":"# About the contact\n\n## Custom\n\n- Branch: North\n"}],"analysis":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"known":{"contact":{"branch":"North","first_name":"Ada","last_name":"Novak 0010","phone":"+15005550010","company_name":"Demo","company_description":"A company to try Parley with","agent_name":"Customer survey"},"job":{}},"hours":{"timeZone":"UTC","window":null},"voicemail":{"action":"HANG_UP"},"voice":{"provider":null,"voiceId":null,"speed":1},"filled":[{"text":"Ada","isOfContact":true}]}}]');
INSERT INTO public.call_journals VALUES ('01a1e373-efd3-7001-8305-bf017d4934c7', 0, '01a1e373-ee9b-7000-81d5-3afbf44714d3', '[{"kind":"plan","plan":{"agent":{"id":"01a1e373-eebf-7006-bf61-ee365ac13413","versionId":"01a1e373-efa3-7000-88c5-a032ea0d9b39","name":"Customer survey"},"company":{"name":"Demo"},"contact":{"id":"01a1e373-ef61-7000-b69a-c54d6e10979e","firstName":"Ada","lastName":"Novak 0001","gender":null,"phoneNumber":"+15005550001"},"language":"EN","type":"PHONE","focus":null,"durationMinutes":10,"firstMessage":{"id":"01a1e373-eebd-7000-980c-228886bfd7f5","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e373-eebd-7001-b66d-fa897b0d589b","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e373-eebd-7002-9479-af0f79802f31","text":"On a scale from 1 to 10, how satisfied are you with our service?","key":"satisfaction","scoring":{"idealAnswer":"Eight or more","weight":4,"importance":"REQUIRED"}},{"id":"01a1e373-eebe-7000-bb49-63044d4e76c4","text":"What should we do better?","key":"improvement"}]},{"id":"01a1e373-eebe-7001-b494-594415a5d836","title":"What follows","type":"conditional","branches":[{"id":"01a1e373-eebe-7002-8e60-10ad4fec8b80","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e373-eebe-7003-ac91-baeee12c20d5","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e373-eebf-7000-bb39-54f82c9bd056","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e373-eebf-7001-8316-2f04e3233397","type":"looping","questions":[{"id":"01a1e373-eebf-7002-83c7-be8141361026","text":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e373-eebf-7003-9ac0-022554ae63c4","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e373-eebf-7004-b1a0-438721dea375","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranchId":"01a1e373-eebf-7003-9ac0-022554ae63c4"}],"lastMessage":{"id":"01a1e373-eebf-7005-8602-1a2cecf8229d","text":"Thank you for your time, Ada. Goodbye!"},"handoffs":[{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}],"prompt":[{"id":"contact","title":"The contact","kind":"data","text":"- First name: Ada\n- Last name: Novak 0001"}],"knowledge":[{"id":"contact","title":"About the contact","text":"# About the contact\n\n## Custom\n\n- Branch: North\n"}],"analysis":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"known":{"contact":{"branch":"North","first_name":"Ada","last_name":"Novak 0001","phone":"+15005550001","company_name":"Demo","company_description":"A company to try Parley with","agent_name":"Customer survey"},"job":{}},"hours":{"timeZone":"UTC","window":null},"voicemail":{"action":"HANG_UP"},"voice":{"provider":null,"voiceId":null,"speed":1},"filled":[{"text":"Ada","isOfContact":true}]}}]');
INSERT INTO public.call_journals VALUES ('01a1e373-efd3-7000-a3ed-2077c02249e1', 0, '01a1e373-ee9b-7000-81d5-3afbf44714d3', '[{"kind":"plan","plan":{"agent":{"id":"01a1e373-eebf-7006-bf61-ee365ac13413","versionId":"01a1e373-efa3-7000-88c5-a032ea0d9b39","name":"Customer survey"},"company":{"name":"Demo"},"contact":{"id":"01a1e373-ef57-7000-b483-a9f95aa9158e","firstName":"Ada","lastName":"Novak 0000","gender":null,"phoneNumber":"+15005550000"},"language":"EN","type":"PHONE","focus":null,"durationMinutes":10,"firstMessage":{"id":"01a1e373-eebd-7000-980c-228886bfd7f5","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e373-eebd-7001-b66d-fa897b0d589b","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e373-eebd-7002-9479-af0f79802f31","text":"On a scale from 1 to 10, how satisfied are you with our service?","key":"satisfaction","scoring":{"idealAnswer":"Eight or more","weight":4,"importance":"REQUIRED"}},{"id":"01a1e373-eebe-7000-bb49-63044d4e76c4","text":"What should we do better?","key":"improvement"}]},{"id":"01a1e373-eebe-7001-b494-594415a5d836","title":"What follows","type":"conditional","branches":[{"id":"01a1e373-eebe-7002-8e60-10ad4fec8b80","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e373-eebe-7003-ac91-baeee12c20d5","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e373-eebf-7000-bb39-54f82c9bd056","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e373-eebf-7001-8316-2f04e3233397","type":"looping","questions":[{"id":"01a1e373-eebf-7002-83c7-be8141361026","text":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e373-eebf-7003-9ac0-022554ae63c4","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e373-eebf-7004-b1a0-438721dea375","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranchId":"01a1e373-eebf-7003-9ac0-022554ae63c4"}],"lastMessage":{"id":"01a1e373-eebf-7005-8602-1a2cecf8229d","text":"Thank you for your time, Ada. Goodbye!"},"handoffs":[{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}],"prompt":[{"id":"contact","title":"The contact","kind":"data","text":"- First name: Ada\n- Last name: Novak 0000"}],"knowledge":[{"id":"contact","title":"About the contact","text":"# About the contact\n\n## Custom\n\n- Branch: North\n"}],"analysis":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"known":{"contact":{"branch":"North","first_name":"Ada","last_name":"Novak 0000","phone":"+15005550000","company_name":"Demo","company_description":"A company to try Parley with","agent_name":"Customer survey"},"job":{}},"hours":{"timeZone":"UTC","window":null},"voicemail":{"action":"HANG_UP"},"voice":{"provider":null,"voiceId":null,"speed":1},"filled":[{"text":"Ada","isOfContact":true}]}},{"kind":"say","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","why":"Every call begins with the first message."},{"kind":"said","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","isWhole":true,"startMs":0,"endMs":5429},{"kind":"listen","expectation":"opening","patienceMs":3000},{"kind":"heard","heard":{"kind":"words","text":"Yeah.","startMs":6219,"endMs":6576,"language":"en"}},{"kind":"understood","understanding":{"wants":{}}},{"kind":"enter","sectionId":"01a1e373-eebd-7001-b66d-fa897b0d589b","title":"Satisfaction"},{"kind":"elapsed","atMs":6576},{"kind":"ask","questionId":"01a1e373-eebd-7002-9479-af0f79802f31"},{"kind":"say","text":"On a scale from 1 to 10, how satisfied are you with our service?","why":"The next question of the flow."}]');
INSERT INTO public.call_journals VALUES ('01a1e373-efd3-7003-bf3d-a5b3c0715b7f', 0, '01a1e373-ee9b-7000-81d5-3afbf44714d3', '[{"kind":"plan","plan":{"agent":{"id":"01a1e373-eebf-7006-bf61-ee365ac13413","versionId":"01a1e373-efa3-7000-88c5-a032ea0d9b39","name":"Customer survey"},"company":{"name":"Demo"},"contact":{"id":"01a1e373-ef71-7000-a822-2fb723907148","firstName":"Ada","lastName":"Novak 0004","gender":null,"phoneNumber":"+15005550004"},"language":"EN","type":"PHONE","focus":null,"durationMinutes":10,"firstMessage":{"id":"01a1e373-eebd-7000-980c-228886bfd7f5","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e373-eebd-7001-b66d-fa897b0d589b","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e373-eebd-7002-9479-af0f79802f31","text":"On a scale from 1 to 10, how satisfied are you with our service?","key":"satisfaction","scoring":{"idealAnswer":"Eight or more","weight":4,"importance":"REQUIRED"}},{"id":"01a1e373-eebe-7000-bb49-63044d4e76c4","text":"What should we do better?","key":"improvement"}]},{"id":"01a1e373-eebe-7001-b494-594415a5d836","title":"What follows","type":"conditional","branches":[{"id":"01a1e373-eebe-7002-8e60-10ad4fec8b80","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e373-eebe-7003-ac91-baeee12c20d5","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e373-eebf-7000-bb39-54f82c9bd056","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e373-eebf-7001-8316-2f04e3233397","type":"looping","questions":[{"id":"01a1e373-eebf-7002-83c7-be8141361026","text":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e373-eebf-7003-9ac0-022554ae63c4","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e373-eebf-7004-b1a0-438721dea375","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranchId":"01a1e373-eebf-7003-9ac0-022554ae63c4"}],"lastMessage":{"id":"01a1e373-eebf-7005-8602-1a2cecf8229d","text":"Thank you for your time, Ada. Goodbye!"},"handoffs":[{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}],"prompt":[{"id":"contact","title":"The contact","kind":"data","text":"- First name: Ada\n- Last name: Novak 0004"}],"knowledge":[{"id":"contact","title":"About the contact","text":"# About the contact\n\n## Custom\n\n- Branch: North\n"}],"analysis":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"known":{"contact":{"branch":"North","first_name":"Ada","last_name":"Novak 0004","phone":"+15005550004","company_name":"Demo","company_description":"A company to try Parley with","agent_name":"Customer survey"},"job":{}},"hours":{"timeZone":"UTC","window":null},"voicemail":{"action":"HANG_UP"},"voice":{"provider":null,"voiceId":null,"speed":1},"filled":[{"text":"Ada","isOfContact":true}]}},{"kind":"say","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","why":"Every call begins with the first message."},{"kind":"said","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","isWhole":true,"startMs":0,"endMs":5429},{"kind":"listen","expectation":"opening","patienceMs":3000},{"kind":"heard","heard":{"kind":"words","text":"Thanks, but I am not interested in this.","startMs":6517,"endMs":9374,"language":"en"}},{"kind":"understood","understanding":{"wants":{"notInterested":true}}},{"kind":"word","intention":{"kind":"respect_refusal"},"why":"They are not interested."},{"kind":"worded","text":"I understand, and I will not take up more of your time."},{"kind":"say","text":"I understand, and I will not take up more of your time.","why":"They are not interested."}]');
INSERT INTO public.call_journals VALUES ('01a1e373-efd3-7004-9a53-4cf8663ae342', 0, '01a1e373-ee9b-7000-81d5-3afbf44714d3', '[{"kind":"plan","plan":{"agent":{"id":"01a1e373-eebf-7006-bf61-ee365ac13413","versionId":"01a1e373-efa3-7000-88c5-a032ea0d9b39","name":"Customer survey"},"company":{"name":"Demo"},"contact":{"id":"01a1e373-ef79-7000-9b09-93d3bba090b1","firstName":"Ada","lastName":"Novak 0005","gender":null,"phoneNumber":"+15005550005"},"language":"EN","type":"PHONE","focus":null,"durationMinutes":10,"firstMessage":{"id":"01a1e373-eebd-7000-980c-228886bfd7f5","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e373-eebd-7001-b66d-fa897b0d589b","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e373-eebd-7002-9479-af0f79802f31","text":"On a scale from 1 to 10, how satisfied are you with our service?","key":"satisfaction","scoring":{"idealAnswer":"Eight or more","weight":4,"importance":"REQUIRED"}},{"id":"01a1e373-eebe-7000-bb49-63044d4e76c4","text":"What should we do better?","key":"improvement"}]},{"id":"01a1e373-eebe-7001-b494-594415a5d836","title":"What follows","type":"conditional","branches":[{"id":"01a1e373-eebe-7002-8e60-10ad4fec8b80","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e373-eebe-7003-ac91-baeee12c20d5","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e373-eebf-7000-bb39-54f82c9bd056","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e373-eebf-7001-8316-2f04e3233397","type":"looping","questions":[{"id":"01a1e373-eebf-7002-83c7-be8141361026","text":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e373-eebf-7003-9ac0-022554ae63c4","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e373-eebf-7004-b1a0-438721dea375","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranchId":"01a1e373-eebf-7003-9ac0-022554ae63c4"}],"lastMessage":{"id":"01a1e373-eebf-7005-8602-1a2cecf8229d","text":"Thank you for your time, Ada. Goodbye!"},"handoffs":[{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}],"prompt":[{"id":"contact","title":"The contact","kind":"data","text":"- First name: Ada\n- Last name: Novak 0005"}],"knowledge":[{"id":"contact","title":"About the contact","text":"# About the contact\n\n## Custom\n\n- Branch: North\n"}],"analysis":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"known":{"contact":{"branch":"North","first_name":"Ada","last_name":"Novak 0005","phone":"+15005550005","company_name":"Demo","company_description":"A company to try Parley with","agent_name":"Customer survey"},"job":{}},"hours":{"timeZone":"UTC","window":null},"voicemail":{"action":"HANG_UP"},"voice":{"provider":null,"voiceId":null,"speed":1},"filled":[{"text":"Ada","isOfContact":true}]}},{"kind":"say","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","why":"Every call begins with the first message."},{"kind":"said","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","isWhole":true,"startMs":0,"endMs":5429},{"kind":"listen","expectation":"opening","patienceMs":3000},{"kind":"heard","heard":{"kind":"words","text":"It is a bad moment. Could you call me back tomorrow at three?","startMs":6481,"endMs":10838,"language":"en"}},{"kind":"understood","understanding":{"wants":{"later":{"rawText":"It is a bad moment. Could you call me back tomorrow at three?","at":"2026-11-17T15:00:00.000Z"}}}},{"kind":"word","intention":{"kind":"confirm_callback","at":"2026-11-17T15:00:00.000Z"},"why":"They want to be called later, at 2026-11-17T15:00:00.000Z."},{"kind":"worded","text":"All right, we''ll call you tomorrow at 3 PM."},{"kind":"say","text":"All right, we''ll call you tomorrow at 3 PM.","why":"They want to be called later, at 2026-11-17T15:00:00.000Z."}]');
INSERT INTO public.call_journals VALUES ('01a1e373-efd3-7006-bc0a-c41c0f325f49', 0, '01a1e373-ee9b-7000-81d5-3afbf44714d3', '[{"kind":"plan","plan":{"agent":{"id":"01a1e373-eebf-7006-bf61-ee365ac13413","versionId":"01a1e373-efa3-7000-88c5-a032ea0d9b39","name":"Customer survey"},"company":{"name":"Demo"},"contact":{"id":"01a1e373-ef95-7000-862c-11b605c34625","firstName":"Ada","lastName":"Novak 0013","gender":null,"phoneNumber":"+15005550013"},"language":"EN","type":"PHONE","focus":null,"durationMinutes":10,"firstMessage":{"id":"01a1e373-eebd-7000-980c-228886bfd7f5","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e373-eebd-7001-b66d-fa897b0d589b","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e373-eebd-7002-9479-af0f79802f31","text":"On a scale from 1 to 10, how satisfied are you with our service?","key":"satisfaction","scoring":{"idealAnswer":"Eight or more","weight":4,"importance":"REQUIRED"}},{"id":"01a1e373-eebe-7000-bb49-63044d4e76c4","text":"What should we do better?","key":"improvement"}]},{"id":"01a1e373-eebe-7001-b494-594415a5d836","title":"What follows","type":"conditional","branches":[{"id":"01a1e373-eebe-7002-8e60-10ad4fec8b80","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e373-eebe-7003-ac91-baeee12c20d5","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e373-eebf-7000-bb39-54f82c9bd056","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e373-eebf-7001-8316-2f04e3233397","type":"looping","questions":[{"id":"01a1e373-eebf-7002-83c7-be8141361026","text":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e373-eebf-7003-9ac0-022554ae63c4","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e373-eebf-7004-b1a0-438721dea375","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranchId":"01a1e373-eebf-7003-9ac0-022554ae63c4"}],"lastMessage":{"id":"01a1e373-eebf-7005-8602-1a2cecf8229d","text":"Thank you for your time, Ada. Goodbye!"},"handoffs":[{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}],"prompt":[{"id":"contact","title":"The contact","kind":"data","text":"- First name: Ada\n- Last name: Novak 0013"}],"knowledge":[{"id":"contact","title":"About the contact","text":"# About the contact\n\n## Custom\n\n- Branch: North\n"}],"analysis":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"known":{"contact":{"branch":"North","first_name":"Ada","last_name":"Novak 0013","phone":"+15005550013","company_name":"Demo","company_description":"A company to try Parley with","agent_name":"Customer survey"},"job":{}},"hours":{"timeZone":"UTC","window":null},"voicemail":{"action":"HANG_UP"},"voice":{"provider":null,"voiceId":null,"speed":1},"filled":[{"text":"Ada","isOfContact":true}]}},{"kind":"say","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","why":"Every call begins with the first message."},{"kind":"said","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","isWhole":true,"startMs":0,"endMs":5429},{"kind":"listen","expectation":"opening","patienceMs":3000},{"kind":"heard","heard":{"kind":"words","text":"Please take me off your list and never call me again.","startMs":6424,"endMs":10210,"language":"en"}},{"kind":"understood","understanding":{"wants":{"neverAgain":true}}},{"kind":"word","intention":{"kind":"confirm_opt_out"},"why":"They never want to be called again."},{"kind":"worded","text":"Of course. I''ve noted it, and you won''t receive any more calls from us."},{"kind":"say","text":"Of course. I''ve noted it, and you won''t receive any more calls from us.","why":"They never want to be called again."}]');
INSERT INTO public.call_journals VALUES ('01a1e373-efd3-7002-80c2-127f6205b198', 0, '01a1e373-ee9b-7000-81d5-3afbf44714d3', '[{"kind":"plan","plan":{"agent":{"id":"01a1e373-eebf-7006-bf61-ee365ac13413","versionId":"01a1e373-efa3-7000-88c5-a032ea0d9b39","name":"Customer survey"},"company":{"name":"Demo"},"contact":{"id":"01a1e373-ef69-7000-8016-95124d265ae8","firstName":"Ada","lastName":"Novak 0003","gender":null,"phoneNumber":"+15005550003"},"language":"EN","type":"PHONE","focus":null,"durationMinutes":10,"firstMessage":{"id":"01a1e373-eebd-7000-980c-228886bfd7f5","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e373-eebd-7001-b66d-fa897b0d589b","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e373-eebd-7002-9479-af0f79802f31","text":"On a scale from 1 to 10, how satisfied are you with our service?","key":"satisfaction","scoring":{"idealAnswer":"Eight or more","weight":4,"importance":"REQUIRED"}},{"id":"01a1e373-eebe-7000-bb49-63044d4e76c4","text":"What should we do better?","key":"improvement"}]},{"id":"01a1e373-eebe-7001-b494-594415a5d836","title":"What follows","type":"conditional","branches":[{"id":"01a1e373-eebe-7002-8e60-10ad4fec8b80","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e373-eebe-7003-ac91-baeee12c20d5","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e373-eebf-7000-bb39-54f82c9bd056","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e373-eebf-7001-8316-2f04e3233397","type":"looping","questions":[{"id":"01a1e373-eebf-7002-83c7-be8141361026","text":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e373-eebf-7003-9ac0-022554ae63c4","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e373-eebf-7004-b1a0-438721dea375","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranchId":"01a1e373-eebf-7003-9ac0-022554ae63c4"}],"lastMessage":{"id":"01a1e373-eebf-7005-8602-1a2cecf8229d","text":"Thank you for your time, Ada. Goodbye!"},"handoffs":[{"id":"01a1e373-eebe-7004-821a-ea9a1809d3ab","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}],"prompt":[{"id":"contact","title":"The contact","kind":"data","text":"- First name: Ada\n- Last name: Novak 0003"}],"knowledge":[{"id":"contact","title":"About the contact","text":"# About the contact\n\n## Custom\n\n- Branch: North\n"}],"analysis":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"known":{"contact":{"branch":"North","first_name":"Ada","last_name":"Novak 0003","phone":"+15005550003","company_name":"Demo","company_description":"A company to try Parley with","agent_name":"Customer survey"},"job":{}},"hours":{"timeZone":"UTC","window":null},"voicemail":{"action":"HANG_UP"},"voice":{"provider":null,"voiceId":null,"speed":1},"filled":[{"text":"Ada","isOfContact":true}]}},{"kind":"say","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","why":"Every call begins with the first message."},{"kind":"said","text":"","isWhole":false,"startMs":0,"endMs":300},{"kind":"listen","expectation":"opening","patienceMs":3000},{"kind":"heard","heard":{"kind":"words","text":"The person you are calling is not available. Please leave a message after the beep.","startMs":300,"endMs":6229,"language":"en"}},{"kind":"understood","understanding":{"wants":{},"machine":"voicemail"}},{"kind":"end","outcome":{"kind":"voicemail","isMessageLeft":false},"why":"A machine took the call; no message is to be left."}]');
INSERT INTO public.call_journals VALUES ('01a1e373-efd3-7003-bf3d-a5b3c0715b7f', 1, '01a1e373-ee9b-7000-81d5-3afbf44714d3', '[{"kind":"said","text":"I understand, and I will not take up more of your time.","isWhole":true,"startMs":9374,"endMs":13303},{"kind":"end","outcome":{"kind":"not_interested","detail":"DECLINED"},"why":"They are not interested."}]');
INSERT INTO public.call_journals VALUES ('01a1e373-efd3-7006-bc0a-c41c0f325f49', 1, '01a1e373-ee9b-7000-81d5-3afbf44714d3', '[{"kind":"said","text":"Of course. I''ve noted it, and you won''t receive any more calls from us.","isWhole":true,"startMs":10210,"endMs":15281},{"kind":"end","outcome":{"kind":"opt_out"},"why":"They never want to be called again."}]');
INSERT INTO public.call_journals VALUES ('01a1e373-efd3-7004-9a53-4cf8663ae342', 1, '01a1e373-ee9b-7000-81d5-3afbf44714d3', '[{"kind":"said","text":"All right, we''ll call you tomorrow at 3 PM.","isWhole":true,"startMs":10838,"endMs":13909},{"kind":"end","outcome":{"kind":"callback","rawText":"It is a bad moment. Could you call me back tomorrow at three?","at":"2026-11-17T15:00:00.000Z"},"why":"They want to be called later, at 2026-11-17T15:00:00.000Z."}]');
INSERT INTO public.call_journals VALUES ('01a1e373-efd3-7000-a3ed-2077c02249e1', 1, '01a1e373-ee9b-7000-81d5-3afbf44714d3', '[{"kind":"said","text":"On a scale from 1 to 10, how satisfied are you with our service?","isWhole":true,"startMs":6576,"endMs":11147},{"kind":"listen","expectation":"answer","patienceMs":8000},{"kind":"heard","heard":{"kind":"words","text":"Seven.","startMs":11770,"endMs":12199,"language":"en"}},{"kind":"understood","understanding":{"wants":{},"answer":{"value":7,"isClear":true}}},{"kind":"note","answer":{"questionId":"01a1e373-eebd-7002-9479-af0f79802f31","key":"satisfaction","question":"On a scale from 1 to 10, how satisfied are you with our service?","value":7,"evidence":"Seven.","startMs":11770,"endMs":12199}},{"kind":"elapsed","atMs":12199},{"kind":"ask","questionId":"01a1e373-eebe-7000-bb49-63044d4e76c4"},{"kind":"word","intention":{"kind":"acknowledge","heard":"Seven.","before":"What should we do better?"},"why":"They answered."},{"kind":"worded","text":"Thank you, I''ve noted that."},{"kind":"say","text":"Thank you, I''ve noted that. What should we do better?","why":"The next question of the flow."},{"kind":"said","text":"Thank you, I''ve noted that. What should we do better?","isWhole":true,"startMs":12199,"endMs":15985},{"kind":"listen","expectation":"answer","patienceMs":8000},{"kind":"heard","heard":{"kind":"words","text":"The answers could come a bit faster.","startMs":16888,"endMs":19459,"language":"en"}},{"kind":"understood","understanding":{"wants":{},"answer":{"value":"The answers could come a bit faster","isClear":true}}},{"kind":"note","answer":{"questionId":"01a1e373-eebe-7000-bb49-63044d4e76c4","key":"improvement","question":"What should we do better?","value":"The answers could come a bit faster","evidence":"The answers could come a bit faster.","startMs":16888,"endMs":19459}},{"kind":"enter","sectionId":"01a1e373-eebe-7001-b494-594415a5d836","title":"What follows"},{"kind":"judge","sectionId":"01a1e373-eebe-7001-b494-594415a5d836","branchId":"01a1e373-eebf-7000-bb39-54f82c9bd056","description":"The person would recommend the service to others."},{"kind":"judged","judgement":{"holds":false,"reason":"Nothing they said speaks of it."}},{"kind":"branch","sectionId":"01a1e373-eebe-7001-b494-594415a5d836","branchId":"01a1e373-eebf-7003-9ac0-022554ae63c4","why":"\"Everybody else\": answer.satisfaction EXISTS holds."},{"kind":"enter","sectionId":"01a1e373-eebf-7004-b1a0-438721dea375"},{"kind":"elapsed","atMs":19459},{"kind":"word","intention":{"kind":"section","section":{"id":"01a1e373-eebf-7004-b1a0-438721dea375","type":"sequential","prompt":"Thank the person for the honest answer."},"exchanges":0},"why":"The section begins."},{"kind":"worded","text":"Thank you for the honest answer."},{"kind":"word","intention":{"kind":"acknowledge","heard":"The answers could come a bit faster.","before":"Thank you for the honest answer."},"why":"They answered."},{"kind":"worded","text":""},{"kind":"say","text":"Thank you for the honest answer.","why":"The section begins."},{"kind":"said","text":"Thank you for the honest answer.","isWhole":true,"startMs":19459,"endMs":21745},{"kind":"listen","expectation":"talk","patienceMs":8000},{"kind":"heard","heard":{"kind":"words","text":"Okay, great.","startMs":22172,"endMs":23029,"language":"en"}},{"kind":"understood","understanding":{"wants":{},"answer":{"value":"great","isClear":false},"isDone":true}},{"kind":"word","intention":{"kind":"acknowledge","heard":"Okay, great.","before":"Thank you for your time, Ada. Goodbye!"},"why":"The section has been dealt with."},{"kind":"worded","text":""},{"kind":"say","text":"Thank you for your time, Ada. Goodbye!","why":"Everything in the flow has been gone through."},{"kind":"said","text":"Thank you for your time, Ada. Goodbye!","isWhole":true,"startMs":23029,"endMs":25743},{"kind":"end","outcome":{"kind":"finished"},"why":"Everything in the flow has been gone through."}]');
INSERT INTO public.companies VALUES ('01a1e373-ee9b-7000-81d5-3afbf44714d3', 'Demo', 'A company to try Parley with', 'UTC', NULL, '{}', '\x19a91872d17c46258a3424dc10f231a9b164d829502942ca9414582a93b6983a', NULL, '2026-11-16 08:23:08.187+00', '2026-11-16 08:23:08.187+00');
INSERT INTO public.contact_counts VALUES ('01a1e373-ee9b-7000-81d5-3afbf44714d3', 'UNDEFINED', 30219, 11);
INSERT INTO public.contact_fields VALUES ('01a1e373-ef4a-7000-9b94-269bdb28f136', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'branch', 'Branch', 'string', '{}', false, false, NULL, 10, '{}', '2026-11-16 08:23:08.362+00', '2026-11-16 08:23:08.362+00');
INSERT INTO public.contacts VALUES ('01a1e373-eea9-7000-ad37-a1ce9006ee23', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'Ada', 'Novak', 'ada.novak@example.com', '+15005550000', 'UNDEFINED', NULL, '2027-11-16', NULL, '[]', NULL, '{}', '{"organization": "Example Ltd", "preferred_language": "English"}', false, 'ada novak ada.novak@example.com', '2026-11-16 08:23:08.198+00', '2026-11-16 08:23:08.198+00');
INSERT INTO public.contacts VALUES ('01a1e373-eeb0-7000-931f-d30f9898978d', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'Bruno', 'Busy', 'bruno.busy@example.com', '+15005550001', 'UNDEFINED', NULL, '2027-11-16', NULL, '[]', NULL, '{}', '{"organization": "Example Ltd", "preferred_language": "English"}', false, 'bruno busy bruno.busy@example.com', '2026-11-16 08:23:08.207+00', '2026-11-16 08:23:08.207+00');
INSERT INTO public.contacts VALUES ('01a1e373-eeb2-7000-9fae-2c4a5ea6ac8b', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'Clara', 'Ring', 'clara.ring@example.com', '+15005550002', 'UNDEFINED', NULL, '2027-11-16', NULL, '[]', NULL, '{}', '{"organization": "Example Ltd", "preferred_language": "English"}', false, 'clara ring clara.ring@example.com', '2026-11-16 08:23:08.209+00', '2026-11-16 08:23:08.209+00');
INSERT INTO public.contacts VALUES ('01a1e373-eeb4-7000-b92a-dc53d5125369', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'Vera', 'Voicemail', 'vera.voicemail@example.com', '+15005550003', 'UNDEFINED', NULL, '2027-11-16', NULL, '[]', NULL, '{}', '{"organization": "Example Ltd", "preferred_language": "English"}', false, 'vera voicemail vera.voicemail@example.com', '2026-11-16 08:23:08.211+00', '2026-11-16 08:23:08.211+00');
INSERT INTO public.contacts VALUES ('01a1e373-ef61-7000-b69a-c54d6e10979e', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'Ada', 'Novak 0001', NULL, '+15005550001', 'UNDEFINED', NULL, '2199-12-31', NULL, '[]', NULL, '{}', '{"branch": "North"}', false, 'ada novak 0001', '2026-11-16 08:23:08.384+00', '2026-11-16 08:23:08.384+00');
INSERT INTO public.contacts VALUES ('01a1e373-ef69-7000-8016-95124d265ae8', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'Ada', 'Novak 0003', NULL, '+15005550003', 'UNDEFINED', NULL, '2199-12-31', NULL, '[]', NULL, '{}', '{"branch": "North"}', false, 'ada novak 0003', '2026-11-16 08:23:08.392+00', '2026-11-16 08:23:08.392+00');
INSERT INTO public.contacts VALUES ('01a1e373-ef71-7000-a822-2fb723907148', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'Ada', 'Novak 0004', NULL, '+15005550004', 'UNDEFINED', NULL, '2199-12-31', NULL, '[]', NULL, '{}', '{"branch": "North"}', false, 'ada novak 0004', '2026-11-16 08:23:08.4+00', '2026-11-16 08:23:08.4+00');
INSERT INTO public.contacts VALUES ('01a1e373-ef79-7000-9b09-93d3bba090b1', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'Ada', 'Novak 0005', NULL, '+15005550005', 'UNDEFINED', NULL, '2199-12-31', NULL, '[]', NULL, '{}', '{"branch": "North"}', false, 'ada novak 0005', '2026-11-16 08:23:08.408+00', '2026-11-16 08:23:08.408+00');
INSERT INTO public.contacts VALUES ('01a1e373-ef87-7000-a8f5-4399a9554275', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'Ada', 'Novak 0010', NULL, '+15005550010', 'UNDEFINED', NULL, '2199-12-31', NULL, '[]', NULL, '{}', '{"branch": "North"}', false, 'ada novak 0010', '2026-11-16 08:23:08.418+00', '2026-11-16 08:23:08.418+00');
INSERT INTO public.contacts VALUES ('01a1e373-ef95-7000-862c-11b605c34625', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'Ada', 'Novak 0013', NULL, '+15005550013', 'UNDEFINED', NULL, '2199-12-31', NULL, '[]', NULL, '{}', '{"branch": "North"}', true, 'ada novak 0013', '2026-11-16 08:23:08.435+00', '2026-11-16 08:23:08.912+00');
INSERT INTO public.contacts VALUES ('01a1e373-ef57-7000-b483-a9f95aa9158e', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'Ada', 'Novak 0000', NULL, '+15005550000', 'UNDEFINED', NULL, '2199-12-31', 88, '[]', NULL, '{}', '{"branch": "North"}', false, 'ada novak 0000', '2026-11-16 08:23:08.374+00', '2026-11-16 08:23:09.171+00');
INSERT INTO public.conversation_counts VALUES ('01a1e373-ee9b-7000-81d5-3afbf44714d3', 30219, 7);
INSERT INTO public.conversation_counts VALUES ('01a1e373-ee9b-7000-81d5-3afbf44714d3', 30218, 1);
INSERT INTO public.conversations VALUES ('01a1e373-eff9-7000-b20b-4616e2f02ece', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-ef57-7000-b483-a9f95aa9158e', '01a1e373-eebf-7006-bf61-ee365ac13413', '01a1e373-efa3-7000-88c5-a032ea0d9b39', NULL, '01a1e373-eebf-7006-bf61-ee365ac13413', NULL, 'PHONE', 'SCHEDULED', '2026-11-17 08:23:08.516+00', NULL, NULL, '{}', false, true, 0, 0, NULL, '2026-11-16 08:23:08.537+00', '2026-11-16 08:23:08.537+00');
INSERT INTO public.conversations VALUES ('01a1e373-efd3-7005-81e4-01c75789d98f', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-ef87-7000-a8f5-4399a9554275', '01a1e373-eebf-7006-bf61-ee365ac13413', '01a1e373-efa3-7000-88c5-a032ea0d9b39', '01a1e373-efad-7000-9719-27648cf28da4', NULL, NULL, 'PHONE', 'FAILED', '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:08.622+00', 0, '{}', false, true, 1, 0, NULL, '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:08.622+00');
INSERT INTO public.conversations VALUES ('01a1e373-efd3-7001-a217-e047e9c0f775', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-ef61-7000-b69a-c54d6e10979e', '01a1e373-eebf-7006-bf61-ee365ac13413', '01a1e373-efa3-7000-88c5-a032ea0d9b39', '01a1e373-efad-7000-9719-27648cf28da4', '01a1e373-eebf-7006-bf61-ee365ac13413', NULL, 'PHONE', 'SCHEDULED', '2026-11-16 08:53:08.649+00', NULL, 0, '{}', false, true, 1, 0, NULL, '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:08.638+00');
INSERT INTO public.conversations VALUES ('01a1e373-efd3-7002-8f48-d553e8f46cec', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-ef69-7000-8016-95124d265ae8', '01a1e373-eebf-7006-bf61-ee365ac13413', '01a1e373-efa3-7000-88c5-a032ea0d9b39', '01a1e373-efad-7000-9719-27648cf28da4', '01a1e373-eebf-7006-bf61-ee365ac13413', NULL, 'PHONE', 'SCHEDULED', '2026-11-16 08:53:08.891+00', NULL, 0, '{}', false, true, 1, 0, NULL, '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:08.88+00');
INSERT INTO public.conversations VALUES ('01a1e373-efd3-7003-8e57-080e429a9ded', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-ef71-7000-a822-2fb723907148', '01a1e373-eebf-7006-bf61-ee365ac13413', '01a1e373-efa3-7000-88c5-a032ea0d9b39', '01a1e373-efad-7000-9719-27648cf28da4', NULL, NULL, 'PHONE', 'CANCELLED', '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:08.922+00', 1, '{}', false, true, 1, 0, NULL, '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:08.92+00');
INSERT INTO public.conversations VALUES ('01a1e373-efd3-7006-b4f9-47a063d04911', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-ef95-7000-862c-11b605c34625', '01a1e373-eebf-7006-bf61-ee365ac13413', '01a1e373-efa3-7000-88c5-a032ea0d9b39', '01a1e373-efad-7000-9719-27648cf28da4', NULL, NULL, 'PHONE', 'CANCELLED', '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:08.922+00', 1, '{}', false, true, 1, 0, NULL, '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:08.922+00');
INSERT INTO public.conversations VALUES ('01a1e373-efd3-7004-b7cd-e4911317bea4', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-ef79-7000-9b09-93d3bba090b1', '01a1e373-eebf-7006-bf61-ee365ac13413', '01a1e373-efa3-7000-88c5-a032ea0d9b39', '01a1e373-efad-7000-9719-27648cf28da4', '01a1e373-eebf-7006-bf61-ee365ac13413', NULL, 'PHONE', 'SCHEDULED', '2026-11-17 15:00:00+00', NULL, 1, '{}', false, true, 0, 1, NULL, '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:08.935+00');
INSERT INTO public.conversations VALUES ('01a1e373-efd3-7000-80c5-91f388bb10c2', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-ef57-7000-b483-a9f95aa9158e', '01a1e373-eebf-7006-bf61-ee365ac13413', '01a1e373-efa3-7000-88c5-a032ea0d9b39', '01a1e373-efad-7000-9719-27648cf28da4', NULL, NULL, 'PHONE', 'COMPLETED', '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:09.063+00', 1, '{}', false, true, 1, 0, NULL, '2026-11-16 08:23:08.499+00', '2026-11-16 08:23:09.063+00');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-eeb8-7000-bfa0-5e2c2fc6df93', 1, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.agent', 'console', '{"id": "01a1e373-eeb5-7000-984f-227117f8dde7"}', '2026-11-16 08:23:08.216+00', '1067');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-eec1-7000-ab69-4e80cf4a8068', 2, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.agent', 'console', '{"id": "01a1e373-eebf-7006-bf61-ee365ac13413"}', '2026-11-16 08:23:08.225+00', '1067');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-eec2-7000-a10d-08176f3c2a1f', 3, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.agent', 'console', '{"id": "01a1e373-eec1-7001-9af7-9d64e5d0ec9e"}', '2026-11-16 08:23:08.226+00', '1067');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-ef30-7001-b42d-dc783d4bc132', 4, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.webhook', 'console', '{"id": "01a1e373-ef2c-7000-9b15-623b4b91bb9e"}', '2026-11-16 08:23:08.336+00', '1069');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-ef5a-7000-a5d4-988badded908', 5, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.contact', 'console', '{"id": "01a1e373-ef57-7000-b483-a9f95aa9158e"}', '2026-11-16 08:23:08.378+00', '1073');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-ef63-7000-955b-d67ce57a4d6b', 6, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.contact', 'console', '{"id": "01a1e373-ef61-7000-b69a-c54d6e10979e"}', '2026-11-16 08:23:08.387+00', '1075');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-ef6b-7000-8747-8e84f3bb3972', 7, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.contact', 'console', '{"id": "01a1e373-ef69-7000-8016-95124d265ae8"}', '2026-11-16 08:23:08.395+00', '1077');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-ef73-7000-b3d6-8f64328f3833', 8, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.contact', 'console', '{"id": "01a1e373-ef71-7000-a822-2fb723907148"}', '2026-11-16 08:23:08.403+00', '1079');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-ef7b-7000-a5b7-5a3cc7cbb7d2', 9, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.contact', 'console', '{"id": "01a1e373-ef79-7000-9b09-93d3bba090b1"}', '2026-11-16 08:23:08.411+00', '1081');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-ef8a-7000-9e63-8d3fd7febcdd', 10, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.contact', 'console', '{"id": "01a1e373-ef87-7000-a8f5-4399a9554275"}', '2026-11-16 08:23:08.426+00', '1083');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-ef97-7000-8fb7-591b4400d623', 11, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.contact', 'console', '{"id": "01a1e373-ef95-7000-862c-11b605c34625"}', '2026-11-16 08:23:08.439+00', '1085');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-efa5-7000-952e-97e511b4de3f', 12, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.agent', 'console', '{"id": "01a1e373-eebf-7006-bf61-ee365ac13413"}', '2026-11-16 08:23:08.453+00', '1086');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-efaf-7000-ac20-baaebc822912', 13, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.run', 'console', '{"id": "01a1e373-efad-7000-9719-27648cf28da4"}', '2026-11-16 08:23:08.463+00', '1087');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-efb6-7000-b355-e781645488e4', 14, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.run', 'console', '{"id": "01a1e373-efad-7000-9719-27648cf28da4"}', '2026-11-16 08:23:08.47+00', '1088');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-efc6-7000-a69c-5077600dd8c4', 15, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.run', 'console', '{"id": "01a1e373-efad-7000-9719-27648cf28da4"}', '2026-11-16 08:23:08.486+00', '1089');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-eff5-7000-9dcd-a803fd522410', 16, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'conversation.started', '01a1e373-efd3-7000-80c5-91f388bb10c2', '{"jobId": null, "runId": "01a1e373-efad-7000-9719-27648cf28da4", "status": "IN_PROGRESS", "contactId": "01a1e373-ef57-7000-b483-a9f95aa9158e", "callAttemptId": "01a1e373-efd3-7000-a3ed-2077c02249e1", "conversationId": "01a1e373-efd3-7000-80c5-91f388bb10c2"}', '2026-11-16 08:23:08.533+00', '1091');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-eff5-7001-9871-6d45a64b3dc4', 17, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'conversation.started', '01a1e373-efd3-7001-a217-e047e9c0f775', '{"jobId": null, "runId": "01a1e373-efad-7000-9719-27648cf28da4", "status": "IN_PROGRESS", "contactId": "01a1e373-ef61-7000-b69a-c54d6e10979e", "callAttemptId": "01a1e373-efd3-7001-8305-bf017d4934c7", "conversationId": "01a1e373-efd3-7001-a217-e047e9c0f775"}', '2026-11-16 08:23:08.533+00', '1091');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-eff5-7002-9c2d-ba67b7768d84', 18, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'conversation.started', '01a1e373-efd3-7002-8f48-d553e8f46cec', '{"jobId": null, "runId": "01a1e373-efad-7000-9719-27648cf28da4", "status": "IN_PROGRESS", "contactId": "01a1e373-ef69-7000-8016-95124d265ae8", "callAttemptId": "01a1e373-efd3-7002-80c2-127f6205b198", "conversationId": "01a1e373-efd3-7002-8f48-d553e8f46cec"}', '2026-11-16 08:23:08.533+00', '1091');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-eff5-7003-bdcc-055e2daa5fe5', 19, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'conversation.started', '01a1e373-efd3-7003-8e57-080e429a9ded', '{"jobId": null, "runId": "01a1e373-efad-7000-9719-27648cf28da4", "status": "IN_PROGRESS", "contactId": "01a1e373-ef71-7000-a822-2fb723907148", "callAttemptId": "01a1e373-efd3-7003-bf3d-a5b3c0715b7f", "conversationId": "01a1e373-efd3-7003-8e57-080e429a9ded"}', '2026-11-16 08:23:08.533+00', '1091');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-eff5-7004-a47b-b57d46cc94dc', 20, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'conversation.started', '01a1e373-efd3-7004-b7cd-e4911317bea4', '{"jobId": null, "runId": "01a1e373-efad-7000-9719-27648cf28da4", "status": "IN_PROGRESS", "contactId": "01a1e373-ef79-7000-9b09-93d3bba090b1", "callAttemptId": "01a1e373-efd3-7004-9a53-4cf8663ae342", "conversationId": "01a1e373-efd3-7004-b7cd-e4911317bea4"}', '2026-11-16 08:23:08.533+00', '1091');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-eff5-7005-af0f-00c137157156', 21, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'conversation.started', '01a1e373-efd3-7005-81e4-01c75789d98f', '{"jobId": null, "runId": "01a1e373-efad-7000-9719-27648cf28da4", "status": "IN_PROGRESS", "contactId": "01a1e373-ef87-7000-a8f5-4399a9554275", "callAttemptId": "01a1e373-efd3-7005-a2be-11467bf226a2", "conversationId": "01a1e373-efd3-7005-81e4-01c75789d98f"}', '2026-11-16 08:23:08.533+00', '1091');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-eff5-7006-98dd-47347d49253f', 22, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'conversation.started', '01a1e373-efd3-7006-b4f9-47a063d04911', '{"jobId": null, "runId": "01a1e373-efad-7000-9719-27648cf28da4", "status": "IN_PROGRESS", "contactId": "01a1e373-ef95-7000-862c-11b605c34625", "callAttemptId": "01a1e373-efd3-7006-bc0a-c41c0f325f49", "conversationId": "01a1e373-efd3-7006-b4f9-47a063d04911"}', '2026-11-16 08:23:08.533+00', '1091');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-effa-7000-a00e-4f4e19dc4236', 23, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.conversation', 'console', '{"id": "01a1e373-eff9-7000-b20b-4616e2f02ece", "status": "SCHEDULED"}', '2026-11-16 08:23:08.538+00', '1092');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-f04f-7000-8ebc-cd4e2d4fdb8d', 24, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'conversation.failed', '01a1e373-efd3-7005-81e4-01c75789d98f', '{"jobId": null, "runId": "01a1e373-efad-7000-9719-27648cf28da4", "status": "FAILED", "contactId": "01a1e373-ef87-7000-a8f5-4399a9554275", "callAttemptId": "01a1e373-efd3-7005-a2be-11467bf226a2", "conversationId": "01a1e373-efd3-7005-81e4-01c75789d98f"}', '2026-11-16 08:23:08.623+00', '1095');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-f06a-7000-8cd0-6ec1060d6739', 25, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'conversation.rescheduled', '01a1e373-efd3-7001-a217-e047e9c0f775', '{"jobId": null, "runId": "01a1e373-efad-7000-9719-27648cf28da4", "reason": "BUSY", "status": "RESCHEDULED", "contactId": "01a1e373-ef61-7000-b69a-c54d6e10979e", "retryCount": 1, "maxAttempts": 3, "nextAttempt": {"scheduledAt": "2026-11-16T08:53:08.649Z", "attemptNumber": 2, "callAttemptId": "01a1e373-f069-7000-83b1-7646dfbefd44"}, "conversationId": "01a1e373-efd3-7001-a217-e047e9c0f775", "previousAttempt": {"status": "BUSY", "endedReason": "BUSY", "attemptNumber": 1, "callAttemptId": "01a1e373-efd3-7001-8305-bf017d4934c7", "durationSeconds": 0}}', '2026-11-16 08:23:08.65+00', '1098');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-f15c-7000-982c-713c1142090c', 26, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'conversation.rescheduled', '01a1e373-efd3-7002-8f48-d553e8f46cec', '{"jobId": null, "runId": "01a1e373-efad-7000-9719-27648cf28da4", "reason": "VOICEMAIL", "status": "RESCHEDULED", "contactId": "01a1e373-ef69-7000-8016-95124d265ae8", "retryCount": 1, "maxAttempts": 3, "nextAttempt": {"scheduledAt": "2026-11-16T08:53:08.891Z", "attemptNumber": 2, "callAttemptId": "01a1e373-f15b-7000-9ac5-5ce17fc94050"}, "conversationId": "01a1e373-efd3-7002-8f48-d553e8f46cec", "previousAttempt": {"status": "VOICEMAIL", "endedReason": "VOICEMAIL", "attemptNumber": 1, "callAttemptId": "01a1e373-efd3-7002-80c2-127f6205b198", "durationSeconds": 7}}', '2026-11-16 08:23:08.892+00', '1100');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-f175-7000-a3c2-2e58e5f48e56', 27, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.contact', 'console', '{"id": "01a1e373-ef95-7000-862c-11b605c34625"}', '2026-11-16 08:23:08.917+00', '1108');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-f17b-7000-88a8-861d0e656eae', 28, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'conversation.cancelled', '01a1e373-efd3-7003-8e57-080e429a9ded', '{"jobId": null, "runId": "01a1e373-efad-7000-9719-27648cf28da4", "reason": "CANDIDATE_NOT_INTERESTED", "status": "CANCELLED", "contactId": "01a1e373-ef71-7000-a822-2fb723907148", "cancelledBy": null, "attemptsMade": 1, "reasonDetail": "NOT_INTERESTED", "conversationId": "01a1e373-efd3-7003-8e57-080e429a9ded", "lastCallAttemptId": "01a1e373-efd3-7003-bf3d-a5b3c0715b7f"}', '2026-11-16 08:23:08.923+00', '1108');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-f17b-7001-9988-a4f0ae7060cf', 29, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'conversation.cancelled', '01a1e373-efd3-7006-b4f9-47a063d04911', '{"jobId": null, "runId": "01a1e373-efad-7000-9719-27648cf28da4", "reason": "CANDIDATE_NOT_INTERESTED", "status": "CANCELLED", "contactId": "01a1e373-ef95-7000-862c-11b605c34625", "cancelledBy": null, "attemptsMade": 1, "reasonDetail": "OPT_OUT", "conversationId": "01a1e373-efd3-7006-b4f9-47a063d04911", "lastCallAttemptId": "01a1e373-efd3-7006-bc0a-c41c0f325f49"}', '2026-11-16 08:23:08.923+00', '1108');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-f18c-7001-b5cd-ca1f78a145cb', 30, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'conversation.rescheduled', '01a1e373-efd3-7004-b7cd-e4911317bea4', '{"jobId": null, "runId": "01a1e373-efad-7000-9719-27648cf28da4", "reason": "CANDIDATE_REQUEST", "status": "RESCHEDULED", "contactId": "01a1e373-ef79-7000-9b09-93d3bba090b1", "retryCount": 1, "nextAttempt": {"scheduledAt": "2026-11-17T15:00:00.000Z", "attemptNumber": 2, "callAttemptId": "01a1e373-f18c-7000-82cf-dab34f21cf7a"}, "conversationId": "01a1e373-efd3-7004-b7cd-e4911317bea4", "previousAttempt": {"status": "COMPLETED", "endedReason": "CALLBACK_REQUESTED", "attemptNumber": 1, "callAttemptId": "01a1e373-efd3-7004-9a53-4cf8663ae342", "durationSeconds": 14}, "candidateRequest": {"rawText": "It is a bad moment. Could you call me back tomorrow at three?", "timeResolved": true}}', '2026-11-16 08:23:08.94+00', '1113');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-f207-7000-b2f4-1330ce9586c4', 31, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'change.conversation', 'console', '{"id": "01a1e373-efd3-7000-80c5-91f388bb10c2", "status": "COMPLETED"}', '2026-11-16 08:23:09.063+00', '1114');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-f273-7000-9280-101b223d5bfa', 32, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'conversation.completed', '01a1e373-efd3-7000-80c5-91f388bb10c2', '{"jobId": null, "runId": "01a1e373-efad-7000-9719-27648cf28da4", "status": "COMPLETED", "contactId": "01a1e373-ef57-7000-b483-a9f95aa9158e", "callAttemptId": "01a1e373-efd3-7000-a3ed-2077c02249e1", "conversationId": "01a1e373-efd3-7000-80c5-91f388bb10c2"}', '2026-11-16 08:23:09.171+00', '1116');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e373-f273-7001-b1e9-c1e1f7b29ab5', 33, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'analysis.completed', '01a1e373-efd3-7000-80c5-91f388bb10c2', '{"jobId": null, "runId": "01a1e373-efad-7000-9719-27648cf28da4", "status": "COMPLETED", "analysis": {"id": "01a1e373-f208-7000-bf21-5f42b2b2dec0", "general": {"status": "COMPLETED", "createdAt": "2026-11-16T08:23:09.064Z", "education": null, "updatedAt": "2026-11-16T08:23:09.166Z", "evaluation": ["The call was held to its end.", "Questions answered: 2 of 2.", "The answers score 88 of 100 against the ideal ones.", "None of the outcomes was reached."], "experience": null, "weakPoints": ["Required, and not met: On a scale from 1 to 10, how satisfied are you with our service? They said 7; the ideal answer is \"Eight or more\"."], "strongPoints": [], "overallRating": 88, "companyFitRating": null, "scoringIncompleteReason": null}, "specific": null}, "analytics": {"qa": [{"id": "01a1e373-eebd-7002-9479-af0f79802f31", "answer": "7", "answered": true, "evidence": "Seven.", "question": "On a scale from 1 to 10, how satisfied are you with our service?", "evidenceTime": 11.77}, {"id": "01a1e373-eebe-7000-bb49-63044d4e76c4", "answer": "The answers could come a bit faster", "answered": true, "evidence": "The answers could come a bit faster.", "question": "What should we do better?", "evidenceTime": 16.89}], "tags": [{"key": "complaint", "label": "Complaint", "reason": "They said nothing of it.", "applied": false}], "fields": [{"key": "satisfaction", "type": "number", "label": "Satisfaction", "value": 7, "evidence": "Seven.", "confidence": 0.95, "evidenceTime": 11.77}], "scoring": {"items": [{"key": "satisfaction", "kind": "QUESTION", "label": "On a scale from 1 to 10, how satisfied are you with our service?", "score": 88, "reasoning": "They said 7; the ideal answer is \"Eight or more\".", "importance": "REQUIRED", "weightPercent": 100}], "total": 88}, "summary": "Ada Novak 0000 talked to Customer survey of Demo for 26 seconds. The call was held to its end. In short: Satisfaction: 7. The answers score 88 of 100 against the ideal ones.", "outcomes": [{"key": "would_recommend_us", "met": false, "label": "Would recommend us", "evidence": null, "confidence": 0.6, "evidenceTime": null}], "sentiment": {"notes": "Judged by words such as \"great\".", "score": 0.2, "overall": "neutral", "trajectory": "improving"}, "updatedAt": "2026-11-16T08:23:09.166Z", "evaluation": {"concerns": ["Required, and not met: On a scale from 1 to 10, how satisfied are you with our service? They said 7; the ideal answer is \"Eight or more\"."], "strengths": [], "assessment": ["The call was held to its end.", "Questions answered: 2 of 2.", "The answers score 88 of 100 against the ideal ones.", "None of the outcomes was reached."], "objections": []}, "matchScore": 88}, "contactId": "01a1e373-ef57-7000-b483-a9f95aa9158e", "callAttempts": [{"id": "01a1e373-efd3-7000-a3ed-2077c02249e1", "status": "COMPLETED", "calledAt": "2026-11-16T08:23:08.530Z", "duration": 26, "direction": "OUTBOUND", "recordingUrl": "recordings/01a1e373-efd3-7000-a3ed-2077c02249e1/simulated.wav"}], "callAttemptId": "01a1e373-efd3-7000-a3ed-2077c02249e1", "conversationId": "01a1e373-efd3-7000-80c5-91f388bb10c2", "analysisPdfBase64": null}', '2026-11-16 08:23:09.171+00', '1116');
INSERT INTO public.installation_facts VALUES ('PARLEY_KEY_PEPPER', 'x6RAE-AuUtNPMdfp');
INSERT INTO public.installation_facts VALUES ('PARLEY_LINK_SECRET', 'wQE85SUW_pZriikd');
INSERT INTO public.installation_facts VALUES ('PARLEY_ADMIN_JWT_SECRET', 'HuMHdCmP1tCmIm6o');
INSERT INTO public.jobs VALUES ('01a1e373-ee9e-7000-b9e6-29a5b9af78bd', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'Customer support specialist', 'OPEN', '{"salary": {"max": 60000, "min": 45000, "period": "YEARLY", "currency": "EUR"}, "location": {"city": "Brno", "workMode": "HYBRID", "countryCode": "CZ"}, "description": "Helps customers by phone and chat, and writes down what they struggle with.", "contractType": "FULL_TIME", "requiredSkills": ["Clear writing", "Patience"], "niceToHaveSkills": ["SQL"], "languageRequirements": [{"language": "EN", "proficiency": "C1"}]}', '{}', 'customer support specialist helps customers by phone and chat, and writes down what they struggle with.', '2026-11-16 08:23:08.19+00', '2026-11-16 08:23:08.19+00');
INSERT INTO public.jobs VALUES ('01a1e373-ef3b-7000-94ec-d5eccf1f0935', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'Warehouse clerk', 'OPEN', '{"description": "Early shifts."}', '{}', 'warehouse clerk early shifts.', '2026-11-16 08:23:08.347+00', '2026-11-16 08:23:08.347+00');
INSERT INTO public.memberships VALUES ('01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-eec9-7000-b1e4-9b73b7f68e48', 'owner', '2026-11-16 08:23:08.235+00');
INSERT INTO public.run_contacts OVERRIDING SYSTEM VALUE VALUES ('01a1e373-efad-7000-9719-27648cf28da4', '01a1e373-ef57-7000-b483-a9f95aa9158e', '01a1e373-ee9b-7000-81d5-3afbf44714d3', NULL, 'UTC', 1);
INSERT INTO public.run_contacts OVERRIDING SYSTEM VALUE VALUES ('01a1e373-efad-7000-9719-27648cf28da4', '01a1e373-ef61-7000-b69a-c54d6e10979e', '01a1e373-ee9b-7000-81d5-3afbf44714d3', NULL, 'UTC', 2);
INSERT INTO public.run_contacts OVERRIDING SYSTEM VALUE VALUES ('01a1e373-efad-7000-9719-27648cf28da4', '01a1e373-ef69-7000-8016-95124d265ae8', '01a1e373-ee9b-7000-81d5-3afbf44714d3', NULL, 'UTC', 3);
INSERT INTO public.run_contacts OVERRIDING SYSTEM VALUE VALUES ('01a1e373-efad-7000-9719-27648cf28da4', '01a1e373-ef71-7000-a822-2fb723907148', '01a1e373-ee9b-7000-81d5-3afbf44714d3', NULL, 'UTC', 4);
INSERT INTO public.run_contacts OVERRIDING SYSTEM VALUE VALUES ('01a1e373-efad-7000-9719-27648cf28da4', '01a1e373-ef79-7000-9b09-93d3bba090b1', '01a1e373-ee9b-7000-81d5-3afbf44714d3', NULL, 'UTC', 5);
INSERT INTO public.run_contacts OVERRIDING SYSTEM VALUE VALUES ('01a1e373-efad-7000-9719-27648cf28da4', '01a1e373-ef87-7000-a8f5-4399a9554275', '01a1e373-ee9b-7000-81d5-3afbf44714d3', NULL, 'UTC', 6);
INSERT INTO public.run_contacts OVERRIDING SYSTEM VALUE VALUES ('01a1e373-efad-7000-9719-27648cf28da4', '01a1e373-ef95-7000-862c-11b605c34625', '01a1e373-ee9b-7000-81d5-3afbf44714d3', NULL, 'UTC', 7);
INSERT INTO public.run_progress VALUES ('01a1e373-efad-7000-9719-27648cf28da4', 30219, '01a1e373-ee9b-7000-81d5-3afbf44714d3', 7, 0, 0, 0, 0);
INSERT INTO public.run_progress VALUES ('01a1e373-efad-7000-9719-27648cf28da4', 30218, '01a1e373-ee9b-7000-81d5-3afbf44714d3', -3, 0, 1, 2, 0);
INSERT INTO public.run_progress VALUES ('01a1e373-efad-7000-9719-27648cf28da4', 30222, '01a1e373-ee9b-7000-81d5-3afbf44714d3', -1, 1, 0, 0, 0);
INSERT INTO public.runs VALUES ('01a1e373-efad-7000-9719-27648cf28da4', '01a1e373-ee9b-7000-81d5-3afbf44714d3', 'Release', '01a1e373-eebf-7006-bf61-ee365ac13413', '01a1e373-eebf-7006-bf61-ee365ac13413', '01a1e373-efa3-7000-88c5-a032ea0d9b39', NULL, 'RUNNING', '{}', true, NULL, NULL, NULL, 7, 7, 0, true, NULL, '2026-11-16 08:23:08.461+00', '2026-11-16 08:23:08.489+00');
INSERT INTO public.schema_migrations VALUES (1, '0001_baseline.sql', '0f127135beb9503e9ec72ce4d122c87b98d91e6c4cb51062fd684e512e59dc7e', '8e0081cdfde6fa260a320b8f1a9a546302891ece2afab043322047e5ec77e8bf', '2026-11-16 08:23:06.747019+00');
INSERT INTO public.served_queues VALUES ('01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-efad-7000-9719-27648cf28da4', 1);
INSERT INTO public.sign_in_links VALUES ('01a1e373-eecc-7000-8f5e-fdbe2a90b1c1', '01a1e373-eec9-7000-b1e4-9b73b7f68e48', '2026-11-16 08:23:08.236+00', '2026-11-17 08:23:08.236+00', NULL);
INSERT INTO public.users VALUES ('01a1e373-eec9-7000-b1e4-9b73b7f68e48', 'operator@localhost', NULL, NULL, true, '2026-11-16 08:23:08.233+00', '2026-11-16 08:23:08.233+00');
INSERT INTO public.webhook_deliveries VALUES ('01a1e373-f273-7c02-8b38-8a609616cc52', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-ef2c-7000-9b15-623b4b91bb9e', '01a1e373-f273-7000-9280-101b223d5bfa', 32, '01a1e373-efd3-7000-80c5-91f388bb10c2', DEFAULT, 'conversation.completed', 'LEGACY', 'PENDING', '2026-11-16 08:23:13.967+00', NULL, NULL, 1, '[{"error": "The connection was refused (ECONNREFUSED)", "sentAt": "2026-11-16T08:23:09.180Z", "durationMs": 8, "statusCode": null, "responseBody": null}]', '2026-11-16 08:23:09.171+00', '2026-11-16 08:23:09.171+00', NULL);
INSERT INTO public.webhooks VALUES ('01a1e373-ef2c-7000-9b15-623b4b91bb9e', '01a1e373-ee9b-7000-81d5-3afbf44714d3', '01a1e373-eec4-7000-a41e-27550b55285c', 'http://127.0.0.1:9', 'Closed', NULL, '[]', '{INTERVIEW_COMPLETED}', '{conversation.completed}', 'LEGACY', 5, 10000, NULL, 1, NULL, '\x0dd941da9980d9c68088acdc0adfc4764fc0b14509e624fe9d71a799c9184372747cc5d9f8ddb5540dff85e961f139febd02955f559f4e956799054ce6cd8cfd6e455db15a0f5d38d7ee28757b39', NULL, NULL, '2026-11-16 08:23:08.332+00', '2026-11-16 08:23:08.332+00');
INSERT INTO public.workers VALUES ('01a1e373-eded-7000-82b5-80cdd14f2842', '2026-11-16 08:23:08.129048+00', 'http://localhost:42381', true);
INSERT INTO tasks.job_common VALUES ('7ca74458-76a3-4bad-88de-189d3dbcac1f', '__pgboss__send-it', 0, '{"key": "", "data": {}, "name": "embed-documents", "slot": "2026-11-16 08:23:00", "options": {"tz": "UTC"}}', 'created', 2, 0, 0, false, NULL, 900, 604800, 'embed-documents__', '2026-11-16 08:23:00', NULL, NULL, '2026-11-16 08:23:08.185526+00', '2026-11-16 08:23:08.185526+00', NULL, NULL, '2026-11-30 08:23:08.185526+00', NULL, NULL, 'standard', NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO tasks.job_common VALUES ('71de7784-3aff-4491-9da7-ee0f31deca75', '__pgboss__send-it', 0, '{"key": "", "data": {}, "name": "retry-admission", "slot": "2026-11-16 08:23:00", "options": {"tz": "UTC"}}', 'created', 2, 0, 0, false, NULL, 900, 604800, 'retry-admission__', '2026-11-16 08:23:00', NULL, NULL, '2026-11-16 08:23:08.185526+00', '2026-11-16 08:23:08.185526+00', NULL, NULL, '2026-11-30 08:23:08.185526+00', NULL, NULL, 'standard', NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO tasks.job_common VALUES ('8d773e1b-268a-445c-8090-fa7abad3fbf9', '__pgboss__send-it', 0, '{"key": "", "data": {}, "name": "sweep-documents", "slot": "2026-11-16 08:23:00", "options": {"tz": "UTC"}}', 'created', 2, 0, 0, false, NULL, 900, 604800, 'sweep-documents__', '2026-11-16 08:23:00', NULL, NULL, '2026-11-16 08:23:08.185526+00', '2026-11-16 08:23:08.185526+00', NULL, NULL, '2026-11-30 08:23:08.185526+00', NULL, NULL, 'standard', NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO tasks.job_common VALUES ('c74793a3-b61d-42ef-9387-fe942bd806ed', '__pgboss__send-it', 0, '{"key": "", "data": {}, "name": "tend-webhook-deliveries", "slot": "2026-11-16 08:23:00", "options": {"tz": "UTC"}}', 'created', 2, 0, 0, false, NULL, 900, 604800, 'tend-webhook-deliveries__', '2026-11-16 08:23:00', NULL, NULL, '2026-11-16 08:23:08.185526+00', '2026-11-16 08:23:08.185526+00', NULL, NULL, '2026-11-30 08:23:08.185526+00', NULL, NULL, 'standard', NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO tasks.queue VALUES ('send-invitation', 'standard', 180, 1, true, 3600, 60, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:06.997107+00', '2026-11-16 08:23:07.003213+00');
INSERT INTO tasks.queue VALUES ('send-sign-in-link', 'standard', 5, 1, true, 3600, 60, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.004721+00', '2026-11-16 08:23:07.006839+00');
INSERT INTO tasks.queue VALUES ('purge-audit', 'standard', 3, 1, true, 3600, 600, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.007827+00', '2026-11-16 08:23:07.008857+00');
INSERT INTO tasks.queue VALUES ('purge-sessions', 'standard', 3, 1, true, 3600, 600, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.024925+00', '2026-11-16 08:23:07.026172+00');
INSERT INTO tasks.queue VALUES ('process-document', 'standard', 12, 1, true, 3600, 900, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.029345+00', '2026-11-16 08:23:07.030546+00');
INSERT INTO tasks.queue VALUES ('embed-documents', 'standard', 0, 1, true, 3600, 300, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.032125+00', '2026-11-16 08:23:07.033401+00');
INSERT INTO tasks.queue VALUES ('sweep-documents', 'standard', 3, 1, true, 3600, 600, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.03759+00', '2026-11-16 08:23:07.038628+00');
INSERT INTO tasks.queue VALUES ('expire-personal-data', 'standard', 5, 1, true, 3600, 1800, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.043149+00', '2026-11-16 08:23:07.04432+00');
INSERT INTO tasks.queue VALUES ('move-into-window', 'standard', 10, 1, true, 3600, 3600, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.048799+00', '2026-11-16 08:23:07.049957+00');
INSERT INTO tasks.queue VALUES ('retry-admission', 'standard', 0, 1, true, 3600, 300, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.050955+00', '2026-11-16 08:23:07.052022+00');
INSERT INTO tasks.queue VALUES ('fold-counts', 'standard', 0, 1, true, 3600, 300, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.055189+00', '2026-11-16 08:23:07.056325+00');
INSERT INTO tasks.queue VALUES ('close-links', 'standard', 0, 1, true, 3600, 600, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.059562+00', '2026-11-16 08:23:07.060865+00');
INSERT INTO tasks.queue VALUES ('send-online-invitation', 'standard', 36, 1, true, 3600, 60, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.063792+00', '2026-11-16 08:23:07.064778+00');
INSERT INTO tasks.queue VALUES ('tend-webhook-deliveries', 'standard', 3, 1, true, 3600, 600, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.065685+00', '2026-11-16 08:23:07.066513+00');
INSERT INTO tasks.queue VALUES ('source', 'standard', 8, 1, true, 3600, 900, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.069407+00', '2026-11-16 08:23:07.070332+00');
INSERT INTO tasks.queue VALUES ('enrich', 'standard', 8, 1, true, 3600, 900, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.071233+00', '2026-11-16 08:23:07.072187+00');
INSERT INTO tasks.queue VALUES ('tend-sourcing', 'standard', 0, 1, true, 3600, 300, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 08:23:07.073003+00', '2026-11-16 08:23:07.073849+00');
INSERT INTO tasks.queue VALUES ('__pgboss__send-it', 'standard', 2, 0, false, NULL, 900, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, false, NULL, NULL, NULL, NULL, '2026-11-16 08:23:08.07178+00', '2026-11-16 08:23:08.07178+00');
INSERT INTO tasks.schedule VALUES ('purge-audit', '', 'cron', '17 3 * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 08:23:07.023208+00', '2026-11-16 08:23:07.023208+00', NULL);
INSERT INTO tasks.schedule VALUES ('purge-sessions', '', 'cron', '41 3 * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 08:23:07.028424+00', '2026-11-16 08:23:07.028424+00', NULL);
INSERT INTO tasks.schedule VALUES ('embed-documents', '', 'cron', '* * * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 08:23:07.036519+00', '2026-11-16 08:23:07.036519+00', NULL);
INSERT INTO tasks.schedule VALUES ('sweep-documents', '', 'cron', '* * * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 08:23:07.04216+00', '2026-11-16 08:23:07.04216+00', NULL);
INSERT INTO tasks.schedule VALUES ('expire-personal-data', '', 'cron', '3 * * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 08:23:07.047379+00', '2026-11-16 08:23:07.047379+00', NULL);
INSERT INTO tasks.schedule VALUES ('retry-admission', '', 'cron', '* * * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 08:23:07.054306+00', '2026-11-16 08:23:07.054306+00', NULL);
INSERT INTO tasks.schedule VALUES ('fold-counts', '', 'cron', '7 * * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 08:23:07.058694+00', '2026-11-16 08:23:07.058694+00', NULL);
INSERT INTO tasks.schedule VALUES ('close-links', '', 'cron', '23 4 * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 08:23:07.062872+00', '2026-11-16 08:23:07.062872+00', NULL);
INSERT INTO tasks.schedule VALUES ('tend-webhook-deliveries', '', 'cron', '23 * * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 08:23:07.06859+00', '2026-11-16 08:23:07.06859+00', NULL);
INSERT INTO tasks.schedule VALUES ('tend-sourcing', '', 'cron', '*/10 * * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 08:23:07.075955+00', '2026-11-16 08:23:07.075955+00', NULL);
INSERT INTO tasks.version VALUES (43, '2026-11-16 08:23:08.125744+00', '2026-11-16 08:23:07.001282+00', '2026-11-16 08:23:08.074119+00', NULL, NULL);
SELECT pg_catalog.setval('public.dial_turns', 1, true);
SELECT pg_catalog.setval('public.events_position_seq', 33, true);
SELECT pg_catalog.setval('public.job_assignments_position_seq', 1, false);
SELECT pg_catalog.setval('public.run_contacts_position_seq', 7, true);
ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT agent_versions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.billing_accounts
    ADD CONSTRAINT billing_accounts_pkey PRIMARY KEY (company_id);
ALTER TABLE ONLY public.billing_entries
    ADD CONSTRAINT billing_entries_attempt_id_kind_key UNIQUE (attempt_id, kind);
ALTER TABLE ONLY public.billing_entries
    ADD CONSTRAINT billing_entries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.billing_holds
    ADD CONSTRAINT billing_holds_pkey PRIMARY KEY (attempt_id);
ALTER TABLE ONLY public.call_analyses
    ADD CONSTRAINT call_analyses_pkey PRIMARY KEY (attempt_id);
ALTER TABLE ONLY public.call_attempts
    ADD CONSTRAINT call_attempts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.call_days
    ADD CONSTRAINT call_days_pkey PRIMARY KEY (company_id, day, agent_id, status, reason_code);
ALTER TABLE ONLY public.call_journals
    ADD CONSTRAINT call_journals_pkey PRIMARY KEY (attempt_id, part);
ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.company_models
    ADD CONSTRAINT company_models_pkey PRIMARY KEY (company_id);
ALTER TABLE ONLY public.contact_counts
    ADD CONSTRAINT contact_counts_pkey PRIMARY KEY (company_id, status, shard);
ALTER TABLE ONLY public.contact_fields
    ADD CONSTRAINT contact_fields_company_id_key_key UNIQUE (company_id, key);
ALTER TABLE ONLY public.contact_fields
    ADD CONSTRAINT contact_fields_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.conversation_counts
    ADD CONSTRAINT conversation_counts_pkey PRIMARY KEY (company_id, shard);
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.document_passages
    ADD CONSTRAINT document_passages_pkey PRIMARY KEY (document_id, "position");
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_object_key_key UNIQUE (object_key);
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.held_lanes
    ADD CONSTRAINT held_lanes_pkey PRIMARY KEY (lane);
ALTER TABLE ONLY public.installation_facts
    ADD CONSTRAINT installation_facts_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.job_assignments
    ADD CONSTRAINT job_assignments_pkey PRIMARY KEY (contact_id, job_id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.live_calls
    ADD CONSTRAINT live_calls_pkey PRIMARY KEY (attempt_id);
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (company_id, user_id);
ALTER TABLE ONLY public.object_deletions
    ADD CONSTRAINT object_deletions_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.opted_out_numbers
    ADD CONSTRAINT opted_out_numbers_pkey PRIMARY KEY (company_id, number_hash);
ALTER TABLE ONLY public.phone_numbers
    ADD CONSTRAINT phone_numbers_company_id_phone_number_key UNIQUE (company_id, phone_number);
ALTER TABLE ONLY public.phone_numbers
    ADD CONSTRAINT phone_numbers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.pool_profiles
    ADD CONSTRAINT pool_profiles_pkey PRIMARY KEY (company_id, id);
ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (bucket);
ALTER TABLE ONLY public.run_contacts
    ADD CONSTRAINT run_contacts_pkey PRIMARY KEY (run_id, contact_id);
ALTER TABLE ONLY public.run_progress
    ADD CONSTRAINT run_progress_pkey PRIMARY KEY (run_id, shard);
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.served_queues
    ADD CONSTRAINT served_queues_pkey PRIMARY KEY (company_id, lane);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sourcing_requests
    ADD CONSTRAINT sourcing_requests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sourcing_results
    ADD CONSTRAINT sourcing_results_pkey PRIMARY KEY (request_id, place);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.workers
    ADD CONSTRAINT workers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tasks.bam
    ADD CONSTRAINT bam_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tasks.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY tasks.job_common
    ADD CONSTRAINT job_common_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY tasks.job_dependency
    ADD CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id);
ALTER TABLE ONLY tasks.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);
ALTER TABLE ONLY tasks.queue_stats
    ADD CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY tasks.queue_stats_20261116
    ADD CONSTRAINT queue_stats_20261116_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY tasks.queue_stats_20261117
    ADD CONSTRAINT queue_stats_20261117_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY tasks.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name, key);
ALTER TABLE ONLY tasks.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);
ALTER TABLE ONLY tasks.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);
ALTER TABLE ONLY tasks.warning
    ADD CONSTRAINT warning_pkey PRIMARY KEY (id);
CREATE INDEX agent_versions_by_agent ON public.agent_versions USING btree (agent_id);
CREATE INDEX agent_versions_by_phone_number ON public.agent_versions USING btree (company_phone_number_id);
CREATE INDEX agents_by_version ON public.agents USING btree (version_id);
CREATE INDEX agents_newest ON public.agents USING btree (company_id, id DESC);
CREATE INDEX api_keys_by_company ON public.api_keys USING btree (company_id, id DESC);
CREATE INDEX audit_log_by_key ON public.audit_log USING btree (api_key_id, occurred_at DESC, id DESC);
CREATE INDEX audit_log_by_time ON public.audit_log USING brin (occurred_at);
CREATE INDEX audit_log_of_people ON public.audit_log USING btree (company_id, occurred_at DESC, id DESC) WHERE (api_key_id IS NULL);
CREATE INDEX audit_log_rare ON public.audit_log USING btree (api_key_id, event_type, occurred_at DESC, id DESC) WHERE (event_type <> 'AUTH_SUCCESS'::text);
CREATE INDEX billing_entries_by_company ON public.billing_entries USING btree (company_id, id DESC);
CREATE INDEX billing_holds_by_company ON public.billing_holds USING btree (company_id);
CREATE INDEX call_analyses_by_conversation ON public.call_analyses USING btree (conversation_id);
CREATE INDEX call_analyses_due ON public.call_analyses USING btree (due_at) WHERE (status < 2);
CREATE INDEX call_attempts_by_conversation ON public.call_attempts USING btree (conversation_id, number);
CREATE INDEX call_attempts_due ON public.call_attempts USING btree (company_id, lane, scheduled_at) WHERE ((status = 'SCHEDULED'::text) AND is_admitted AND (waits_for_number IS NULL));
CREATE INDEX call_attempts_next ON public.call_attempts USING btree (scheduled_at) WHERE ((status = 'SCHEDULED'::text) AND is_admitted AND (waits_for_number IS NULL));
CREATE INDEX call_attempts_put_back ON public.call_attempts USING btree (company_id, lane) WHERE ((status = 'SCHEDULED'::text) AND (put_back_since IS NOT NULL));
CREATE INDEX call_attempts_refused ON public.call_attempts USING btree (scheduled_at) WHERE ((status = 'SCHEDULED'::text) AND (NOT is_admitted));
CREATE INDEX call_attempts_waiting_for_number ON public.call_attempts USING btree (company_id, waits_for_number, scheduled_at) WHERE ((status = 'SCHEDULED'::text) AND (waits_for_number IS NOT NULL));
CREATE INDEX companies_by_creator ON public.companies USING btree (created_by_key_id, id DESC);
CREATE INDEX contacts_by_expiry ON public.contacts USING btree (gdpr_expiry_date);
CREATE INDEX contacts_by_phone_number ON public.contacts USING btree (phone_number) WHERE (phone_number IS NOT NULL);
CREATE INDEX contacts_by_search ON public.contacts USING gin (company_id, search public.gin_trgm_ops);
CREATE INDEX contacts_by_status ON public.contacts USING btree (company_id, status, id);
CREATE INDEX contacts_newest ON public.contacts USING btree (company_id, id);
CREATE INDEX contacts_with_cv ON public.contacts USING btree (gdpr_expiry_date) WHERE (anonymized_cv_text IS NOT NULL);
CREATE INDEX conversations_by_agent ON public.conversations USING btree (company_id, agent_id, id DESC);
CREATE INDEX conversations_by_contact ON public.conversations USING btree (contact_id, id DESC);
CREATE INDEX conversations_by_job ON public.conversations USING btree (job_id, id DESC) WHERE (job_id IS NOT NULL);
CREATE INDEX conversations_by_open_agent ON public.conversations USING btree (open_agent_id, id) WHERE (open_agent_id IS NOT NULL);
CREATE INDEX conversations_by_run ON public.conversations USING btree (run_id, id DESC) WHERE (run_id IS NOT NULL);
CREATE INDEX conversations_by_status ON public.conversations USING btree (company_id, status, id DESC);
CREATE INDEX conversations_ended ON public.conversations USING btree (company_id, finished_at DESC) WHERE (finished_at IS NOT NULL);
CREATE INDEX conversations_newest ON public.conversations USING btree (company_id, id DESC);
CREATE INDEX conversations_waiting_by_run ON public.conversations USING btree (run_id, id) WHERE ((status = 'SCHEDULED'::text) AND (run_id IS NOT NULL));
CREATE INDEX document_passages_found ON public.document_passages USING gin (document_id, found_by);
CREATE INDEX documents_by_company ON public.documents USING btree (company_id) INCLUDE (size_bytes, status, upload_expires_at);
CREATE INDEX documents_by_maker ON public.documents USING btree (embedded_by) WHERE (status = 'READY'::text);
CREATE INDEX documents_of_agent ON public.documents USING btree (agent_id, id DESC) WHERE (agent_id IS NOT NULL);
CREATE INDEX documents_of_contact ON public.documents USING btree (contact_id, id DESC) WHERE (contact_id IS NOT NULL);
CREATE INDEX documents_under_way ON public.documents USING btree (status, upload_expires_at) WHERE (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text]));
CREATE INDEX events_as_told ON public.events USING btree (company_id, told_in);
CREATE INDEX events_by_subject ON public.events USING btree (company_id, subject_id, "position");
CREATE INDEX events_by_time ON public.events USING brin (occurred_at);
CREATE INDEX invitations_by_company ON public.invitations USING btree (company_id, id DESC);
CREATE INDEX job_assignments_by_job ON public.job_assignments USING btree (company_id, job_id, contact_id DESC);
CREATE INDEX jobs_by_search ON public.jobs USING gin (company_id, search public.gin_trgm_ops);
CREATE INDEX jobs_by_status ON public.jobs USING btree (company_id, status, id DESC);
CREATE INDEX jobs_newest ON public.jobs USING btree (company_id, id DESC);
CREATE INDEX live_calls_by_company ON public.live_calls USING btree (company_id, lane);
CREATE INDEX live_calls_by_conversation ON public.live_calls USING btree (conversation_id);
CREATE INDEX live_calls_by_number ON public.live_calls USING btree (company_id, phone_number) WHERE (phone_number IS NOT NULL);
CREATE INDEX live_calls_by_worker ON public.live_calls USING btree (worker_id);
CREATE UNIQUE INDEX live_calls_dialled_once ON public.live_calls USING btree (company_id, phone_number) WHERE ((phone_number IS NOT NULL) AND (NOT is_inbound));
CREATE INDEX memberships_by_user ON public.memberships USING btree (user_id, created_at);
CREATE INDEX object_deletions_due ON public.object_deletions USING btree (due_at);
CREATE INDEX phone_numbers_newest ON public.phone_numbers USING btree (company_id, id DESC);
CREATE INDEX pool_profiles_found ON public.pool_profiles USING gin (found_by);
CREATE INDEX run_contacts_by_contact ON public.run_contacts USING btree (contact_id);
CREATE INDEX run_contacts_by_job ON public.run_contacts USING btree (job_id) WHERE (job_id IS NOT NULL);
CREATE INDEX run_contacts_in_order ON public.run_contacts USING btree (run_id, "position");
CREATE INDEX runs_by_job ON public.runs USING btree (job_id) WHERE (job_id IS NOT NULL);
CREATE INDEX runs_by_open_agent ON public.runs USING btree (open_agent_id) WHERE (open_agent_id IS NOT NULL);
CREATE INDEX runs_due ON public.runs USING btree (due_at) WHERE (status = 'SCHEDULED'::text);
CREATE INDEX runs_newest ON public.runs USING btree (company_id, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX runs_tended ON public.runs USING btree (id) WHERE is_tended;
CREATE INDEX served_queues_by_turn ON public.served_queues USING btree (company_id, turn);
CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id, seen_at DESC);
CREATE INDEX sign_in_links_by_expiry ON public.sign_in_links USING btree (expires_at);
CREATE INDEX sign_in_links_by_user ON public.sign_in_links USING btree (user_id);
CREATE INDEX sourcing_requests_by_time ON public.sourcing_requests USING btree (created_at);
CREATE INDEX sourcing_requests_under_way ON public.sourcing_requests USING btree (created_at) WHERE (status = 'processing'::text);
CREATE INDEX sourcing_results_by_profile ON public.sourcing_results USING btree (company_id, profile_id);
CREATE UNIQUE INDEX users_by_email ON public.users USING btree (lower(email));
CREATE INDEX webhook_deliveries_by_event ON public.webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_by_time ON public.webhook_deliveries USING brin (created_at);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (webhook_id, due_at) WHERE (status = 'PENDING'::text);
CREATE INDEX webhook_deliveries_first ON public.webhook_deliveries USING btree (lane, "position") WHERE (status = 'PENDING'::text);
CREATE INDEX webhook_deliveries_newest ON public.webhook_deliveries USING btree (webhook_id, "position" DESC);
CREATE INDEX webhooks_newest ON public.webhooks USING btree (company_id, id DESC);
CREATE UNIQUE INDEX job_common_i1 ON tasks.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::tasks.job_state) AND (policy = 'short'::text));
CREATE INDEX job_common_i10 ON tasks.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::tasks.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i11 ON tasks.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::tasks.job_state) AND (NOT blocked));
CREATE INDEX job_common_i12 ON tasks.job_common USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);
CREATE UNIQUE INDEX job_common_i2 ON tasks.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::tasks.job_state) AND (policy = 'singleton'::text));
CREATE UNIQUE INDEX job_common_i3 ON tasks.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::tasks.job_state) AND (policy = 'stately'::text));
CREATE UNIQUE INDEX job_common_i4 ON tasks.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::tasks.job_state) AND (singleton_on IS NOT NULL));
CREATE UNIQUE INDEX job_common_i6 ON tasks.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::tasks.job_state) AND (policy = 'exclusive'::text));
CREATE INDEX job_common_i7 ON tasks.job_common USING btree (name, group_id) WHERE ((state = 'active'::tasks.job_state) AND (group_id IS NOT NULL));
CREATE UNIQUE INDEX job_common_i8 ON tasks.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::tasks.job_state, 'retry'::tasks.job_state, 'failed'::tasks.job_state])) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i9 ON tasks.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::tasks.job_state));
CREATE INDEX job_dep_parent_idx ON tasks.job_dependency USING btree (parent_name, parent_id);
CREATE INDEX queue_stats_i1 ON ONLY tasks.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX queue_stats_20261116_name_captured_on_deferred_count_queued_idx ON tasks.queue_stats_20261116 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX queue_stats_20261117_name_captured_on_deferred_count_queued_idx ON tasks.queue_stats_20261117 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX warning_i1 ON tasks.warning USING btree (created_on DESC);
ALTER INDEX tasks.job_pkey ATTACH PARTITION tasks.job_common_pkey;
ALTER INDEX tasks.queue_stats_i1 ATTACH PARTITION tasks.queue_stats_20261116_name_captured_on_deferred_count_queued_idx;
ALTER INDEX tasks.queue_stats_pkey ATTACH PARTITION tasks.queue_stats_20261116_pkey;
ALTER INDEX tasks.queue_stats_i1 ATTACH PARTITION tasks.queue_stats_20261117_name_captured_on_deferred_count_queued_idx;
ALTER INDEX tasks.queue_stats_pkey ATTACH PARTITION tasks.queue_stats_20261117_pkey;
CREATE TRIGGER call_analyses_deleted AFTER DELETE ON public.call_analyses REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.forget_reports();
CREATE TRIGGER call_attempts_deleted AFTER DELETE ON public.call_attempts REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.forget_recordings();
CREATE TRIGGER call_attempts_inserted AFTER INSERT ON public.call_attempts FOR EACH STATEMENT EXECUTE FUNCTION public.wake_dispatchers();
CREATE TRIGGER contacts_deleted AFTER DELETE ON public.contacts REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_contacts();
CREATE TRIGGER contacts_inserted AFTER INSERT ON public.contacts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_contacts();
CREATE TRIGGER contacts_updated AFTER UPDATE ON public.contacts REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_contacts();
CREATE TRIGGER conversations_deleted AFTER DELETE ON public.conversations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_conversations();
CREATE TRIGGER conversations_inserted AFTER INSERT ON public.conversations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_conversations();
CREATE TRIGGER documents_deleted AFTER DELETE ON public.documents REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.forget_objects();
CREATE TRIGGER events_told AFTER INSERT ON public.events REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION public.queue_deliveries();
CREATE TRIGGER ledger_of_deleted AFTER DELETE ON public.companies REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.forget_ledger();
CREATE TRIGGER progress_of_deleted AFTER DELETE ON public.conversations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_progress();
CREATE TRIGGER progress_of_inserted AFTER INSERT ON public.conversations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_progress();
CREATE TRIGGER progress_of_updated AFTER UPDATE ON public.conversations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_progress();
CREATE TRIGGER webhook_deliveries_forgotten BEFORE UPDATE OF event_id ON public.webhook_deliveries FOR EACH ROW WHEN (((new.event_id IS NULL) AND (new.status = 'PENDING'::text))) EXECUTE FUNCTION public.cancel_delivery();
CREATE TRIGGER webhooks_stopped AFTER UPDATE OF inactive_since ON public.webhooks FOR EACH ROW WHEN (((old.inactive_since IS NULL) AND (new.inactive_since IS NOT NULL))) EXECUTE FUNCTION public.note_stopped_webhook();
ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT agent_versions_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES public.agents(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT agent_versions_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT agent_versions_company_phone_number_id_fkey FOREIGN KEY (company_phone_number_id) REFERENCES public.phone_numbers(id);
ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_version_id_fkey FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.billing_accounts
    ADD CONSTRAINT billing_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.call_analyses
    ADD CONSTRAINT call_analyses_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES public.call_attempts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.call_analyses
    ADD CONSTRAINT call_analyses_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.call_analyses
    ADD CONSTRAINT call_analyses_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.call_attempts
    ADD CONSTRAINT call_attempts_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.call_days
    ADD CONSTRAINT call_days_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.call_journals
    ADD CONSTRAINT call_journals_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES public.call_attempts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.company_models
    ADD CONSTRAINT company_models_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.contact_counts
    ADD CONSTRAINT contact_counts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.contact_fields
    ADD CONSTRAINT contact_fields_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.conversation_counts
    ADD CONSTRAINT conversation_counts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_open_agent_id_fkey FOREIGN KEY (open_agent_id) REFERENCES public.agents(id);
ALTER TABLE ONLY public.document_passages
    ADD CONSTRAINT document_passages_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.document_passages
    ADD CONSTRAINT document_passages_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES public.agents(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.held_lanes
    ADD CONSTRAINT held_lanes_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.job_assignments
    ADD CONSTRAINT job_assignments_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.job_assignments
    ADD CONSTRAINT job_assignments_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.job_assignments
    ADD CONSTRAINT job_assignments_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.live_calls
    ADD CONSTRAINT live_calls_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.opted_out_numbers
    ADD CONSTRAINT opted_out_numbers_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.phone_numbers
    ADD CONSTRAINT phone_numbers_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pool_profiles
    ADD CONSTRAINT pool_profiles_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.run_contacts
    ADD CONSTRAINT run_contacts_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.run_contacts
    ADD CONSTRAINT run_contacts_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.run_contacts
    ADD CONSTRAINT run_contacts_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.runs(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.run_progress
    ADD CONSTRAINT run_progress_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_open_agent_id_fkey FOREIGN KEY (open_agent_id) REFERENCES public.agents(id);
ALTER TABLE ONLY public.served_queues
    ADD CONSTRAINT served_queues_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sourcing_requests
    ADD CONSTRAINT sourcing_requests_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sourcing_results
    ADD CONSTRAINT sourcing_results_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sourcing_results
    ADD CONSTRAINT sourcing_results_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.sourcing_requests(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;
ALTER TABLE ONLY tasks.job_common
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES tasks.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tasks.job_common
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES tasks.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tasks.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES tasks.queue(name);
ALTER TABLE ONLY tasks.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES tasks.queue(name) ON DELETE CASCADE;
ALTER TABLE ONLY tasks.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES tasks.queue(name) ON DELETE CASCADE;
