-- upgrade: expand

-- The channels on which each contact who gets a conversation of the run is invited. The invitations are written in the
-- transaction that creates the conversations.
alter table runs add column invite text[] not null default '{}';
