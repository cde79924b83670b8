-- The key that the objects of a contact (recordings, documents, reports) are encrypted with. It goes with the contact: what
-- copies of these objects there are, nobody reads them again.
create table contact_keys (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  -- A contact that another was merged into has the keys of both.
  contact_id uuid not null references contacts on delete cascade,
  -- Which master key it is wrapped with.
  master_key_id text not null,
  wrapped bytea not null,
  created_at timestamptz not null
);
create index contact_keys_by_contact on contact_keys (contact_id, id);
create index contact_keys_by_company on contact_keys (company_id);
create index contact_keys_by_master_key on contact_keys (master_key_id, id);
