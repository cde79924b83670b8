-- What the administrator allows a company at most: its own keys cannot exceed or lift it, and the stricter of both counts.
-- null: no ceiling.
alter table companies
  add column ceiling_countries text[],
  add column ceiling_minutes_per_hour integer,
  add column ceiling_minutes_per_day integer;
