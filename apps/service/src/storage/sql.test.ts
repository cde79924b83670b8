import { expect, expectTypeOf, test } from 'vitest';
import { and, type CompanyId, list, render, type Sql, sql } from './sql.ts';

const companyId = '01957a2e-7c00-7000-8000-000000000000' as CompanyId;

test('values in an SQL template become numbered parameters, including those of nested fragments', () => {
  const filter = and(sql`company_id = ${companyId}`, sql`status = ${'OPEN'}`);
  expect(render(sql`select * from jobs where ${filter} limit ${20}`)).toEqual({
    text: 'select * from jobs where company_id = $1 and status = $2 limit $3',
    values: [companyId, 'OPEN', 20],
  });
});

test('SQL assignments are joined with commas', () => {
  expect(render(sql`update x set ${list([sql`a = ${1}`, sql`b = ${2}`])}`).text).toBe(
    'update x set a = $1, b = $2',
  );
});

test('a company query that does not name its company fails the type check, even if built from fragments', () => {
  expectTypeOf(sql`select ${companyId}`).toEqualTypeOf<Sql<true>>();
  expectTypeOf(sql`select ${sql`x = ${companyId}`}`).toEqualTypeOf<Sql<true>>();
  expectTypeOf(sql`select ${'text'}, ${1}`).toEqualTypeOf<Sql<false>>();
  expectTypeOf(sql`select 1`).toEqualTypeOf<Sql<false>>();
});
