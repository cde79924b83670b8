import type { PhoneNumberView } from '@parley/contract/company.ts';
import type { Scope } from '../../storage/scope.ts';
import { olderThan, type Slice } from '../../storage/slice.ts';
import { sql } from '../../storage/sql.ts';

/** A number that a company may show as its own when it calls. */
export type PhoneNumber = Omit<PhoneNumberView, 'createdAt'> & { readonly createdAt: Date };

const columns = sql`
  id, company_id as "companyId", phone_number as "phoneNumber", label, is_pooled as "isPooled", trunk_id as "trunkId",
  max_concurrent_calls as "maxConcurrentCalls", max_calls_per_second as "maxCallsPerSecond",
  max_calls_per_day as "maxCallsPerDay", cool_down_seconds as "coolDownSeconds", created_at as "createdAt"`;

/** False when the company has the number already. */
export async function insertPhoneNumber(scope: Scope, number: PhoneNumber): Promise<boolean> {
  const touched = await scope.run(sql`
    insert into phone_numbers (id, company_id, phone_number, label, is_pooled, trunk_id, max_concurrent_calls,
                               max_calls_per_second, max_calls_per_day, cool_down_seconds, created_at)
    values (${number.id}, ${scope.companyId}, ${number.phoneNumber}, ${number.label}, ${number.isPooled}, ${number.trunkId},
            ${number.maxConcurrentCalls}, ${number.maxCallsPerSecond}, ${number.maxCallsPerDay}, ${number.coolDownSeconds},
            ${number.createdAt})
    on conflict (company_id, phone_number) do nothing`);
  return touched === 1;
}

export const lockPhoneNumber = (scope: Scope, id: string) =>
  scope.first<PhoneNumber>(sql`
    select ${columns} from phone_numbers where company_id = ${scope.companyId} and id = ${id} for no key update`);

export const savePhoneNumber = (scope: Scope, number: PhoneNumber) =>
  scope.run(sql`
    update phone_numbers set label = ${number.label}, is_pooled = ${number.isPooled}, trunk_id = ${number.trunkId},
      max_concurrent_calls = ${number.maxConcurrentCalls}, max_calls_per_second = ${number.maxCallsPerSecond},
      max_calls_per_day = ${number.maxCallsPerDay}, cool_down_seconds = ${number.coolDownSeconds}
    where company_id = ${scope.companyId} and id = ${number.id}`);

/** Whether the company may use the trunk: its own, or one that the operator shares. */
export async function isTrunkOf(scope: Scope, trunkId: string): Promise<boolean> {
  const row = await scope.first(sql`
    select 1 as one from trunks where id = ${trunkId} and (company_id = ${scope.companyId} or company_id is null)`);
  return row !== undefined;
}

// Index: phone_numbers_newest.
export const listPhoneNumbers = (scope: Scope, page: Slice) =>
  scope.all<PhoneNumber>(sql`
    select ${columns} from phone_numbers where company_id = ${scope.companyId} and ${olderThan(sql`id`, page)}
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
