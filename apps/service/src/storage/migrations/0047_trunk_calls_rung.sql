-- upgrade: expand

-- Whether the network said that a telephone rings (180): rang_at is set by 183, too. Null: not known.
alter table trunk_calls add column has_rung boolean;
