-- Who calls back is known by their number alone.
create index contacts_by_phone_number on contacts (phone_number) where phone_number is not null;

-- Few wait for room in the network: when a paused run goes on, theirs is given its time anew.
create index call_attempts_put_back on call_attempts (company_id, lane) where status = 'SCHEDULED' and put_back_since is not null;
