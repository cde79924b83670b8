-- What contacts of web calls are sent: invitations, reminders and times of callbacks, by mail or SMS. The queue is the table.
create table messages (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  conversation_id uuid not null references conversations on delete cascade,
  run_id uuid,
  kind text not null check (kind in ('INVITATION', 'REMINDER', 'CALLBACK')),
  channel text not null check (channel in ('EMAIL', 'SMS')),
  language text not null,
  -- SENDING is written before the message leaves: whoever finds it later does not know whether it was sent, and does not
  -- send it again.
  status text not null check (status in
    ('QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'OUTBOX', 'BOUNCED', 'FAILED', 'UNKNOWN', 'CANCELLED')),
  -- Why it has its status, where that needs saying.
  detail text,
  address text not null,
  -- As sent.
  subject text,
  text text,
  -- The id that the SMS vendor gave it.
  vendor_id text,
  -- Somebody asked for it although there was one before.
  is_repeat boolean not null default false,
  tries smallint not null default 0,
  due_at timestamptz not null,
  -- When nobody has opened the link by then, one reminder is queued.
  remind_hours smallint,
  remind_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sent_at timestamptz,
  opened_at timestamptz,
  primary key (company_id, id)
);
create index messages_by_conversation on messages (conversation_id, id);
create index messages_by_run on messages (company_id, run_id, id) where run_id is not null;
create index messages_by_status on messages (company_id, status, id);
create index messages_by_address on messages (company_id, address, created_at);
-- By dial queue, as calls: each company gets its turn, and a run that is held is passed over as a whole.
create index messages_due on messages (channel, company_id, coalesce(run_id, company_id), due_at) where status = 'QUEUED';
create index messages_under_way on messages (updated_at) where status = 'SENDING';
create index messages_reminding on messages (remind_at) where remind_at is not null;
-- Two requests at once invite a contact once.
create unique index messages_once on messages (company_id, conversation_id, kind, channel)
  where not is_repeat and kind <> 'CALLBACK';

-- Addresses and numbers whose owner wants no more messages, whichever contact has them next. As with opted_out_numbers, only a
-- keyed hash is stored.
create table message_opt_outs (
  company_id uuid not null references companies on delete cascade,
  channel text not null check (channel in ('EMAIL', 'SMS')),
  address_hash bytea not null,
  created_at timestamptz not null,
  primary key (company_id, channel, address_hash)
);
