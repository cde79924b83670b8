-- Keeps the numbering without a gap until the migration of webhooks takes this place.
select 1;
