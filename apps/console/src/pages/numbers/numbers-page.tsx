import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, patch, post } from '../../api/client.ts';
import { useHasRole, useMe } from '../../api/me.ts';
import { usePageList } from '../../api/page-list.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import {
  type CompanyNumber,
  changesOf,
  draftOf,
  NumberFields,
  numberPaths,
  SHARED_TRUNK,
  useTrunkNames,
} from './number-fields.tsx';

const limitsOf = (number: CompanyNumber): string =>
  [
    number.maxConcurrentCalls !== null && `${number.maxConcurrentCalls} at once`,
    number.maxCallsPerSecond !== null && `${number.maxCallsPerSecond} per second`,
    number.maxCallsPerDay !== null && `${number.maxCallsPerDay} in 24 hours`,
    number.coolDownSeconds !== null && `${number.coolDownSeconds} s apart`,
  ]
    .filter((words) => words !== false)
    .join(', ') || 'No limits';

const columns: readonly Column<CompanyNumber>[] = [
  {
    name: 'number',
    words: 'Number',
    width: 'minmax(9rem,1fr)',
    cell: ({ phoneNumber }) => (
      <span dir="ltr" className="font-medium">
        {phoneNumber}
      </span>
    ),
  },
  {
    name: 'label',
    words: 'Label',
    width: 'minmax(6rem,1fr)',
    isExtra: true,
    cell: ({ label }) => <span dir="auto">{label}</span>,
  },
  {
    name: 'pool',
    words: 'Pool',
    width: '6rem',
    cell: ({ isPooled }) =>
      isPooled ? <Badge tone="good">Pooled</Badge> : <span className="text-soft">No</span>,
  },
  {
    name: 'trunk',
    words: 'Trunk',
    width: 'minmax(6rem,1fr)',
    isExtra: true,
    cell: ({ trunkId }) => <TrunkName id={trunkId} />,
  },
  { name: 'limits', words: 'Limits', width: 'minmax(8rem,1.5fr)', isExtra: true, cell: limitsOf },
];

function TrunkName({ id }: { readonly id: string | null }) {
  const trunks = useTrunkNames();
  if (id === null) return <span className="text-soft">Any</span>;
  return <span dir="auto">{trunks.get(id) ?? SHARED_TRUNK}</span>;
}

/** The caller IDs of the company, and the pool of them. */
export function NumbersPage() {
  const { company, isStaff } = useMe();
  const isOwner = useHasRole('owner');
  const [editing, setEditing] = useState<CompanyNumber | 'new'>();
  const list = usePageList<CompanyNumber>(['phone-numbers'], (paging, signal) =>
    get('/phone-numbers', { query: { ...paging }, signal }),
  );
  const add = isStaff && company !== null && (
    <Button look="primary" icon={<Plus size={16} />} onClick={() => setEditing('new')}>
      Add number
    </Button>
  );
  const close = () => setEditing(undefined);
  return (
    <Page title="Phone numbers" fills actions={add}>
      <p className="-mt-3 max-w-2xl text-soft">
        Agents show them as caller ID: their own number, or one of the pool.{' '}
        {!isStaff && 'Staff of this installation add numbers.'}
      </p>
      <DataTable
        label="Phone numbers"
        columns={isOwner ? [...columns, editColumn(setEditing)] : columns}
        list={list}
        empty={
          <Empty title="No phone numbers" action={add || undefined}>
            Without a number, calls show the caller ID of the trunk.
          </Empty>
        }
      />
      <Dialog
        title={editing === 'new' ? 'Add phone number' : `Edit ${editing?.phoneNumber ?? 'phone number'}`}
        wide
        isOpen={editing !== undefined}
        onClose={close}
      >
        {editing === 'new'
          ? company && <NewNumberForm companyId={company.id} onClose={close} />
          : editing && <NumberForm number={editing} onClose={close} />}
      </Dialog>
    </Page>
  );
}

const editColumn = (onEdit: (number: CompanyNumber) => void): Column<CompanyNumber> => ({
  name: 'edit',
  words: 'Edit',
  width: '5rem',
  cell: (number) => (
    <Button size="small" aria-label={`Edit ${number.phoneNumber}`} onClick={() => onEdit(number)}>
      Edit
    </Button>
  ),
});

const invalidates = [['phone-numbers']];

function NewNumberForm({ companyId, onClose }: { readonly companyId: string; readonly onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(undefined));
  const create = useAction(
    () => post('/phone-numbers', { companyId, phoneNumber: draft.phoneNumber, ...changesOf(draft) }),
    { isQuiet: true, invalidates, done: 'Number added', onDone: onClose },
  );
  return (
    <DialogForm
      action={create}
      shown={numberPaths}
      verb="Add number"
      onSubmit={() => create.run(undefined)}
      onCancel={onClose}
    >
      <NumberFields isNew draft={draft} errorAt={create.errorAt} onChange={setDraft} />
    </DialogForm>
  );
}

function NumberForm({ number, onClose }: { readonly number: CompanyNumber; readonly onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(number));
  const save = useAction(() => patch('/phone-numbers/{id}', changesOf(draft), { path: { id: number.id } }), {
    isQuiet: true,
    invalidates,
    done: 'Saved. It counts from the next call on',
    onDone: onClose,
  });
  return (
    <DialogForm
      action={save}
      shown={numberPaths}
      verb="Save"
      onSubmit={() => save.run(undefined)}
      onCancel={onClose}
    >
      <NumberFields isNew={false} draft={draft} errorAt={save.errorAt} onChange={setDraft} />
    </DialogForm>
  );
}
