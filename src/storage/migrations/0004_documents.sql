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
  -- Past this an upload that is still PENDING has given its place back.
  upload_expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(contact_id, agent_id) = 1),
  check (source <> 'CV' or contact_id is not null)
);
create index documents_of_contact on documents (contact_id, id desc) where contact_id is not null;
create index documents_of_agent on documents (agent_id, id desc) where agent_id is not null;
create index documents_by_company on documents (company_id) include (size_bytes, status, upload_expires_at);
create index documents_under_way on documents (status, upload_expires_at) where status in ('PENDING', 'PROCESSING');

create table document_passages (
  document_id uuid not null references documents on delete cascade,
  position integer not null,
  company_id uuid not null references companies on delete cascade,
  text text not null,
  -- In lower case without accents; pairs of letters where a language does not part words.
  words text not null,
  found_by tsvector not null,
  primary key (document_id, position)
);
create index document_passages_found on document_passages using gin (document_id, found_by);

-- Bytes that belong to nobody any more. Filled by a trigger, so that no way of deleting a document, a contact or
-- a company can forget its bytes, and in the same transaction, so that no crash can.
create table object_deletions (
  key text primary key,
  -- Bytes may still be sent until then: they are deleted at once and once more afterwards.
  upload_expires_at timestamptz not null,
  due_at timestamptz not null default '-infinity'
);
create index object_deletions_due on object_deletions (due_at);

create function forget_objects() returns trigger language plpgsql as $$
begin
  insert into object_deletions (key, upload_expires_at)
    select object_key, upload_expires_at from removed on conflict (key) do nothing;
  return null;
end $$;

create trigger documents_deleted after delete on documents
  referencing old table as removed for each statement execute function forget_objects();

-- For the hourly look at whose personal data expires.
create index contacts_with_cv on contacts (gdpr_expiry_date) where anonymized_cv_text is not null;
