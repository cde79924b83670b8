-- Test calls in which somebody of the company talked as a contact are erased with that contact.
create index conversations_talked_as on conversations (company_id, (metadata->>'talkAsContactId'))
  where metadata ? 'talkAsContactId';
