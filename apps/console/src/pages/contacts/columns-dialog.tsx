import { useState } from 'react';
import { Button } from '../../components/button.tsx';
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
  const names = (columns ?? kept)?.split(',').filter((name) => name !== '') ?? usualColumns;
  const choose = (chosen: readonly string[]) => {
    const text = chosen.join(',');
    localStorage.setItem(KEY, text);
    setKept(text);
    setFilters({ columns: undefined });
  };
  return [names, choose];
}

/** Chooses the columns beside the name. */
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
  return (
    <Dialog title="Columns" isOpen={isOpen} onClose={onClose}>
      <p className="text-soft">
        The name is always shown. Small screens show only the most important columns.
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        {all.map(({ name, words }) => (
          <CheckField
            key={name}
            label={words}
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              onChoose(
                all
                  .map((column) => column.name)
                  .filter((one) => (one === name ? target.checked : chosen.includes(one))),
              )
            }
          />
        ))}
      </div>
      <DialogActions>
        <Button onClick={() => onChoose(usualColumns)}>Usual columns</Button>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
