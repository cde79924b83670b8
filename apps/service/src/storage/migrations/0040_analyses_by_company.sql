-- upgrade: expand later, outside a transaction
-- Analyses are claimed company by company, so that the backlog of one does not keep the others waiting.
create index concurrently call_analyses_due_by_company on call_analyses (company_id, due_at) where status < 2;
