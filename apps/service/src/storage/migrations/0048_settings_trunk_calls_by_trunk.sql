-- upgrade: expand later, outside a transaction
-- For the health of the trunks of the settings.
create index concurrently trunk_calls_of_settings_trunk on trunk_calls (settings_trunk, began_at desc)
  where settings_trunk is not null;
