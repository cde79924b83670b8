create extension if not exists pg_trgm;
create extension if not exists btree_gin;

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
create index contacts_by_expiry on contacts (gdpr_expiry_date);

create table job_assignments (
  company_id uuid not null references companies on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  job_id uuid not null references jobs on delete cascade,
  -- The order of assignment: the first is the one of the deprecated jobId.
  position bigint generated always as identity,
  primary key (contact_id, job_id)
);
create index job_assignments_by_job on job_assignments (company_id, job_id, contact_id desc);

-- How many contacts a company has, by status, so that a list's total costs the same at a thousand and at a
-- million. Every connection counts in rows of its own, so nobody waits for anybody; now and then the rows are
-- folded into one. Kept by triggers, so that no way of writing contacts can forget it.
create table contact_counts (
  company_id uuid not null references companies on delete cascade,
  status text not null,
  -- The process of the connection; 0 for what was folded.
  shard integer not null,
  total bigint not null,
  primary key (company_id, status, shard)
) with (fillfactor = 50);

create function note_contacts(company uuid, of_status text, change bigint) returns void language sql as $$
  insert into contact_counts (company_id, status, shard, total) values (company, of_status, pg_backend_pid(), change)
  on conflict (company_id, status, shard) do update set total = contact_counts.total + excluded.total
$$;

create function count_contacts() returns trigger language plpgsql as $$
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

create trigger contacts_inserted after insert on contacts
  referencing new table as added for each statement execute function count_contacts();
create trigger contacts_deleted after delete on contacts
  referencing old table as removed for each statement execute function count_contacts();
create trigger contacts_updated after update on contacts
  referencing old table as removed new table as added for each statement execute function count_contacts();

create table phone_numbers (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  phone_number text not null,
  label text,
  created_at timestamptz not null,
  unique (company_id, phone_number)
);
create index phone_numbers_newest on phone_numbers (company_id, id desc);
