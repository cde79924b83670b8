import { Button } from '../kit/button.tsx';
import { Progress } from '../kit/progress.tsx';
import type { ImportPhase, ImportRun } from './import-run.ts';

const words: Readonly<Record<Exclude<ImportPhase, 'idle' | 'done'>, string>> = {
  running: 'Importing',
  paused: 'Paused',
  trouble: 'Waiting for you',
  stopping: 'Stopping after the rows that are on their way',
};

/** An import under way: how far it is, and how to hold it. */
export function ImportState({ run, total }: { readonly run: ImportRun; readonly total: number }) {
  const { phase, progress, trouble } = run;
  if (phase === 'idle' || phase === 'done') return null;
  const isHeld = phase === 'paused' || phase === 'trouble';
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span role="status" className="font-medium">
          {words[phase]}
        </span>
        <span className="text-soft tabular-nums">
          {progress.done.toLocaleString()} of {total.toLocaleString()} rows
          {progress.refused > 0 && `, ${progress.refused.toLocaleString()} refused`}
        </span>
        <span className="ms-auto flex gap-2">
          {isHeld ? (
            <Button look="primary" onClick={run.goOn}>
              Go on
            </Button>
          ) : (
            <Button disabled={phase === 'stopping'} onClick={run.pause}>
              Pause
            </Button>
          )}
          <Button look="danger" disabled={phase === 'stopping'} onClick={run.stop}>
            Stop
          </Button>
        </span>
      </div>
      <Progress label="Rows done" value={progress.done / Math.max(1, total)} />
      {trouble && (
        <p role="alert" className="text-bad">
          {trouble} The rows so far are kept; going on doubles none.
        </p>
      )}
    </div>
  );
}
