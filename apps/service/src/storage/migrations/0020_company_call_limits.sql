-- What keeps a stolen key or a mistake from running up the telephone bill of a company.

-- ISO codes of the countries that may be called over trunks; null: all.
alter table companies add column allowed_countries text[];
