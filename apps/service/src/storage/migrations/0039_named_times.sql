-- upgrade: expand

-- A call that was moved to a time that somebody named kept the earliest time of the retry that it was before. That time now says when the
-- call was wanted, so that it would count as late.
update call_attempts set earliest_at = null
where status = 'SCHEDULED' and time_zone is null and earliest_at is not null;
