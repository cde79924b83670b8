-- Deleting a company would delete millions of registered numbers in one statement. Its registers are marked instead (the
-- trigger registers_of_deleted in functions.sql), and go in batches, as those do that a company deletes.
alter table do_not_call_registers drop constraint do_not_call_registers_company_id_fkey;

-- Lists of messages by kind or channel, newest first: of a rare one the whole company was looked through.
create index messages_by_kind on messages (company_id, kind, id);
create index messages_by_channel on messages (company_id, channel, id);
