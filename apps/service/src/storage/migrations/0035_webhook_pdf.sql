-- upgrade: expand

-- Whether analysis events carry the report as a PDF.
alter table webhooks add column attach_pdf boolean not null default true;
