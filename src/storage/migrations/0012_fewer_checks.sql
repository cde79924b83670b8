-- Two fifths of a launch went into looking, for each row, whether its company is still there. Where another row of the
-- same transaction has made sure of that already, it is not looked for again.

-- A call belongs to its conversation and a journal to its call: they came with it, and go with it.
alter table call_attempts drop constraint call_attempts_company_id_fkey;
alter table call_journals drop constraint call_journals_company_id_fkey;

-- Whoever writes into the ledger holds the company's account, and a company cannot be deleted before its account: what
-- was written until then is seen here, and nothing is written afterwards.
alter table billing_holds drop constraint billing_holds_company_id_fkey;
alter table billing_entries drop constraint billing_entries_company_id_fkey;
create function forget_ledger() returns trigger language plpgsql as $$
begin
  delete from billing_holds h using removed r where h.company_id = r.id;
  delete from billing_entries e using removed r where e.company_id = r.id;
  return null;
end $$;
create trigger ledger_of_deleted after delete on companies
  referencing old table as removed for each statement execute function forget_ledger();
