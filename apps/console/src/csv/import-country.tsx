import { Link } from '@tanstack/react-router';
import { useOwnCompany } from '../api/company.ts';
import { CountryField } from '../components/country.tsx';

/** Asks which country the phone numbers without a country code are from; by default the company's. */
export function ImportCountry({
  numbers,
  value,
  onChange,
}: {
  /** Those numbers. */
  readonly numbers: readonly string[];
  readonly value: string | undefined;
  readonly onChange: (country: string) => void;
}) {
  const { data: company } = useOwnCompany();
  if (company === undefined || numbers.length === 0) return null;
  const own = company.defaultCountry ?? '';
  const chosen = value ?? own;
  const some = `${numbers.length.toLocaleString()} ${numbers.length === 1 ? 'row has a phone number' : 'rows have phone numbers'} without a country code, such as ${numbers[0]}.`;
  return (
    <div className="mt-4 flex flex-col gap-1 border-t border-line pt-4 sm:max-w-md">
      <CountryField
        label="Numbers without a country code are from"
        none={own === '' ? 'Choose a country' : undefined}
        value={chosen}
        hint={
          chosen === '' ? (
            <span className="text-warn">{some} They are refused until you choose a country.</span>
          ) : (
            some
          )
        }
        onChange={({ target }) => onChange(target.value)}
      />
      {own === '' && (
        <p className="text-xs text-soft">
          Your company has no country yet.{' '}
          <Link to="/company" className="underline decoration-dotted hover:text-ink">
            Set it
          </Link>{' '}
          to have it chosen here next time.
        </p>
      )}
    </div>
  );
}
