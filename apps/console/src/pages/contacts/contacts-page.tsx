import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Columns3, FileCheck, FileUp, ListFilter, PhoneOff, Plus } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { ApiFailure, get, post, remove } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { usePageList } from '../../api/page-list.ts';
import { type Segment, segmentsQuery } from '../../api/segments.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { DataTable, ListTotal } from '../../components/data-table.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { FilterSelect, SearchFilter, useFilters } from '../../components/filters.tsx';
import { MoreMenu } from '../../components/menu.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnsDialog, useChosenColumns } from './columns-dialog.tsx';
import { useContactColumns } from './contact-columns.tsx';
import { contactStatusChoices } from './contact-labels.tsx';
import {
  type ContactSearch,
  DEFAULT_ORDER,
  type ListedContact,
  readFilter,
  whereOf,
} from './contact-query.ts';
import { DemoNotice } from './demo-notice.tsx';
import { FilterDialog } from './filter-dialog.tsx';
import { useRowChoice } from './row-choice.ts';
import { SavedViews } from './saved-views.tsx';

/** Only what the address of a GET cannot say is sent as a body: requests with one are in the audit log. */
const contactsPage = ({ filter, ...query }: ContactSearch, signal: AbortSignal) =>
  filter === undefined
    ? get('/contacts', { query, signal })
    : post('/contacts/search', { filter, ...query }, { signal });

/** The contacts of the company. */
export function ContactsPage() {
  const [filters, setFilters] = useFilters();
  const mayWrite = useHasRole('member');
  const where = whereOf(filters);
  const sort = (filters.sort ?? DEFAULT_ORDER) as NonNullable<ContactSearch['sort']>;
  const list = usePageList<ListedContact>(['contacts', { where, sort }], (paging, signal) =>
    contactsPage({ ...where, sort, ...paging }, signal),
  );
  const [chosenColumns, setChosenColumns] = useChosenColumns();
  const { all, columns } = useContactColumns(chosenColumns);
  const [isChoosingColumns, setChoosingColumns] = useState(false);
  // Too many contacts for the order, or its field was deleted.
  const unsortable =
    list.error instanceof ApiFailure ? list.error.violations.find(({ path }) => path === 'sort') : undefined;
  const isFiltered = Object.keys(where).length > 0;
  const selection = useRowChoice(list, JSON.stringify(where));
  const firstActions = mayWrite && (
    <div className="flex flex-wrap gap-2">
      <Link to="/contacts/registers" className={buttonClass()}>
        <PhoneOff size={14} aria-hidden /> Do-not-call registers
      </Link>
      <Link to="/contacts/erasures" className={buttonClass()}>
        <FileCheck size={14} aria-hidden /> Erasure receipts
      </Link>
      <Link to="/contacts/import" className={buttonClass()}>
        <FileUp size={14} aria-hidden /> Import CSV
      </Link>
      <Link to="/contacts/new" className={buttonClass('primary')}>
        <Plus size={14} aria-hidden /> New contact
      </Link>
    </div>
  );
  return (
    <Page title="Contacts" fills aside={<ListTotal of={list} />} actions={firstActions}>
      <div className="flex flex-wrap gap-2">
        <SearchFilter label="Search name, e-mail, number" />
        <div className="w-full sm:w-40">
          <FilterSelect name="status" label="Status" any="Any status" choices={contactStatusChoices} />
        </div>
        <SegmentControls mayWrite={mayWrite} />
        <Button icon={<Columns3 size={14} />} onClick={() => setChoosingColumns(true)}>
          Columns
        </Button>
        <SavedViews columns={chosenColumns} mayWrite={mayWrite} />
        {(['jobId', 'tag'] as const).map(
          (name) =>
            filters[name] !== undefined && (
              <button
                key={name}
                type="button"
                className={buttonClass('plain')}
                onClick={() => setFilters({ [name]: undefined })}
              >
                {name === 'jobId' ? 'Filtered by job' : `Tag ${filters[name]}`} · show all
              </button>
            ),
        )}
      </div>
      {mayWrite && !isFiltered && <DemoNotice />}
      {mayWrite && selection.chosen && (
        <BulkBar
          chosen={selection.allFound ? { where, total: list.total ?? 0 } : { ids: selection.chosen }}
          total={list.total ?? 0}
          onChooseAll={selection.chooseAllFound}
          onClear={selection.clear}
        />
      )}
      {unsortable ? (
        <Notice
          tone="warn"
          action={
            <Button size="small" onClick={() => setFilters({ sort: undefined })}>
              Show newest first
            </Button>
          }
        >
          {unsortable.message}
        </Notice>
      ) : (
        <DataTable
          label="Contacts"
          columns={columns}
          list={list}
          hrefOf={({ id }) => `/contacts/${id}`}
          sorting={{ by: sort, onSort: (by) => setFilters({ sort: by === DEFAULT_ORDER ? undefined : by }) }}
          {...(mayWrite && { choice: selection.choice })}
          hasLines
          empty={
            isFiltered ? (
              <Empty title="No contacts found">Search for something else, or clear the filters.</Empty>
            ) : (
              <Empty title="No contacts yet" action={firstActions}>
                Contacts are the people your agents call. Create one, or import a list.
              </Empty>
            )
          }
        />
      )}
      <ColumnsDialog
        all={all}
        chosen={chosenColumns}
        isOpen={isChoosingColumns}
        onChoose={setChosenColumns}
        onClose={() => setChoosingColumns(false)}
      />
    </Page>
  );
}

