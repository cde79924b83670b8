import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import type { DraftHeader } from './webhook-draft.ts';

/** Headers of one's own that go with every request. Values are written, never read again. */
export function HeaderRows({
  headers,
  errorAt,
  onChange,
}: {
  readonly headers: readonly DraftHeader[];
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (headers: readonly DraftHeader[]) => void;
}) {
  const change = (key: number, part: Partial<DraftHeader>) =>
    onChange(headers.map((header) => (header.key === key ? { ...header, ...part } : header)));
  const add = () =>
    onChange([
      ...headers,
      {
        key: Math.max(0, ...headers.map(({ key }) => key)) + 1,
        name: '',
        value: '',
        isMasked: true,
        isStored: false,
      },
    ]);
  return (
    <div className="flex flex-col gap-2">
      {headers.map(({ key, name, value, isStored }, place) => (
        <div key={key} className="flex items-start gap-2">
          <div className="flex-1">
            <TextField
              label={`Name of header ${place + 1}`}
              hideLabel
              placeholder="X-Api-Token"
              dir="ltr"
              value={name}
              error={errorAt(`headers[${place}].name`)}
              onChange={(event) => change(key, { name: event.target.value, isStored: false })}
            />
          </div>
          <div className="flex-1">
            <TextField
              label={`Value of header ${place + 1}`}
              hideLabel
              placeholder={isStored ? 'Unchanged' : 'Value'}
              dir="ltr"
              autoComplete="off"
              value={value}
              error={errorAt(`headers[${place}].value`)}
              onChange={(event) => change(key, { value: event.target.value })}
            />
          </div>
          <IconButton
            label={`Remove header ${name || place + 1}`}
            icon={<X size={14} />}
            onClick={() => onChange(headers.filter((header) => header.key !== key))}
          />
        </div>
      ))}
      <div>
        <Button size="small" icon={<Plus size={14} />} onClick={add}>
          Add a header
        </Button>
      </div>
    </div>
  );
}
