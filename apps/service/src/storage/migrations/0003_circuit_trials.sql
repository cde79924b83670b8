-- An open circuit of a webhook closes by itself: one held delivery is tried now and then, and a success resets it.
-- Columns with defaults only, so processes of the version before go on beside this one.
alter table webhooks
  -- When the next delivery may be tried while the circuit is open; null: a minute after it opened.
  add column trial_at timestamptz,
  -- Trials that failed since it opened.
  add column failed_trials smallint not null default 0,
  -- Mails to the owners about this opening, and when the last one was sent, about this or an earlier opening.
  add column owner_notices smallint not null default 0,
  add column owner_notice_at timestamptz;
create index webhooks_open_circuits on webhooks (circuit_opened_at) where circuit_opened_at is not null;
