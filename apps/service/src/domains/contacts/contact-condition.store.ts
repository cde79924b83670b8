import type { SegmentCondition, SegmentFilter } from '@parley/contract/contact-segment.ts';
import { containing } from '@parley/kernel/text.ts';
import type { Scope } from '../../storage/scope.ts';
import { and, either, type Sql, sql } from '../../storage/sql.ts';
import { searchedDigits } from './contact.model.ts';

/** Which contacts `c` of the company a filter is about. */
export function matchingFilter(scope: Scope, { match, conditions }: SegmentFilter): Sql<true> {
  const own = sql`c.company_id = ${scope.companyId}`;
  const pieces = conditions.map((condition) => matchingCondition(scope, condition));
  if (pieces.length === 0) return own;
  return match === 'any' ? and(own, either(pieces)) : and(own, ...pieces);
}

/** Null is neither true nor false: `not` must turn it into true. */
const matchingCondition = (scope: Scope, condition: SegmentCondition): Sql =>
  condition.not ? sql`(${applies(scope, condition)}) is not true` : applies(scope, condition);

/**
 * Indexes: contacts_by_status, contact_tags_by_contact, job_assignments_by_job, contact_import_rows_by_contact,
 * conversations_by_contact, call_attempts_by_conversation, call_analyses_by_conversation, contacts_by_digits,
 * contacts_by_search. A field has none: the company's contacts are read.
 */
function applies(scope: Scope, condition: SegmentCondition): Sql {
  const anyOf = condition.anyOf ?? [];
  switch (condition.on) {
    case 'status':
      return sql`c.status = any(${anyOf}::text[])`;
    case 'tag':
      return sql`c.id in (select contact_id from contact_tags where company_id = ${scope.companyId} and tag = any(${anyOf}::text[]))`;
    case 'job':
      return sql`c.id in (select contact_id from job_assignments where company_id = ${scope.companyId} and job_id = any(${anyOf}::uuid[]))`;
    case 'import':
      return sql`c.id in (
        select contact_id from contact_import_rows
        where company_id = ${scope.companyId} and import_id = any(${anyOf}::uuid[]) and result <> 'refused')`;
    case 'run':
      return sql`c.id in (select contact_id from conversations where company_id = ${scope.companyId} and run_id = any(${anyOf}::uuid[]))`;
    case 'agent':
      return sql`c.id in (select contact_id from conversations where company_id = ${scope.companyId} and agent_id = any(${anyOf}::uuid[]))`;
    case 'field':
      return ofField(condition.key ?? '', condition);
    case 'phoneNumber':
      return condition.contains === undefined
        ? sql`c.phone_number is not null`
        : sql`c.phone_number like ${containing(searchedDigits(condition.contains))}`;
    case 'email':
      return condition.contains === undefined
        ? sql`c.email is not null`
        : sql`lower(c.email) like ${containing(condition.contains.toLowerCase())}`;
    case 'doNotCall':
      return sql`(c.do_not_call or is_opted_out(c.company_id, c.phone_number))`;
    case 'created':
      return inTimes(scope, sql`c.created_at`, condition);
    case 'conversation':
      return sql`(select v.status from conversations v where v.contact_id = c.id order by v.id desc limit 1) = any(${anyOf}::text[])`;
    case 'calls':
      return between(
        sql`(select count(a.called_at) ${callsOfContact})`,
        condition,
        (value) => sql`${value}::bigint`,
      );
    case 'lastCall':
      return inTimes(scope, sql`(select max(a.called_at) ${callsOfContact})`, condition);
    case 'outcome':
      return sql`(${outcomeOf(condition.key ?? '')}) = any(${anyOf}::text[])`;
  }
}

