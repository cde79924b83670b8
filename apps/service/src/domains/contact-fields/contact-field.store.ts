import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import type { OwnField } from './contact-field.model.ts';

const columns = sql`
  id, key, label, data_type as "dataType", enum_options as "enumOptions", is_pii as "isPii",
  allow_pii_in_context as "allowPiiInContext", description, display_order as "displayOrder", csv_aliases as "csvAliases"`;

/** At most a few hundred. Index: contact_fields_company_id_key_key. */
export const ownFields = (scope: Scope) =>
  scope.all<OwnField>(sql`select ${columns} from contact_fields where company_id = ${scope.companyId}`);

export const lockOwnField = (scope: Scope, id: string) =>
  scope.first<OwnField>(
    sql`select ${columns} from contact_fields where company_id = ${scope.companyId} and id = ${id} for update`,
  );

/** One definition at a time for each company, so that the limit and the order hold. */
export async function lockCatalog(scope: Scope): Promise<void> {
  await scope.run(
    sql`select pg_advisory_xact_lock(hashtextextended('contact-fields:' || ${scope.companyId}::text, 0))`,
  );
}

export async function insertFields(scope: Scope, fields: readonly OwnField[]): Promise<void> {
  const now = scope.now();
  for (const field of fields) {
    await scope.run(sql`
      insert into contact_fields (id, company_id, key, label, data_type, enum_options, is_pii, allow_pii_in_context, description,
                                  display_order, csv_aliases, created_at, updated_at)
      values (${field.id}, ${scope.companyId}, ${field.key}, ${field.label}, ${field.dataType}, ${field.enumOptions}, ${field.isPii},
              ${field.allowPiiInContext}, ${field.description}, ${field.displayOrder}, ${field.csvAliases}, ${now}, ${now})`);
  }
}

export async function saveField(scope: Scope, field: OwnField): Promise<void> {
  await scope.run(sql`
    update contact_fields set
      label = ${field.label}, data_type = ${field.dataType}, enum_options = ${field.enumOptions}, is_pii = ${field.isPii},
      allow_pii_in_context = ${field.allowPiiInContext}, description = ${field.description}, display_order = ${field.displayOrder},
      csv_aliases = ${field.csvAliases}, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${field.id}`);
}

export const deleteField = (scope: Scope, id: string): Promise<number> =>
  scope.run(sql`delete from contact_fields where company_id = ${scope.companyId} and id = ${id}`);
