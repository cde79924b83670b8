import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, patch } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { ChangesForm } from '../../components/form.tsx';
import { useVersionChoice } from '../agents/version-choice.tsx';
import type { Run } from './run.ts';
import { VersionFields, versionPaths } from './version-fields.tsx';
import { sharesOf, shareWords, type VersionShare, versionsToSave } from './version-shares.ts';

/** Which version of the agent the calls are made with, or how they are split between several. */
export function RunVersionWords({ run }: { readonly run: Run }) {
  const shares = sharesOf(run.versions);
  const found = useQueries({
    queries: shares.map(({ versionId }) => ({
      queryKey: ['agent', run.agentId, 'version', versionId],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        get('/agents/{id}/versions/{versionId}', { path: { id: run.agentId, versionId }, signal }),
    })),
  });
  if (shares.length === 0) return run.status === 'DRAFT' ? 'the one that is published at the launch' : null;
  const numbers = found.map(({ data, isPending }) => data?.number ?? (isPending ? '…' : 'deleted'));
  if (shares.length === 1) return String(numbers[0]);
  return shares
    .map(
      (share, place) => `${numbers[place]} (${shareWords(shares, share)?.replace(' of the contacts', '')})`,
    )
    .join(', ');
}

/** Changes them while the run is a draft. */
export function RunVersions({ run }: { readonly run: Run }) {
  const before = sharesOf(run.versions);
  const [shares, setShares] = useState<readonly VersionShare[]>(before);
  const isReadOnly = !useHasRole('member');
  const save = useAction(
    (sent: readonly VersionShare[]) => patch('/runs/{id}', versionsToSave(sent), { path: { id: run.id } }),
    {
      isQuiet: true,
      invalidates: [['run', run.id], ['runs']],
      done: 'Saved. The run calls with these versions',
    },
  );
  const { versions } = useVersionChoice(run.agentId);
  const isChanged = !isReadOnly && JSON.stringify(shares) !== JSON.stringify(before);
  // There is nothing to choose.
  if (versions.length < 2) return null;
  return (
    <fieldset disabled={isReadOnly} className="contents">
      <ChangesForm
        title="Agent version"
        verb="Save version"
        draft={shares}
        isChanged={isChanged}
        save={save}
        shown={versionPaths}
      >
        <VersionFields agentId={run.agentId} shares={shares} errorAt={save.errorAt} onChange={setShares} />
      </ChangesForm>
    </fieldset>
  );
}
