-- upgrade: expand

-- False: the account was made with an invitation link that an owner was shown, so its person has not shown that the address is theirs.
alter table users add column is_proven boolean not null default true;
