-- The printed report of an analysis goes with it, whatever deleted it; one that is just being printed, once it is there.
create function forget_reports() returns trigger language plpgsql as $$
begin
  insert into object_deletions (key, upload_expires_at)
    select 'reports/' || company_id || '/' || attempt_id, now() + interval '5 minutes' from removed on conflict (key) do nothing;
  return null;
end $$;
create trigger call_analyses_deleted after delete on call_analyses
  referencing old table as removed for each statement execute function forget_reports();
