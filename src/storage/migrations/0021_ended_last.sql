-- The conversations that ended last, for the first page of the console: ten of a million, whatever else was told since.
create index conversations_ended on conversations (company_id, finished_at desc) where finished_at is not null;
