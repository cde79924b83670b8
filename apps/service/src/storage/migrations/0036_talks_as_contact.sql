-- upgrade: expand

-- Calls in which somebody of the company talked to an agent as if they were a contact: they hold the contact's data, are sealed with
-- its key, and are exported and erased with it. Only the console makes them, so that no client decides that by metadata.
create table talks_as_contact (
  conversation_id uuid primary key references conversations on delete cascade,
  company_id uuid not null references companies on delete cascade,
  contact_id uuid not null references contacts on delete cascade
);
create index talks_as_contact_by_contact on talks_as_contact (contact_id);
create index talks_as_contact_by_company on talks_as_contact (company_id);

-- Until now metadata said so, where the contact who was called stood for somebody of the company. It may have lost that mark since:
-- what is over counts without it. What is open does not, because its agent is given the data of the contact. The index
-- conversations_talked_as goes when no process reads the metadata any more.
insert into talks_as_contact (conversation_id, company_id, contact_id)
select c.id, c.company_id, s.id
from conversations c join contacts o on o.id = c.contact_id
  join contacts s on s.company_id = c.company_id
    and s.id = case when c.metadata->>'talkAsContactId' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                    then (c.metadata->>'talkAsContactId')::uuid end
where c.metadata ? 'talkAsContactId' and c.run_id is null
  and (o.metadata ? 'consoleUserId' or c.status not in ('SCHEDULED', 'IN_PROGRESS'))
order by c.id;
