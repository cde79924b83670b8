import { Button } from '../../kit/button.tsx';
import { FormTrouble } from '../../kit/form-trouble.tsx';
import type { Attaching } from './attaching.ts';

/** How far the attaching is, or what came of it. */
export function AttachOutcome({ attaching }: { readonly attaching: Attaching }) {
  const { so, isBusy, failure, stop } = attaching;
  return (
    <>
      <FormTrouble failure={failure} />
      {(isBusy || so) && (
        <p role="status" className="flex flex-wrap items-center gap-3 text-soft">
          <span>
            {(so?.attached ?? 0).toLocaleString()} attached
            {so && so.alreadyAttached > 0 && `, ${so.alreadyAttached.toLocaleString()} were on the list`}
            {so && so.queued > 0 && `, ${so.queued.toLocaleString()} will be called now`}
            {isBusy ? '…' : failure ? ' before this. They stay; attach again to go on.' : '.'}
          </span>
          {isBusy && (
            <Button size="small" onClick={stop}>
              Stop
            </Button>
          )}
        </p>
      )}
    </>
  );
}
