import { Link } from '@tanstack/react-router';
import { useOwnCompany } from '../api/company.ts';
import { countryName } from '../components/country.tsx';

/** How numbers without a country code are read, with a link to where that is set. */
export function NumberCountry() {
  const { data } = useOwnCompany();
  if (data === undefined) return null;
  return data.defaultCountry === null ? (
    <>
      With + and the country code, or{' '}
      <Link to="/company" className="underline decoration-dotted hover:text-ink">
        set the country of your company
      </Link>
      .
    </>
  ) : (
    <>
      Without a country code it is read as a number of {countryName(data.defaultCountry)}, the{' '}
      <Link to="/company" className="underline decoration-dotted hover:text-ink">
        country of your company
      </Link>
      .
    </>
  );
}
