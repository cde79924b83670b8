import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

/** A number that a company may show as its own when it calls. */
export interface PhoneNumber {
  readonly id: string;
  readonly companyId: string;
  readonly phoneNumber: string;
  readonly label: string | null;
  readonly createdAt: Date;
}

const columns = sql`id, company_id as "companyId", phone_number as "phoneNumber", label, created_at as "createdAt"`;

/** False when the company has the number already. */
export async function insertPhoneNumber(scope: Scope, number: PhoneNumber): Promise<boolean> {
  const touched = await scope.run(sql`
    insert into phone_numbers (id, company_id, phone_number, label, created_at)
    values (${number.id}, ${scope.companyId}, ${number.phoneNumber}, ${number.label}, ${number.createdAt})
    on conflict (company_id, phone_number) do nothing`);
  return touched === 1;
}

// Index: phone_numbers_newest.
export const listPhoneNumbers = (scope: Scope, page: { limit: number; offset: number }) =>
  scope.all<PhoneNumber>(sql`
    select ${columns} from phone_numbers where company_id = ${scope.companyId}
    order by id desc limit ${page.limit} offset ${page.offset}`);

export async function countPhoneNumbers(scope: Scope): Promise<number> {
  const row = await scope.first<{ total: number }>(
    sql`select count(*) as total from phone_numbers where company_id = ${scope.companyId}`,
  );
  return row?.total ?? 0;
}

/** Whether the number exists at all, and whose it is: across companies, because the answer to the client differs. */
export const ownerOf = (scope: Scope, id: string) =>
  scope.first<{ isOwn: boolean; phoneNumber: string }>(
    sql`select company_id = ${scope.companyId} as "isOwn", phone_number as "phoneNumber" from phone_numbers where id = ${id}`,
  );