/** Which segment is shown, and the filter of the list, which can become one. */
function SegmentControls({ mayWrite }: { readonly mayWrite: boolean }) {
  const [filters, setFilters] = useFilters();
  const confirm = useConfirm();
  const segments = useQuery(segmentsQuery);
  const [editing, setEditing] = useState<'filter' | 'segment'>();
  const filter = readFilter(filters.filter);
  const found = segments.data ?? [];
  const shown = found.find(({ id }) => id === filters.segmentId);
  const drop = useAction((id: string) => remove('/contact-segments/{id}', { path: { id } }), {
    done: 'Segment deleted',
    invalidates: [['contact-segments']],
    onDone: () => setFilters({ segmentId: undefined }),
  });
  const erase = async ({ id, name }: Segment) => {
    const isSure = await confirm({
      title: `Delete the segment ${name}?`,
      words: 'Its contacts stay.',
      yes: 'Delete segment',
    });
    if (isSure) drop.run(id);
  };
  const count = filter?.conditions.length ?? 0;
  return (
    <>
      {found.length > 0 && (
        <div className="w-full sm:w-44">
          <FilterSelect
            name="segmentId"
            label="Segment"
            any="All contacts"
            choices={found.map(({ id, name }) => ({ value: id, words: name }))}
          />
        </div>
      )}
      {shown && mayWrite && (
        <MoreMenu
          of={`segment ${shown.name}`}
          items={[
            { words: 'Edit segment', onChoose: () => setEditing('segment') },
            { words: 'Delete segment', isDanger: true, onChoose: () => void erase(shown) },
          ]}
        />
      )}
      <Button icon={<ListFilter size={14} />} onClick={() => setEditing('filter')}>
        {count === 0 ? 'Filter' : `Filter · ${count}`}
      </Button>
      <FilterDialog
        filter={filter}
        segment={editing === 'segment' ? shown : undefined}
        isOpen={editing !== undefined}
        onClose={() => setEditing(undefined)}
        onApply={(applied) => {
          setFilters({ filter: applied === undefined ? undefined : JSON.stringify(applied) });
          setEditing(undefined);
        }}
        onSaved={({ id }) => {
          setFilters({ segmentId: id, filter: undefined });
          setEditing(undefined);
        }}
      />
    </>
  );
}
