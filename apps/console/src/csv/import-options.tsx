import type { DuplicateRule } from '@parley/contract/contact-import.ts';
import { SelectField, TextField } from '../components/field.tsx';
import { TagsField } from '../components/search-select.tsx';

/** What the user decides about a whole file. */
export interface ImportChoices {
  readonly duplicates: DuplicateRule;
  readonly matchBy: 'both' | 'phoneNumber' | 'email';
  readonly tags: readonly string[];
  readonly keepUntil: string;
  /** In place of a missing first or last name. */
  readonly missingName: string;
  /** Of phone numbers without a country code; undefined: the company's. */
  readonly country?: string;
}

const rules: Readonly<Record<DuplicateRule, readonly [words: string, hint: string]>> = {
  skip: ['Skip the row', 'The contact stays as it is.'],
  update: ['Update the contact', 'What the row says replaces what is stored; empty cells change nothing.'],
  merge: ['Fill in what is missing', 'Only what the contact lacks is added.'],
  create: ['Create another contact', 'Duplicates are not looked for.'],
};

/** The choices as the service takes them. */
export const optionsOf = ({ duplicates, matchBy, tags, keepUntil, country }: ImportChoices) => ({
  duplicates,
  ...(matchBy !== 'both' && { matchBy: [matchBy] }),
  ...(tags.length > 0 && { tags: [...tags] }),
  ...(country && { defaultCountry: country }),
  gdprExpiryDate: keepUntil,
});

export function ImportOptions({
  value,
  nameless,
  onChange,
}: {
  readonly value: ImportChoices;
  /** The lines without a first or last name. */
  readonly nameless: readonly number[];
  readonly onChange: (value: ImportChoices) => void;
}) {
  const set = (change: Partial<ImportChoices>) => onChange({ ...value, ...change });
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <SelectField
        label="When a contact already exists"
        hint={rules[value.duplicates][1]}
        value={value.duplicates}
        choices={Object.entries(rules).map(([rule, [words]]) => ({ value: rule, words }))}
        onChange={({ target }) => set({ duplicates: target.value as DuplicateRule })}
      />
      <SelectField
        label="A duplicate has the same"
        hint="Simulated numbers (+1500555…) are imported too. Contacts may share one without being duplicates."
        disabled={value.duplicates === 'create'}
        value={value.matchBy}
        choices={[
          { value: 'both', words: 'Phone number and name, or e-mail address' },
          { value: 'phoneNumber', words: 'Phone number and name' },
          { value: 'email', words: 'E-mail address' },
        ]}
        onChange={({ target }) => set({ matchBy: target.value as ImportChoices['matchBy'] })}
      />
      <TagsField
        label="Tag all rows"
        hint="Enter or a comma adds a tag."
        placeholder="renewal 2026"
        value={value.tags}
        onChange={(tags) => set({ tags })}
      />
      <TextField
        type="date"
        label="Delete documents on"
        hint="Of new contacts without a date of their own. The contacts stay; only their documents are deleted."
        required
        value={value.keepUntil}
        onChange={(event) => set({ keepUntil: event.target.value })}
      />
      {nameless.length > 0 && (
        <TextField
          label="In place of a missing name"
          hint={`${nameless.length.toLocaleString()} ${nameless.length === 1 ? 'row has' : 'rows have'} no first or no last name, such as line ${nameless[0]}. This becomes the first name; the name that is there, or else the company, becomes the last. Leave it empty to refuse these rows.`}
          value={value.missingName}
          onChange={(event) => set({ missingName: event.target.value })}
        />
      )}
    </div>
  );
}
