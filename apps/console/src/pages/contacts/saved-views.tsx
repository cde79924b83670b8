import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post, type Reply, remove } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { type Filters, useFilters } from '../../components/filters.tsx';
import { Menu } from '../../components/menu.tsx';
import { Notice } from '../../components/notice.tsx';
import { type ContactSearch, type ContactsWhere, whereOf } from './contact-query.ts';

type View = Reply<'/contact-views', 'get'>['data'][number];

const MOST = 100;

/** The address of the list as a view shows it. */
function filtersOf({ columns, sort, where }: Pick<View, 'columns' | 'sort' | 'where'>): Filters {
  const { search, phoneNumber, filter, status, jobId, tag, segmentId } = where as ContactsWhere;
  return {
    search: search ?? phoneNumber,
    status,
    jobId,
    tag,
    segmentId,
    filter: filter === undefined ? undefined : JSON.stringify(filter),
    sort,
    columns: columns?.join(','),
  };
}

/** Views that were saved, and a way to save what the list shows now. */
export function SavedViews({
  columns,
  mayWrite,
}: {
  readonly columns: readonly string[];
  readonly mayWrite: boolean;
}) {
  const [filters, setFilters] = useFilters();
  const [isNaming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const views = useQuery({
    queryKey: ['contact-views'],
    queryFn: ({ signal }) => get('/contact-views', { query: { limit: MOST }, signal }),
  });
  const found: readonly View[] = views.data?.data ?? [];
  const shown = found.find((view) =>
    Object.entries(filtersOf(view)).every(([key, value]) => filters[key] === value),
  );
  const save = useAction(
    () =>
      post('/contact-views', {
        name,
        columns: [...columns],
        ...(filters.sort !== undefined && { sort: filters.sort as NonNullable<ContactSearch['sort']> }),
        where: whereOf(filters),
      }),
    {
      done: 'View saved',
      invalidates: [['contact-views']],
      isQuiet: true,
      onDone: (view) => {
        setNaming(false);
        setName('');
        setFilters(filtersOf(view));
      },
    },
  );
  const drop = useAction((id: string) => remove('/contact-views/{id}', { path: { id } }), {
    done: 'View deleted',
    invalidates: [['contact-views']],
  });
  if (!mayWrite && found.length === 0) return null;
  return (
    <>
      <Menu
        align="start"
        trigger={<Button icon={<Bookmark size={14} />}>{shown ? shown.name : 'Views'}</Button>}
        items={[
          ...found.map((view) => ({ words: view.name, onChoose: () => setFilters(filtersOf(view)) })),
          ...(mayWrite ? [{ words: 'Save this view…', onChoose: () => setNaming(true) }] : []),
          ...(mayWrite && shown
            ? [{ words: `Delete view ${shown.name}`, isDanger: true, onChoose: () => drop.run(shown.id) }]
            : []),
        ]}
      />
      <Dialog title="Save this view" isOpen={isNaming} onClose={() => setNaming(false)}>
        <p className="text-soft">Keeps the search, the filter, the order and the columns for everybody.</p>
        <TextField
          label="Name of the view"
          value={name}
          error={save.errorAt('name')}
          onChange={({ target }) => setName(target.value)}
        />
        {save.failure && save.errorAt('name') === undefined && (
          <Notice tone="bad">{save.failure.message}</Notice>
        )}
        <DialogActions>
          <Button onClick={() => setNaming(false)}>Cancel</Button>
          <Button
            look="primary"
            disabled={name.trim() === ''}
            busy={save.busy}
            onClick={() => save.run(undefined)}
          >
            Save view
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
