-- Lists with ?status= find their rows in an index. Deliveries only where they failed or were cancelled: those are rare and
-- far apart, and the others, which are written most, need no further index.
create index runs_by_status on runs (company_id, status, id desc) where deleted_at is null;
create index webhook_deliveries_ended on webhook_deliveries (webhook_id, status, position desc)
  where status in ('FAILED', 'CANCELLED');

-- Totals of long lists are estimates of the planner. It takes columns for independent of each other; a run, an agent, a job
-- and a webhook have one company each.
create statistics conversations_of_owners (dependencies, mcv) on company_id, agent_id, run_id, job_id, status from conversations;
create statistics messages_of_owners (dependencies, mcv) on company_id, run_id, status from messages;
create statistics webhook_deliveries_of_owners (dependencies, mcv) on company_id, webhook_id, status from webhook_deliveries;
create statistics run_contacts_of_owners (dependencies) on company_id, run_id from run_contacts;
create statistics job_assignments_of_owners (dependencies) on company_id, job_id from job_assignments;
