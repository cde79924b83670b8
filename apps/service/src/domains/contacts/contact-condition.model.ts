import { contactStatuses } from '@parley/contract/contact.ts';
import {
  type ConditionSubject,
  outcomeResults,
  type SegmentCondition,
  type SegmentFilter,
} from '@parley/contract/contact-segment.ts';
import { conversationStatuses } from '@parley/contract/conversation.ts';
import { isUuid } from '@parley/kernel/id.ts';
import { isDay } from '@parley/kernel/local-time.ts';
import { searchedDigits, tidyTags } from './contact.model.ts';

type Part = 'key' | 'anyOf' | 'contains' | 'min' | 'max';
const parts: readonly Part[] = ['key', 'anyOf', 'contains', 'min', 'max'];
type Kind = 'whole' | 'time' | 'number or date';

interface Rule {
  readonly needs?: readonly Part[];
  /** One of these at least. */
  readonly needsOne?: readonly Part[];
  readonly takes?: readonly Part[];
  /** What `anyOf` lists. */
  readonly values?: readonly string[] | 'ids';
  /** What `min` and `max` are. */
  readonly bounds?: Kind;
}

const ids: Rule = { needs: ['anyOf'], values: 'ids' };
const times: Rule = { needsOne: ['min', 'max'], bounds: 'time' };

/** What a condition about each subject has to say, and what it may. */
const rules: Readonly<Record<ConditionSubject, Rule>> = {
  status: { needs: ['anyOf'], values: contactStatuses },
  tag: { needs: ['anyOf'] },
  job: ids,
  import: ids,
  run: ids,
  agent: ids,
  field: { needs: ['key'], takes: ['anyOf', 'contains', 'min', 'max'], bounds: 'number or date' },
  phoneNumber: { takes: ['contains'] },
  email: { takes: ['contains'] },
  doNotCall: {},
  created: times,
  lastCall: times,
  calls: { needsOne: ['min', 'max'], bounds: 'whole' },
  conversation: { needs: ['anyOf'], values: conversationStatuses },
  outcome: { needs: ['key', 'anyOf'], values: outcomeResults },
};

/** What is wrong with a filter beyond what its schema says, each as a sentence that begins with the path. */
export const filterViolations = ({ conditions }: SegmentFilter, path: string): string[] =>
  conditions.flatMap((condition, place) => conditionViolations(condition, `${path}.conditions[${place}]`));

function conditionViolations(condition: SegmentCondition, path: string): string[] {
  const { on } = condition;
  const { needs = [], needsOne = [], takes = [], values, bounds } = rules[on];
  const allowed = new Set<Part>([...needs, ...needsOne, ...takes]);
  const isThere = (part: Part) => condition[part] !== undefined;
  return [
    ...needs.filter((part) => !isThere(part)).map((part) => `${path}.${part} is required for ${on}`),
    ...(needsOne.length > 0 && !needsOne.some(isThere)
      ? [`${path}.${needsOne[0]} or ${needsOne.slice(1).join(' or ')} is required for ${on}`]
      : []),
    ...parts
      .filter((part) => isThere(part) && !allowed.has(part))
      .map((part) => `${path}.${part} does not apply to ${on}: leave it out`),
    ...(values === undefined ? [] : valueViolations(condition.anyOf ?? [], values, `${path}.anyOf`)),
    ...(on === 'phoneNumber' && condition.contains !== undefined && searchedDigits(condition.contains) === ''
      ? [`${path}.contains must have a digit other than 0`]
      : []),
    ...(bounds === undefined
      ? []
      : (['min', 'max'] as const).flatMap((part) =>
          condition[part] === undefined ? [] : boundViolations(condition[part], bounds, `${path}.${part}`),
        )),
  ];
}

const valueViolations = (
  sent: readonly string[],
  values: readonly string[] | 'ids',
  path: string,
): string[] =>
  sent.flatMap((value, place) => {
    if (values === 'ids') return isUuid(value) ? [] : [`${path}[${place}] must be an id`];
    return values.includes(value) ? [] : [`${path}[${place}] must be one of ${values.join(', ')}`];
  });

const MOST = 1_000_000;

function boundViolations(value: string | number, kind: Kind, path: string): string[] {
  if (kind === 'whole')
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST
      ? []
      : [`${path} must be a whole number from 0 to ${MOST}`];
  if (kind === 'time')
    return isTime(value) ? [] : [`${path} must be a date or a time, such as 2026-03-14T09:30:00Z`];
  return typeof value === 'number' || isTime(value)
    ? []
    : [`${path} must be a number or a date, such as 2026-03-14`];
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Node takes 30 February for 2 March; PostgreSQL refuses it. */
const isTime = (value: string | number): boolean =>
  typeof value === 'string' &&
  TIME.test(value) &&
  isDay(value.slice(0, 10)) &&
  !Number.isNaN(Date.parse(value));

/** A filter as it is kept: tags and ids are spelled as those of contacts are. */
export const tidyFilter = ({ conditions, ...filter }: SegmentFilter): SegmentFilter => ({
  ...filter,
  conditions: conditions.map((condition) => {
    if (condition.anyOf === undefined) return condition;
    if (condition.on === 'tag') return { ...condition, anyOf: tidyTags(condition.anyOf) };
    if (rules[condition.on].values === 'ids')
      return { ...condition, anyOf: condition.anyOf.map((id) => id.toLowerCase()) };
    return condition;
  }),
});
