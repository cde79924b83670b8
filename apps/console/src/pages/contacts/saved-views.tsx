import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, patch, post, type Reply, remove } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { type Filters, useFilters } from '../../components/filters.tsx';
import { Menu } from '../../components/menu.tsx';
import { Notice } from '../../components/notice.tsx';
import { type ContactSearch, type ContactsWhere, DEFAULT_ORDER, whereOf } from './contact-query.ts';

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
  const [naming, setNaming] = useState<'new' | 'rename'>();
  const [name, setName] = useState('');
  const [openedId, setOpenedId] = useState<string>();
  const views = useQuery({
    queryKey: ['contact-views'],
    queryFn: ({ signal }) => get('/contact-views', { query: { limit: MOST }, signal }),
  });
  const found: readonly View[] = views.data?.data ?? [];
  const shown = found.find((view) =>
    Object.entries(filtersOf(view)).every(([key, value]) => filters[key] === value),
  );
  // Once the list shows something else, it is still this view that can be updated.
  const opened = shown ?? found.find(({ id }) => id === openedId);
  const open = (view: View) => {
    setOpenedId(view.id);
    setFilters(filtersOf(view));
  };
  const sort = (filters.sort ??
    (opened?.sort === undefined ? undefined : DEFAULT_ORDER)) as ContactSearch['sort'];
  const settings = {
    columns: [...columns],
    ...(sort !== undefined && { sort }),
    where: whereOf(filters),
  };
  const save = useAction(
    (id: string | undefined) =>
      id === undefined
        ? post('/contact-views', { name, ...settings })
        : patch('/contact-views/{id}', { name }, { path: { id } }),
    {
      done: (_view, id) => (id === undefined ? 'View saved' : 'View renamed'),
      invalidates: [['contact-views']],
      isQuiet: true,
      onDone: (view, id) => {
        setNaming(undefined);
        setName('');
        if (id === undefined) open(view);
      },
    },
  );
  const update = useAction((id: string) => patch('/contact-views/{id}', settings, { path: { id } }), {
    done: 'View updated',
    invalidates: [['contact-views']],
    onDone: open,
  });
  const startNaming = (what: 'new' | 'rename', before: string) => {
    save.reset();
    setName(before);
    setNaming(what);
  };
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
          ...found.map((view) => ({ words: view.name, onChoose: () => open(view) })),
          ...(mayWrite ? [{ words: 'Save this view…', onChoose: () => startNaming('new', '') }] : []),
          ...(mayWrite && opened
            ? [
                ...(shown === undefined
                  ? [{ words: `Update view ${opened.name}`, onChoose: () => update.run(opened.id) }]
                  : []),
                { words: `Rename view ${opened.name}…`, onChoose: () => startNaming('rename', opened.name) },
              ]
            : []),
          ...(mayWrite && shown
            ? [{ words: `Delete view ${shown.name}`, isDanger: true, onChoose: () => drop.run(shown.id) }]
            : []),
        ]}
      />
      <Dialog
        title={naming === 'rename' ? 'Rename view' : 'Save this view'}
        isOpen={naming !== undefined}
        onClose={() => setNaming(undefined)}
      >
        <p className="text-soft">
          {naming === 'rename'
            ? 'The view is renamed for everybody.'
            : 'Keeps the search, the filter, the order and the columns for everybody.'}
        </p>
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
          <Button onClick={() => setNaming(undefined)}>Cancel</Button>
          <Button
            look="primary"
            disabled={name.trim() === ''}
            busy={save.busy}
            onClick={() => save.run(naming === 'rename' ? opened?.id : undefined)}
          >
            {naming === 'rename' ? 'Rename view' : 'Save view'}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
