import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post } from '../../api/client.ts';
import { usePageList } from '../../api/page-list.ts';
import { useIsWithoutTrunk } from '../../api/telephone.ts';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, Skeleton, StaffOnly } from '../../components/placeholder.tsx';
import { usePolling } from '../../live/refetch.ts';
import { SettingsTrunks } from './settings-trunks.tsx';
import {
  addressOf,
  answeredWords,
  sharedTrunks,
  type Trunk,
  TrunkPlacesProvider,
  TrunkState,
  useMayChangeTrunks,
  useTrunkHealth,
  useTrunkPlaces,
} from './trunk.tsx';
import { emptyDraft, newTrunkOf, trunkPaths } from './trunk-draft.ts';
import { TrunkFields } from './trunk-fields.tsx';

const columns: readonly Column<Trunk>[] = [
  {
    name: 'name',
    words: 'Name',
    width: 'minmax(7rem,1fr)',
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    name: 'address',
    words: 'Address',
    width: 'minmax(8rem,1fr)',
    isExtra: true,
    cell: (trunk) => (
      <code dir="ltr" className="text-xs">
        {addressOf(trunk)}
      </code>
    ),
  },
  { name: 'state', words: 'Status', width: '7rem', cell: (trunk) => <LiveState trunk={trunk} /> },
  {
    name: 'prefixes',
    words: 'Numbers',
    width: '9rem',
    isExtra: true,
    cell: ({ prefixes }) => (prefixes.length === 0 ? 'All' : prefixes.join(', ')),
  },
  {
    name: 'priority',
    words: 'Priority',
    width: '5rem',
    isNumber: true,
    isExtra: true,
    cell: ({ priority }) => priority,
  },
  {
    name: 'health',
    words: 'Answered, 24 hours',
    width: '11rem',
    isExtra: true,
    cell: ({ id }) => <AnswerRate trunkId={id} />,
  },
];

const LOOK_MS = 10_000;

/** The SIP trunks that the operator shares with all companies. */
export function SharedTrunksPage() {
  return (
    <StaffOnly title={sharedTrunks.title}>
      <TrunkPlacesProvider value={sharedTrunks}>
        <TrunksPage />
      </TrunkPlacesProvider>
    </StaffOnly>
  );
}

/** The SIP trunks of the company. */
export function TrunksPage() {
  const { title, list: listPath, listKey, page, isShared } = useTrunkPlaces();
  usePolling(LOOK_MS, listKey, ['trunk-health']);
  const [isCreating, setCreating] = useState(false);
  const mayChange = useMayChangeTrunks();
  const isWithoutTrunk = useIsWithoutTrunk();
  const navigate = useNavigate();
  const list = usePageList<Trunk>(listKey, (paging, signal) =>
    get(listPath, { query: { ...paging }, signal }),
  );
  const newTrunk = mayChange ? (
    <Button look="primary" icon={<Plus size={16} />} onClick={() => setCreating(true)}>
      New trunk
    </Button>
  ) : undefined;
  return (
    <Page title={title} fills actions={newTrunk}>
      {isShared && <SettingsTrunks />}
      <DataTable
        label={title}
        columns={columns}
        list={list}
        hrefOf={({ id }) => `${page}/${id}`}
        empty={
          isShared ? (
            <Empty title="No shared trunks" action={newTrunk}>
              Companies without a trunk of their own for a number call over the shared ones, and without any
              over those of the settings.
            </Empty>
          ) : (
            <Empty title="No trunks of your own" action={newTrunk}>
              A trunk connects your calls to the telephone network of a SIP provider. Without one,{' '}
              {isWithoutTrunk
                ? 'calls are simulated: no telephone rings.'
                : 'calls use the trunks of this installation.'}
            </Empty>
          )
        }
      />
      <Dialog title="New trunk" wide isOpen={isCreating} onClose={() => setCreating(false)}>
        <NewTrunkForm
          onCancel={() => setCreating(false)}
          onCreated={(id) => void navigate({ href: `${page}/${id}` })}
        />
      </Dialog>
    </Page>
  );
}

function LiveState({ trunk }: { readonly trunk: Trunk }) {
  const { data } = useTrunkHealth(trunk.id);
  return <TrunkState trunk={trunk} health={data} />;
}

function AnswerRate({ trunkId }: { readonly trunkId: string }) {
  const { data, isPending } = useTrunkHealth(trunkId);
  if (isPending) return <Skeleton className="h-4 w-24" />;
  if (data === undefined || data.answerSeizureRatio === null)
    return <span className="text-soft">No calls</span>;
  return answeredWords(data);
}

function NewTrunkForm({
  onCancel,
  onCreated,
}: {
  readonly onCancel: () => void;
  readonly onCreated: (id: string) => void;
}) {
  const { list, listKey } = useTrunkPlaces();
  const [draft, setDraft] = useState(emptyDraft);
  const create = useAction((): Promise<Trunk> => post(list, newTrunkOf(draft)), {
    isQuiet: true,
    invalidates: [listKey],
    onDone: ({ id }) => onCreated(id),
  });
  return (
    <DialogForm
      action={create}
      shown={trunkPaths}
      verb="Create trunk"
      onSubmit={() => create.run(undefined)}
      onCancel={onCancel}
    >
      <TrunkFields draft={draft} errorAt={create.errorAt} onChange={setDraft} />
    </DialogForm>
  );
}
