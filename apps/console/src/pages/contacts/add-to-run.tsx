import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { get, post } from '../../api/client.ts';
import { stateWords } from '../../components/badge.tsx';
import { Button, buttonClass } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { useAskBeforeCalling, useAttaching } from '../runs/attach.ts';
import type { Run } from '../runs/run.ts';
import { type Chosen, contactWords, countOf, idsOf } from './contact-query.ts';

const PAGE = 100;

/** Attaches the chosen contacts to a run. */
export function AddToRun({ chosen, onClose }: { readonly chosen: Chosen; readonly onClose: () => void }) {
  const runs = useQuery({
    queryKey: ['runs', 'to-attach'],
    queryFn: ({ signal }) => get('/runs', { query: { limit: PAGE }, signal }),
  });
  const [runId, setRunId] = useState<string>();
  const open = (runs.data?.data ?? []).filter(({ status }) => status !== 'CANCELLED');
  const run = open.find(({ id }) => id === runId) ?? open[0];
  return (
    <Dialog title={`Add ${contactWords(countOf(chosen))} to a run`} isOpen onClose={onClose}>
      {runs.data === undefined ? (
        runs.error ? (
          <LoadError error={runs.error} onRetry={() => void runs.refetch()} />
        ) : (
          <SkeletonLines lines={2} />
        )
      ) : run === undefined ? (
        <p>
          There is no run yet. <Link to="/runs">Create one</Link> first.
        </p>
      ) : (
        <>
          <SelectField
            label="Run"
            value={run.id}
            choices={open.map(({ id, name, status }) => ({
              value: id,
              words: `${name} (${stateWords(status)})`,
            }))}
            onChange={({ target }) => setRunId(target.value)}
          />
          <Attach key={run.id} run={run} chosen={chosen} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

function Attach({
  run,
  chosen,
  onClose,
}: {
  readonly run: Run;
  readonly chosen: Chosen;
  readonly onClose: () => void;
}) {
  const attaching = useAttaching();
  const ask = useAskBeforeCalling(run);
  const { so, failure, isBusy } = attaching;
  const isDone = so !== undefined && !isBusy && failure === undefined;
  const attach = async () => {
    if (!(await ask(countOf(chosen)))) return;
    await attaching.begin(run.id, (signal) =>
      idsOf(chosen, (body) => post('/contacts/search', body, { signal })),
    );
  };
  return (
    <>
      {failure && <Notice tone="bad">{failure.message}</Notice>}
      {so && (
        <p role="status">
          {contactWords(so.attached)} added
          {so.alreadyAttached > 0 && `, ${so.alreadyAttached.toLocaleString()} already in the run`}.
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{isDone ? 'Close' : 'Cancel'}</Button>
        {isDone ? (
          <Link to={`/runs/${run.id}`} className={buttonClass('primary')}>
            View run
          </Link>
        ) : (
          <Button look="primary" busy={isBusy} onClick={() => void attach()}>
            Add to run
          </Button>
        )}
      </DialogActions>
    </>
  );
}
