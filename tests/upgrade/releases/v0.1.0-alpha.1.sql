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
INSERT INTO public.agent_versions VALUES ('01a1e356-e803-7001-a50a-ea03029abca2', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e803-7000-bf20-692fa8483c1b', 'Reminder', 'PHONE', 'EN', 5, NULL, 'GENERIC', 'Remind the person of the appointment tomorrow at ten, and ask whether they will come.', NULL, '{"guardrails":{"rules":[],"forbiddenTopics":["Prices"]},"contextConfig":{"useContactContext":false},"analyticsConfig":{"extractionTargets":[],"outcomes":[],"tags":[]},"callingWindow":null,"retryPolicy":{"maxAttempts":3,"delaySeconds":[1800,14400]},"voice":{"provider":null,"voiceId":null,"speed":1},"voicemail":{"action":"HANG_UP","message":null},"resumeMinutes":10}', '2026-11-16 07:51:25.955+00');
INSERT INTO public.agent_versions VALUES ('01a1e356-e80d-7004-b743-04950a709329', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', 'Customer survey', 'PHONE', 'EN', 10, NULL, NULL, NULL, '{"schemaVersion":1,"firstMessage":{"id":"01a1e356-e80b-7000-944b-76ae99c84a58","type":"first_message","text":"Hello {{contact.first_name}}, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e356-e80b-7001-a7ba-697f72897040","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e356-e80b-7002-9602-de95edcc78ad","question":"On a scale from 1 to 10, how satisfied are you with our service?","idealAnswer":"Eight or more","importance":"REQUIRED","key":"satisfaction"},{"id":"01a1e356-e80b-7003-97f2-619e9ffd68bb","question":"What should we do better?","key":"improvement"}]},{"id":"01a1e356-e80b-7004-9b91-dc72e16e8c36","title":"What follows","type":"conditional","branches":[{"id":"01a1e356-e80c-7000-9a1c-d6d0c272c23e","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e356-e80c-7001-9a04-e6f1bc26121a","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e356-e80c-7003-bf4a-1b410c45c672","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e356-e80c-7004-90c9-20b06f14c828","type":"looping","questions":[{"id":"01a1e356-e80c-7005-84ae-2cbd17913704","question":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e356-e80d-7000-8765-a4a6ac8eab60","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e356-e80d-7001-a954-9d3181c60023","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranch":"Everybody else"}],"lastMessage":{"id":"01a1e356-e80d-7002-b1bd-356a46ef6e42","type":"last_message","text":"Thank you for your time, {{contact.first_name}}. Goodbye!"}}', '{"guardrails":{"rules":[],"forbiddenTopics":[]},"contextConfig":{"useContactContext":true},"analyticsConfig":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"callingWindow":null,"retryPolicy":{"maxAttempts":3,"delaySeconds":[1800,14400]},"voice":{"provider":null,"voiceId":null,"speed":1},"voicemail":{"action":"HANG_UP","message":null},"resumeMinutes":10}', '2026-11-16 07:51:25.965+00');
INSERT INTO public.agent_versions VALUES ('01a1e356-e80f-7001-8ae2-8e441435a351', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e80f-7000-99ce-4086e0fcc850', 'Web screening', 'ONLINE', 'EN', 15, NULL, 'SCREENING', 'Find out whether the person fits the job and what they expect of it.', NULL, '{"guardrails":{"rules":[],"forbiddenTopics":[]},"contextConfig":{"useContactContext":false},"analyticsConfig":{"extractionTargets":[],"outcomes":[],"tags":[]},"callingWindow":null,"retryPolicy":{"maxAttempts":3,"delaySeconds":[1800,14400]},"voice":{"provider":null,"voiceId":null,"speed":1},"voicemail":{"action":"HANG_UP","message":null},"resumeMinutes":10}', '2026-11-16 07:51:25.967+00');
INSERT INTO public.agent_versions VALUES ('01a1e356-e906-7000-865e-e458701948bc', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', 'Customer survey', 'PHONE', 'EN', 10, NULL, NULL, NULL, '{"schemaVersion":1,"firstMessage":{"id":"01a1e356-e80b-7000-944b-76ae99c84a58","type":"first_message","text":"Hello {{contact.first_name}}, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e356-e80b-7001-a7ba-697f72897040","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e356-e80b-7002-9602-de95edcc78ad","question":"On a scale from 1 to 10, how satisfied are you with our service?","idealAnswer":"Eight or more","importance":"REQUIRED","key":"satisfaction"},{"id":"01a1e356-e80b-7003-97f2-619e9ffd68bb","question":"What should we do better?","key":"improvement"}]},{"id":"01a1e356-e80b-7004-9b91-dc72e16e8c36","title":"What follows","type":"conditional","branches":[{"id":"01a1e356-e80c-7000-9a1c-d6d0c272c23e","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e356-e80c-7001-9a04-e6f1bc26121a","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e356-e80c-7003-bf4a-1b410c45c672","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e356-e80c-7004-90c9-20b06f14c828","type":"looping","questions":[{"id":"01a1e356-e80c-7005-84ae-2cbd17913704","question":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e356-e80d-7000-8765-a4a6ac8eab60","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e356-e80d-7001-a954-9d3181c60023","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranch":"Everybody else"}],"lastMessage":{"id":"01a1e356-e80d-7002-b1bd-356a46ef6e42","type":"last_message","text":"Thank you for your time, {{contact.first_name}}. Goodbye!"}}', '{"guardrails":{"rules":[],"forbiddenTopics":[]},"contextConfig":{"useContactContext":true},"analyticsConfig":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"callingWindow":null,"retryPolicy":{"maxAttempts":3,"delaySeconds":[1800,14400]},"voice":{"provider":null,"voiceId":null,"speed":1},"voicemail":{"action":"HANG_UP","message":null},"resumeMinutes":10}', '2026-11-16 07:51:26.214+00');
INSERT INTO public.agents VALUES ('01a1e356-e803-7000-bf20-692fa8483c1b', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e803-7001-a50a-ea03029abca2', '2026-11-16 07:51:25.955+00');
INSERT INTO public.agents VALUES ('01a1e356-e80f-7000-99ce-4086e0fcc850', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e80f-7001-8ae2-8e441435a351', '2026-11-16 07:51:25.967+00');
INSERT INTO public.agents VALUES ('01a1e356-e80d-7003-8ab1-ab8e99af5deb', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e906-7000-865e-e458701948bc', '2026-11-16 07:51:25.965+00');
INSERT INTO public.api_keys VALUES ('01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'STANDARD', 'test', 'Demo key', '\xb304bdb9ef23095656a1233608aedf7591ce61ab5e0431f1652861b133b3ac3d', '{read:jobs,write:jobs,delete:jobs,read:contacts,write:contacts,delete:contacts,read:conversations,write:conversations,delete:conversations,read:agents,write:agents,delete:agents,read:companies,write:companies,read:billing,read:runs,write:runs,delete:runs,write:webhooks}', '{}', '{}', NULL, 'ACTIVE', NULL, NULL, '2026-11-16 07:51:25.969+00', '2026-11-16 07:51:25.969+00');
INSERT INTO public.audit_log VALUES ('01a1e356-e813-7000-87e5-667c1d8a80ba', 'KEY_CREATED', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.971+00', NULL, NULL, NULL, '{"by": "demo", "type": "STANDARD", "scopes": ["read:jobs", "write:jobs", "delete:jobs", "read:contacts", "write:contacts", "delete:contacts", "read:conversations", "write:conversations", "delete:conversations", "read:agents", "write:agents", "delete:agents", "read:companies", "write:companies", "read:billing", "read:runs", "write:runs", "delete:runs", "write:webhooks"]}');
INSERT INTO public.audit_log VALUES ('01a1e356-e85c-7000-8dd2-817a055fb34c', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.044+00', '127.0.0.1', 'node', 'GET /agents', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e872-7000-a7a7-6134a5e05622', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.066+00', '127.0.0.1', 'node', 'POST /webhooks', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e883-7000-a7f2-5271b988454b', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.083+00', '127.0.0.1', 'node', 'POST /jobs', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e88f-7000-9c35-7f01e648379c', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.095+00', '127.0.0.1', 'node', 'POST /contact-fields', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e898-7000-a7bd-092db2bcae62', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.104+00', '127.0.0.1', 'node', 'POST /contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e8ab-7000-81b5-5d0ff45a0f8c', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.123+00', '127.0.0.1', 'node', 'POST /contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e8b8-7000-beb1-230170c7062c', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.136+00', '127.0.0.1', 'node', 'POST /contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e8c3-7000-af88-8e58f8c335d6', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.147+00', '127.0.0.1', 'node', 'POST /contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e8d3-7000-9ff7-cb0f445d4947', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.163+00', '127.0.0.1', 'node', 'POST /contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e8ea-7000-a116-e020c06703c9', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.186+00', '127.0.0.1', 'node', 'POST /contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e8f6-7000-ab0c-5592bee4bd09', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.198+00', '127.0.0.1', 'node', 'POST /contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e8ff-7000-b67f-871e9eda6110', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.207+00', '127.0.0.1', 'node', 'PATCH /agents/01a1e356-e80d-7003-8ab1-ab8e99af5deb', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e90d-7000-9441-1e3d2c75397b', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.221+00', '127.0.0.1', 'node', 'POST /runs', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e915-7000-b0b3-53716af20e32', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.229+00', '127.0.0.1', 'node', 'POST /runs/01a1e356-e90f-7000-b546-79b749490fa5/contacts', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e923-7000-bfc6-ea934601db3b', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.243+00', '127.0.0.1', 'node', 'POST /runs/01a1e356-e90f-7000-b546-79b749490fa5/launch', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e945-7000-8119-e24521163bfb', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.277+00', '127.0.0.1', 'node', 'POST /conversations', '{}');
INSERT INTO public.audit_log VALUES ('01a1e356-e97f-7000-8372-d8ced4bb257f', 'AUTH_SUCCESS', '01a1e356-e812-7000-80ca-8bcdb960cf6d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:26.335+00', '127.0.0.1', 'node', 'GET /conversations', '{}');
INSERT INTO public.billing_accounts VALUES ('01a1e356-e7eb-7000-8aad-26f3cce0c329', 'minutes', 'trialing', 1000, 0, NULL, NULL, 'EUR', 10, 1073741824, 1, '2026-11-16 07:51:25.932+00', '2027-11-16 07:51:25.932+00', '2026-11-16 07:51:25.932+00', 4, 4, 40, '2026-11-16 07:51:25.932+00', '2026-11-16 07:51:26.8+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-e93a-7001-82a3-eda12ae31f2f', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'HOLD', '01a1e356-e931-7000-95b0-1a9722b4d468', 10, 10, '2026-11-16 07:51:26.266+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-e93a-7002-981a-356d4a87cc3c', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'HOLD', '01a1e356-e931-7001-aa76-0204eed4dec4', 10, 10, '2026-11-16 07:51:26.266+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-e93a-7003-adf9-66a8cad961c0', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'HOLD', '01a1e356-e931-7002-83d0-5921d3646a3a', 10, 10, '2026-11-16 07:51:26.266+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-e93a-7004-ad54-a503a7c09c24', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'HOLD', '01a1e356-e931-7003-b647-fbefae1b97e9', 10, 10, '2026-11-16 07:51:26.266+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-e93a-7005-a313-32985405e19d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'HOLD', '01a1e356-e931-7004-8dfb-01a50d79a794', 10, 10, '2026-11-16 07:51:26.266+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-e93a-7006-938c-ffe7e9f29245', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'HOLD', '01a1e356-e931-7005-97e8-58d1892c3517', 10, 10, '2026-11-16 07:51:26.266+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-e93a-7007-9374-816771cac183', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'HOLD', '01a1e356-e931-7006-a9d3-862c1eb39822', 10, 10, '2026-11-16 07:51:26.266+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-e956-7000-8f74-d621133342bb', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'HOLD', '01a1e356-e954-7001-927a-b06f05825047', 10, 10, '2026-11-16 07:51:26.294+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-e9a1-7000-999b-16add0f8cb19', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'RELEASE', '01a1e356-e931-7005-97e8-58d1892c3517', 10, 10, '2026-11-16 07:51:26.369+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-e9bc-7000-93fb-13c69bd7bb66', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'RELEASE', '01a1e356-e931-7001-aa76-0204eed4dec4', 10, 10, '2026-11-16 07:51:26.396+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-e9be-7000-a2c0-fa46f6619e44', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'HOLD', '01a1e356-e9b3-7000-bc1f-9559f751ffcb', 10, 10, '2026-11-16 07:51:26.398+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-ea9f-7000-80e2-9bf49bc29a8b', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'RELEASE', '01a1e356-e931-7002-83d0-5921d3646a3a', 10, 10, '2026-11-16 07:51:26.623+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-eaa0-7000-9331-9993b48a2f42', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'HOLD', '01a1e356-ea9c-7000-b8b1-1ac71d07d70a', 10, 10, '2026-11-16 07:51:26.624+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-eab5-7001-a2ba-607b17bae908', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'CHARGE', '01a1e356-e931-7006-a9d3-862c1eb39822', 1, 1, '2026-11-16 07:51:26.645+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-eab5-7003-bb8c-9e2e5fb37d00', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'RELEASE', '01a1e356-e931-7006-a9d3-862c1eb39822', 9, 9, '2026-11-16 07:51:26.645+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-eab5-7000-a2ef-10f69c5c0ad3', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'CHARGE', '01a1e356-e931-7003-b647-fbefae1b97e9', 1, 1, '2026-11-16 07:51:26.645+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-eab5-7002-8798-a09b3b263f05', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'RELEASE', '01a1e356-e931-7003-b647-fbefae1b97e9', 9, 9, '2026-11-16 07:51:26.645+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-eac2-7000-aabc-8db5ece9112d', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'CHARGE', '01a1e356-e931-7004-8dfb-01a50d79a794', 1, 1, '2026-11-16 07:51:26.658+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-eac2-7001-822b-db1f698ea9dc', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'RELEASE', '01a1e356-e931-7004-8dfb-01a50d79a794', 9, 9, '2026-11-16 07:51:26.658+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-eac4-7000-8979-cdf75268b3f4', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'HOLD', '01a1e356-eabf-7000-9a7b-90ce68bb039e', 10, 10, '2026-11-16 07:51:26.66+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-eb50-7000-b3cd-80e8483b6fde', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'CHARGE', '01a1e356-e931-7000-95b0-1a9722b4d468', 1, 1, '2026-11-16 07:51:26.8+00');
INSERT INTO public.billing_entries VALUES ('01a1e356-eb50-7001-aae5-d3f787c1cc1c', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16 07:51:25.932+00', 'RELEASE', '01a1e356-e931-7000-95b0-1a9722b4d468', 9, 9, '2026-11-16 07:51:26.8+00');
INSERT INTO public.billing_holds VALUES ('01a1e356-e954-7001-927a-b06f05825047', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 10, 10, '2026-11-16 07:51:26.294+00');
INSERT INTO public.billing_holds VALUES ('01a1e356-e9b3-7000-bc1f-9559f751ffcb', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 10, 10, '2026-11-16 07:51:26.398+00');
INSERT INTO public.billing_holds VALUES ('01a1e356-ea9c-7000-b8b1-1ac71d07d70a', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 10, 10, '2026-11-16 07:51:26.624+00');
INSERT INTO public.billing_holds VALUES ('01a1e356-eabf-7000-9a7b-90ce68bb039e', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 10, 10, '2026-11-16 07:51:26.66+00');
INSERT INTO public.call_analyses VALUES ('01a1e356-e931-7000-95b0-1a9722b4d468', '01a1e356-eb4c-7001-81e3-a09ffe9e876a', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e931-7000-923f-94e5b96a980c', 2, true, '2026-11-16 07:51:26.874+00', NULL, 1, true, '{"general":{"overallRating":100,"scoringIncompleteReason":null,"companyFitRating":null,"education":null,"experience":null,"strongPoints":["On a scale from 1 to 10, how satisfied are you with our service? \"I would give it ten\""],"weakPoints":[],"evaluation":["The call was held to its end.","Questions answered: 2 of 2.","The answers score 100 of 100 against the ideal ones.","None of the outcomes was reached."]},"specific":null,"analytics":{"matchScore":100,"fields":[{"key":"satisfaction","label":"Satisfaction","type":"number","value":10,"confidence":0.95,"evidence":"I would give it ten.","evidenceTime":12.34}],"scoring":{"total":100,"items":[{"key":"satisfaction","kind":"QUESTION","label":"On a scale from 1 to 10, how satisfied are you with our service?","score":100,"reasoning":"They said 10; the ideal answer is \"Eight or more\".","weightPercent":100,"importance":"REQUIRED"}]},"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","met":false,"confidence":0.6,"evidence":null,"evidenceTime":null}],"tags":[{"key":"complaint","label":"Complaint","applied":false,"reason":"They said nothing of it."}],"qa":[{"id":"01a1e356-e80b-7002-9602-de95edcc78ad","question":"On a scale from 1 to 10, how satisfied are you with our service?","answered":true,"answer":"10","evidence":"I would give it ten.","evidenceTime":12.34},{"id":"01a1e356-e80b-7003-97f2-619e9ffd68bb","question":"What should we do better?","answered":true,"answer":"Shorter waiting times would help","evidence":"Shorter waiting times would help.","evidenceTime":17.34}],"evaluation":{"strengths":["On a scale from 1 to 10, how satisfied are you with our service? \"I would give it ten\""],"concerns":[],"objections":[],"assessment":["The call was held to its end.","Questions answered: 2 of 2.","The answers score 100 of 100 against the ideal ones.","None of the outcomes was reached."]},"sentiment":{"overall":"neutral","score":0,"trajectory":"stable","notes":"Nothing they said shows a mood."},"summary":"Ada Novak 0000 talked to Customer survey of Demo for 27 seconds. The call was held to its end. In short: Satisfaction: 10. The answers score 100 of 100 against the ideal ones."}}', NULL, '2026-11-16 07:51:26.796+00', '2026-11-16 07:51:26.874+00');
INSERT INTO public.call_attempts VALUES ('01a1e356-e954-7001-927a-b06f05825047', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e954-7000-9883-7e141aee5cdc', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'OUTBOUND', 'SCHEDULED', NULL, NULL, 1, '2026-11-17 07:51:26.275+00', NULL, NULL, NULL, NULL, NULL, NULL, true, NULL, NULL, NULL, NULL, NULL, '2026-11-16 07:51:26.292+00', '2026-11-16 07:51:26.292+00');
INSERT INTO public.call_attempts VALUES ('01a1e356-e931-7005-97e8-58d1892c3517', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e931-7005-aed2-f0d01b5e2cc6', '01a1e356-e90f-7000-b546-79b749490fa5', 'OUTBOUND', 'FAILED', 'INVALID_NUMBER', '404', 1, '2026-11-16 07:51:26.257+00', NULL, NULL, 'UTC', NULL, '2026-11-16 07:51:26.287+00', NULL, true, '[]', NULL, NULL, NULL, NULL, '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.36+00');
INSERT INTO public.call_attempts VALUES ('01a1e356-e931-7001-aa76-0204eed4dec4', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e931-7001-ab77-baf23575fe23', '01a1e356-e90f-7000-b546-79b749490fa5', 'OUTBOUND', 'BUSY', 'BUSY', '486', 1, '2026-11-16 07:51:26.257+00', NULL, NULL, 'UTC', NULL, '2026-11-16 07:51:26.287+00', NULL, true, '[]', NULL, NULL, NULL, NULL, '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.376+00');
INSERT INTO public.call_attempts VALUES ('01a1e356-e9b3-7000-bc1f-9559f751ffcb', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e931-7001-ab77-baf23575fe23', '01a1e356-e90f-7000-b546-79b749490fa5', 'OUTBOUND', 'SCHEDULED', NULL, NULL, 2, '2026-11-16 08:21:26.387+00', '2026-11-16 08:21:26.387+00', NULL, 'UTC', NULL, NULL, NULL, true, NULL, NULL, NULL, NULL, NULL, '2026-11-16 07:51:26.387+00', '2026-11-16 07:51:26.387+00');
INSERT INTO public.call_attempts VALUES ('01a1e356-e931-7002-83d0-5921d3646a3a', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e931-7002-87e8-8f6cedcfe605', '01a1e356-e90f-7000-b546-79b749490fa5', 'OUTBOUND', 'VOICEMAIL', 'VOICEMAIL', NULL, 1, '2026-11-16 07:51:26.257+00', NULL, NULL, 'UTC', NULL, '2026-11-16 07:51:26.287+00', 9, true, '[{"speaker":"CONTACT","text":"Hi, you have reached the voicemail of Ada. I cannot take your call right now. Please leave a message after the tone.","startTime":0.3,"endTime":8.59,"language":"en"}]', '{"outcome":{"kind":"voicemail","isMessageLeft":false},"answers":[],"hasAnswered":false,"openQuestions":[],"message":null,"branches":[]}', NULL, NULL, 'recordings/01a1e356-e931-7002-83d0-5921d3646a3a/simulated.wav', '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.614+00');
INSERT INTO public.call_attempts VALUES ('01a1e356-ea9c-7000-b8b1-1ac71d07d70a', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e931-7002-87e8-8f6cedcfe605', '01a1e356-e90f-7000-b546-79b749490fa5', 'OUTBOUND', 'SCHEDULED', NULL, NULL, 2, '2026-11-16 08:21:26.62+00', '2026-11-16 08:21:26.62+00', NULL, 'UTC', NULL, NULL, NULL, true, NULL, NULL, NULL, NULL, NULL, '2026-11-16 07:51:26.62+00', '2026-11-16 07:51:26.62+00');
INSERT INTO public.call_attempts VALUES ('01a1e356-e931-7003-b647-fbefae1b97e9', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e931-7003-9e4f-11a128f60c6a', '01a1e356-e90f-7000-b546-79b749490fa5', 'OUTBOUND', 'COMPLETED', 'NOT_INTERESTED', NULL, 1, '2026-11-16 07:51:26.257+00', NULL, NULL, 'UTC', NULL, '2026-11-16 07:51:26.287+00', 13, true, '[{"speaker":"AI","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","startTime":0,"endTime":5.43,"language":"en"},{"speaker":"CONTACT","text":"Thanks, but I am not interested in this.","startTime":5.78,"endTime":8.64,"language":"en"},{"speaker":"AI","text":"That''s perfectly fine. Thank you for letting me know.","startTime":8.64,"endTime":12.42,"language":"en"}]', '{"outcome":{"kind":"not_interested","detail":"DECLINED"},"answers":[],"hasAnswered":false,"openQuestions":[],"message":null,"branches":[]}', NULL, NULL, 'recordings/01a1e356-e931-7003-b647-fbefae1b97e9/simulated.wav', '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.634+00');
INSERT INTO public.call_attempts VALUES ('01a1e356-e931-7006-a9d3-862c1eb39822', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e931-7006-a675-94a3e59d4f2a', '01a1e356-e90f-7000-b546-79b749490fa5', 'OUTBOUND', 'COMPLETED', 'OPT_OUT', NULL, 1, '2026-11-16 07:51:26.257+00', NULL, NULL, 'UTC', NULL, '2026-11-16 07:51:26.287+00', 15, true, '[{"speaker":"AI","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","startTime":0,"endTime":5.43,"language":"en"},{"speaker":"CONTACT","text":"Do not ever call this number again.","startTime":6.46,"endTime":8.96,"language":"en"},{"speaker":"AI","text":"I''ve noted that you don''t want any more calls. You won''t be called again.","startTime":8.96,"endTime":14.17,"language":"en"}]', '{"outcome":{"kind":"opt_out"},"answers":[],"hasAnswered":false,"openQuestions":[],"message":null,"branches":[]}', NULL, NULL, 'recordings/01a1e356-e931-7006-a9d3-862c1eb39822/simulated.wav', '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.635+00');
INSERT INTO public.call_attempts VALUES ('01a1e356-e931-7004-8dfb-01a50d79a794', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e931-7004-afc1-753eab256d79', '01a1e356-e90f-7000-b546-79b749490fa5', 'OUTBOUND', 'COMPLETED', 'CALLBACK_REQUESTED', NULL, 1, '2026-11-16 07:51:26.257+00', NULL, NULL, 'UTC', NULL, '2026-11-16 07:51:26.287+00', 14, true, '[{"speaker":"AI","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","startTime":0,"endTime":5.43,"language":"en"},{"speaker":"CONTACT","text":"It is a bad moment. Could you call me back tomorrow at three?","startTime":6.12,"endTime":10.48,"language":"en"},{"speaker":"AI","text":"All right, we''ll call you tomorrow at 3 PM.","startTime":10.48,"endTime":13.55,"language":"en"}]', '{"outcome":{"kind":"callback","rawText":"It is a bad moment. Could you call me back tomorrow at three?","at":"2026-11-17T15:00:00.000Z"},"answers":[],"hasAnswered":false,"openQuestions":[],"message":null,"branches":[]}', NULL, NULL, 'recordings/01a1e356-e931-7004-8dfb-01a50d79a794/simulated.wav', '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.652+00');
INSERT INTO public.call_attempts VALUES ('01a1e356-eabf-7000-9a7b-90ce68bb039e', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e931-7004-afc1-753eab256d79', '01a1e356-e90f-7000-b546-79b749490fa5', 'OUTBOUND', 'SCHEDULED', NULL, NULL, 2, '2026-11-17 15:00:00+00', NULL, NULL, NULL, NULL, NULL, NULL, true, NULL, NULL, NULL, NULL, NULL, '2026-11-16 07:51:26.655+00', '2026-11-16 07:51:26.655+00');
INSERT INTO public.call_attempts VALUES ('01a1e356-e931-7000-95b0-1a9722b4d468', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e931-7000-923f-94e5b96a980c', '01a1e356-e90f-7000-b546-79b749490fa5', 'OUTBOUND', 'COMPLETED', NULL, NULL, 1, '2026-11-16 07:51:26.257+00', NULL, NULL, 'UTC', NULL, '2026-11-16 07:51:26.287+00', 27, true, '[{"speaker":"AI","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","startTime":0,"endTime":5.43,"language":"en"},{"speaker":"CONTACT","text":"I do, yes.","startTime":6.31,"endTime":7.02,"language":"en"},{"speaker":"AI","text":"On a scale from 1 to 10, how satisfied are you with our service?","startTime":7.02,"endTime":11.59,"language":"en"},{"speaker":"CONTACT","text":"I would give it ten.","startTime":12.34,"endTime":13.77,"language":"en"},{"speaker":"AI","text":"Got it, thank you. What should we do better?","startTime":13.77,"endTime":16.91,"language":"en"},{"speaker":"CONTACT","text":"Shorter waiting times would help.","startTime":17.34,"endTime":19.69,"language":"en"},{"speaker":"AI","text":"Thank you for the honest answer.","startTime":19.69,"endTime":21.98,"language":"en"},{"speaker":"CONTACT","text":"Sure, okay.","startTime":22.66,"endTime":23.45,"language":"en"},{"speaker":"AI","text":"Thank you for your time, Ada. Goodbye!","startTime":23.45,"endTime":26.16,"language":"en"}]', '{"outcome":{"kind":"finished"},"answers":[{"questionId":"01a1e356-e80b-7002-9602-de95edcc78ad","key":"satisfaction","question":"On a scale from 1 to 10, how satisfied are you with our service?","value":10,"evidence":"I would give it ten.","startMs":12338,"endMs":13767},{"questionId":"01a1e356-e80b-7003-97f2-619e9ffd68bb","key":"improvement","question":"What should we do better?","value":"Shorter waiting times would help","evidence":"Shorter waiting times would help.","startMs":17335,"endMs":19692}],"hasAnswered":true,"openQuestions":[],"message":null,"branches":[{"sectionId":"01a1e356-e80b-7004-9b91-dc72e16e8c36","branchId":"01a1e356-e80d-7000-8765-a4a6ac8eab60","reason":"\"Everybody else\": answer.satisfaction EXISTS holds."}]}', NULL, NULL, 'recordings/01a1e356-e931-7000-95b0-1a9722b4d468/simulated.wav', '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.795+00');
INSERT INTO public.call_days VALUES ('01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', 'FAILED', 'INVALID_NUMBER', 1, 0);
INSERT INTO public.call_days VALUES ('01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', 'BUSY', 'BUSY', 1, 0);
INSERT INTO public.call_days VALUES ('01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', 'VOICEMAIL', 'VOICEMAIL', 1, 0);
INSERT INTO public.call_days VALUES ('01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', 'COMPLETED', 'NOT_INTERESTED', 1, 1);
INSERT INTO public.call_days VALUES ('01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', 'COMPLETED', 'OPT_OUT', 1, 1);
INSERT INTO public.call_days VALUES ('01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', 'COMPLETED', 'CALLBACK_REQUESTED', 1, 1);
INSERT INTO public.call_days VALUES ('01a1e356-e7eb-7000-8aad-26f3cce0c329', '2026-11-16', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', 'COMPLETED', '', 1, 1);
INSERT INTO public.call_journals VALUES ('01a1e356-e931-7005-97e8-58d1892c3517', 0, '01a1e356-e7eb-7000-8aad-26f3cce0c329', '[{"kind":"plan","plan":{"agent":{"id":"01a1e356-e80d-7003-8ab1-ab8e99af5deb","versionId":"01a1e356-e906-7000-865e-e458701948bc","name":"Customer survey"},"company":{"name":"Demo"},"contact":{"id":"01a1e356-e8ee-7000-9639-eb3a0c096d63","firstName":"Ada","lastName":"Novak 0010","gender":null,"phoneNumber":"+15005550010"},"language":"EN","type":"PHONE","focus":null,"durationMinutes":10,"firstMessage":{"id":"01a1e356-e80b-7000-944b-76ae99c84a58","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e356-e80b-7001-a7ba-697f72897040","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e356-e80b-7002-9602-de95edcc78ad","text":"On a scale from 1 to 10, how satisfied are you with our service?","key":"satisfaction","scoring":{"idealAnswer":"Eight or more","weight":4,"importance":"REQUIRED"}},{"id":"01a1e356-e80b-7003-97f2-619e9ffd68bb","text":"What should we do better?","key":"improvement"}]},{"id":"01a1e356-e80b-7004-9b91-dc72e16e8c36","title":"What follows","type":"conditional","branches":[{"id":"01a1e356-e80c-7000-9a1c-d6d0c272c23e","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e356-e80c-7001-9a04-e6f1bc26121a","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e356-e80c-7003-bf4a-1b410c45c672","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e356-e80c-7004-90c9-20b06f14c828","type":"looping","questions":[{"id":"01a1e356-e80c-7005-84ae-2cbd17913704","text":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e356-e80d-7000-8765-a4a6ac8eab60","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e356-e80d-7001-a954-9d3181c60023","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranchId":"01a1e356-e80d-7000-8765-a4a6ac8eab60"}],"lastMessage":{"id":"01a1e356-e80d-7002-b1bd-356a46ef6e42","text":"Thank you for your time, Ada. Goodbye!"},"handoffs":[{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}],"prompt":[{"id":"contact","title":"The contact","kind":"data","text":"- First name: Ada\n- Last name: Novak 0010"}],"knowledge":[{"id":"contact","title":"About the contact","text":"# About the contact\n\n## Custom\n\n- Branch: North\n"}],"analysis":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"known":{"contact":{"branch":"North","first_name":"Ada","last_name":"Novak 0010","phone":"+15005550010","company_name":"Demo","company_description":"A company to try Parley with","agent_name":"Customer survey"},"job":{}},"hours":{"timeZone":"UTC","window":null},"voicemail":{"action":"HANG_UP"},"voice":{"provider":null,"voiceId":null,"speed":1},"filled":[{"text":"Ada","isOfContact":true}]}}]');
INSERT INTO public.call_journals VALUES ('01a1e356-e931-7001-aa76-0204eed4dec4', 0, '01a1e356-e7eb-7000-8aad-26f3cce0c329', '[{"kind":"plan","plan":{"agent":{"id":"01a1e356-e80d-7003-8ab1-ab8e99af5deb","versionId":"01a1e356-e906-7000-865e-e458701948bc","name":"Customer survey"},"company":{"name":"Demo"},"contact":{"id":"01a1e356-e8ac-7000-a48e-860759e597b5","firstName":"Ada","lastName":"Novak 0001","gender":null,"phoneNumber":"+15005550001"},"language":"EN","type":"PHONE","focus":null,"durationMinutes":10,"firstMessage":{"id":"01a1e356-e80b-7000-944b-76ae99c84a58","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e356-e80b-7001-a7ba-697f72897040","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e356-e80b-7002-9602-de95edcc78ad","text":"On a scale from 1 to 10, how satisfied are you with our service?","key":"satisfaction","scoring":{"idealAnswer":"Eight or more","weight":4,"importance":"REQUIRED"}},{"id":"01a1e356-e80b-7003-97f2-619e9ffd68bb","text":"What should we do better?","key":"improvement"}]},{"id":"01a1e356-e80b-7004-9b91-dc72e16e8c36","title":"What follows","type":"conditional","branches":[{"id":"01a1e356-e80c-7000-9a1c-d6d0c272c23e","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e356-e80c-7001-9a04-e6f1bc26121a","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e356-e80c-7003-bf4a-1b410c45c672","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e356-e80c-7004-90c9-20b06f14c828","type":"looping","questions":[{"id":"01a1e356-e80c-7005-84ae-2cbd17913704","text":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e356-e80d-7000-8765-a4a6ac8eab60","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e356-e80d-7001-a954-9d3181c60023","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranchId":"01a1e356-e80d-7000-8765-a4a6ac8eab60"}],"lastMessage":{"id":"01a1e356-e80d-7002-b1bd-356a46ef6e42","text":"Thank you for your time, Ada. Goodbye!"},"handoffs":[{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}],"prompt":[{"id":"contact","title":"The contact","kind":"data","text":"- First name: Ada\n- Last name: Novak 0001"}],"knowledge":[{"id":"contact","title":"About the contact","text":"# About the contact\n\n## Custom\n\n- Branch: North\n"}],"analysis":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"known":{"contact":{"branch":"North","first_name":"Ada","last_name":"Novak 0001","phone":"+15005550001","company_name":"Demo","company_description":"A company to try Parley with","agent_name":"Customer survey"},"job":{}},"hours":{"timeZone":"UTC","window":null},"voicemail":{"action":"HANG_UP"},"voice":{"provider":null,"voiceId":null,"speed":1},"filled":[{"text":"Ada","isOfContact":true}]}}]');
INSERT INTO public.call_journals VALUES ('01a1e356-e931-7000-95b0-1a9722b4d468', 0, '01a1e356-e7eb-7000-8aad-26f3cce0c329', '[{"kind":"plan","plan":{"agent":{"id":"01a1e356-e80d-7003-8ab1-ab8e99af5deb","versionId":"01a1e356-e906-7000-865e-e458701948bc","name":"Customer survey"},"company":{"name":"Demo"},"contact":{"id":"01a1e356-e89c-7000-b809-c9d8568eb956","firstName":"Ada","lastName":"Novak 0000","gender":null,"phoneNumber":"+15005550000"},"language":"EN","type":"PHONE","focus":null,"durationMinutes":10,"firstMessage":{"id":"01a1e356-e80b-7000-944b-76ae99c84a58","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e356-e80b-7001-a7ba-697f72897040","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e356-e80b-7002-9602-de95edcc78ad","text":"On a scale from 1 to 10, how satisfied are you with our service?","key":"satisfaction","scoring":{"idealAnswer":"Eight or more","weight":4,"importance":"REQUIRED"}},{"id":"01a1e356-e80b-7003-97f2-619e9ffd68bb","text":"What should we do better?","key":"improvement"}]},{"id":"01a1e356-e80b-7004-9b91-dc72e16e8c36","title":"What follows","type":"conditional","branches":[{"id":"01a1e356-e80c-7000-9a1c-d6d0c272c23e","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e356-e80c-7001-9a04-e6f1bc26121a","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e356-e80c-7003-bf4a-1b410c45c672","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e356-e80c-7004-90c9-20b06f14c828","type":"looping","questions":[{"id":"01a1e356-e80c-7005-84ae-2cbd17913704","text":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e356-e80d-7000-8765-a4a6ac8eab60","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e356-e80d-7001-a954-9d3181c60023","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranchId":"01a1e356-e80d-7000-8765-a4a6ac8eab60"}],"lastMessage":{"id":"01a1e356-e80d-7002-b1bd-356a46ef6e42","text":"Thank you for your time, Ada. Goodbye!"},"handoffs":[{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}],"prompt":[{"id":"contact","title":"The contact","kind":"data","text":"- First name: Ada\n- Last name: Novak 0000"}],"knowledge":[{"id":"contact","title":"About the contact","text":"# About the contact\n\n## Custom\n\n- Branch: North\n"}],"analysis":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"known":{"contact":{"branch":"North","first_name":"Ada","last_name":"Novak 0000","phone":"+15005550000","company_name":"Demo","company_description":"A company to try Parley with","agent_name":"Customer survey"},"job":{}},"hours":{"timeZone":"UTC","window":null},"voicemail":{"action":"HANG_UP"},"voice":{"provider":null,"voiceId":null,"speed":1},"filled":[{"text":"Ada","isOfContact":true}]}},{"kind":"say","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","why":"Every call begins with the first message."},{"kind":"said","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","isWhole":true,"startMs":0,"endMs":5429},{"kind":"listen","expectation":"opening","patienceMs":3000},{"kind":"heard","heard":{"kind":"words","text":"I do, yes.","startMs":6306,"endMs":7020,"language":"en"}},{"kind":"understood","understanding":{"wants":{}}},{"kind":"enter","sectionId":"01a1e356-e80b-7001-a7ba-697f72897040","title":"Satisfaction"},{"kind":"elapsed","atMs":7020},{"kind":"ask","questionId":"01a1e356-e80b-7002-9602-de95edcc78ad"},{"kind":"say","text":"On a scale from 1 to 10, how satisfied are you with our service?","why":"The next question of the flow."}]');
INSERT INTO public.call_journals VALUES ('01a1e356-e931-7003-b647-fbefae1b97e9', 0, '01a1e356-e7eb-7000-8aad-26f3cce0c329', '[{"kind":"plan","plan":{"agent":{"id":"01a1e356-e80d-7003-8ab1-ab8e99af5deb","versionId":"01a1e356-e906-7000-865e-e458701948bc","name":"Customer survey"},"company":{"name":"Demo"},"contact":{"id":"01a1e356-e8c6-7000-b5ad-0255539f9ddd","firstName":"Ada","lastName":"Novak 0004","gender":null,"phoneNumber":"+15005550004"},"language":"EN","type":"PHONE","focus":null,"durationMinutes":10,"firstMessage":{"id":"01a1e356-e80b-7000-944b-76ae99c84a58","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e356-e80b-7001-a7ba-697f72897040","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e356-e80b-7002-9602-de95edcc78ad","text":"On a scale from 1 to 10, how satisfied are you with our service?","key":"satisfaction","scoring":{"idealAnswer":"Eight or more","weight":4,"importance":"REQUIRED"}},{"id":"01a1e356-e80b-7003-97f2-619e9ffd68bb","text":"What should we do better?","key":"improvement"}]},{"id":"01a1e356-e80b-7004-9b91-dc72e16e8c36","title":"What follows","type":"conditional","branches":[{"id":"01a1e356-e80c-7000-9a1c-d6d0c272c23e","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e356-e80c-7001-9a04-e6f1bc26121a","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e356-e80c-7003-bf4a-1b410c45c672","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e356-e80c-7004-90c9-20b06f14c828","type":"looping","questions":[{"id":"01a1e356-e80c-7005-84ae-2cbd17913704","text":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e356-e80d-7000-8765-a4a6ac8eab60","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e356-e80d-7001-a954-9d3181c60023","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranchId":"01a1e356-e80d-7000-8765-a4a6ac8eab60"}],"lastMessage":{"id":"01a1e356-e80d-7002-b1bd-356a46ef6e42","text":"Thank you for your time, Ada. Goodbye!"},"handoffs":[{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}],"prompt":[{"id":"contact","title":"The contact","kind":"data","text":"- First name: Ada\n- Last name: Novak 0004"}],"knowledge":[{"id":"contact","title":"About the contact","text":"# About the contact\n\n## Custom\n\n- Branch: North\n"}],"analysis":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"known":{"contact":{"branch":"North","first_name":"Ada","last_name":"Novak 0004","phone":"+15005550004","company_name":"Demo","company_description":"A company to try Parley with","agent_name":"Customer survey"},"job":{}},"hours":{"timeZone":"UTC","window":null},"voicemail":{"action":"HANG_UP"},"voice":{"provider":null,"voiceId":null,"speed":1},"filled":[{"text":"Ada","isOfContact":true}]}},{"kind":"say","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","why":"Every call begins with the first message."},{"kind":"said","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","isWhole":true,"startMs":0,"endMs":5429},{"kind":"listen","expectation":"opening","patienceMs":3000},{"kind":"heard","heard":{"kind":"words","text":"Thanks, but I am not interested in this.","startMs":5781,"endMs":8638,"language":"en"}},{"kind":"understood","understanding":{"wants":{"notInterested":true}}},{"kind":"word","intention":{"kind":"respect_refusal"},"why":"They are not interested."},{"kind":"worded","text":"That''s perfectly fine. Thank you for letting me know."},{"kind":"say","text":"That''s perfectly fine. Thank you for letting me know.","why":"They are not interested."}]');
INSERT INTO public.call_journals VALUES ('01a1e356-e931-7004-8dfb-01a50d79a794', 0, '01a1e356-e7eb-7000-8aad-26f3cce0c329', '[{"kind":"plan","plan":{"agent":{"id":"01a1e356-e80d-7003-8ab1-ab8e99af5deb","versionId":"01a1e356-e906-7000-865e-e458701948bc","name":"Customer survey"},"company":{"name":"Demo"},"contact":{"id":"01a1e356-e8d6-7000-930b-f1e0f87a83bd","firstName":"Ada","lastName":"Novak 0005","gender":null,"phoneNumber":"+15005550005"},"language":"EN","type":"PHONE","focus":null,"durationMinutes":10,"firstMessage":{"id":"01a1e356-e80b-7000-944b-76ae99c84a58","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e356-e80b-7001-a7ba-697f72897040","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e356-e80b-7002-9602-de95edcc78ad","text":"On a scale from 1 to 10, how satisfied are you with our service?","key":"satisfaction","scoring":{"idealAnswer":"Eight or more","weight":4,"importance":"REQUIRED"}},{"id":"01a1e356-e80b-7003-97f2-619e9ffd68bb","text":"What should we do better?","key":"improvement"}]},{"id":"01a1e356-e80b-7004-9b91-dc72e16e8c36","title":"What follows","type":"conditional","branches":[{"id":"01a1e356-e80c-7000-9a1c-d6d0c272c23e","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e356-e80c-7001-9a04-e6f1bc26121a","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e356-e80c-7003-bf4a-1b410c45c672","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e356-e80c-7004-90c9-20b06f14c828","type":"looping","questions":[{"id":"01a1e356-e80c-7005-84ae-2cbd17913704","text":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e356-e80d-7000-8765-a4a6ac8eab60","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e356-e80d-7001-a954-9d3181c60023","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranchId":"01a1e356-e80d-7000-8765-a4a6ac8eab60"}],"lastMessage":{"id":"01a1e356-e80d-7002-b1bd-356a46ef6e42","text":"Thank you for your time, Ada. Goodbye!"},"handoffs":[{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}],"prompt":[{"id":"contact","title":"The contact","kind":"data","text":"- First name: Ada\n- Last name: Novak 0005"}],"knowledge":[{"id":"contact","title":"About the contact","text":"# About the contact\n\n## Custom\n\n- Branch: North\n"}],"analysis":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"known":{"contact":{"branch":"North","first_name":"Ada","last_name":"Novak 0005","phone":"+15005550005","company_name":"Demo","company_description":"A company to try Parley with","agent_name":"Customer survey"},"job":{}},"hours":{"timeZone":"UTC","window":null},"voicemail":{"action":"HANG_UP"},"voice":{"provider":null,"voiceId":null,"speed":1},"filled":[{"text":"Ada","isOfContact":true}]}},{"kind":"say","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","why":"Every call begins with the first message."},{"kind":"said","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","isWhole":true,"startMs":0,"endMs":5429},{"kind":"listen","expectation":"opening","patienceMs":3000},{"kind":"heard","heard":{"kind":"words","text":"It is a bad moment. Could you call me back tomorrow at three?","startMs":6120,"endMs":10477,"language":"en"}},{"kind":"understood","understanding":{"wants":{"later":{"rawText":"It is a bad moment. Could you call me back tomorrow at three?","at":"2026-11-17T15:00:00.000Z"}}}},{"kind":"word","intention":{"kind":"confirm_callback","at":"2026-11-17T15:00:00.000Z"},"why":"They want to be called later, at 2026-11-17T15:00:00.000Z."},{"kind":"worded","text":"All right, we''ll call you tomorrow at 3 PM."},{"kind":"say","text":"All right, we''ll call you tomorrow at 3 PM.","why":"They want to be called later, at 2026-11-17T15:00:00.000Z."}]');
INSERT INTO public.call_journals VALUES ('01a1e356-e931-7006-a9d3-862c1eb39822', 0, '01a1e356-e7eb-7000-8aad-26f3cce0c329', '[{"kind":"plan","plan":{"agent":{"id":"01a1e356-e80d-7003-8ab1-ab8e99af5deb","versionId":"01a1e356-e906-7000-865e-e458701948bc","name":"Customer survey"},"company":{"name":"Demo"},"contact":{"id":"01a1e356-e8f9-7000-b6db-129331178845","firstName":"Ada","lastName":"Novak 0013","gender":null,"phoneNumber":"+15005550013"},"language":"EN","type":"PHONE","focus":null,"durationMinutes":10,"firstMessage":{"id":"01a1e356-e80b-7000-944b-76ae99c84a58","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e356-e80b-7001-a7ba-697f72897040","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e356-e80b-7002-9602-de95edcc78ad","text":"On a scale from 1 to 10, how satisfied are you with our service?","key":"satisfaction","scoring":{"idealAnswer":"Eight or more","weight":4,"importance":"REQUIRED"}},{"id":"01a1e356-e80b-7003-97f2-619e9ffd68bb","text":"What should we do better?","key":"improvement"}]},{"id":"01a1e356-e80b-7004-9b91-dc72e16e8c36","title":"What follows","type":"conditional","branches":[{"id":"01a1e356-e80c-7000-9a1c-d6d0c272c23e","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e356-e80c-7001-9a04-e6f1bc26121a","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e356-e80c-7003-bf4a-1b410c45c672","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e356-e80c-7004-90c9-20b06f14c828","type":"looping","questions":[{"id":"01a1e356-e80c-7005-84ae-2cbd17913704","text":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e356-e80d-7000-8765-a4a6ac8eab60","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e356-e80d-7001-a954-9d3181c60023","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranchId":"01a1e356-e80d-7000-8765-a4a6ac8eab60"}],"lastMessage":{"id":"01a1e356-e80d-7002-b1bd-356a46ef6e42","text":"Thank you for your time, Ada. Goodbye!"},"handoffs":[{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}],"prompt":[{"id":"contact","title":"The contact","kind":"data","text":"- First name: Ada\n- Last name: Novak 0013"}],"knowledge":[{"id":"contact","title":"About the contact","text":"# About the contact\n\n## Custom\n\n- Branch: North\n"}],"analysis":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"known":{"contact":{"branch":"North","first_name":"Ada","last_name":"Novak 0013","phone":"+15005550013","company_name":"Demo","company_description":"A company to try Parley with","agent_name":"Customer survey"},"job":{}},"hours":{"timeZone":"UTC","window":null},"voicemail":{"action":"HANG_UP"},"voice":{"provider":null,"voiceId":null,"speed":1},"filled":[{"text":"Ada","isOfContact":true}]}},{"kind":"say","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","why":"Every call begins with the first message."},{"kind":"said","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","isWhole":true,"startMs":0,"endMs":5429},{"kind":"listen","expectation":"opening","patienceMs":3000},{"kind":"heard","heard":{"kind":"words","text":"Do not ever call this number again.","startMs":6457,"endMs":8957,"language":"en"}},{"kind":"understood","understanding":{"wants":{"neverAgain":true}}},{"kind":"word","intention":{"kind":"confirm_opt_out"},"why":"They never want to be called again."},{"kind":"worded","text":"I''ve noted that you don''t want any more calls. You won''t be called again."},{"kind":"say","text":"I''ve noted that you don''t want any more calls. You won''t be called again.","why":"They never want to be called again."}]');
INSERT INTO public.call_journals VALUES ('01a1e356-e931-7002-83d0-5921d3646a3a', 0, '01a1e356-e7eb-7000-8aad-26f3cce0c329', '[{"kind":"plan","plan":{"agent":{"id":"01a1e356-e80d-7003-8ab1-ab8e99af5deb","versionId":"01a1e356-e906-7000-865e-e458701948bc","name":"Customer survey"},"company":{"name":"Demo"},"contact":{"id":"01a1e356-e8ba-7000-b481-5ceb83fa2f09","firstName":"Ada","lastName":"Novak 0003","gender":null,"phoneNumber":"+15005550003"},"language":"EN","type":"PHONE","focus":null,"durationMinutes":10,"firstMessage":{"id":"01a1e356-e80b-7000-944b-76ae99c84a58","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?"},"sections":[{"id":"01a1e356-e80b-7001-a7ba-697f72897040","title":"Satisfaction","type":"looping","questions":[{"id":"01a1e356-e80b-7002-9602-de95edcc78ad","text":"On a scale from 1 to 10, how satisfied are you with our service?","key":"satisfaction","scoring":{"idealAnswer":"Eight or more","weight":4,"importance":"REQUIRED"}},{"id":"01a1e356-e80b-7003-97f2-619e9ffd68bb","text":"What should we do better?","key":"improvement"}]},{"id":"01a1e356-e80b-7004-9b91-dc72e16e8c36","title":"What follows","type":"conditional","branches":[{"id":"01a1e356-e80c-7000-9a1c-d6d0c272c23e","name":"Unhappy","condition":{"type":"expression","field":"answer.satisfaction","operator":"LESS_THAN","value":5},"sections":[{"id":"01a1e356-e80c-7001-9a04-e6f1bc26121a","type":"sequential","prompt":"Apologise, and ask what went wrong."},{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}]},{"id":"01a1e356-e80c-7003-bf4a-1b410c45c672","name":"Recommends us","condition":{"type":"intent","description":"The person would recommend the service to others."},"sections":[{"id":"01a1e356-e80c-7004-90c9-20b06f14c828","type":"looping","questions":[{"id":"01a1e356-e80c-7005-84ae-2cbd17913704","text":"May we quote you on our website?","key":"quote"}]}]},{"id":"01a1e356-e80d-7000-8765-a4a6ac8eab60","name":"Everybody else","condition":{"type":"expression","field":"answer.satisfaction","operator":"EXISTS"},"sections":[{"id":"01a1e356-e80d-7001-a954-9d3181c60023","type":"sequential","prompt":"Thank the person for the honest answer."}]}],"defaultBranchId":"01a1e356-e80d-7000-8765-a4a6ac8eab60"}],"lastMessage":{"id":"01a1e356-e80d-7002-b1bd-356a46ef6e42","text":"Thank you for your time, Ada. Goodbye!"},"handoffs":[{"id":"01a1e356-e80c-7002-b4ad-85addd2e9dc2","title":"Customer care","type":"human_handoff","message":"I am connecting you with our customer care.","destinations":[{"phoneNumber":"+15005550000"}]}],"prompt":[{"id":"contact","title":"The contact","kind":"data","text":"- First name: Ada\n- Last name: Novak 0003"}],"knowledge":[{"id":"contact","title":"About the contact","text":"# About the contact\n\n## Custom\n\n- Branch: North\n"}],"analysis":{"extractionTargets":[{"key":"satisfaction","label":"Satisfaction","type":"number"}],"outcomes":[{"key":"would_recommend_us","label":"Would recommend us","description":"The person would recommend the service."}],"tags":[{"key":"complaint","label":"Complaint","description":"The person complained about something."}]},"known":{"contact":{"branch":"North","first_name":"Ada","last_name":"Novak 0003","phone":"+15005550003","company_name":"Demo","company_description":"A company to try Parley with","agent_name":"Customer survey"},"job":{}},"hours":{"timeZone":"UTC","window":null},"voicemail":{"action":"HANG_UP"},"voice":{"provider":null,"voiceId":null,"speed":1},"filled":[{"text":"Ada","isOfContact":true}]}},{"kind":"say","text":"Hello Ada, this is an AI assistant. Do you have two minutes for our service?","why":"Every call begins with the first message."},{"kind":"said","text":"","isWhole":false,"startMs":0,"endMs":300},{"kind":"listen","expectation":"opening","patienceMs":3000},{"kind":"heard","heard":{"kind":"words","text":"Hi, you have reached the voicemail of Ada. I cannot take your call right now. Please leave a message after the tone.","startMs":300,"endMs":8586,"language":"en"}},{"kind":"understood","understanding":{"wants":{},"machine":"voicemail"}},{"kind":"end","outcome":{"kind":"voicemail","isMessageLeft":false},"why":"A machine took the call; no message is to be left."}]');
INSERT INTO public.call_journals VALUES ('01a1e356-e931-7003-b647-fbefae1b97e9', 1, '01a1e356-e7eb-7000-8aad-26f3cce0c329', '[{"kind":"said","text":"That''s perfectly fine. Thank you for letting me know.","isWhole":true,"startMs":8638,"endMs":12424},{"kind":"end","outcome":{"kind":"not_interested","detail":"DECLINED"},"why":"They are not interested."}]');
INSERT INTO public.call_journals VALUES ('01a1e356-e931-7006-a9d3-862c1eb39822', 1, '01a1e356-e7eb-7000-8aad-26f3cce0c329', '[{"kind":"said","text":"I''ve noted that you don''t want any more calls. You won''t be called again.","isWhole":true,"startMs":8957,"endMs":14171},{"kind":"end","outcome":{"kind":"opt_out"},"why":"They never want to be called again."}]');
INSERT INTO public.call_journals VALUES ('01a1e356-e931-7004-8dfb-01a50d79a794', 1, '01a1e356-e7eb-7000-8aad-26f3cce0c329', '[{"kind":"said","text":"All right, we''ll call you tomorrow at 3 PM.","isWhole":true,"startMs":10477,"endMs":13548},{"kind":"end","outcome":{"kind":"callback","rawText":"It is a bad moment. Could you call me back tomorrow at three?","at":"2026-11-17T15:00:00.000Z"},"why":"They want to be called later, at 2026-11-17T15:00:00.000Z."}]');
INSERT INTO public.call_journals VALUES ('01a1e356-e931-7000-95b0-1a9722b4d468', 1, '01a1e356-e7eb-7000-8aad-26f3cce0c329', '[{"kind":"said","text":"On a scale from 1 to 10, how satisfied are you with our service?","isWhole":true,"startMs":7020,"endMs":11591},{"kind":"listen","expectation":"answer","patienceMs":8000},{"kind":"heard","heard":{"kind":"words","text":"I would give it ten.","startMs":12338,"endMs":13767,"language":"en"}},{"kind":"understood","understanding":{"wants":{},"answer":{"value":10,"isClear":true}}},{"kind":"note","answer":{"questionId":"01a1e356-e80b-7002-9602-de95edcc78ad","key":"satisfaction","question":"On a scale from 1 to 10, how satisfied are you with our service?","value":10,"evidence":"I would give it ten.","startMs":12338,"endMs":13767}},{"kind":"elapsed","atMs":13767},{"kind":"ask","questionId":"01a1e356-e80b-7003-97f2-619e9ffd68bb"},{"kind":"word","intention":{"kind":"acknowledge","heard":"I would give it ten.","before":"What should we do better?"},"why":"They answered."},{"kind":"worded","text":"Got it, thank you."},{"kind":"say","text":"Got it, thank you. What should we do better?","why":"The next question of the flow."},{"kind":"said","text":"Got it, thank you. What should we do better?","isWhole":true,"startMs":13767,"endMs":16910},{"kind":"listen","expectation":"answer","patienceMs":8000},{"kind":"heard","heard":{"kind":"words","text":"Shorter waiting times would help.","startMs":17335,"endMs":19692,"language":"en"}},{"kind":"understood","understanding":{"wants":{},"answer":{"value":"Shorter waiting times would help","isClear":true}}},{"kind":"note","answer":{"questionId":"01a1e356-e80b-7003-97f2-619e9ffd68bb","key":"improvement","question":"What should we do better?","value":"Shorter waiting times would help","evidence":"Shorter waiting times would help.","startMs":17335,"endMs":19692}},{"kind":"enter","sectionId":"01a1e356-e80b-7004-9b91-dc72e16e8c36","title":"What follows"},{"kind":"judge","sectionId":"01a1e356-e80b-7004-9b91-dc72e16e8c36","branchId":"01a1e356-e80c-7003-bf4a-1b410c45c672","description":"The person would recommend the service to others."},{"kind":"judged","judgement":{"holds":false,"reason":"Nothing they said speaks of it."}},{"kind":"branch","sectionId":"01a1e356-e80b-7004-9b91-dc72e16e8c36","branchId":"01a1e356-e80d-7000-8765-a4a6ac8eab60","why":"\"Everybody else\": answer.satisfaction EXISTS holds."},{"kind":"enter","sectionId":"01a1e356-e80d-7001-a954-9d3181c60023"},{"kind":"elapsed","atMs":19692},{"kind":"word","intention":{"kind":"section","section":{"id":"01a1e356-e80d-7001-a954-9d3181c60023","type":"sequential","prompt":"Thank the person for the honest answer."},"exchanges":0},"why":"The section begins."},{"kind":"worded","text":"Thank you for the honest answer."},{"kind":"word","intention":{"kind":"acknowledge","heard":"Shorter waiting times would help.","before":"Thank you for the honest answer."},"why":"They answered."},{"kind":"worded","text":""},{"kind":"say","text":"Thank you for the honest answer.","why":"The section begins."},{"kind":"said","text":"Thank you for the honest answer.","isWhole":true,"startMs":19692,"endMs":21978},{"kind":"listen","expectation":"talk","patienceMs":8000},{"kind":"heard","heard":{"kind":"words","text":"Sure, okay.","startMs":22659,"endMs":23445,"language":"en"}},{"kind":"understood","understanding":{"wants":{},"answer":{"value":"Sure, okay","isClear":false},"isDone":true}},{"kind":"word","intention":{"kind":"acknowledge","heard":"Sure, okay.","before":"Thank you for your time, Ada. Goodbye!"},"why":"The section has been dealt with."},{"kind":"worded","text":""},{"kind":"say","text":"Thank you for your time, Ada. Goodbye!","why":"Everything in the flow has been gone through."},{"kind":"said","text":"Thank you for your time, Ada. Goodbye!","isWhole":true,"startMs":23445,"endMs":26159},{"kind":"end","outcome":{"kind":"finished"},"why":"Everything in the flow has been gone through."}]');
INSERT INTO public.companies VALUES ('01a1e356-e7eb-7000-8aad-26f3cce0c329', 'Demo', 'A company to try Parley with', 'UTC', NULL, '{}', '\x4fd6d9350d7643d3987fbf5dfde145867b7d6eadf38b4741b62afd5f5cd9c39f', NULL, '2026-11-16 07:51:25.931+00', '2026-11-16 07:51:25.931+00');
INSERT INTO public.contact_counts VALUES ('01a1e356-e7eb-7000-8aad-26f3cce0c329', 'UNDEFINED', 3288, 4);
INSERT INTO public.contact_counts VALUES ('01a1e356-e7eb-7000-8aad-26f3cce0c329', 'UNDEFINED', 3279, 7);
INSERT INTO public.contact_fields VALUES ('01a1e356-e892-7000-962a-61ed6e24a61f', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'branch', 'Branch', 'string', '{}', false, false, NULL, 10, '{}', '2026-11-16 07:51:26.099+00', '2026-11-16 07:51:26.099+00');
INSERT INTO public.contacts VALUES ('01a1e356-e7f7-7000-be64-000e767398c7', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'Ada', 'Novak', 'ada.novak@example.com', '+15005550000', 'UNDEFINED', NULL, '2027-11-16', NULL, '[]', NULL, '{}', '{"organization": "Example Ltd", "preferred_language": "English"}', false, 'ada novak ada.novak@example.com', '2026-11-16 07:51:25.941+00', '2026-11-16 07:51:25.941+00');
INSERT INTO public.contacts VALUES ('01a1e356-e7fe-7000-8312-9eb5f8a22984', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'Bruno', 'Busy', 'bruno.busy@example.com', '+15005550001', 'UNDEFINED', NULL, '2027-11-16', NULL, '[]', NULL, '{}', '{"organization": "Example Ltd", "preferred_language": "English"}', false, 'bruno busy bruno.busy@example.com', '2026-11-16 07:51:25.949+00', '2026-11-16 07:51:25.949+00');
INSERT INTO public.contacts VALUES ('01a1e356-e800-7000-81f1-c953b115e9e0', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'Clara', 'Ring', 'clara.ring@example.com', '+15005550002', 'UNDEFINED', NULL, '2027-11-16', NULL, '[]', NULL, '{}', '{"organization": "Example Ltd", "preferred_language": "English"}', false, 'clara ring clara.ring@example.com', '2026-11-16 07:51:25.952+00', '2026-11-16 07:51:25.952+00');
INSERT INTO public.contacts VALUES ('01a1e356-e802-7000-aea7-7cb45d8f5dd9', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'Vera', 'Voicemail', 'vera.voicemail@example.com', '+15005550003', 'UNDEFINED', NULL, '2027-11-16', NULL, '[]', NULL, '{}', '{"organization": "Example Ltd", "preferred_language": "English"}', false, 'vera voicemail vera.voicemail@example.com', '2026-11-16 07:51:25.954+00', '2026-11-16 07:51:25.954+00');
INSERT INTO public.contacts VALUES ('01a1e356-e8ac-7000-a48e-860759e597b5', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'Ada', 'Novak 0001', NULL, '+15005550001', 'UNDEFINED', NULL, '2199-12-31', NULL, '[]', NULL, '{}', '{"branch": "North"}', false, 'ada novak 0001', '2026-11-16 07:51:26.124+00', '2026-11-16 07:51:26.124+00');
INSERT INTO public.contacts VALUES ('01a1e356-e8ba-7000-b481-5ceb83fa2f09', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'Ada', 'Novak 0003', NULL, '+15005550003', 'UNDEFINED', NULL, '2199-12-31', NULL, '[]', NULL, '{}', '{"branch": "North"}', false, 'ada novak 0003', '2026-11-16 07:51:26.137+00', '2026-11-16 07:51:26.137+00');
INSERT INTO public.contacts VALUES ('01a1e356-e8c6-7000-b5ad-0255539f9ddd', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'Ada', 'Novak 0004', NULL, '+15005550004', 'UNDEFINED', NULL, '2199-12-31', NULL, '[]', NULL, '{}', '{"branch": "North"}', false, 'ada novak 0004', '2026-11-16 07:51:26.148+00', '2026-11-16 07:51:26.148+00');
INSERT INTO public.contacts VALUES ('01a1e356-e8d6-7000-930b-f1e0f87a83bd', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'Ada', 'Novak 0005', NULL, '+15005550005', 'UNDEFINED', NULL, '2199-12-31', NULL, '[]', NULL, '{}', '{"branch": "North"}', false, 'ada novak 0005', '2026-11-16 07:51:26.164+00', '2026-11-16 07:51:26.164+00');
INSERT INTO public.contacts VALUES ('01a1e356-e8ee-7000-9639-eb3a0c096d63', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'Ada', 'Novak 0010', NULL, '+15005550010', 'UNDEFINED', NULL, '2199-12-31', NULL, '[]', NULL, '{}', '{"branch": "North"}', false, 'ada novak 0010', '2026-11-16 07:51:26.187+00', '2026-11-16 07:51:26.187+00');
INSERT INTO public.contacts VALUES ('01a1e356-e8f9-7000-b6db-129331178845', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'Ada', 'Novak 0013', NULL, '+15005550013', 'UNDEFINED', NULL, '2199-12-31', NULL, '[]', NULL, '{}', '{"branch": "North"}', true, 'ada novak 0013', '2026-11-16 07:51:26.199+00', '2026-11-16 07:51:26.628+00');
INSERT INTO public.contacts VALUES ('01a1e356-e89c-7000-b809-c9d8568eb956', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'Ada', 'Novak 0000', NULL, '+15005550000', 'UNDEFINED', NULL, '2199-12-31', 100, '[]', NULL, '{}', '{"branch": "North"}', false, 'ada novak 0000', '2026-11-16 07:51:26.107+00', '2026-11-16 07:51:26.878+00');
INSERT INTO public.conversation_counts VALUES ('01a1e356-e7eb-7000-8aad-26f3cce0c329', 3279, 7);
INSERT INTO public.conversation_counts VALUES ('01a1e356-e7eb-7000-8aad-26f3cce0c329', 3287, 1);
INSERT INTO public.conversations VALUES ('01a1e356-e954-7000-9883-7e141aee5cdc', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e89c-7000-b809-c9d8568eb956', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', '01a1e356-e906-7000-865e-e458701948bc', NULL, '01a1e356-e80d-7003-8ab1-ab8e99af5deb', NULL, 'PHONE', 'SCHEDULED', '2026-11-17 07:51:26.275+00', NULL, NULL, '{}', false, true, 0, 0, NULL, '2026-11-16 07:51:26.292+00', '2026-11-16 07:51:26.292+00');
INSERT INTO public.conversations VALUES ('01a1e356-e931-7005-aed2-f0d01b5e2cc6', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e8ee-7000-9639-eb3a0c096d63', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', '01a1e356-e906-7000-865e-e458701948bc', '01a1e356-e90f-7000-b546-79b749490fa5', NULL, NULL, 'PHONE', 'FAILED', '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.36+00', 0, '{}', false, true, 1, 0, NULL, '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.36+00');
INSERT INTO public.conversations VALUES ('01a1e356-e931-7001-ab77-baf23575fe23', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e8ac-7000-a48e-860759e597b5', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', '01a1e356-e906-7000-865e-e458701948bc', '01a1e356-e90f-7000-b546-79b749490fa5', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', NULL, 'PHONE', 'SCHEDULED', '2026-11-16 08:21:26.387+00', NULL, 0, '{}', false, true, 1, 0, NULL, '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.376+00');
INSERT INTO public.conversations VALUES ('01a1e356-e931-7002-87e8-8f6cedcfe605', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e8ba-7000-b481-5ceb83fa2f09', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', '01a1e356-e906-7000-865e-e458701948bc', '01a1e356-e90f-7000-b546-79b749490fa5', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', NULL, 'PHONE', 'SCHEDULED', '2026-11-16 08:21:26.62+00', NULL, 0, '{}', false, true, 1, 0, NULL, '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.614+00');
INSERT INTO public.conversations VALUES ('01a1e356-e931-7003-9e4f-11a128f60c6a', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e8c6-7000-b5ad-0255539f9ddd', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', '01a1e356-e906-7000-865e-e458701948bc', '01a1e356-e90f-7000-b546-79b749490fa5', NULL, NULL, 'PHONE', 'CANCELLED', '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.635+00', 1, '{}', false, true, 1, 0, NULL, '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.634+00');
INSERT INTO public.conversations VALUES ('01a1e356-e931-7006-a675-94a3e59d4f2a', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e8f9-7000-b6db-129331178845', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', '01a1e356-e906-7000-865e-e458701948bc', '01a1e356-e90f-7000-b546-79b749490fa5', NULL, NULL, 'PHONE', 'CANCELLED', '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.636+00', 1, '{}', false, true, 1, 0, NULL, '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.635+00');
INSERT INTO public.conversations VALUES ('01a1e356-e931-7004-afc1-753eab256d79', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e8d6-7000-930b-f1e0f87a83bd', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', '01a1e356-e906-7000-865e-e458701948bc', '01a1e356-e90f-7000-b546-79b749490fa5', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', NULL, 'PHONE', 'SCHEDULED', '2026-11-17 15:00:00+00', NULL, 1, '{}', false, true, 0, 1, NULL, '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.652+00');
INSERT INTO public.conversations VALUES ('01a1e356-e931-7000-923f-94e5b96a980c', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e89c-7000-b809-c9d8568eb956', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', '01a1e356-e906-7000-865e-e458701948bc', '01a1e356-e90f-7000-b546-79b749490fa5', NULL, NULL, 'PHONE', 'COMPLETED', '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.795+00', 1, '{}', false, true, 1, 0, NULL, '2026-11-16 07:51:26.257+00', '2026-11-16 07:51:26.795+00');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e806-7000-9784-8bc7f2c7a2da', 1, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.agent', 'console', '{"id": "01a1e356-e803-7000-bf20-692fa8483c1b"}', '2026-11-16 07:51:25.958+00', '959');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e80e-7000-bb2f-8bfca8e68d51', 2, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.agent', 'console', '{"id": "01a1e356-e80d-7003-8ab1-ab8e99af5deb"}', '2026-11-16 07:51:25.966+00', '959');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e810-7000-a233-4df7345c7db2', 3, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.agent', 'console', '{"id": "01a1e356-e80f-7000-99ce-4086e0fcc850"}', '2026-11-16 07:51:25.968+00', '959');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e87c-7000-b5fc-74e0c05260dc', 4, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.webhook', 'console', '{"id": "01a1e356-e879-7000-9ae4-2c144776955b"}', '2026-11-16 07:51:26.076+00', '960');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e8a4-7000-adf4-46fe84ed712f', 5, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.contact', 'console', '{"id": "01a1e356-e89c-7000-b809-c9d8568eb956"}', '2026-11-16 07:51:26.116+00', '964');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e8ae-7000-9227-3c97dea21ca6', 6, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.contact', 'console', '{"id": "01a1e356-e8ac-7000-a48e-860759e597b5"}', '2026-11-16 07:51:26.126+00', '966');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e8bb-7000-aba2-6c7f94d72d64', 7, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.contact', 'console', '{"id": "01a1e356-e8ba-7000-b481-5ceb83fa2f09"}', '2026-11-16 07:51:26.139+00', '968');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e8cb-7000-b766-32a548303cd1', 8, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.contact', 'console', '{"id": "01a1e356-e8c6-7000-b5ad-0255539f9ddd"}', '2026-11-16 07:51:26.155+00', '970');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e8df-7000-b43a-a9fdda3ef9ec', 9, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.contact', 'console', '{"id": "01a1e356-e8d6-7000-930b-f1e0f87a83bd"}', '2026-11-16 07:51:26.175+00', '972');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e8f1-7000-8178-f586b445abaf', 10, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.contact', 'console', '{"id": "01a1e356-e8ee-7000-9639-eb3a0c096d63"}', '2026-11-16 07:51:26.193+00', '974');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e8fa-7000-aca4-909515c665f9', 11, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.contact', 'console', '{"id": "01a1e356-e8f9-7000-b6db-129331178845"}', '2026-11-16 07:51:26.202+00', '976');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e907-7000-b225-b6fdd75c617a', 12, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.agent', 'console', '{"id": "01a1e356-e80d-7003-8ab1-ab8e99af5deb"}', '2026-11-16 07:51:26.215+00', '977');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e910-7000-bf8c-871a6cdfd6f4', 13, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.run', 'console', '{"id": "01a1e356-e90f-7000-b546-79b749490fa5"}', '2026-11-16 07:51:26.224+00', '978');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e917-7000-bf1e-8f23b1b6499d', 14, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.run', 'console', '{"id": "01a1e356-e90f-7000-b546-79b749490fa5"}', '2026-11-16 07:51:26.231+00', '979');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e924-7000-9d55-f794da7214e5', 15, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.run', 'console', '{"id": "01a1e356-e90f-7000-b546-79b749490fa5"}', '2026-11-16 07:51:26.244+00', '980');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e952-7000-88a2-2d080b8e8afc', 16, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'conversation.started', '01a1e356-e931-7000-923f-94e5b96a980c', '{"jobId": null, "runId": "01a1e356-e90f-7000-b546-79b749490fa5", "status": "IN_PROGRESS", "contactId": "01a1e356-e89c-7000-b809-c9d8568eb956", "callAttemptId": "01a1e356-e931-7000-95b0-1a9722b4d468", "conversationId": "01a1e356-e931-7000-923f-94e5b96a980c"}', '2026-11-16 07:51:26.29+00', '982');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e952-7001-8f89-e51ebdaa3fe3', 17, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'conversation.started', '01a1e356-e931-7001-ab77-baf23575fe23', '{"jobId": null, "runId": "01a1e356-e90f-7000-b546-79b749490fa5", "status": "IN_PROGRESS", "contactId": "01a1e356-e8ac-7000-a48e-860759e597b5", "callAttemptId": "01a1e356-e931-7001-aa76-0204eed4dec4", "conversationId": "01a1e356-e931-7001-ab77-baf23575fe23"}', '2026-11-16 07:51:26.29+00', '982');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e952-7002-9f1f-b6f98debd6c6', 18, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'conversation.started', '01a1e356-e931-7002-87e8-8f6cedcfe605', '{"jobId": null, "runId": "01a1e356-e90f-7000-b546-79b749490fa5", "status": "IN_PROGRESS", "contactId": "01a1e356-e8ba-7000-b481-5ceb83fa2f09", "callAttemptId": "01a1e356-e931-7002-83d0-5921d3646a3a", "conversationId": "01a1e356-e931-7002-87e8-8f6cedcfe605"}', '2026-11-16 07:51:26.29+00', '982');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e952-7003-8192-572eaa87ee99', 19, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'conversation.started', '01a1e356-e931-7003-9e4f-11a128f60c6a', '{"jobId": null, "runId": "01a1e356-e90f-7000-b546-79b749490fa5", "status": "IN_PROGRESS", "contactId": "01a1e356-e8c6-7000-b5ad-0255539f9ddd", "callAttemptId": "01a1e356-e931-7003-b647-fbefae1b97e9", "conversationId": "01a1e356-e931-7003-9e4f-11a128f60c6a"}', '2026-11-16 07:51:26.29+00', '982');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e952-7004-a91c-415be56d984d', 20, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'conversation.started', '01a1e356-e931-7004-afc1-753eab256d79', '{"jobId": null, "runId": "01a1e356-e90f-7000-b546-79b749490fa5", "status": "IN_PROGRESS", "contactId": "01a1e356-e8d6-7000-930b-f1e0f87a83bd", "callAttemptId": "01a1e356-e931-7004-8dfb-01a50d79a794", "conversationId": "01a1e356-e931-7004-afc1-753eab256d79"}', '2026-11-16 07:51:26.29+00', '982');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e952-7005-92cb-582a7717b11b', 21, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'conversation.started', '01a1e356-e931-7005-aed2-f0d01b5e2cc6', '{"jobId": null, "runId": "01a1e356-e90f-7000-b546-79b749490fa5", "status": "IN_PROGRESS", "contactId": "01a1e356-e8ee-7000-9639-eb3a0c096d63", "callAttemptId": "01a1e356-e931-7005-97e8-58d1892c3517", "conversationId": "01a1e356-e931-7005-aed2-f0d01b5e2cc6"}', '2026-11-16 07:51:26.29+00', '982');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e952-7006-9629-8ec76d906fb9', 22, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'conversation.started', '01a1e356-e931-7006-a675-94a3e59d4f2a', '{"jobId": null, "runId": "01a1e356-e90f-7000-b546-79b749490fa5", "status": "IN_PROGRESS", "contactId": "01a1e356-e8f9-7000-b6db-129331178845", "callAttemptId": "01a1e356-e931-7006-a9d3-862c1eb39822", "conversationId": "01a1e356-e931-7006-a675-94a3e59d4f2a"}', '2026-11-16 07:51:26.29+00', '982');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e955-7000-9ead-8f36f11c60d7', 23, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.conversation', 'console', '{"id": "01a1e356-e954-7000-9883-7e141aee5cdc", "status": "SCHEDULED"}', '2026-11-16 07:51:26.293+00', '983');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e999-7000-b29c-43bdda01d345', 24, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'conversation.failed', '01a1e356-e931-7005-aed2-f0d01b5e2cc6', '{"jobId": null, "runId": "01a1e356-e90f-7000-b546-79b749490fa5", "status": "FAILED", "contactId": "01a1e356-e8ee-7000-9639-eb3a0c096d63", "callAttemptId": "01a1e356-e931-7005-97e8-58d1892c3517", "conversationId": "01a1e356-e931-7005-aed2-f0d01b5e2cc6"}', '2026-11-16 07:51:26.361+00', '986');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e9b4-7000-b7e6-66096e0f63eb', 25, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'conversation.rescheduled', '01a1e356-e931-7001-ab77-baf23575fe23', '{"jobId": null, "runId": "01a1e356-e90f-7000-b546-79b749490fa5", "reason": "BUSY", "status": "RESCHEDULED", "contactId": "01a1e356-e8ac-7000-a48e-860759e597b5", "retryCount": 1, "maxAttempts": 3, "nextAttempt": {"scheduledAt": "2026-11-16T08:21:26.387Z", "attemptNumber": 2, "callAttemptId": "01a1e356-e9b3-7000-bc1f-9559f751ffcb"}, "conversationId": "01a1e356-e931-7001-ab77-baf23575fe23", "previousAttempt": {"status": "BUSY", "endedReason": "BUSY", "attemptNumber": 1, "callAttemptId": "01a1e356-e931-7001-aa76-0204eed4dec4", "durationSeconds": 0}}', '2026-11-16 07:51:26.388+00', '989');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-ea9c-7001-bc6c-ceca2d8732f1', 26, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'conversation.rescheduled', '01a1e356-e931-7002-87e8-8f6cedcfe605', '{"jobId": null, "runId": "01a1e356-e90f-7000-b546-79b749490fa5", "reason": "VOICEMAIL", "status": "RESCHEDULED", "contactId": "01a1e356-e8ba-7000-b481-5ceb83fa2f09", "retryCount": 1, "maxAttempts": 3, "nextAttempt": {"scheduledAt": "2026-11-16T08:21:26.620Z", "attemptNumber": 2, "callAttemptId": "01a1e356-ea9c-7000-b8b1-1ac71d07d70a"}, "conversationId": "01a1e356-e931-7002-87e8-8f6cedcfe605", "previousAttempt": {"status": "VOICEMAIL", "endedReason": "VOICEMAIL", "attemptNumber": 1, "callAttemptId": "01a1e356-e931-7002-83d0-5921d3646a3a", "durationSeconds": 9}}', '2026-11-16 07:51:26.62+00', '990');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-eaa5-7000-9173-2aa24d82fa9d', 27, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.contact', 'console', '{"id": "01a1e356-e8f9-7000-b6db-129331178845"}', '2026-11-16 07:51:26.629+00', '993');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-eaac-7000-8391-66a4dc73db5e', 28, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'conversation.cancelled', '01a1e356-e931-7003-9e4f-11a128f60c6a', '{"jobId": null, "runId": "01a1e356-e90f-7000-b546-79b749490fa5", "reason": "CANDIDATE_NOT_INTERESTED", "status": "CANCELLED", "contactId": "01a1e356-e8c6-7000-b5ad-0255539f9ddd", "cancelledBy": null, "attemptsMade": 1, "reasonDetail": "NOT_INTERESTED", "conversationId": "01a1e356-e931-7003-9e4f-11a128f60c6a", "lastCallAttemptId": "01a1e356-e931-7003-b647-fbefae1b97e9"}', '2026-11-16 07:51:26.636+00', '993');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-eaac-7001-9232-6a14e32ec9b3', 29, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'conversation.cancelled', '01a1e356-e931-7006-a675-94a3e59d4f2a', '{"jobId": null, "runId": "01a1e356-e90f-7000-b546-79b749490fa5", "reason": "CANDIDATE_NOT_INTERESTED", "status": "CANCELLED", "contactId": "01a1e356-e8f9-7000-b6db-129331178845", "cancelledBy": null, "attemptsMade": 1, "reasonDetail": "OPT_OUT", "conversationId": "01a1e356-e931-7006-a675-94a3e59d4f2a", "lastCallAttemptId": "01a1e356-e931-7006-a9d3-862c1eb39822"}', '2026-11-16 07:51:26.636+00', '993');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-eabf-7001-98fc-804955c27994', 30, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'conversation.rescheduled', '01a1e356-e931-7004-afc1-753eab256d79', '{"jobId": null, "runId": "01a1e356-e90f-7000-b546-79b749490fa5", "reason": "CANDIDATE_REQUEST", "status": "RESCHEDULED", "contactId": "01a1e356-e8d6-7000-930b-f1e0f87a83bd", "retryCount": 1, "nextAttempt": {"scheduledAt": "2026-11-17T15:00:00.000Z", "attemptNumber": 2, "callAttemptId": "01a1e356-eabf-7000-9a7b-90ce68bb039e"}, "conversationId": "01a1e356-e931-7004-afc1-753eab256d79", "previousAttempt": {"status": "COMPLETED", "endedReason": "CALLBACK_REQUESTED", "attemptNumber": 1, "callAttemptId": "01a1e356-e931-7004-8dfb-01a50d79a794", "durationSeconds": 14}, "candidateRequest": {"rawText": "It is a bad moment. Could you call me back tomorrow at three?", "timeResolved": true}}', '2026-11-16 07:51:26.655+00', '994');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-eb4c-7000-b3b4-ca8cf8638e2c', 31, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'change.conversation', 'console', '{"id": "01a1e356-e931-7000-923f-94e5b96a980c", "status": "COMPLETED"}', '2026-11-16 07:51:26.796+00', '995');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-eb9e-7000-8e5b-2544efd341d4', 32, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'conversation.completed', '01a1e356-e931-7000-923f-94e5b96a980c', '{"jobId": null, "runId": "01a1e356-e90f-7000-b546-79b749490fa5", "status": "COMPLETED", "contactId": "01a1e356-e89c-7000-b809-c9d8568eb956", "callAttemptId": "01a1e356-e931-7000-95b0-1a9722b4d468", "conversationId": "01a1e356-e931-7000-923f-94e5b96a980c"}', '2026-11-16 07:51:26.878+00', '997');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('01a1e356-eb9e-7001-ae72-addc807b44c9', 33, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'analysis.completed', '01a1e356-e931-7000-923f-94e5b96a980c', '{"jobId": null, "runId": "01a1e356-e90f-7000-b546-79b749490fa5", "status": "COMPLETED", "analysis": {"id": "01a1e356-eb4c-7001-81e3-a09ffe9e876a", "general": {"status": "COMPLETED", "createdAt": "2026-11-16T07:51:26.796Z", "education": null, "updatedAt": "2026-11-16T07:51:26.874Z", "evaluation": ["The call was held to its end.", "Questions answered: 2 of 2.", "The answers score 100 of 100 against the ideal ones.", "None of the outcomes was reached."], "experience": null, "weakPoints": [], "strongPoints": ["On a scale from 1 to 10, how satisfied are you with our service? \"I would give it ten\""], "overallRating": 100, "companyFitRating": null, "scoringIncompleteReason": null}, "specific": null}, "analytics": {"qa": [{"id": "01a1e356-e80b-7002-9602-de95edcc78ad", "answer": "10", "answered": true, "evidence": "I would give it ten.", "question": "On a scale from 1 to 10, how satisfied are you with our service?", "evidenceTime": 12.34}, {"id": "01a1e356-e80b-7003-97f2-619e9ffd68bb", "answer": "Shorter waiting times would help", "answered": true, "evidence": "Shorter waiting times would help.", "question": "What should we do better?", "evidenceTime": 17.34}], "tags": [{"key": "complaint", "label": "Complaint", "reason": "They said nothing of it.", "applied": false}], "fields": [{"key": "satisfaction", "type": "number", "label": "Satisfaction", "value": 10, "evidence": "I would give it ten.", "confidence": 0.95, "evidenceTime": 12.34}], "scoring": {"items": [{"key": "satisfaction", "kind": "QUESTION", "label": "On a scale from 1 to 10, how satisfied are you with our service?", "score": 100, "reasoning": "They said 10; the ideal answer is \"Eight or more\".", "importance": "REQUIRED", "weightPercent": 100}], "total": 100}, "summary": "Ada Novak 0000 talked to Customer survey of Demo for 27 seconds. The call was held to its end. In short: Satisfaction: 10. The answers score 100 of 100 against the ideal ones.", "outcomes": [{"key": "would_recommend_us", "met": false, "label": "Would recommend us", "evidence": null, "confidence": 0.6, "evidenceTime": null}], "sentiment": {"notes": "Nothing they said shows a mood.", "score": 0, "overall": "neutral", "trajectory": "stable"}, "updatedAt": "2026-11-16T07:51:26.874Z", "evaluation": {"concerns": [], "strengths": ["On a scale from 1 to 10, how satisfied are you with our service? \"I would give it ten\""], "assessment": ["The call was held to its end.", "Questions answered: 2 of 2.", "The answers score 100 of 100 against the ideal ones.", "None of the outcomes was reached."], "objections": []}, "matchScore": 100}, "contactId": "01a1e356-e89c-7000-b809-c9d8568eb956", "callAttempts": [{"id": "01a1e356-e931-7000-95b0-1a9722b4d468", "status": "COMPLETED", "calledAt": "2026-11-16T07:51:26.287Z", "duration": 27, "direction": "OUTBOUND", "recordingUrl": "recordings/01a1e356-e931-7000-95b0-1a9722b4d468/simulated.wav"}], "callAttemptId": "01a1e356-e931-7000-95b0-1a9722b4d468", "conversationId": "01a1e356-e931-7000-923f-94e5b96a980c", "analysisPdfBase64": null}', '2026-11-16 07:51:26.878+00', '997');
INSERT INTO public.installation_facts VALUES ('PARLEY_KEY_PEPPER', 'x6RAE-AuUtNPMdfp');
INSERT INTO public.installation_facts VALUES ('PARLEY_LINK_SECRET', 'wQE85SUW_pZriikd');
INSERT INTO public.installation_facts VALUES ('PARLEY_ADMIN_JWT_SECRET', 'HuMHdCmP1tCmIm6o');
INSERT INTO public.jobs VALUES ('01a1e356-e7ee-7000-968b-56f6e37b09c5', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'Customer support specialist', 'OPEN', '{"salary": {"max": 60000, "min": 45000, "period": "YEARLY", "currency": "EUR"}, "location": {"city": "Brno", "workMode": "HYBRID", "countryCode": "CZ"}, "description": "Helps customers by phone and chat, and writes down what they struggle with.", "contractType": "FULL_TIME", "requiredSkills": ["Clear writing", "Patience"], "niceToHaveSkills": ["SQL"], "languageRequirements": [{"language": "EN", "proficiency": "C1"}]}', '{}', 'customer support specialist helps customers by phone and chat, and writes down what they struggle with.', '2026-11-16 07:51:25.934+00', '2026-11-16 07:51:25.934+00');
INSERT INTO public.jobs VALUES ('01a1e356-e886-7000-beb0-a017dc0af878', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'Warehouse clerk', 'OPEN', '{"description": "Early shifts."}', '{}', 'warehouse clerk early shifts.', '2026-11-16 07:51:26.086+00', '2026-11-16 07:51:26.086+00');
INSERT INTO public.memberships VALUES ('01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e817-7000-8906-6f1df55ec7dd', 'owner', '2026-11-16 07:51:25.977+00');
INSERT INTO public.run_contacts OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e90f-7000-b546-79b749490fa5', '01a1e356-e89c-7000-b809-c9d8568eb956', '01a1e356-e7eb-7000-8aad-26f3cce0c329', NULL, 'UTC', 1);
INSERT INTO public.run_contacts OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e90f-7000-b546-79b749490fa5', '01a1e356-e8ac-7000-a48e-860759e597b5', '01a1e356-e7eb-7000-8aad-26f3cce0c329', NULL, 'UTC', 2);
INSERT INTO public.run_contacts OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e90f-7000-b546-79b749490fa5', '01a1e356-e8ba-7000-b481-5ceb83fa2f09', '01a1e356-e7eb-7000-8aad-26f3cce0c329', NULL, 'UTC', 3);
INSERT INTO public.run_contacts OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e90f-7000-b546-79b749490fa5', '01a1e356-e8c6-7000-b5ad-0255539f9ddd', '01a1e356-e7eb-7000-8aad-26f3cce0c329', NULL, 'UTC', 4);
INSERT INTO public.run_contacts OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e90f-7000-b546-79b749490fa5', '01a1e356-e8d6-7000-930b-f1e0f87a83bd', '01a1e356-e7eb-7000-8aad-26f3cce0c329', NULL, 'UTC', 5);
INSERT INTO public.run_contacts OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e90f-7000-b546-79b749490fa5', '01a1e356-e8ee-7000-9639-eb3a0c096d63', '01a1e356-e7eb-7000-8aad-26f3cce0c329', NULL, 'UTC', 6);
INSERT INTO public.run_contacts OVERRIDING SYSTEM VALUE VALUES ('01a1e356-e90f-7000-b546-79b749490fa5', '01a1e356-e8f9-7000-b6db-129331178845', '01a1e356-e7eb-7000-8aad-26f3cce0c329', NULL, 'UTC', 7);
INSERT INTO public.run_progress VALUES ('01a1e356-e90f-7000-b546-79b749490fa5', 3279, '01a1e356-e7eb-7000-8aad-26f3cce0c329', 7, 0, 0, 0, 0);
INSERT INTO public.run_progress VALUES ('01a1e356-e90f-7000-b546-79b749490fa5', 3288, '01a1e356-e7eb-7000-8aad-26f3cce0c329', -4, 1, 1, 2, 0);
INSERT INTO public.runs VALUES ('01a1e356-e90f-7000-b546-79b749490fa5', '01a1e356-e7eb-7000-8aad-26f3cce0c329', 'Release', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', '01a1e356-e80d-7003-8ab1-ab8e99af5deb', '01a1e356-e906-7000-865e-e458701948bc', NULL, 'RUNNING', '{}', true, NULL, NULL, NULL, 7, 7, 0, true, NULL, '2026-11-16 07:51:26.223+00', '2026-11-16 07:51:26.247+00');
INSERT INTO public.schema_migrations VALUES (1, '0001_baseline.sql', '291bfdd04fce3524d12de4df7a0dbecf72781bc360f93163ad160791bc97e25a', '8e0081cdfde6fa260a320b8f1a9a546302891ece2afab043322047e5ec77e8bf', '2026-11-16 07:51:24.523803+00');
INSERT INTO public.served_queues VALUES ('01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e90f-7000-b546-79b749490fa5', 1);
INSERT INTO public.sign_in_links VALUES ('01a1e356-e81a-7000-a21b-9e27d020d399', '01a1e356-e817-7000-8906-6f1df55ec7dd', '2026-11-16 07:51:25.978+00', '2026-11-17 07:51:25.978+00', NULL);
INSERT INTO public.users VALUES ('01a1e356-e817-7000-8906-6f1df55ec7dd', 'operator@localhost', NULL, NULL, true, '2026-11-16 07:51:25.975+00', '2026-11-16 07:51:25.975+00');
INSERT INTO public.webhook_deliveries VALUES ('01a1e356-eb9e-7062-a346-68c51e9d3439', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e879-7000-9ae4-2c144776955b', '01a1e356-eb9e-7000-8e5b-2544efd341d4', 32, '01a1e356-e931-7000-923f-94e5b96a980c', DEFAULT, 'conversation.completed', 'LEGACY', 'PENDING', '2026-11-16 07:51:32.338+00', NULL, NULL, 1, '[{"error": "The connection was refused (ECONNREFUSED)", "sentAt": "2026-11-16T07:51:26.885Z", "durationMs": 8, "statusCode": null, "responseBody": null}]', '2026-11-16 07:51:26.878+00', '2026-11-16 07:51:26.878+00', NULL);
INSERT INTO public.webhooks VALUES ('01a1e356-e879-7000-9ae4-2c144776955b', '01a1e356-e7eb-7000-8aad-26f3cce0c329', '01a1e356-e812-7000-80ca-8bcdb960cf6d', 'http://127.0.0.1:9', 'Closed', NULL, '[]', '{INTERVIEW_COMPLETED}', '{conversation.completed}', 'LEGACY', 5, 10000, NULL, 1, NULL, '\x3cf725a245608d59470df4733550a5c55b058ff9cd75b42ae984d6cc46721de42e906221dba01b8a10d02aac2565eda9782fbdfbb584224dbaee0326f6671acf6be9732252506e76baf32267b290', NULL, NULL, '2026-11-16 07:51:26.073+00', '2026-11-16 07:51:26.073+00');
INSERT INTO public.workers VALUES ('01a1e356-e742-7000-ba23-8b6c982b2ae8', '2026-11-16 07:51:25.87465+00', 'http://localhost:46807', true);
INSERT INTO tasks.job_common VALUES ('b4130e6a-f9ce-4be4-bd9e-288db9105b31', '__pgboss__send-it', 0, '{"key": "", "data": {}, "name": "embed-documents", "slot": "2026-11-16 07:51:00", "options": {"tz": "UTC"}}', 'created', 2, 0, 0, false, NULL, 900, 604800, 'embed-documents__', '2026-11-16 07:51:00', NULL, NULL, '2026-11-16 07:51:25.923644+00', '2026-11-16 07:51:25.923644+00', NULL, NULL, '2026-11-30 07:51:25.923644+00', NULL, NULL, 'standard', NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO tasks.job_common VALUES ('54f2a2a3-f8a9-4470-98ab-6a592e6bb538', '__pgboss__send-it', 0, '{"key": "", "data": {}, "name": "retry-admission", "slot": "2026-11-16 07:51:00", "options": {"tz": "UTC"}}', 'created', 2, 0, 0, false, NULL, 900, 604800, 'retry-admission__', '2026-11-16 07:51:00', NULL, NULL, '2026-11-16 07:51:25.923644+00', '2026-11-16 07:51:25.923644+00', NULL, NULL, '2026-11-30 07:51:25.923644+00', NULL, NULL, 'standard', NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO tasks.job_common VALUES ('7a244a32-7d03-4b72-811c-0f449e6a4f84', '__pgboss__send-it', 0, '{"key": "", "data": {}, "name": "sweep-documents", "slot": "2026-11-16 07:51:00", "options": {"tz": "UTC"}}', 'created', 2, 0, 0, false, NULL, 900, 604800, 'sweep-documents__', '2026-11-16 07:51:00', NULL, NULL, '2026-11-16 07:51:25.923644+00', '2026-11-16 07:51:25.923644+00', NULL, NULL, '2026-11-30 07:51:25.923644+00', NULL, NULL, 'standard', NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO tasks.queue VALUES ('send-invitation', 'standard', 180, 1, true, 3600, 60, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.763468+00', '2026-11-16 07:51:24.769323+00');
INSERT INTO tasks.queue VALUES ('send-sign-in-link', 'standard', 5, 1, true, 3600, 60, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.771851+00', '2026-11-16 07:51:24.77339+00');
INSERT INTO tasks.queue VALUES ('purge-audit', 'standard', 3, 1, true, 3600, 600, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.774313+00', '2026-11-16 07:51:24.776317+00');
INSERT INTO tasks.queue VALUES ('purge-sessions', 'standard', 3, 1, true, 3600, 600, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.792371+00', '2026-11-16 07:51:24.793408+00');
INSERT INTO tasks.queue VALUES ('process-document', 'standard', 12, 1, true, 3600, 900, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.796483+00', '2026-11-16 07:51:24.798073+00');
INSERT INTO tasks.queue VALUES ('embed-documents', 'standard', 0, 1, true, 3600, 300, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.798938+00', '2026-11-16 07:51:24.799916+00');
INSERT INTO tasks.queue VALUES ('sweep-documents', 'standard', 3, 1, true, 3600, 600, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.80277+00', '2026-11-16 07:51:24.803542+00');
INSERT INTO tasks.queue VALUES ('expire-personal-data', 'standard', 5, 1, true, 3600, 1800, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.807096+00', '2026-11-16 07:51:24.808445+00');
INSERT INTO tasks.queue VALUES ('move-into-window', 'standard', 10, 1, true, 3600, 3600, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.811005+00', '2026-11-16 07:51:24.811887+00');
INSERT INTO tasks.queue VALUES ('retry-admission', 'standard', 0, 1, true, 3600, 300, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.812596+00', '2026-11-16 07:51:24.813268+00');
INSERT INTO tasks.queue VALUES ('fold-counts', 'standard', 0, 1, true, 3600, 300, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.815424+00', '2026-11-16 07:51:24.81636+00');
INSERT INTO tasks.queue VALUES ('close-links', 'standard', 0, 1, true, 3600, 600, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.818629+00', '2026-11-16 07:51:24.819455+00');
INSERT INTO tasks.queue VALUES ('send-online-invitation', 'standard', 36, 1, true, 3600, 60, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.821407+00', '2026-11-16 07:51:24.822087+00');
INSERT INTO tasks.queue VALUES ('tend-webhook-deliveries', 'standard', 3, 1, true, 3600, 600, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.822728+00', '2026-11-16 07:51:24.823362+00');
INSERT INTO tasks.queue VALUES ('source', 'standard', 8, 1, true, 3600, 900, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.826078+00', '2026-11-16 07:51:24.826733+00');
INSERT INTO tasks.queue VALUES ('enrich', 'standard', 8, 1, true, 3600, 900, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.827382+00', '2026-11-16 07:51:24.828098+00');
INSERT INTO tasks.queue VALUES ('tend-sourcing', 'standard', 0, 1, true, 3600, 300, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-16 07:51:24.828731+00', '2026-11-16 07:51:24.829341+00');
INSERT INTO tasks.queue VALUES ('__pgboss__send-it', 'standard', 2, 0, false, NULL, 900, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, false, NULL, NULL, NULL, NULL, '2026-11-16 07:51:25.81264+00', '2026-11-16 07:51:25.81264+00');
INSERT INTO tasks.schedule VALUES ('purge-audit', '', 'cron', '17 3 * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 07:51:24.790549+00', '2026-11-16 07:51:24.790549+00', NULL);
INSERT INTO tasks.schedule VALUES ('purge-sessions', '', 'cron', '41 3 * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 07:51:24.795656+00', '2026-11-16 07:51:24.795656+00', NULL);
INSERT INTO tasks.schedule VALUES ('embed-documents', '', 'cron', '* * * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 07:51:24.80204+00', '2026-11-16 07:51:24.80204+00', NULL);
INSERT INTO tasks.schedule VALUES ('sweep-documents', '', 'cron', '* * * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 07:51:24.806391+00', '2026-11-16 07:51:24.806391+00', NULL);
INSERT INTO tasks.schedule VALUES ('expire-personal-data', '', 'cron', '3 * * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 07:51:24.810121+00', '2026-11-16 07:51:24.810121+00', NULL);
INSERT INTO tasks.schedule VALUES ('retry-admission', '', 'cron', '* * * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 07:51:24.81477+00', '2026-11-16 07:51:24.81477+00', NULL);
INSERT INTO tasks.schedule VALUES ('fold-counts', '', 'cron', '7 * * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 07:51:24.817984+00', '2026-11-16 07:51:24.817984+00', NULL);
INSERT INTO tasks.schedule VALUES ('close-links', '', 'cron', '23 4 * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 07:51:24.820825+00', '2026-11-16 07:51:24.820825+00', NULL);
INSERT INTO tasks.schedule VALUES ('tend-webhook-deliveries', '', 'cron', '23 * * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 07:51:24.825283+00', '2026-11-16 07:51:24.825283+00', NULL);
INSERT INTO tasks.schedule VALUES ('tend-sourcing', '', 'cron', '*/10 * * * *', 'UTC', '{}', '{"tz": "UTC"}', '2026-11-16 07:51:24.830752+00', '2026-11-16 07:51:24.830752+00', NULL);
INSERT INTO tasks.version VALUES (43, '2026-11-16 07:51:25.869868+00', '2026-11-16 07:51:24.772338+00', '2026-11-16 07:51:25.847767+00', NULL, NULL);
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
CREATE UNIQUE INDEX live_calls_by_number ON public.live_calls USING btree (company_id, phone_number) WHERE (phone_number IS NOT NULL);
CREATE INDEX live_calls_by_worker ON public.live_calls USING btree (worker_id);
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
