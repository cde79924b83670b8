import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post, type Reply } from '../../api/client.ts';
import { ROWS_PER_PAGE, usePageList } from '../../api/page-list.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { BoxedList, DataTable } from '../../components/data-table.tsx';
import { Dialog, DialogActions, useConfirm } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { useFilters } from '../../components/filters.tsx';
import { Empty, LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { fullTime, Time } from '../../components/time.tsx';
import { authorWords } from '../conversations/correction.tsx';
import type { Agent } from './agent.ts';

export type Version = Reply<'/agents/{id}/versions', 'get'>['data'][number];

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
  const versions = useQuery(versionsQuery(agent.id));
  const opened = versions.data?.data.find(({ id }) => id === version);
  const list = usePageList(['agent', agent.id, 'versions'], (page, signal) =>
    get('/agents/{id}/versions', { path: { id: agent.id }, query: { page, limit: ROWS_PER_PAGE }, signal }),
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
      {opened && (
        <VersionDialog
          agent={agent}
          version={opened}
          mayChange={mayChange}
          onClose={() => setFilters({ version: undefined })}
        />
      )}
    </div>
  );
}

/** The published versions of an agent, the newest first: enough for a choice. */
export const versionsQuery = (agentId: string) => ({
  queryKey: ['agent', agentId, 'versions', 'choice'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    get('/agents/{id}/versions', { path: { id: agentId }, query: { limit: 100 }, signal }),
});

export const versionWords = ({ number, createdAt, isPublished }: Version): string =>
  `Version ${number}, ${fullTime(createdAt)}${isPublished ? ' (published)' : ''}`;

function VersionDialog({
  agent,
  version,
  mayChange,
  onClose,
}: {
  readonly agent: Agent;
  readonly version: Version;
  readonly mayChange: boolean;
  readonly onClose: () => void;
}) {
  const confirm = useConfirm();
  const [since, setSince] = useState('');
  const versions = useQuery(versionsQuery(agent.id));
  const restore = useAction(
    () =>
      post('/agents/{id}/versions/{versionId}/restore', undefined, {
        path: { id: agent.id, versionId: version.id },
      }),
    {
      done: `Version ${version.number} is published again`,
      invalidates: [['agents'], ['agent', agent.id]],
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
  const others = (versions.data?.data ?? []).filter(({ id }) => id !== version.id);
  return (
    <Dialog title={`Version ${version.number}`} isOpen onClose={onClose} wide>
      <SelectField
        label="Compared with"
        choices={[
          { value: '', words: 'The version before it' },
          ...others.map((one) => ({ value: one.id, words: versionWords(one) })),
        ]}
        value={since}
        onChange={(event) => setSince(event.target.value)}
      />
      <Changes agentId={agent.id} versionId={version.id} since={since || undefined} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {mayChange && !version.isPublished && (
          <Button look="primary" busy={restore.busy} onClick={() => void ask()}>
            Restore this version…
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

const kinds = { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' } as const;

/** What changed from one version to another. */
export function Changes({
  agentId,
  versionId,
  since,
}: {
  readonly agentId: string;
  readonly versionId: string;
  readonly since?: string | undefined;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['agent', agentId, 'changes', versionId, since],
    queryFn: ({ signal }) =>
      get('/agents/{id}/versions/{versionId}/changes', {
        path: { id: agentId, versionId },
        query: { since },
        signal,
      }),
  });
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines />;
  if (data.since === null) return <p className="text-soft">This is the first version.</p>;
  if (data.changes.length === 0) return <p className="text-soft">There are no differences.</p>;
  return (
    <ul aria-label="Changes" className="rounded-md border border-line">
      {data.changes.map(({ part, change, path, before, after }) => (
        <li
          key={`${part} ${change} ${path}`}
          className="flex flex-col gap-1 border-b border-line px-3 py-2 last:border-0"
        >
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={change === 'added' ? 'good' : change === 'removed' ? 'bad' : 'neutral'}>
              {kinds[change]}
            </Badge>
            <span dir="auto" className="min-w-0 font-medium break-words">
              {path}
            </span>
          </span>
          {change !== 'moved' && before !== null && (
            <del dir="auto" className="rounded bg-bad-soft px-1.5 break-words text-bad no-underline">
              {before}
            </del>
          )}
          {change !== 'moved' && after !== null && (
            <ins dir="auto" className="rounded bg-good-soft px-1.5 break-words text-good no-underline">
              {after}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
