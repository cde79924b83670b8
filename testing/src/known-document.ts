import { passagesOf } from '@parley/service/domains/documents/passage.model.ts';
import { replacePassages } from '@parley/service/domains/documents/passage.store.ts';
import type { Scope } from '@parley/service/storage/scope.ts';
import { sql } from '@parley/service/storage/sql.ts';

export interface KnownDocument {
  readonly text: string;
  readonly contactId?: string;
  readonly agentId?: string;
  readonly isActive?: boolean;
}

/** A document that has been read already; answers its id. */
export async function knownDocument(
  scope: Scope,
  { text, contactId, agentId, isActive = true }: KnownDocument,
): Promise<string> {
  const id = scope.newId();
  await scope.run(sql`
    insert into documents (id, company_id, contact_id, agent_id, object_key, name, file_name, content_type, size_bytes,
                           source, status, is_active, upload_expires_at, created_at, updated_at)
    values (${id}, ${scope.companyId}, ${contactId ?? null}, ${agentId ?? null}, ${id}, 'Handbook', 'a.txt', 'text/plain', 1,
            'UPLOAD', 'READY', ${isActive}, now(), now(), now())`);
  await replacePassages(scope, { id, contactId: contactId ?? null }, passagesOf(text));
  return id;
}
