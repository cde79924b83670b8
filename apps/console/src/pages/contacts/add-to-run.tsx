import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import { searchRuns } from '../../api/runs.ts';
import { stateWords } from '../../components/badge.tsx';
import { Button, buttonClass } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { LoadError } from '../../components/placeholder.tsx';
import { SearchSelect } from '../../components/search-select.tsx';
import { type Attaching, useAskBeforeCalling, useAttaching } from '../runs/attach.ts';
import { AttachOutcome } from '../runs/attach-outcome.tsx';
import { NewRunForm } from '../runs/new-run-form.tsx';
import { type Run, runQuery } from '../runs/run.ts';
import { type Chosen, contactWords, countOf, idsOf } from './contact-query.ts';

/** Attaches the chosen contacts to a run, or to a new one. */
export function AddToRun({ chosen, onClose }: { readonly chosen: Chosen; readonly onClose: () => void }) {
  /** The run that gets them. */
  const [runId, setRunId] = useState<string>();
  const [isNew, setNew] = useState(false);
  const [isDone, setDone] = useState(false);
  const attaching = useAttaching();
  const attach = async (id: string, how: 'begin' | 'attachOthers') => {
    setRunId(id);
    const areAttached = await attaching[how](id, (signal) =>
      idsOf(chosen, (body) => post('/contacts/search', body, { signal })),
    );
    setDone(areAttached);
  };
  return (
    <Dialog
      title={`Add ${contactWords(countOf(chosen))} to a ${isNew ? 'new run' : 'run'}`}
      isOpen
      isSticky={attaching.isBusy}
      onClose={onClose}
    >
      {runId !== undefined ? (
        <Outcome
          runId={runId}
          attaching={attaching}
          isDone={isDone}
          onAgain={() => void attach(runId, 'attachOthers')}
          onClose={onClose}
        />
      ) : isNew ? (
        <NewRunForm onCreated={({ id }) => void attach(id, 'begin')} onCancel={() => setNew(false)} />
      ) : (
        <ChooseRun
          contacts={countOf(chosen)}
          onChoose={(id) => void attach(id, 'begin')}
          onNew={() => setNew(true)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function ChooseRun({
  contacts,
  onChoose,
  onNew,
  onClose,
}: {
  readonly contacts: number;
  readonly onChoose: (id: string) => void;
  readonly onNew: () => void;
  readonly onClose: () => void;
}) {
  const [id, setId] = useState<string>();
  const { data: run, error, refetch } = useQuery({ ...runQuery(id ?? ''), enabled: id !== undefined });
  const isCancelled = run?.status === 'CANCELLED';
  return (
    <>
      {/* Side by side: the list of what was found lies over whatever is below. */}
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <SearchSelect
            label="Run"
            placeholder="Find a run by its name"
            name="runs-to-attach"
            search={searchRuns}
            onPick={(option) => setId(option.id)}
          />
        </div>
        <Button onClick={onNew}>New run</Button>
      </div>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      <p role="status">
        {run && (
          <>
            <span dir="auto" className="font-medium">
              {run.name}
            </span>{' '}
            ({stateWords(run.status)})
          </>
        )}
        {isCancelled && ' takes no more contacts. Choose another run.'}
      </p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        {run === undefined || isCancelled ? (
          <Button look="primary" disabled>
            Add to run
          </Button>
        ) : (
          <AddButton run={run} contacts={contacts} onChoose={onChoose} />
        )}
      </DialogActions>
    </>
  );
}

function AddButton({
  run,
  contacts,
  onChoose,
}: {
  readonly run: Run;
  readonly contacts: number;
  readonly onChoose: (id: string) => void;
}) {
  const ask = useAskBeforeCalling(run);
  const choose = async () => {
    if (await ask(contacts)) onChoose(run.id);
  };
  return (
    <Button look="primary" onClick={() => void choose()}>
      Add to run
    </Button>
  );
}

function Outcome({
  runId,
  attaching,
  isDone,
  onAgain,
  onClose,
}: {
  readonly runId: string;
  readonly attaching: Attaching;
  /** Everybody is attached. */
  readonly isDone: boolean;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}) {
  return (
    <>
      <AttachOutcome attaching={attaching} />
      {!attaching.isBusy && (
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
          {!isDone && <Button onClick={onAgain}>Attach the others</Button>}
          <Link to={`/runs/${runId}`} className={buttonClass('primary')}>
            View run
          </Link>
        </DialogActions>
      )}
    </>
  );
}
