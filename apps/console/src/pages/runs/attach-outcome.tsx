import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { FormError } from '../../components/form.tsx';
import { contactQuery } from '../conversations/conversation.tsx';
import type { Attaching } from './attach.ts';

/** The progress or the result of attaching. */
export function AttachOutcome({ attaching }: { readonly attaching: Attaching }) {
  const { so, isBusy, failure, refusedIds, leftOutIds, stop } = attaching;
  return (
    <>
      {failure && refusedIds.length > 0 ? (
        <RefusedContacts reason={failure.message} contactIds={refusedIds} />
      ) : (
        <FormError failure={failure} />
      )}
      {(isBusy || so || leftOutIds.length > 0) && (
        <p role="status" className="flex flex-wrap items-center gap-3 text-soft">
          <span>
            {(so?.attached ?? 0).toLocaleString()} attached
            {so && so.alreadyAttached > 0 && `, ${so.alreadyAttached.toLocaleString()} already attached`}
            {so && so.queued > 0 && `, ${so.queued.toLocaleString()} queued to be called now`}
            {leftOutIds.length > 0 && `, ${leftOutIds.length.toLocaleString()} left out`}
            {isBusy ? '…' : failure ? ' before this. They stay attached; attach again to continue.' : '.'}
          </span>
          {isBusy && (
            <Button size="small" onClick={stop}>
              Stop attaching
            </Button>
          )}
        </p>
      )}
    </>
  );
}

/** Each name needs a request. */
const MORE = 10;

/** The contacts that cannot be attached, with links. */
function RefusedContacts({
  reason,
  contactIds,
}: {
  readonly reason: string;
  readonly contactIds: readonly string[];
}) {
  const [shown, setShown] = useState(MORE);
  const count = contactIds.length;
  const left = count - shown;
  return (
    <div role="alert" className="flex flex-col gap-2">
      <p className="text-bad">
        Not attached, because of {count === 1 ? 'one contact' : `${count.toLocaleString()} contacts`}.{' '}
        {reason}.
      </p>
      <ul aria-label="Contacts that cannot be attached" className="flex flex-wrap gap-x-4 gap-y-1">
        {contactIds.slice(0, shown).map((id) => (
          <li key={id}>
            <ContactLink id={id} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <div className="flex items-center gap-3 text-soft">
          and {left.toLocaleString()} more
          <Button size="small" onClick={() => setShown(shown + MORE)}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

function ContactLink({ id }: { readonly id: string }) {
  const { data, isError } = useQuery(contactQuery(id));
  const name = data && (`${data.firstName ?? ''} ${data.lastName ?? ''}`.trim() || data.email);
  return (
    <Link to="/contacts/$id" params={{ id }} dir="auto" className="text-accent underline">
      {name ?? (isError ? 'Contact' : '…')}
    </Link>
  );
}
