-- Recordings whose retention (PARLEY_KEEP_RECORDING_DAYS) is over are found by the age of their calls: ids begin with the time
-- at which they were made. Calls without a recording, which are most after a while, are not in it.
create index call_attempts_recorded on call_attempts (id) where recording_key is not null;
