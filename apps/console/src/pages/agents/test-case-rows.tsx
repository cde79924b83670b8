import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../components/button.tsx';

/** Rows of fields that are added and removed. */
export function Rows<Row extends { readonly id: string }>({
  legend,
  add,
  rows,
  error,
  nameOf,
  newRow,
  fieldsOf,
  onChange,
}: {
  readonly legend: string;
  readonly add: string;
  readonly rows: readonly Row[];
  readonly error: string | undefined;
  readonly nameOf: (row: Row) => string;
  readonly newRow: () => Row;
  readonly fieldsOf: (row: Row, set: (changes: Partial<Row>) => void) => ReactNode;
  readonly onChange: (rows: readonly Row[]) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-xs font-medium text-soft">{legend}</legend>
      {rows.map((row, place) => (
        <div key={row.id} className="flex items-end gap-2 rounded-md border border-line p-2">
          <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-3">
            {fieldsOf(row, (changes) =>
              onChange(rows.map((one) => (one.id === row.id ? { ...one, ...changes } : one))),
            )}
          </div>
          <IconButton
            label={`Remove ${nameOf(row) || `${legend.toLowerCase()} ${place + 1}`}`}
            icon={<X size={14} />}
            onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
          />
        </div>
      ))}
      {error && <p className="text-xs text-bad">{error}</p>}
      <div>
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...rows, newRow()])}
        >
          {add}
        </Button>
      </div>
    </fieldset>
  );
}
