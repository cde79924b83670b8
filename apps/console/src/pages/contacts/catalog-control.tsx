import type { ContactField } from '../../api/catalog.ts';
import { SelectField, TextArea, TextField } from '../../kit/field.tsx';
import { TagsField } from '../../kit/tags-field.tsx';

/** Fields in which people write more than a line. */
const longKeys = new Set(['notes']);

/** The control that fits a field of the catalog. */
export function CatalogControl({
  field,
  value,
  error,
  onChange,
}: {
  readonly field: ContactField;
  readonly value: string | readonly string[] | undefined;
  readonly error: string | undefined;
  readonly onChange: (value: string | readonly string[]) => void;
}) {
  const frame = {
    label: field.isPii ? `${field.label} (personal)` : field.label,
    ...(field.description !== undefined && { hint: field.description }),
    error,
  };
  const text = typeof value === 'string' ? value : (value?.join(', ') ?? '');
  const write = (event: { readonly target: { readonly value: string } }) => onChange(event.target.value);
  switch (field.dataType) {
    case 'tags':
      return (
        <TagsField
          {...frame}
          value={typeof value === 'string' ? [value] : (value ?? [])}
          placeholder="Type and press Enter"
          onChange={onChange}
        />
      );
    case 'date':
      return <TextField {...frame} type="date" value={text} onChange={write} />;
    case 'number':
      return <TextField {...frame} inputMode="decimal" value={text} onChange={write} />;
    case 'bool':
      return (
        <SelectField
          {...frame}
          value={text}
          onChange={write}
          choices={[
            { value: '', words: 'Not set' },
            { value: 'true', words: 'Yes' },
            { value: 'false', words: 'No' },
          ]}
        />
      );
    case 'enum': {
      const options = field.enumOptions ?? [];
      // A value of options that are no longer there is shown until somebody chooses another.
      const kept = text === '' || options.includes(text) ? options : [text, ...options];
      return (
        <SelectField
          {...frame}
          value={text}
          onChange={write}
          choices={[{ value: '', words: 'Not set' }, ...kept.map((one) => ({ value: one, words: one }))]}
        />
      );
    }
    default:
      return longKeys.has(field.key) || text.length > 80 ? (
        <TextArea {...frame} value={text} onChange={write} />
      ) : (
        <TextField {...frame} value={text} onChange={write} />
      );
  }
}
