-- What keeps a stolen key or a mistake from running up the telephone bill of a company.

-- ISO codes of the countries that may be called over trunks; null: all.
alter table companies add column allowed_countries text[];

-- Countries that a company has called over trunks. The first call to a further one is reported to its owners.
create table called_countries (
  company_id uuid not null references companies on delete cascade,
  country text not null,
  first_called_at timestamptz not null,
  primary key (company_id, country)
);
