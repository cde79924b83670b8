import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post } from '../../api/client.ts';
import { useMe } from '../../api/me.ts';
import { usePageList } from '../../api/page-list.ts';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog, SecretDialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { useFilters } from '../../components/filters.tsx';
import { DialogForm } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, StaffOnly } from '../../components/placeholder.tsx';
import { type ApiKey, emptyKey, keyOf } from './key.tsx';
import { keyDates, keyEnvironment, keyName, keyStatus } from './key-columns.tsx';
import { CompanyField, CompanyName, KeyFields, keyPaths } from './key-fields.tsx';

const columns: readonly Column<ApiKey>[] = [
  keyName,
  keyStatus,
  {
    name: 'company',
    words: 'Company',
    width: 'minmax(5rem,1fr)',
    cell: ({ companyId }) =>
      companyId === null ? <span className="text-soft">ATS</span> : <CompanyName id={companyId} />,
  },
  { ...keyEnvironment, isExtra: true },
  {
    name: 'scopes',
    words: 'Scopes',
    width: '5rem',
    isNumber: true,
    isExtra: true,
    cell: ({ scopes }) => scopes.length,
  },
  ...keyDates,
];

/** The API keys of all companies. */
export function KeysPage() {
  return (
    <StaffOnly title="API keys">
      <Keys />
    </StaffOnly>
  );
}

function Keys() {
  const [{ companyId = '' }, setFilters] = useFilters();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedKey>();
  const { company } = useMe();
  const navigate = useNavigate();
  const list = usePageList(['keys', { companyId }], (paging, signal) =>
    get('/api-keys', { query: { ...paging, companyId: companyId || undefined }, signal }),
  );
  const newKey = (
    <Button look="primary" icon={<Plus size={16} />} onClick={() => setCreating(true)}>
      New key
    </Button>
  );
  return (
    <Page title="API keys" fills actions={newKey}>
      <div className="w-full sm:w-64">
        <CompanyField
          label="Company"
          none="Any company"
          value={companyId}
          onChange={(chosen) => setFilters({ companyId: chosen })}
        />
      </div>
      <DataTable
        label="API keys"
        columns={columns}
        list={list}
        hrefOf={({ id }) => `/keys/${id}`}
        empty={
          <Empty title="No keys" action={newKey}>
            Programs use a key to call the API. A key has scopes and can be limited in time and to IP
            addresses.
          </Empty>
        }
      />
      <NewKeyDialog
        isOpen={isCreating}
        companyId={companyId || (company?.id ?? '')}
        onClose={() => setCreating(false)}
        onCreated={(key) => {
          setCreating(false);
          setCreated(key);
        }}
      />
      <SecretDialog
        title="New API key"
        words="Copy it to the program that will use it. Only a hash is stored here."
        secret={created?.key}
        onClose={() => {
          setCreated(undefined);
          if (created) void navigate({ href: `/keys/${created.id}` });
        }}
      />
    </Page>
  );
}

export interface CreatedKey {
  readonly id: string;
  readonly key: string;
}

interface NewKeyProps {
  readonly companyId: string;
  readonly onClose: () => void;
  readonly onCreated: (made: CreatedKey) => void;
}

export function NewKeyDialog({ isOpen, ...rest }: NewKeyProps & { readonly isOpen: boolean }) {
  return (
    <Dialog title="New API key" wide isOpen={isOpen} onClose={rest.onClose}>
      <NewKeyForm {...rest} />
    </Dialog>
  );
}

function NewKeyForm({ companyId: begun, onClose, onCreated }: NewKeyProps) {
  const [draft, setDraft] = useState(emptyKey);
  const [type, setType] = useState<'STANDARD' | 'ATS'>('STANDARD');
  const [environment, setEnvironment] = useState('live');
  const [companyId, setCompanyId] = useState(begun);
  const create = useAction(
    () =>
      post('/api-keys', {
        ...keyOf(draft),
        type,
        environment: environment === '' ? null : (environment as 'live' | 'test'),
        ...(type === 'STANDARD' && companyId !== '' ? { companyId } : {}),
      }),
    {
      isQuiet: true,
      invalidates: [['keys']],
      onDone: ({ data }) => onCreated({ id: data.id, key: data.key }),
    },
  );
  return (
    <DialogForm
      action={create}
      shown={keyPaths}
      verb="Create key"
      isDisabled={type === 'STANDARD' && companyId === ''}
      onSubmit={() => create.run(undefined)}
      onCancel={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Type"
          hint={
            type === 'ATS'
              ? 'Creates companies and acts for the companies it created.'
              : 'Acts inside one company.'
          }
          choices={[
            { value: 'STANDARD', words: 'Standard' },
            { value: 'ATS', words: 'ATS, for many companies' },
          ]}
          value={type}
          onChange={(event) => setType(event.target.value as typeof type)}
        />
        <SelectField
          label="Environment"
          hint={
            environment === 'test'
              ? 'Calls are simulated.'
              : 'Calls are placed over the telephone line of the installation.'
          }
          choices={[
            { value: 'live', words: 'Live (sk_live_…)' },
            { value: 'test', words: 'Test (sk_test_…)' },
            { value: '', words: 'Unspecified (sk_…)' },
          ]}
          value={environment}
          onChange={(event) => setEnvironment(event.target.value)}
        />
      </div>
      {type === 'STANDARD' && (
        <CompanyField
          label="Company"
          none="Choose a company"
          value={companyId}
          error={create.errorAt('companyId')}
          onChange={setCompanyId}
        />
      )}
      <KeyFields draft={draft} errorAt={create.errorAt} onChange={setDraft} />
    </DialogForm>
  );
}
