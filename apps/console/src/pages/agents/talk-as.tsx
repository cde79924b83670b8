import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../components/button.tsx';
import { type SearchOption, SearchSelect } from '../../components/search-select.tsx';
import { searchContacts } from '../contacts/contact-search.ts';

/** Whom the tester talks as: themselves, or a contact whose data the agent is given. */
export function TalkAs({
  contact,
  error,
  onChange,
}: {
  readonly contact: SearchOption | undefined;
  readonly error?: string | undefined;
  readonly onChange: (contact: SearchOption | undefined) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(contact);
  useEffect(() => {
    if (shown.current === contact) return;
    shown.current = contact;
    // The control that was used has made room for the other.
    frame.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [contact]);
  return (
    <div ref={frame} className="max-w-sm">
      {contact ? (
        <>
          <p className="text-xs font-medium text-soft">Talk as</p>
          <p className="flex min-h-8 items-center gap-2">
            <span dir="auto" className="min-w-0 truncate">
              {contact.words}
            </span>
            {contact.note && <span className="shrink-0 text-xs text-soft">{contact.note}</span>}
            <IconButton
              label="Talk as yourself"
              size="small"
              icon={<X size={14} />}
              onClick={() => onChange(undefined)}
            />
          </p>
          {error && <p className="text-xs text-bad">{error}</p>}
        </>
      ) : (
        <SearchSelect
          label="Talk as"
          placeholder="Yourself, or search a contact"
          hint="The agent is given the data of the contact. Nothing is written to them."
          name="contacts"
          search={searchContacts}
          onPick={onChange}
        />
      )}
    </div>
  );
}
