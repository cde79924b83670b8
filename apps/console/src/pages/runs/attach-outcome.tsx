import { Button } from '../../kit/button.tsx';
import { FormTrouble } from '../../kit/form-trouble.tsx';
import type { Attaching } from './attaching.ts';
import { RefusedContacts } from './refused-contacts.tsx';

/** How far the attaching is, or how it ended. */
export function AttachOutcome({ attaching }: { readonly attaching: Attaching }) {
  const { so, isBusy, failure, refusedIds, stop } = attaching;
  return (
    <>
      {failure && refusedIds.length > 0 ? (
        <RefusedContacts reason={failure.message} contactIds={refusedIds} />
      ) : (
        <FormTrouble failure={failure} />
      )}
      {(isBusy || so) && (
        <p role="status" className="flex flex-wrap items-center gap-3 text-soft">
          <span>
            {(so?.attached ?? 0).toLocaleString()} attached
            {so && so.alreadyAttached > 0 && `, ${so.alreadyAttached.toLocaleString()} already attached`}
            {so && so.queued > 0 && `, ${so.queued.toLocaleString()} queued to be called now`}
            {isBusy ? '…' : failure ? ' before this. They stay attached; attach again to continue.' : '.'}
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
