import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../kit/button.tsx';
import { useSettingsDesk } from './settings-desk.ts';

/** A list of small forms: add one, take one away. */
export function EntryList<Entry>({
  title,
  hint,
  one,
  entries,
  blank,
  onChange,
  children,
}: {
  readonly title: string;
  readonly hint: string;
  /** What one of them is called. */
  readonly one: string;
  readonly entries: readonly Entry[];
  readonly blank: Entry;
  readonly onChange: (entries: Entry[]) => void;
  readonly children: (entry: Entry, index: number, set: (changes: Partial<Entry>) => void) => ReactNode;
}) {
  const { isReadOnly } = useSettingsDesk();
  const setAt = (index: number) => (changes: Partial<Entry>) =>
    onChange(entries.map((entry, at) => (at === index ? { ...entry, ...changes } : entry)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium">{title}</legend>
      <p className="text-xs text-soft">{hint}</p>
      {entries.map((entry, index) => (
        <div key={index} className="flex items-start gap-2 rounded-md border border-line p-3">
          <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
            {children(entry, index, setAt(index))}
          </div>
          {!isReadOnly && (
            <IconButton
              label={`Remove ${one} ${index + 1}`}
              icon={<X size={14} />}
              onClick={() => onChange(entries.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <div>
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...entries, blank])}
          >
            Add {one}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
