-- upgrade: expand

-- Whether the call stayed on the simulated network, as its claim decided. Null: it was not placed yet, or by a version that did not say.
alter table call_attempts add column is_simulated boolean;
