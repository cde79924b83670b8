import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { get } from '../../api/client.ts';
import type { Job } from '../../api/jobs.ts';
import { useHasRole } from '../../api/me.ts';
import { usePageList } from '../../api/page-list.ts';
import { stateWords } from '../../components/badge.tsx';
import { buttonClass } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { DataTable, ListTotal } from '../../components/data-table.tsx';
import { FilterSelect, SearchFilter, useFilters } from '../../components/filters.tsx';
import { Page } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { JobStatus, jobStatuses, placeOf } from './job-facts.tsx';

const columns: readonly Column<Job>[] = [
  {
    name: 'title',
    words: 'Title',
    width: 'minmax(10rem,3fr)',
    cell: ({ title }) => <span className="font-medium">{title}</span>,
  },
  {
    name: 'place',
    words: 'Location',
    width: 'minmax(8rem,1fr)',
    isExtra: true,
    cell: (job) => placeOf(job) ?? '–',
  },
  {
    name: 'contract',
    words: 'Contract',
    width: '8rem',
    isExtra: true,
    cell: ({ contractType }) => (contractType ? stateWords(contractType) : '–'),
  },
  { name: 'status', words: 'Status', width: '5rem', cell: ({ status }) => <JobStatus of={status} /> },
  {
    name: 'created',
    words: 'Created',
    width: '8rem',
    isExtra: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

/** The jobs of the company. */
export function JobsPage() {
  const [{ search, status }] = useFilters();
  const mayWrite = useHasRole('member');
  const list = usePageList<Job>(['jobs', { search, status }], (paging, signal) =>
    get('/jobs', { query: { ...paging, search, status }, signal }),
  );
  const create = mayWrite && (
    <Link to="/jobs/new" className={buttonClass('primary')}>
      <Plus size={14} aria-hidden /> New job
    </Link>
  );
  return (
    <Page title="Jobs" fills aside={<ListTotal of={list} />} actions={create}>
      <div className="flex flex-wrap gap-2">
        <SearchFilter label="Search jobs" />
        <div className="w-full sm:w-40">
          <FilterSelect name="status" label="Status" any="Any status" choices={jobStatuses} />
        </div>
      </div>
      <DataTable
        label="Jobs"
        columns={columns}
        list={list}
        hrefOf={({ id }) => `/jobs/${id}`}
        empty={
          search !== undefined || status !== undefined ? (
            <Empty title="No jobs found">Search for something else, or clear the filters.</Empty>
          ) : (
            <Empty title="No jobs yet" action={create}>
              Screening agents call people about a job. Create one, or import it from a job posting.
            </Empty>
          )
        }
      />
    </Page>
  );
}
