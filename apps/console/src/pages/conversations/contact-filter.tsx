import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { get } from '../../api/client.ts';
import { IconButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { contactQuery } from './conversation.tsx';

const OFFERED = 20;

/** Whose conversations are shown: chosen by typing a name. */
export function ContactFilter({
  contactId,
  onChoose,
}: {
  readonly contactId: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const chosen = useQuery({ ...contactQuery(contactId ?? ''), enabled: contactId !== undefined });
  const name = chosen.data ? nameOf(chosen.data) : 'One contact';
  return (
    <>
      <span className="inline-flex items-center">
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="flex h-8 max-w-52 items-center gap-2 rounded-md border border-line bg-surface px-2.5"
        >
          <span dir="auto" className="truncate">
            {contactId === undefined ? 'Any contact' : name}
          </span>
          <ChevronDown size={14} aria-hidden className="shrink-0 text-soft" />
        </button>
        {contactId !== undefined && (
          <IconButton label="Show all contacts" icon={<X size={14} />} onClick={() => onChoose(undefined)} />
        )}
      </span>
      <Dialog title="Filter by contact" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Found
          onChoose={(id) => {
            setOpen(false);
            onChoose(id);
          }}
        />
      </Dialog>
    </>
  );
}

function Found({ onChoose }: { readonly onChoose: (id: string) => void }) {
  const [text, setText] = useState('');
  const search = text.trim();
  const found = useQuery({
    queryKey: ['contacts', 'choices', search],
    queryFn: ({ signal }) =>
      get('/contacts', { query: { limit: OFFERED, ...(search !== '' && { search }) }, signal }),
    placeholderData: keepPreviousData,
  });
  // The dialog puts the focus on its first control, which closes it; whoever opened it wants to type.
  useEffect(() => document.querySelector<HTMLElement>('dialog[open] input')?.focus(), []);
  return (
    <div className="flex flex-col gap-3">
      <SearchBox label="Name or e-mail" value={text} onSearch={setText} />
      {found.error ? (
        <LoadError error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonLines />
      ) : (
        <ul className="flex max-h-80 flex-col overflow-y-auto">
          {found.data.data.map((contact) => (
            <li key={contact.id}>
              <button
                type="button"
                onClick={() => onChoose(contact.id)}
                className="flex w-full items-center gap-3 rounded-md px-2.5 py-1.5 text-start hover:bg-hover"
              >
                <span dir="auto" className="truncate">
                  {nameOf(contact)}
                </span>
                <span className="ms-auto truncate text-xs text-soft">
                  {contact.email ?? contact.phoneNumber}
                </span>
              </button>
            </li>
          ))}
          {found.data.data.length === 0 && <li className="p-4 text-center text-soft">No contacts found.</li>}
        </ul>
      )}
    </div>
  );
}

const nameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  `${firstName} ${lastName}`.trim();
