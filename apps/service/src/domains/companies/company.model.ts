import type { CallCeilingView, CompanyChanges, CompanyView } from '@parley/contract/company.ts';
import { blockedCountry, type DestinationBlock } from '@parley/kernel/blocked-destination.ts';
import type { Violation } from '@parley/kernel/failure.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import type { CompanyId } from '../../storage/sql.ts';

/** What the administrator allows a company at most; null: no ceiling. */
export interface CallCeiling {
  readonly allowedCountries: readonly string[] | null;
  readonly maxMinutesPerHour: number | null;
  readonly maxMinutesPerDay: number | null;
}

export interface Company {
  readonly id: CompanyId;
  readonly name: string;
  readonly description: string | null;
  readonly timezone: string;
  readonly defaultCountry: string | null;
  readonly metadata: Record<string, unknown>;
  /** ISO codes of the countries that may be called over trunks; null: all. */
  readonly allowedCountries: readonly string[] | null;
  /** Of calls over trunks; null: no limit. */
  readonly maxMinutesPerHour: number | null;
  readonly maxMinutesPerDay: number | null;
  /** Only staff set it, and the stricter of it and the company's own limit counts. */
  readonly callCeiling: CallCeiling;
  /** The ATS key that may act for it. */
  readonly createdByKeyId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const viewCompany = (company: Company): CompanyView => ({
  id: company.id,
  name: company.name,
  description: company.description,
  timezone: company.timezone,
  defaultCountry: company.defaultCountry,
  metadata: company.metadata,
  allowedCountries: company.allowedCountries && [...company.allowedCountries],
  maxMinutesPerHour: company.maxMinutesPerHour,
  maxMinutesPerDay: company.maxMinutesPerDay,
  ...(hasCeiling(company.callCeiling) ? { callCeiling: viewCeiling(company.callCeiling) } : {}),
  createdAt: company.createdAt.toISOString(),
  updatedAt: company.updatedAt.toISOString(),
});

export const noCeiling: CallCeiling = {
  allowedCountries: null,
  maxMinutesPerHour: null,
  maxMinutesPerDay: null,
};

const hasCeiling = (ceiling: CallCeiling): boolean => Object.values(ceiling).some((limit) => limit !== null);

export const viewCeiling = (ceiling: CallCeiling): CallCeilingView => ({
  ...ceiling,
  allowedCountries: ceiling.allowedCountries && [...ceiling.allowedCountries],
});

export type CountryLimits = Pick<Company, 'allowedCountries' | 'callCeiling'>;

/** Each list allows these countries alone; an empty one allows all. */
const countryListsOf = ({ allowedCountries, callCeiling }: CountryLimits): (readonly string[])[] => [
  allowedCountries ?? [],
  callCeiling.allowedCountries ?? [],
];

/** Why the company's own limits do not let a number be called over a trunk; undefined: they do. */
export const countryBlockOf = (limits: CountryLimits, number: string): string | undefined =>
  countryListsOf(limits)
    .map((list) => blockedCountry(number, list))
    .find((reason) => reason !== undefined);

/** Why the operator does not let a number be called over a trunk; undefined: it may be. */
export type DestinationRule = (number: string) => DestinationBlock | undefined;

/** Why a number is not called over a trunk, by operator or company; where a call is placed, and wherever that is foretold. */
export function callBlockOf(
  byOperator: DestinationRule,
  limits: CountryLimits,
  number: string,
): DestinationBlock | undefined {
  // Those of the simulated network belong to no country.
  if (SIMULATED_NUMBER.test(number)) return undefined;
  const ofOperator = byOperator(number);
  if (ofOperator) return ofOperator;
  const words = countryBlockOf(limits, number);
  return words === undefined ? undefined : { reason: 'country_not_allowed', words };
}

/** Where limits that a company wants for itself exceed its ceiling. One that it lifts is no violation: the ceiling counts. */
export function overCeiling(wanted: CompanyChanges, { callCeiling }: Company): Violation[] {
  const { allowedCountries: allowed } = callCeiling;
  const others = (wanted.allowedCountries ?? []).filter((country) => allowed?.includes(country) === false);
  const minutes = (['maxMinutesPerHour', 'maxMinutesPerDay'] as const).flatMap((path) => {
    const limit = callCeiling[path];
    if (limit === null || (wanted[path] ?? 0) <= limit) return [];
    return [
      {
        path,
        code: 'ceiling',
        params: { limit },
        problem: `must not exceed the administrator's ceiling of ${limit}`,
      },
    ];
  });
  if (others.length === 0) return minutes;
  const problem = `must not contain ${others.join(', ')}: the administrator's ceiling allows ${allowed?.join(', ')}`;
  return [{ path: 'allowedCountries', code: 'ceiling', params: { allowed }, problem }, ...minutes];
}
