import { Plus, Trash2 } from 'lucide-react';
import type { FormErrors } from '../../api/form-errors.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { freshId } from '../../kit/fresh-id.ts';
import { emptyWork, type WorkDraft } from './contact-draft.ts';

const MOST = 20;

const parts = [
  ['companyName', 'Company', 'text'],
  ['candidatePosition', 'Position', 'text'],
  ['startDate', 'From', 'date'],
  ['endDate', 'Until', 'date'],
  ['referenceName', 'Reference', 'text'],
  ['referencePhone', 'Phone of the reference', 'tel'],
] as const;

/** Where somebody worked, and who can tell of it. */
export function WorkHistoryField({
  value,
  errors,
  onChange,
}: {
  readonly value: readonly WorkDraft[];
  readonly errors: FormErrors;
  readonly onChange: (value: readonly WorkDraft[]) => void;
}) {
  const set = (at: number, change: Partial<WorkDraft>) =>
    onChange(value.map((item, place) => (place === at ? { ...item, ...change } : item)));
  return (
    <div className="flex flex-col gap-3">
      {value.map((item, at) => (
        <fieldset key={item.key} className="relative rounded-md border border-line p-3">
          <legend className="px-1 text-xs font-medium text-soft">Position {at + 1}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {parts.map(([name, words, type]) => (
              <TextField
                key={name}
                label={words}
                type={type}
                value={item[name]}
                error={errors.at(`workHistory[${at}].${name}`)}
                onChange={(event) => set(at, { [name]: event.target.value })}
              />
            ))}
          </div>
          <div className="mt-2 flex justify-end">
            <IconButton
              label={`Remove position ${at + 1}`}
              icon={<Trash2 size={14} />}
              onClick={() => onChange(value.filter((_, place) => place !== at))}
            />
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus size={14} />}
          disabled={value.length >= MOST}
          onClick={() => onChange([...value, emptyWork(freshId())])}
        >
          Add a position
        </Button>
      </div>
    </div>
  );
}
