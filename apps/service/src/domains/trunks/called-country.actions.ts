import { countryOfNumber } from '@parley/kernel/calling-law.ts';
import { retried, type Scope } from '../../storage/scope.ts';
import { hasOtherCountry, insertCountry, lockCompanyLimits } from './called-country.store.ts';
import { raiseAlarm } from './company-alarm.actions.ts';

/**
 * Reports the first call to a country to the owners, once, in the transaction that lets the call begin. A company's very
 * first country is no surprise.
 */
export async function noteCountry(inside: Scope, to: string): Promise<void> {
  const country = countryOfNumber(to);
  if (country === undefined || !(await insertCountry(inside, country))) return;
  await lockCompanyLimits(inside);
  // A statement of its own, after the lock: it sees what those added who held it before.
  if (await hasOtherCountry(inside, country))
    await raiseAlarm(inside, { reason: 'NEW_COUNTRY', country, limit: null, trunk: null });
}

/** For a number that the network calls on our behalf, without a line that we admit. */
export const noteCountryPassedOn = (scope: Scope, to: string): Promise<void> =>
  retried(() => scope.transaction((inside) => noteCountry(inside, to)));
