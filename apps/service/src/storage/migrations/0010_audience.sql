-- Labels of contacts, in lower case.
create table contact_tags (
  company_id uuid not null references companies on delete cascade,
  tag text not null,
  contact_id uuid not null references contacts on delete cascade,
  primary key (company_id, tag, contact_id)
);
create index contact_tags_by_contact on contact_tags (contact_id, tag);

-- For lists in these orders, and to find duplicates. One order for each column: read backwards for the other direction.
create index contacts_by_name on contacts (company_id, lower(last_name), lower(first_name), id);
create index contacts_by_email on contacts (company_id, lower(email), id);
create index contacts_by_number on contacts (company_id, phone_number, id);
-- A part of a number is searched for.
create index contacts_by_digits on contacts using gin (company_id, phone_number gin_trgm_ops);

-- A filter with a name. json, not jsonb: nothing looks inside.
create table contact_segments (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  name text not null,
  filter json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create unique index contact_segments_by_name on contact_segments (company_id, lower(name));

-- How a list of contacts is shown: which of them, in which order, with which columns.
create table contact_views (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  name text not null,
  settings json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create unique index contact_views_by_name on contact_views (company_id, lower(name));

-- A file whose rows became contacts.
create table contact_imports (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  name text not null,
  status text not null check (status in ('OPEN', 'UNDOING', 'UNDONE')),
  -- What is done with duplicates, and the like: see ImportOptions.
  options json not null,
  -- How many rows had which result; kept here, because rows go with their contacts.
  created integer not null default 0,
  updated integer not null default 0,
  merged integer not null default 0,
  skipped integer not null default 0,
  refused integer not null default 0,
  removed integer not null default 0,
  restored integer not null default 0,
  kept integer not null default 0,
  actor_kind text not null,
  actor_id text not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  primary key (company_id, id)
);

-- What each row did, so that one that is sent again does nothing, and all can be undone. Erased with the contact.
create table contact_import_rows (
  company_id uuid not null,
  import_id uuid not null,
  line integer not null,
  -- The order in which rows took effect: they are undone from the last to the first.
  position bigint generated always as identity,
  result text not null check (result in ('created', 'updated', 'merged', 'skipped', 'refused')),
  contact_id uuid references contacts on delete cascade,
  -- The contact as it was before the row changed it, for 30 days, and when the row did: whoever changed it since keeps their change.
  before json,
  saved_at timestamptz,
  primary key (company_id, import_id, line),
  foreign key (company_id, import_id) references contact_imports on delete cascade
);
create index contact_import_rows_in_order on contact_import_rows (company_id, import_id, position);
create index contact_import_rows_by_contact on contact_import_rows (contact_id) where contact_id is not null;
create index contact_import_rows_to_forget on contact_import_rows (saved_at) where before is not null;
