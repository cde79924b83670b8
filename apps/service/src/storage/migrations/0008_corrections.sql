-- What somebody corrected of the results of a call. The analysis stays as it was: the newest row for a result is shown in
-- its place. Erased with the call, and so with the contact.
create table result_corrections (
  company_id uuid not null references companies on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  id uuid not null,
  attempt_id uuid not null references call_attempts on delete cascade,
  kind text not null check (kind in ('answer', 'value', 'outcome', 'tag')),
  -- The key of the value, outcome or tag, or the id of the question.
  key text not null,
  label text not null,
  original json not null,
  value json not null,
  note text,
  -- Who did it: the kind and id of an Actor. No foreign key: the correction outlives the user and the key.
  actor_kind text not null,
  actor_id text not null,
  created_at timestamptz not null,
  primary key (company_id, conversation_id, id)
);
-- For the deletion of conversations and of attempts.
create index result_corrections_by_conversation on result_corrections (conversation_id);
create index result_corrections_by_attempt on result_corrections (attempt_id);

create table conversation_comments (
  company_id uuid not null references companies on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  id uuid not null,
  text text not null,
  actor_kind text not null,
  actor_id text not null,
  created_at timestamptz not null,
  primary key (company_id, conversation_id, id)
);
create index conversation_comments_by_conversation on conversation_comments (conversation_id);

-- A test case made from a conversation has the contact's own words: it is erased with the conversation.
alter table agent_test_cases add column conversation_id uuid references conversations on delete cascade;
create index agent_test_cases_by_conversation on agent_test_cases (conversation_id) where conversation_id is not null;
