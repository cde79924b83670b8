import { Link } from '@tanstack/react-router';
import { FileUp, Plus } from 'lucide-react';
import { get, type Reply } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { ROWS_PER_PAGE, usePageList } from '../../api/page-list.ts';
import { buttonClass } from '../../components/button.tsx';
import { type Column, DataTable, ListTotal } from '../../components/data-table.tsx';
import { FilterSelect, SearchFilter, useFilters } from '../../components/filters.tsx';
import { Page } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { ContactStatus, contactStatusChoices } from './contact-labels.tsx';

type Contact = Reply<'/contacts', 'get'>['data'][number];

const columns: readonly Column<Contact>[] = [
  {
    name: 'name',
    words: 'Name',
    width: 'minmax(8rem,2fr)',
    cell: ({ firstName, lastName }) => (
      <span className="font-medium">
        {firstName} {lastName}
      </span>
    ),
  },
  {
    name: 'phone',
    words: 'Phone',
    width: 'minmax(8rem,1fr)',
    cell: ({ phoneNumber }) => <span dir="ltr">{phoneNumber ?? '–'}</span>,
  },
  {
    name: 'email',
    words: 'E-mail',
    width: 'minmax(10rem,2fr)',
    isExtra: true,
    cell: ({ email }) => email ?? '–',
  },
  { name: 'status', words: 'Status', width: '6.5rem', cell: ({ status }) => <ContactStatus of={status} /> },
  {
    name: 'created',
    words: 'Created',
    width: '8rem',
    isExtra: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

/** The contacts of the company. */
export function ContactsPage() {
  const [filters, setFilters] = useFilters();
  const mayWrite = useHasRole('member');
  const { search, status, jobId } = filters;
  const list = usePageList<Contact>(['contacts', { search, status, jobId }], (page, signal) =>
    get('/contacts', { query: { page, limit: ROWS_PER_PAGE, search, status, jobId }, signal }),
  );
  const isFiltered = search !== undefined || status !== undefined || jobId !== undefined;
  const firstActions = mayWrite && (
    <div className="flex gap-2">
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
        <SearchFilter label="Search names and e-mails" />
        <div className="w-full sm:w-44">
          <FilterSelect name="status" label="Status" any="Any status" choices={contactStatusChoices} />
        </div>
        {jobId !== undefined && (
          <button
            type="button"
            className={buttonClass('plain')}
            onClick={() => setFilters({ jobId: undefined })}
          >
            Filtered by job · show all
          </button>
        )}
      </div>
      <DataTable
        label="Contacts"
        columns={columns}
        list={list}
        hrefOf={({ id }) => `/contacts/${id}`}
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
    </Page>
  );
}
