-- Lists with ?status= find their rows in an index. Deliveries only where they failed or were cancelled: those are rare and
-- far apart, and the others, which are written most, need no further index.
create index runs_by_status on runs (company_id, status, id desc) where deleted_at is null;
create index webhook_deliveries_ended on webhook_deliveries (webhook_id, status, position desc)
  where status in ('FAILED', 'CANCELLED');
