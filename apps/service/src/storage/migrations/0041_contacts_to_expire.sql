-- upgrade: expand later, outside a transaction
-- For the hourly expiry of personal data: what is erased already is not looked at again.
create index concurrently contacts_to_expire on contacts (gdpr_expiry_date)
  where expired_for is distinct from gdpr_expiry_date;
