-- Test cases of an agent: what a contact says, and what must come of it. They belong to the agent and not to a version,
-- because they say what every version of it must do.
create table agent_test_cases (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  agent_id uuid not null references agents on delete cascade,
  name text not null,
  -- json, not jsonb: nothing looks inside, and clients get it back in the order it was written.
  turns json not null,
  expect json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index agent_test_cases_by_agent on agent_test_cases (agent_id, id);
create index agent_test_cases_by_company on agent_test_cases (company_id);
