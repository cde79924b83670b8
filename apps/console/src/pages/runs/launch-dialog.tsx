import { lazy, Suspense } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { SkeletonLines } from '../../components/placeholder.tsx';
import type { Run } from './run.ts';

// Loaded when it is opened: most look at a run more often than they launch it.
const LaunchForm = lazy(async () => ({ default: (await import('./launch-form.tsx')).LaunchForm }));

/** Shows the preflight and the cost before a run is launched. */
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
      {isOpen && (
        <Suspense fallback={<SkeletonLines />}>
          <LaunchForm run={run} onClose={onClose} />
        </Suspense>
      )}
    </Dialog>
  );
}
