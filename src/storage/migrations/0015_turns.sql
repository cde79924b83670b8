-- What each reply of a spoken call took, part by part; null: it was not spoken.
alter table call_attempts add column turns json;
