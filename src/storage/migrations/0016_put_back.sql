-- A call that the network had no room for waits again, under the same id: it was offered to nobody. Since when tells
-- that it was told of as started already, and when there has been patience enough.
alter table call_attempts add column put_back_since timestamptz;
