import { sealPassages } from '../../storage/contact-texts.ts';
import { readFact, SEALING_DOCUMENTS } from '../../storage/installation.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { rowsAs, sql } from '../../storage/sql.ts';

/** False: a process of a version that cannot read what is sealed may still run. */
export const isSealing = async (everywhere: Everywhere): Promise<boolean> =>
  (await readFact(everywhere, SEALING_DOCUMENTS)) !== undefined;

export interface PlainDocument {
  readonly id: string;
  readonly contactId: string;
}

/** Documents of contacts that are not sealed, except these. Index: documents_to_seal. */
export const plainDocuments = (everywhere: Everywhere, except: readonly string[], most: number) =>
  everywhere.all<PlainDocument>(sql`
    select id, contact_id as "contactId" from documents
    where contact_id is not null and status = 'READY' and not is_sealed and id <> all(${except}::uuid[])
    order by id limit ${most}`);

/** Seals the next plain passages of a document. How many there were; undefined: there is no key. */
export async function sealNext(
  everywhere: Everywhere,
  { id, contactId }: PlainDocument,
  most: number,
): Promise<number | undefined> {
  const plain = await everywhere.all<{ documentId: string; position: number; text: string; words: string }>(
    sql`
      select document_id as "documentId", position, text, words from document_passages
      where document_id = ${id} and sealed is null order by position limit ${most} for no key update`,
  );
  const sealed = await sealPassages(everywhere, contactId, plain);
  if (sealed.some((passage) => passage.sealed === null)) return undefined;
  if (sealed.length > 0)
    await everywhere.run(sql`
      update document_passages p set text = '', words = '', found_by = '', sealed = r.sealed
      from ${rowsAs('r', sealed, { documentId: 'uuid', position: 'integer', sealed: 'bytea' })}
      where p.document_id = r."documentId" and p.position = r.position`);
  return sealed.length;
}

/** Unless there is a plain passage after all. */
export const markSealed = (everywhere: Everywhere, id: string) =>
  everywhere.run(sql`
    update documents d set is_sealed = true
    where d.id = ${id} and d.status = 'READY' and not exists (
      select from document_passages p where p.document_id = d.id and p.sealed is null)`);
