-- Since when the key of what was said is refused: an analysis waits three days from then on, however old the call is. Null: it
-- is not refused, or a process of the version before looked last.
alter table call_analyses add column refused_since timestamptz;
