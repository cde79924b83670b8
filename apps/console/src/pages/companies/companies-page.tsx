import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post, type Reply } from '../../api/client.ts';
import { useMe } from '../../api/me.ts';
import { usePageList } from '../../api/page-list.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { SearchFilter, useFilters } from '../../components/filters.tsx';
import { DialogForm } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, Skeleton, StaffOnly } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { PlanStatus } from '../usage/plan-usage.tsx';
import { accountQuery, CompanyFields, companyOf, companyPaths, emptyCompany } from './company-fields.tsx';

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
  const [{ search }] = useFilters();
  const [isCreating, setCreating] = useState(false);
  const { company } = useMe();
  const list = usePageList(['companies', { search }], (paging, signal) =>
    get('/console/api/companies', { query: { ...paging, search }, signal }),
  );
  const newCompany = (
    <Button look="primary" icon={<Plus size={16} />} onClick={() => setCreating(true)}>
      New company
    </Button>
  );
  return (
    <Page title="Companies" fills actions={newCompany}>
      <SearchFilter label="Search by name" />
      <DataTable
        label="Companies"
        columns={columns(company?.id)}
        list={list}
        hrefOf={({ id }) => `/companies/${id}`}
        empty={
          search ? (
            <Empty title="No companies found" />
          ) : (
            <Empty title="No companies yet" action={newCompany}>
              Agents, contacts and calls belong to a company.
            </Empty>
          )
        }
      />
      <NewCompanyDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </Page>
  );
}

/** The plan of a company: its status, and how much is left. */
function CompanyUse({ id }: { readonly id: string }) {
  const { data, isPending } = useQuery(accountQuery(id));
  if (isPending) return <Skeleton className="h-4 w-32" />;
  if (data === undefined) return <span className="text-soft">–</span>;
  return (
    <span className="inline-flex items-center gap-2">
      <PlanStatus status={data.plan.status} />
      <span className="text-soft tabular-nums">
        {data.usage.available.toLocaleString()}
        <span className="hidden lg:inline"> {data.plan.billingSystem}</span> left
      </span>
    </span>
  );
}

function NewCompanyDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog title="New company" isOpen={isOpen} onClose={onClose}>
      <NewCompanyForm onClose={onClose} />
    </Dialog>
  );
}

function NewCompanyForm({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(emptyCompany);
  const [ownerEmail, setOwnerEmail] = useState('');
  const navigate = useNavigate();
  const create = useAction(
    () =>
      post('/console/api/companies', {
        ...companyOf(draft),
        ...(ownerEmail === '' ? {} : { ownerEmail }),
      }),
    {
      isQuiet: true,
      invalidates: [['companies']],
      done: 'Company created, with a trial of 60 minutes',
      onDone: ({ id }) => {
        onClose();
        void navigate({ href: `/companies/${id}` });
      },
    },
  );
  return (
    <DialogForm
      action={create}
      shown={companyPaths}
      verb="Create company"
      onSubmit={() => create.run(undefined)}
      onCancel={onClose}
    >
      <CompanyFields draft={draft} errorAt={create.errorAt} onChange={setDraft} />
      <TextField
        label="Owner e-mail"
        type="email"
        hint="Optional. They are invited to the console."
        value={ownerEmail}
        error={create.errorAt('ownerEmail')}
        onChange={(event) => setOwnerEmail(event.target.value)}
      />
    </DialogForm>
  );
}
