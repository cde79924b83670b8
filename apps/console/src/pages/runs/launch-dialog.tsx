import { useQuery } from '@tanstack/react-query';
import { Rocket } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog, DialogActions } from '../../kit/dialog.tsx';
import { CheckField, TextField } from '../../kit/field.tsx';
import { FormTrouble } from '../../kit/form-trouble.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { fullTime } from '../../kit/time.tsx';
import { Trouble } from '../../kit/trouble.tsx';
import { checkLaunch } from './launch-check.ts';
import { LaunchCost } from './launch-cost.tsx';
import { LaunchProblems } from './launch-problems.tsx';
import type { Run } from './run.ts';

/** What will happen and what it may cost, before the first telephone rings. */
export function LaunchDialog({
  run,
  isOpen,
  onClose,
}: {
  readonly run: Run;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={`Launch ${run.name}`} isOpen={isOpen} onClose={onClose}>
      <LaunchForm run={run} onClose={onClose} />
    </Dialog>
  );
}

function LaunchForm({ run, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const [isLater, setLater] = useState(false);
  const [at, setAt] = useState('');
  const check = useQuery({
    queryKey: ['launch-check', run.id],
    queryFn: ({ signal }) => checkLaunch(run, signal),
    // Minutes and contacts change: it is looked at anew whenever somebody is about to launch.
    staleTime: 0,
    gcTime: 0,
  });
  const launch = useAct(
    () =>
      post('/runs/{id}/launch', isLater ? { scheduledAt: new Date(at).toISOString() } : {}, {
        path: { id: run.id },
      }),
    {
      isQuiet: true,
      touches: [['run', run.id], ['runs']],
      done: ({ affectedCalls, scheduledAt }) =>
        scheduledAt === null
          ? `${affectedCalls.toLocaleString()} calls are queued`
          : `The run starts at ${fullTime(scheduledAt)}`,
      onDone: onClose,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    launch.run(undefined);
  };
  const isEmpty = check.data?.attached === 0;
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {check.isPending && <SkeletonLines />}
      {check.error && <Trouble error={check.error} onRetry={() => void check.refetch()} />}
      {isEmpty && <p className="text-soft">Nobody is on the list yet. Attach contacts first.</p>}
      {check.data && !isEmpty && (
        <>
          <LaunchCost check={check.data} />
          <LaunchProblems check={check.data} />
        </>
      )}
      <CheckField
        label="Start at a time, not now"
        checked={isLater}
        onChange={(event) => setLater(event.target.checked)}
      />
      {isLater && (
        <TextField
          label="Start at"
          type="datetime-local"
          required
          value={at}
          hint="Your local time, at most 30 days ahead. The minutes are asked for again then."
          error={launch.errorAt('scheduledAt')}
          onChange={(event) => setAt(event.target.value)}
        />
      )}
      <FormTrouble failure={launch.failure} shown={['scheduledAt']} />
      <DialogActions>
        <Button onClick={onClose}>Not yet</Button>
        <Button
          type="submit"
          look="primary"
          icon={<Rocket size={16} />}
          busy={launch.busy}
          disabled={check.data === undefined || isEmpty}
        >
          {isLater ? 'Schedule the run' : 'Launch now'}
        </Button>
      </DialogActions>
    </form>
  );
}
