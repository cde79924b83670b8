import { useRef, useState } from 'react';
import type { PageList } from '../../api/page-list.ts';
import type { RowChoice } from '../../components/data-column.ts';
import type { ListedContact } from './contact-query.ts';

const nobody: ReadonlySet<string> = new Set();

/** The rows chosen in a list. Another search starts with none: an action must not reach who is not shown. */
export function useRowChoice({ rows }: PageList<ListedContact>, searched: string) {
  const [state, setState] = useState({ searched, ids: nobody, allFound: false });
  const { ids, allFound } = state.searched === searched ? state : { ids: nobody, allFound: false };
  const set = (changed: ReadonlySet<string>, isAll = false) =>
    setState({ searched, ids: changed, allFound: isAll });
  const last = useRef<string>(undefined);
  const toggle = (id: string, isRange: boolean) => {
    const changed = new Set(allFound ? rows.map((row) => row.id) : ids);
    const isAdded = !changed.has(id);
    for (const one of isRange ? between(rows, last.current, id) : [id])
      if (isAdded) changed.add(one);
      else changed.delete(one);
    last.current = id;
    set(changed);
  };
  const count = allFound ? rows.length : rows.filter(({ id }) => ids.has(id)).length;
  const choice: RowChoice = {
    has: (id) => allFound || ids.has(id),
    toggle,
    all: count === 0 ? 'none' : count === rows.length ? 'all' : 'some',
    toggleAll: () => set(count === rows.length ? nobody : new Set(rows.map(({ id }) => id))),
    labelOf: (id) => {
      const row = rows.find((one) => one.id === id);
      return `Select ${row?.firstName ?? ''} ${row?.lastName ?? ''}`.trim();
    },
  };
  return {
    choice,
    /** Undefined: none. */
    chosen: ids.size > 0 || allFound ? [...ids] : undefined,
    allFound,
    chooseAllFound: () => set(ids, true),
    clear: () => set(nobody),
  };
}

/** The rows from one to the other, whichever comes first. */
function between(rows: readonly ListedContact[], from: string | undefined, to: string): readonly string[] {
  const places = [from, to].map((id) => rows.findIndex((row) => row.id === id)).sort((a, b) => a - b);
  const [first = -1, end = -1] = places;
  return first < 0 ? [to] : rows.slice(first, end + 1).map(({ id }) => id);
}
