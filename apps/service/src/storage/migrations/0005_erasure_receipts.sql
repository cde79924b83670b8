-- Proof of what was erased: one row for each contact that was deleted, or whose retention date came. No foreign key to
-- the contact, which is gone, and nothing personal in it.
create table erasure_receipts (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  contact_id uuid not null,
  reason text not null check (reason in ('DELETED', 'EXPIRED')),
  -- Who asked for it, such as 'api-key 01…'.
  requested_by text not null,
  -- How many rows of each kind were erased with it.
  erased json not null,
  erased_at timestamptz not null,
  -- When the last of its objects had left the store; null while some are still there.
  objects_erased_at timestamptz,
  -- The statement with its signature, as a compact JWS.
  jws text not null
);
create index erasure_receipts_newest on erasure_receipts (company_id, id desc);
create index erasure_receipts_by_contact on erasure_receipts (company_id, contact_id);
create index erasure_receipts_open on erasure_receipts (id) where objects_erased_at is null;

-- The receipt that waits for an object to be deleted; null for objects that nobody has a receipt for. Set by the triggers
-- from the transaction's own setting parley.receipt.
alter table object_deletions add column receipt_id uuid;
create index object_deletions_by_receipt on object_deletions (receipt_id) where receipt_id is not null;
