import { countries, currentCode } from '@parley/kernel/country-and-timezone.ts';
import { memoize } from '@parley/kernel/memoize.ts';
import type { ComponentProps } from 'react';
import { type Choice, SelectField } from './field.tsx';

const names = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' });

export const countryName = (code: string): string => names.of(code) ?? code;

/** By name, as the user's language sorts them. */
const choices = memoize((_: 'all'): readonly Choice[] =>
  [...countries('all')]
    .map((value) => ({ value, words: countryName(value) }))
    .sort((a, b) => a.words.localeCompare(b.words)),
);

/** Chooses a country. Codes that are no longer in use, or never were, are shown as the country they mean. */
export function CountryField({
  value,
  none,
  ...props
}: Omit<ComponentProps<typeof SelectField>, 'choices' | 'value'> & {
  readonly value: string;
  /** The choice of no country; without it there is none. */
  readonly none?: string | undefined;
}) {
  return (
    <SelectField
      {...props}
      value={value === '' ? '' : currentCode(value)}
      choices={[...(none === undefined ? [] : [{ value: '', words: none }]), ...choices('all')]}
    />
  );
}
