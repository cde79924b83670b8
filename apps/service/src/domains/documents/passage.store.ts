import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import type { Passage } from './passage.model.ts';

const BATCH = 1000;

/** The document has exactly these passages afterwards. */
export async function replacePassages(
  scope: Scope,
  documentId: string,
  passages: readonly Passage[],
): Promise<void> {
  await scope.run(
    sql`delete from document_passages where company_id = ${scope.companyId} and document_id = ${documentId}`,
  );
  for (let from = 0; from < passages.length; from += BATCH) {
    const batch = passages.slice(from, from + BATCH);
    await scope.run(sql`
      insert into document_passages (company_id, document_id, position, text, words, found_by)
      select ${scope.companyId}, ${documentId}, ${from} + place, text, words, to_tsvector('simple', words)
      from unnest(${batch.map(({ text }) => text)}::text[], ${batch.map(({ words }) => words)}::text[])
        with ordinality as passage (text, words, place)`);
  }
}

export interface FoundPassage {
  readonly documentId: string;
  readonly documentName: string;
  readonly position: number;
  readonly text: string;
  readonly words: string;
}

/** Only what is ready and switched on. Index: document_passages_found (document and word). */
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