const callsOfContact = sql`from conversations v join call_attempts a on a.conversation_id = v.id where v.contact_id = c.id`;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A bound without a time of day is a whole day of the company, the last one to its end. */
function inTimes(scope: Scope, value: Sql, { min, max }: SegmentCondition): Sql {
  // Segments of earlier versions may have 30 February: it was 2 March for them.
  const startOfDay = (day: string, later: number) => sql`
    ((${new Date(day).toISOString().slice(0, 10)}::date + ${later}::int)::timestamp at time zone (select o.timezone from companies o where o.id = ${scope.companyId}))`;
  const isDay = (bound: string | number): bound is string => typeof bound === 'string' && DAY.test(bound);
  const lower = (bound: string | number) =>
    isDay(bound)
      ? sql`${value} >= ${startOfDay(bound, 0)}`
      : sql`${value} >= ${new Date(bound)}::timestamptz`;
  const upper = (bound: string | number) =>
    isDay(bound) ? sql`${value} < ${startOfDay(bound, 1)}` : sql`${value} <= ${new Date(bound)}::timestamptz`;
  return and(
    sql`true`,
    ...(min === undefined ? [] : [lower(min)]),
    ...(max === undefined ? [] : [upper(max)]),
  );
}

function between(value: Sql, { min, max }: SegmentCondition, bound: (value: string | number) => Sql): Sql {
  const lower = min === undefined ? [] : [sql`${value} >= ${bound(min)}`];
  const upper = max === undefined ? [] : [sql`${value} <= ${bound(max)}`];
  return and(sql`true`, ...lower, ...upper);
}

/** A value of the field, or one of its values if it has several. Texts are compared without accents and case. */
function ofField(key: string, { anyOf, contains, min, max }: SegmentCondition): Sql {
  const value = sql`(c.fields -> ${key}::text)`;
  const values = sql`jsonb_array_elements_text(case jsonb_typeof(${value}) when 'array' then ${value} else jsonb_build_array(${value}) end)`;
  const some = (test: Sql) => sql`exists (select from ${values} as f (value) where ${test})`;
  return and(
    sql`jsonb_typeof(${value}) is distinct from 'null' and ${value} is not null`,
    ...(anyOf === undefined
      ? []
      : [some(sql`lower(f.value) = any(${anyOf.map((one) => one.toLowerCase())}::text[])`)]),
    ...(contains === undefined ? [] : [some(sql`lower(f.value) like ${containing(contains.toLowerCase())}`)]),
    ...(min === undefined ? [] : [boundOfField(value, '>=', min)]),
    ...(max === undefined ? [] : [boundOfField(value, '<=', max)]),
  );
}

/** Numbers are compared with numbers, and dates, which are kept as texts, with dates. */
function boundOfField(value: Sql, sign: '>=' | '<=', bound: string | number): Sql {
  const type = typeof bound === 'number' ? 'number' : 'string';
  const compared =
    typeof bound === 'number' ? sql`to_jsonb(${bound}::float8)` : sql`to_jsonb(${bound}::text)`;
  const test = sign === '>=' ? sql`${value} >= ${compared}` : sql`${value} <= ${compared}`;
  return sql`case jsonb_typeof(${value}) when ${type}::text then ${test} else false end`;
}

/** What the contact's latest results say of an outcome: the newest correction, else the analysis. */
const outcomeOf = (key: string): Sql => sql`
  select case coalesce(x.value #>> '{}', case when x.id is not null then 'unknown'
                when o.outcome ->> 'unknown' = 'true' then 'unknown' else o.outcome ->> 'met' end)
           when 'true' then 'met' when 'false' then 'not_met' else 'unknown' end
  from conversations v join call_analyses n on n.conversation_id = v.id and n.is_custom
    cross join lateral (
      select one as outcome from json_array_elements(n.result -> 'analytics' -> 'outcomes') one where one ->> 'key' = ${key}
    ) o
    left join lateral (
      select r.id, r.value from result_corrections r
      where r.company_id = v.company_id and r.conversation_id = v.id and r.attempt_id = n.attempt_id
        and r.kind = 'outcome' and r.key = ${key} order by r.id desc limit 1
    ) x on true
  where v.contact_id = c.id and n.result ->> 'analytics' is not null
  order by v.id desc, n.created_at desc limit 1`;
