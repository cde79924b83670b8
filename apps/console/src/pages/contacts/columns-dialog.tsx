import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { CheckField } from '../../components/field.tsx';
import { useFilters } from '../../components/filters.tsx';
import { usualColumns } from './contact-columns.tsx';
import type { ListedContact } from './contact-query.ts';

const KEY = 'parley.contact-columns';

/** The columns of the list: those of the address, else what this browser showed last, else the usual ones. */
export function useChosenColumns(): readonly [readonly string[], (columns: readonly string[]) => void] {
  const [{ columns }, setFilters] = useFilters();
  const [kept, setKept] = useState(() => localStorage.getItem(KEY) ?? undefined);
  const text = columns ?? kept;
  const names = useMemo(() => text?.split(',').filter((name) => name !== '') ?? usualColumns, [text]);
  const choose = (chosen: readonly string[]) => {
    const text = chosen.join(',');
    localStorage.setItem(KEY, text);
    setKept(text);
    setFilters({ columns: undefined });
  };
  return [names, choose];
}

/** Chooses the columns beside the name, and their order. */
export function ColumnsDialog({
  all,
  chosen,
  isOpen,
  onChoose,
  onClose,
}: {
  readonly all: readonly Column<ListedContact>[];
  readonly chosen: readonly string[];
  readonly isOpen: boolean;
  readonly onChoose: (columns: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const shown = chosen.flatMap((name) => all.find((column) => column.name === name) ?? []);
  const hidden = all.filter(({ name }) => !chosen.includes(name));
  const names = shown.map(({ name }) => name);
  const move = (name: string, by: 1 | -1) => {
    const place = names.indexOf(name) + by;
    if (place < 0 || place >= names.length) return;
    onChoose(names.filter((one) => one !== name).toSpliced(place, 0, name));
  };
  return (
    <Dialog title="Columns" isOpen={isOpen} onClose={onClose}>
      <p className="text-soft">
        The name is always shown. On small screens, columns that do not fit are lines under it.
      </p>
      <ul aria-label="Columns" className="flex flex-col gap-1">
        {[...shown, ...hidden].map(({ name, words }, place) => (
          <li key={name} className="flex min-h-7 items-center gap-1">
            <span className="min-w-0 flex-1">
              <CheckField
                label={words}
                checked={names.includes(name)}
                onChange={({ target }) =>
                  onChoose(target.checked ? [...names, name] : names.filter((one) => one !== name))
                }
              />
            </span>
            {names.includes(name) && (
              <>
                {/* Not disabled at the ends: that would take the focus away. */}
                <IconButton
                  label={`Move ${words} up`}
                  icon={<ArrowUp size={14} />}
                  aria-disabled={place === 0}
                  onClick={() => move(name, -1)}
                />
                <IconButton
                  label={`Move ${words} down`}
                  icon={<ArrowDown size={14} />}
                  aria-disabled={place === shown.length - 1}
                  onClick={() => move(name, 1)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={() => onChoose(usualColumns)}>Reset columns</Button>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
