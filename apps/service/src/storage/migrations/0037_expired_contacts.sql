-- upgrade: expand

-- The gdpr_expiry_date whose erasure is complete, also in the journals of the contact's calls. Null: none is. Where the date is
-- changed, it is to be erased on the new one.
alter table contacts add column expired_for date;

-- Which database and which object store it was erased from. Null: a receipt of before they were named.
alter table erasure_receipts add column stores json;
