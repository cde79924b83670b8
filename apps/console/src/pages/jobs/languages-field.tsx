import { Plus, Trash2 } from 'lucide-react';
import type { FormErrors } from '../../api/form-errors.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { freshId } from '../../kit/fresh-id.ts';
import { proficiencies } from './job-choices.ts';
import type { LanguageDraft } from './job-draft.ts';

/** Languages, and how well they are to be spoken. */
export function LanguagesField({
  value,
  errors,
  onChange,
}: {
  readonly value: readonly LanguageDraft[];
  readonly errors: FormErrors;
  readonly onChange: (value: readonly LanguageDraft[]) => void;
}) {
  const set = (at: number, change: Partial<LanguageDraft>) =>
    onChange(value.map((item, place) => (place === at ? { ...item, ...change } : item)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-xs font-medium text-soft">Languages</legend>
      {value.map((item, at) => (
        <div key={item.key} className="flex items-start gap-2">
          <div className="w-24">
            <TextField
              label={`Language ${at + 1}`}
              hideLabel
              placeholder="EN"
              value={item.language}
              error={errors.at(`languageRequirements[${at}].language`)}
              onChange={({ target }) => set(at, { language: target.value })}
            />
          </div>
          <div className="w-36">
            <SelectField
              label={`How well language ${at + 1}`}
              hideLabel
              value={item.proficiency}
              choices={[{ value: '', words: 'Any level' }, ...proficiencies]}
              error={errors.at(`languageRequirements[${at}].proficiency`)}
              onChange={({ target }) => set(at, { proficiency: target.value })}
            />
          </div>
          <IconButton
            label={`Remove language ${at + 1}`}
            icon={<Trash2 size={14} />}
            onClick={() => onChange(value.filter((_, place) => place !== at))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus size={14} />}
          onClick={() => onChange([...value, { key: freshId(), language: '', proficiency: '' }])}
        >
          Add a language
        </Button>
      </div>
    </fieldset>
  );
}
