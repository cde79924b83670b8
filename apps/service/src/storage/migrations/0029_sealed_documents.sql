-- The text that was read from documents of contacts and from CVs, encrypted with the data key of the contact:
-- docs/adr/0028-seal-what-was-said.md. New columns with defaults or nulls only, as in 0023.

-- Text and words of a passage. Where it is set, `text`, `words` and `found_by` are empty.
alter table document_passages add column sealed bytea;
alter table document_passages alter column sealed set storage external;
-- All passages of a document are sealed. Documents of agents never are: they are about no contact.
alter table documents add column is_sealed boolean not null default false;
create index documents_to_seal on documents (id) where contact_id is not null and status = 'READY' and not is_sealed;

-- Where it is set, `anonymized_cv_text` is null; where that is not, it counts: a process of the version before wrote it since.
alter table contacts add column sealed_cv_text bytea;
alter table contacts alter column sealed_cv_text set storage external;
-- For the hourly expiry of personal data, beside contacts_with_cv, which finds those that are to be sealed.
create index contacts_with_sealed_cv on contacts (gdpr_expiry_date) where sealed_cv_text is not null;

-- False: a process of the version before. Nothing of this is sealed while one searches documents in calls.
alter table workers add column reads_sealed_documents boolean not null default false;
