-- The day of a moment where a company is. A server may not know every time zone that we do: its days are then those of
-- UTC, and no call waits for its settlement.
create function local_day(moment timestamptz, zone text) returns date language plpgsql stable as $$
begin
  return (moment at time zone zone)::date;
exception when invalid_parameter_value then
  return (moment at time zone 'UTC')::date;
end $$;

-- What came of a company's calls, day by day as its own calendar had them, written with their settlement: a page that
-- shows weeks costs the same at a thousand calls and at a million, and what was deleted was still called.
create table call_days (
  company_id uuid not null references companies on delete cascade,
  day date not null,
  agent_id uuid not null,
  status text not null,
  -- '' where the call has none.
  reason_code text not null,
  calls integer not null,
  -- As charged: each call rounded up.
  minutes integer not null,
  primary key (company_id, day, agent_id, status, reason_code)
) with (fillfactor = 70);
insert into call_days (company_id, day, agent_id, status, reason_code, calls, minutes)
  select a.company_id, local_day(a.updated_at, o.timezone), c.agent_id, a.status, coalesce(a.reason_code, ''),
         count(*), coalesce(sum(e.minutes), 0)
  from call_attempts a
    join conversations c on c.id = a.conversation_id and not c.is_test
    join companies o on o.id = a.company_id
    left join billing_entries e on e.attempt_id = a.id and e.kind = 'CHARGE'
  where a.called_at is not null and a.status not in ('SCHEDULED', 'IN_PROGRESS')
  group by 1, 2, 3, 4, 5;
