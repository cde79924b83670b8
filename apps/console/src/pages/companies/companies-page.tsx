import { Plus } from 'lucide-react';
import { useState } from 'react';
import { get, type Reply } from '../../api/client.ts';
import { useMe } from '../../api/me.ts';
import { ROWS_A_PAGE, usePageList } from '../../api/page-list.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import type { Column } from '../../kit/column.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Empty } from '../../kit/empty.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Page } from '../../kit/page.tsx';
import { SearchBox } from '../../kit/search-box.tsx';
import { Time } from '../../kit/time.tsx';
import { CompanyUse } from './company-use.tsx';
import { NewCompanyDialog } from './new-company-dialog.tsx';
import { StaffOnly } from './staff-only.tsx';

type Company = Reply<'/console/api/companies', 'get'>['data'][number];

const columns = (lookedAt: string | undefined): readonly Column<Company>[] => [
  {
    name: 'name',
    hasParts: true,
    words: 'Name',
    width: 'minmax(8rem,1.5fr)',
    cell: ({ id, name }) => (
      <span className="inline-flex items-center gap-2 font-medium">
        <span dir="auto">{name}</span>
        {id === lookedAt && <Badge tone="accent">Current</Badge>}
      </span>
    ),
  },
  {
    name: 'use',
    hasParts: true,
    words: 'Plan',
    width: 'minmax(9rem,1.5fr)',
    cell: ({ id }) => <CompanyUse id={id} />,
  },
  { name: 'zone', words: 'Time zone', width: '10rem', isExtra: true, cell: ({ timezone }) => timezone },
  {
    name: 'created',
    words: 'Created',
    width: '8rem',
    isExtra: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

/** Every company of the installation. */
export function CompaniesPage() {
  return (
    <StaffOnly title="Companies">
      <Companies />
    </StaffOnly>
  );
}

function Companies() {
  const [{ search }, setFilters] = useFilters();
  const [isMaking, setMaking] = useState(false);
  const { company } = useMe();
  const list = usePageList(['companies', { search }], (page, signal) =>
    get('/console/api/companies', { query: { page, limit: ROWS_A_PAGE, search }, signal }),
  );
  const newCompany = (
    <Button look="primary" icon={<Plus size={16} />} onClick={() => setMaking(true)}>
      New company
    </Button>
  );
  return (
    <Page title="Companies" fills actions={newCompany}>
      <SearchBox
        label="Find by name"
        value={search ?? ''}
        onSearch={(text) => setFilters({ search: text })}
      />
      <DataTable
        label="Companies"
        columns={columns(company?.id)}
        list={list}
        hrefOf={({ id }) => `/companies/${id}`}
        empty={
          search ? (
            <Empty title="No company by that name" />
          ) : (
            <Empty title="No companies yet" action={newCompany}>
              Everything belongs to a company: its agents, its contacts, its calls.
            </Empty>
          )
        }
      />
      <NewCompanyDialog isOpen={isMaking} onClose={() => setMaking(false)} />
    </Page>
  );
}
