import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post } from '../../api/client.ts';
import { usePageList } from '../../api/page-list.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { BoxedList, DataTable } from '../../components/data-table.tsx';
import { Dialog, DialogActions, useConfirm } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { useFilters } from '../../components/filters.tsx';
import { Empty, LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { authorWords } from '../conversations/correctable.ts';
import type { Agent } from './agent.ts';
import { VersionChanges } from './version-changes.tsx';
import { OlderVersions, useVersionChoice, type Version, versionWords } from './version-choice.tsx';

const columns: readonly Column<Version>[] = [
  {
    name: 'number',
    words: 'Version',
    width: 'minmax(6rem,1fr)',
    hasParts: true,
    cell: ({ number, isPublished }) => (
      <span className="flex items-center gap-2">
        <span className="font-medium tabular-nums">{number}</span>
        {isPublished && <Badge tone="good">Published</Badge>}
      </span>
    ),
  },
  {
    name: 'by',
    words: 'Author',
    width: 'minmax(0,2fr)',
    cell: ({ by }) => (by ? authorWords(by) : <span className="text-soft">Not recorded</span>),
  },
  {
    name: 'name',
    words: 'Name',
    width: 'minmax(0,2fr)',
    isExtra: true,
    cell: ({ name }) => <span dir="auto">{name}</span>,
  },
  {
    name: 'created',
    words: 'Published',
    width: '8rem',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

/** Every version of the agent: who made it, what changed, and a way back. */
export function HistoryTab({ agent, mayChange }: { readonly agent: Agent; readonly mayChange: boolean }) {
  const [{ version }, setFilters] = useFilters();
  const list = usePageList(['agent', agent.id, 'versions'], (paging, signal) =>
    get('/agents/{id}/versions', { path: { id: agent.id }, query: { ...paging }, signal }),
  );
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">
        Every save publishes a version. Conversations under way keep the version they started with.
      </p>
      <BoxedList>
        <DataTable
          label="Versions"
          columns={columns}
          list={list}
          hrefOf={({ id }) => `/agents/${agent.id}?tab=history&version=${id}`}
          empty={<Empty title="No versions yet" />}
        />
      </BoxedList>
      {version !== undefined && (
        <VersionDialog
          key={version}
          agentId={agent.id}
          versionId={version}
          mayChange={mayChange}
          onClose={() => setFilters({ version: undefined })}
        />
      )}
    </div>
  );
}

/** Any version of the agent, however old. */
function VersionDialog({
  agentId,
  versionId,
  mayChange,
  onClose,
}: {
  readonly agentId: string;
  readonly versionId: string;
  readonly mayChange: boolean;
  readonly onClose: () => void;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['agent', agentId, 'version', versionId],
    queryFn: ({ signal }) =>
      get('/agents/{id}/versions/{versionId}', { path: { id: agentId, versionId }, signal }),
  });
  const number = data?.number;
  return (
    <Dialog title={number == null ? 'Version' : `Version ${number}`} isOpen onClose={onClose} wide>
      {data ? (
        <OneVersion agentId={agentId} version={data} mayChange={mayChange} onClose={onClose} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines />
      )}
    </Dialog>
  );
}

function OneVersion({
  agentId,
  version,
  mayChange,
  onClose,
}: {
  readonly agentId: string;
  readonly version: Version;
  readonly mayChange: boolean;
  readonly onClose: () => void;
}) {
  const confirm = useConfirm();
  const [since, setSince] = useState('');
  const choice = useVersionChoice(agentId);
  const restore = useAction(
    () =>
      post('/agents/{id}/versions/{versionId}/restore', undefined, {
        path: { id: agentId, versionId: version.id },
      }),
    {
      done: `Version ${version.number} is published again`,
      invalidates: [['agents'], ['agent', agentId]],
      onDone: onClose,
    },
  );
  const ask = async () => {
    const isSure = await confirm({
      title: `Restore version ${version.number}?`,
      words: 'It is published as a new version, and new calls are made with it. No version is lost.',
      yes: 'Restore version',
    });
    if (isSure) restore.run(undefined);
  };
  const others = choice.versions.filter(({ id }) => id !== version.id);
  return (
    <>
      <SelectField
        label="Compared with"
        choices={[
          { value: '', words: 'The version before it' },
          ...others.map((one) => ({ value: one.id, words: versionWords(one) })),
        ]}
        value={since}
        onChange={(event) => setSince(event.target.value)}
      />
      <OlderVersions choice={choice} />
      <VersionChanges agentId={agentId} versionId={version.id} since={since || undefined} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {mayChange && version.number !== null && !version.isPublished && (
          <Button look="primary" busy={restore.busy} onClick={() => void ask()}>
            Restore this version…
          </Button>
        )}
      </DialogActions>
    </>
  );
}
