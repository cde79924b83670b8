import { openPassages, sealPassages } from '../../storage/contact-texts.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import type { Passage } from './passage.model.ts';

const BATCH = 1000;

/**
 * The document has exactly these passages afterwards. Whether all are sealed: there is a key, which was prepared before the
 * transaction.
 */
export async function replacePassages(
  scope: Scope,
  { id: documentId, contactId }: { readonly id: string; readonly contactId: string | null },
  passages: readonly Passage[],
): Promise<boolean> {
  let isSealed = contactId !== null;
  await scope.run(
    sql`delete from document_passages where company_id = ${scope.companyId} and document_id = ${documentId}`,
  );
  for (let from = 0; from < passages.length; from += BATCH) {
    const placed = passages
      .slice(from, from + BATCH)
      .map((passage, place) => ({ ...passage, documentId, position: from + place + 1 }));
    const batch = await sealPassages(scope, contactId, placed);
    isSealed &&= batch.every(({ sealed }) => sealed !== null);
    await scope.run(sql`
      insert into document_passages (company_id, document_id, position, text, words, found_by, sealed)
      select ${scope.companyId}, ${documentId}, position, text, words, to_tsvector('simple', words), sealed
      from unnest(${batch.map(({ position }) => position)}::integer[], ${batch.map(({ text }) => text)}::text[],
          ${batch.map(({ words }) => words)}::text[], ${batch.map(({ sealed }) => sealed)}::bytea[])
        as passage (position, text, words, sealed)`);
  }
  return isSealed;
}

export interface FoundPassage {
  readonly documentId: string;
  readonly documentName: string;
  readonly position: number;
  readonly text: string;
  readonly words: string;
}

/** Only what is ready and switched on, and plain. Index: document_passages_found (document and word). */
export const findPassages = (
  scope: Scope,
  of: { contactId?: string | undefined; agentId?: string | undefined },
  tsquery: string,
  most: number,
) =>
  scope.all<FoundPassage>(sql`
    select d.id as "documentId", d.name as "documentName", p.position, p.text, p.words
    from documents d join document_passages p on p.document_id = d.id and p.company_id = ${scope.companyId}
    where d.company_id = ${scope.companyId} and (d.contact_id = ${of.contactId ?? null}::uuid or d.agent_id = ${of.agentId ?? null}::uuid)
      and d.status = 'READY' and d.is_active and p.found_by @@ to_tsquery('simple', ${tsquery})
    order by ts_rank(p.found_by, to_tsquery('simple', ${tsquery}), 1) desc, d.id, p.position limit ${most}`);

/** Ready and switched on. Index: documents_of_contact. */
export const activeDocuments = (scope: Scope, contactId: string) =>
  scope.all<{ id: string }>(sql`
    select id from documents
    where company_id = ${scope.companyId} and contact_id = ${contactId} and status = 'READY' and is_active`);

/**
 * The sealed passages of a contact's active documents, opened, the newest document first: as many as have so many bytes together.
 * Those that nobody can read are left out. Indexes: documents_of_contact and the primary key.
 */
export async function sealedPassages(
  scope: Scope,
  contactId: string,
  mostBytes: number,
): Promise<FoundPassage[]> {
  const rows = await scope.all<FoundPassage & { sealed: Buffer }>(sql`
    with lengths as (
      select d.id, d.name, p.position,
        sum(octet_length(p.sealed)) over (order by d.created_at desc, d.id, p.position) as up_to
      from documents d join document_passages p on p.document_id = d.id and p.company_id = ${scope.companyId}
      where d.company_id = ${scope.companyId} and d.contact_id = ${contactId} and d.status = 'READY' and d.is_active
        and p.sealed is not null)
    select l.id as "documentId", l.name as "documentName", p.position, p.text, p.words, p.sealed
    from lengths l join document_passages p on p.document_id = l.id and p.position = l.position
    where p.company_id = ${scope.companyId} and l.up_to <= ${mostBytes} order by l.up_to`);
  return (await openPassages(scope, rows)).flatMap(({ isReadable, isGone: _, ...passage }) =>
    isReadable ? passage : [],
  );
}

export interface Place {
  readonly documentId: string;
  readonly position: number;
}

/** Documents of which not every passage has a vector of this maker. Index: documents_by_maker. */
export const findUnembedded = (everywhere: Everywhere, by: string, most: number) =>
  everywhere.all<{ id: string; companyId: CompanyId }>(sql`
    select id, company_id as "companyId" from documents
    where status = 'READY' and (embedded_by is null or embedded_by < ${by} or embedded_by > ${by})
    order by id limit ${most}`);

export async function unembeddedPassages(scope: Scope, documentId: string, by: string, most: number) {
  const rows = await scope.all<Place & { text: string; words: string; sealed: Buffer | null }>(sql`
    select document_id as "documentId", position, text, words, sealed from document_passages
    where company_id = ${scope.companyId} and document_id = ${documentId} and vector_by is distinct from ${by}
    order by position limit ${most}`);
  return openPassages(scope, rows);
}

export const saveVectors = (
  scope: Scope,
  documentId: string,
  by: string,
  vectors: readonly { readonly position: number; readonly vector: Buffer | null }[],
) =>
  scope.run(sql`
    update document_passages p set vector = made.vector, vector_by = ${by}
    from unnest(${vectors.map(({ position }) => position)}::integer[], ${vectors.map(({ vector }) => vector)}::bytea[])
      as made (position, vector)
    where p.company_id = ${scope.companyId} and p.document_id = ${documentId} and p.position = made.position`);

/** Only when all of it is there. */
export const markEmbedded = (scope: Scope, documentId: string, by: string) =>
  scope.run(sql`
    update documents d set embedded_by = ${by}
    where d.company_id = ${scope.companyId} and d.id = ${documentId} and d.status = 'READY' and not exists (
      select from document_passages p where p.document_id = d.id and p.vector_by is distinct from ${by})`);

/** Ready, switched on, and with vectors of this maker. Indexes: documents_of_contact, documents_of_agent. */
export const findEmbedded = (
  scope: Scope,
  of: { contactId?: string | undefined; agentId?: string | undefined },
  by: string,
) =>
  scope.all<{ id: string; name: string }>(sql`
    select id, name from documents
    where company_id = ${scope.companyId} and (contact_id = ${of.contactId ?? null}::uuid or agent_id = ${of.agentId ?? null}::uuid)
      and status = 'READY' and is_active and embedded_by = ${by}`);

export const sizeOfVectors = (scope: Scope, documentId: string) =>
  scope.first<{ bytes: number }>(sql`
    select coalesce(sum(octet_length(vector)), 0)::bigint as bytes from document_passages
    where company_id = ${scope.companyId} and document_id = ${documentId}`);

export const readVectors = (scope: Scope, documentId: string) =>
  scope.all<{ position: number; vector: Buffer }>(sql`
    select position, vector from document_passages
    where company_id = ${scope.companyId} and document_id = ${documentId} and vector is not null order by position`);

/** Those that are there and can be read. */
export async function readTexts(scope: Scope, places: readonly Place[]) {
  const rows = await scope.all<Place & { text: string; words: string; sealed: Buffer | null }>(sql`
    select p.document_id as "documentId", p.position, p.text, p.words, p.sealed
    from unnest(${places.map(({ documentId }) => documentId)}::uuid[], ${places.map(({ position }) => position)}::integer[])
      as wanted (document_id, position)
      join document_passages p on p.document_id = wanted.document_id and p.position = wanted.position
    where p.company_id = ${scope.companyId}`);
  return (await openPassages(scope, rows)).filter(({ isReadable }) => isReadable);
}
