import { Link, useParams } from '@tanstack/react-router';
import { Power, Radio, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { isNotFound, patch, post, type Reply, remove } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Copy } from '../../components/copy.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { useDraft } from '../../components/draft.ts';
import { useFilters } from '../../components/filters.tsx';
import { ChangesForm } from '../../components/form.tsx';
import { MoreMenu } from '../../components/menu.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, RedirectTo } from '../../components/page.tsx';
import { PendingPage, Skeleton, StaffOnly } from '../../components/placeholder.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { usePolling } from '../../live/refetch.ts';
import {
  addressOf,
  sharedTrunks,
  type Trunk,
  TrunkPlacesProvider,
  TrunkState,
  useMayChangeTrunks,
  useTrunk,
  useTrunkHealth,
  useTrunkPlaces,
} from './trunk.tsx';
import { changesOf, draftOf, trunkPaths } from './trunk-draft.ts';
import { TrunkFields } from './trunk-fields.tsx';
import { HealthFigures } from './trunk-health.tsx';

const LOOK_MS = 5_000;

/** One trunk: its health and settings. */
export function TrunkPage() {
  const { id = '' } = useParams({ strict: false });
  // The key resets drafts when another trunk is opened.
  return <OneTrunk key={id} id={id} />;
}

/** One trunk that the operator shares with all companies. */
export function SharedTrunkPage() {
  return (
    <StaffOnly title={sharedTrunks.title}>
      <TrunkPlacesProvider value={sharedTrunks}>
        <TrunkPage />
      </TrunkPlacesProvider>
    </StaffOnly>
  );
}

function OneTrunk({ id }: { readonly id: string }) {
  const [isDeleted, setDeleted] = useState(false);
  const [{ tab = 'health' }, setFilters] = useFilters();
  const { title, page } = useTrunkPlaces();
  const { data: trunk, error, refetch } = useTrunk(id);
  const { data: health } = useTrunkHealth(id);
  const mayChange = useMayChangeTrunks();
  const trail = (
    <Link to={page} className="hover:underline">
      {title}
    </Link>
  );
  usePolling(LOOK_MS, ['trunk', id], ['trunk-health', id]);
  if (isDeleted) return <RedirectTo to={page} />;
  if (trunk === undefined || isNotFound(error)) {
    return <PendingPage title="Trunk" trail={trail} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Page
      title={trunk.name}
      trail={trail}
      aside={<TrunkState trunk={trunk} health={health} />}
      actions={mayChange && <TrunkActions trunk={trunk} onDeleted={() => setDeleted(true)} />}
    >
      <div className="-mt-3 text-soft">
        <Copy text={addressOf(trunk)} label="Copy address" />
      </div>
      {health?.problem && (
        <Notice tone="bad">
          Out of service since <Time at={health.problem.since} />: the trunk {health.problem.message}. Its
          calls wait, or use another trunk, and are placed when it works again.
        </Notice>
      )}
      <Tabs
        label="Trunk sections"
        open={tab}
        onOpen={(name) => setFilters({ tab: name === 'health' ? '' : name })}
        tabs={[
          { name: 'health', words: 'Health', content: <Health trunkId={trunk.id} /> },
          ...(mayChange
            ? [{ name: 'settings', words: 'Settings', content: <TrunkSettings trunk={trunk} /> }]
            : []),
        ]}
      />
    </Page>
  );
}

/** How calls over the trunk went in the last 24 hours. */
function Health({ trunkId }: { readonly trunkId: string }) {
  const { data: health } = useTrunkHealth(trunkId);
  return health === undefined ? <Skeleton className="h-24 w-64" /> : <HealthFigures health={health} />;
}

/** Edits a trunk. The draft stays when the trunk changes meanwhile. */
function TrunkSettings({ trunk }: { readonly trunk: Trunk }) {
  const { one, listKey } = useTrunkPlaces();
  const { draft, setDraft, isChanged, changesIn, saved } = useDraft(() => draftOf(trunk), changesOf);
  const save = useAction(
    (typed: typeof draft): Promise<Trunk> => patch(one, changesIn(typed), { path: { id: trunk.id } }),
    {
      isQuiet: true,
      invalidates: [['trunk', trunk.id], listKey],
      done: 'Saved. It counts from the next call on',
      onDone: (now, typed) => saved(draftOf(now), typed),
    },
  );
  return (
    <ChangesForm title="Settings" draft={draft} isChanged={isChanged} save={save} shown={trunkPaths}>
      <TrunkFields draft={draft} errorAt={save.errorAt} onChange={setDraft} />
    </ChangesForm>
  );
}

type TestResult = Reply<'/trunks/{id}/test', 'post'>;

function TrunkActions({ trunk, onDeleted }: { readonly trunk: Trunk; readonly onDeleted: () => void }) {
  const path = { id: trunk.id };
  const { one, test: testPath, listKey, isShared } = useTrunkPlaces();
  const invalidates = [['trunk', trunk.id], listKey];
  const confirm = useConfirm();
  const showFindings = ({ success, findings }: TestResult) =>
    void confirm({
      title: success ? 'The trunk works' : 'The trunk cannot be used',
      words: findings.map(({ message }) => message).join(' '),
      yes: 'Close',
      isDanger: false,
    });
  const test = useAction((): Promise<TestResult> => post(testPath, undefined, { path }), {
    invalidates: [['trunk-health', trunk.id]],
    onDone: showFindings,
  });
  const turn = useAction((isActive: boolean): Promise<Trunk> => patch(one, { isActive }, { path }), {
    invalidates,
    done: ({ isActive }) => (isActive ? 'Enabled' : 'Disabled'),
  });
  const erase = useAction(() => remove(one, { path }), {
    invalidates: [listKey],
    done: 'Trunk deleted',
    onDone: onDeleted,
  });
  const askToDelete = async () => {
    const isYes = await confirm({
      title: `Delete ${trunk.name}?`,
      words: `Live calls continue. New calls${isShared ? ' of all companies' : ''} use other trunks; without any they are simulated.`,
      yes: 'Delete trunk',
    });
    if (isYes) erase.run(undefined);
  };
  return (
    <>
      <Button icon={<Radio size={16} />} busy={test.busy} onClick={() => test.run(undefined)}>
        Test trunk
      </Button>
      <MoreMenu
        items={[
          {
            words: trunk.isActive ? 'Disable trunk' : 'Enable trunk',
            icon: <Power size={14} />,
            onChoose: () => turn.run(!trunk.isActive),
          },
          { words: 'Delete trunk…', icon: <Trash2 size={14} />, isDanger: true, onChoose: askToDelete },
        ]}
      />
    </>
  );
}
