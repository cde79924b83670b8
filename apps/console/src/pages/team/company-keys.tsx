import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post } from '../../api/client.ts';
import { usePageList } from '../../api/page-list.ts';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog, SecretDialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { DialogForm } from '../../components/form.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { type ApiKey, emptyKey, keyOf, scopeWords } from '../keys/key.tsx';
import { keyDates, keyEnvironment, keyName, keyStatus } from '../keys/key-columns.tsx';
import { KeyFields, keyPaths } from '../keys/key-fields.tsx';

const columns: readonly Column<ApiKey>[] = [
  keyName,
  keyStatus,
  keyEnvironment,
  {
    name: 'scopes',
    words: 'Scopes',
    width: 'minmax(6rem,2fr)',
    isExtra: true,
    cell: ({ scopes }) => <span title={scopeWords(scopes)}>{scopeWords(scopes)}</span>,
  },
  ...keyDates,
];

/** The API keys of the company, looked after by its owners. */
export function CompanyKeys() {
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const list = usePageList<ApiKey>(['company-keys'], (paging, signal) =>
    get('/console/api/api-keys', { query: { ...paging }, signal }),
  );
  const newKey = (
    <Button icon={<Plus size={16} />} onClick={() => setCreating(true)}>
      New key
    </Button>
  );
  return (
    <div className="flex h-[65vh] flex-col gap-3">
      <div>{newKey}</div>
      <DataTable
        label="API keys"
        columns={columns}
        list={list}
        hrefOf={({ id }) => `/people/keys/${id}`}
        empty={<Empty title="No keys">Programs use a key to call the API.</Empty>}
      />
      <Dialog title="New API key" wide isOpen={isCreating} onClose={() => setCreating(false)}>
        <NewKeyForm
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            setSecret(key);
          }}
        />
      </Dialog>
      <SecretDialog
        title="New API key"
        words="Copy it to the program that will use it. Only a hash is stored here."
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </div>
  );
}

function NewKeyForm({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (key: string) => void;
}) {
  const [draft, setDraft] = useState(emptyKey);
  const [environment, setEnvironment] = useState<'live' | 'test'>('test');
  const create = useAction(() => post('/console/api/api-keys', { ...keyOf(draft), environment }), {
    isQuiet: true,
    invalidates: [['company-keys']],
    onDone: ({ data }) => onCreated(data.key),
  });
  return (
    <DialogForm
      action={create}
      shown={keyPaths}
      verb="Create key"
      onSubmit={() => create.run(undefined)}
      onCancel={onClose}
    >
      <SelectField
        label="Environment"
        choices={[
          { value: 'test', words: 'Test: calls are simulated' },
          { value: 'live', words: 'Live: people are called' },
        ]}
        value={environment}
        onChange={({ target }) => setEnvironment(target.value as typeof environment)}
      />
      <KeyFields draft={draft} errorAt={create.errorAt} onChange={setDraft} />
    </DialogForm>
  );
}
