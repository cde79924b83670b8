-- Keeps the numbering without a gap until the migration of conversations takes this place.
select 1;
