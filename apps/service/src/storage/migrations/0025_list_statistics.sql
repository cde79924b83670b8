-- Totals of long lists are estimates of the planner. It takes columns for independent of each other; a run, an agent, a job
-- and a webhook have one company each.
create statistics conversations_of_owners (dependencies, mcv) on company_id, agent_id, run_id, job_id, status from conversations;
create statistics messages_of_owners (dependencies, mcv) on company_id, run_id, status from messages;
create statistics webhook_deliveries_of_owners (dependencies, mcv) on company_id, webhook_id, status from webhook_deliveries;
create statistics run_contacts_of_owners (dependencies) on company_id, run_id from run_contacts;
create statistics job_assignments_of_owners (dependencies) on company_id, job_id from job_assignments;

analyze conversations, messages, webhook_deliveries, run_contacts, job_assignments;
