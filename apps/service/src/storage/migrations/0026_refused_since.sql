-- Since when the key of what was said is refused: an analysis waits three days from then on, however old the call is. Null: no
-- refusal was noted. Processes of the version before neither set nor clear it.
alter table call_analyses add column refused_since timestamptz;
