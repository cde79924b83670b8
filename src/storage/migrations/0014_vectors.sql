-- What a passage means, for a search that does not depend on its words: a vector of length 1, as 32-bit floats in
-- little-endian order, and who made it. Those of different makers cannot be compared.
alter table document_passages add column vector bytea, add column vector_by text;
-- Numbers do not get shorter by being packed.
alter table document_passages alter column vector set storage external;

-- Whose vectors all passages of the document have; null: not all of them have one.
alter table documents add column embedded_by text;
create index documents_by_maker on documents (embedded_by) where status = 'READY';
