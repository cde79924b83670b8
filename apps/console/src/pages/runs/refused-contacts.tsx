import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { contactQuery } from '../conversations/conversation-query.ts';

/** Each name is a request of its own. */
const MORE = 10;

/** Who stands in the way of the others, by name, each a way to the contact. */
export function RefusedContacts({
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
