-- What came of a call. A row that waits is itself the schedule of its analysis, as a SCHEDULED attempt is of its call.
create table call_analyses (
  attempt_id uuid primary key references call_attempts on delete cascade,
  id uuid not null,
  company_id uuid not null references companies on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  -- 0 waiting, 1 running, 2 completed, 3 failed: the numbers that clients see.
  status smallint not null check (status between 0 and 3),
  -- The agent had a flow of its own.
  is_custom boolean not null,
  -- When it is begun; while it runs, when the process that runs it is given up.
  due_at timestamptz not null,
  -- Whose turn it is: one that was given up writes nothing any more.
  lease uuid,
  tries smallint not null default 0,
  -- Everybody knows that the conversation is completed. Until the analysis ends, or the conversation is opened
  -- again, that is kept back.
  is_told boolean not null,
  -- As text, not as jsonb: nothing looks inside, and clients get it back in the order it was written.
  result json,
  error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index call_analyses_due on call_analyses (due_at) where status < 2;
create index call_analyses_by_conversation on call_analyses (conversation_id);
