import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useEffect, useRef, useState } from 'react';
import { get } from '../api/client.ts';
import { useMe } from '../api/me.ts';
import { account, navItems } from './sidebar.tsx';

const PAUSE_MS = 200;
const line = 'flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-hover';

/** Finds pages and contacts by name. */
export function CommandPalette({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) {
      dialog.current?.showModal();
      // The browser would focus the list instead of the search field.
      dialog.current?.querySelector('input')?.focus();
    }
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it already
    <dialog
      ref={dialog}
      aria-label="Go to"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12vh] w-[calc(100vw-2rem)] max-w-xl rounded-xl border border-line bg-raised p-0 text-ink shadow-2xl"
    >
      {isOpen && <Choices onChosen={onClose} />}
    </dialog>
  );
}

function Choices({ onChosen }: { readonly onChosen: () => void }) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const { isStaff } = useMe();
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useQuery({
    queryKey: ['palette', asked],
    enabled: asked.length > 1,
    queryFn: ({ signal }) => get('/contacts', { query: { search: asked, limit: 6 }, signal }),
  });
  const go = (href: string) => () => {
    onChosen();
    void navigate({ href });
  };
  const reachable = [...navItems.flat(), account].filter(({ isForStaff }) => isStaff || !isForStaff);
  return (
    <Command label="Go to" className="flex flex-col">
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder="Go to a page, or find a contact…"
        className="h-12 border-b border-line bg-transparent px-4 outline-none placeholder:text-soft"
      />
      <Command.List className="max-h-[50vh] overflow-auto p-2">
        <Command.Empty className="p-4 text-center text-soft">No page or contact has that name.</Command.Empty>
        {found.data?.data.map((contact) => (
          <Command.Item
            key={contact.id}
            value={`${contact.firstName ?? ''} ${contact.lastName ?? ''} ${asked} ${contact.id}`}
            onSelect={go(`/contacts/${contact.id}`)}
            className={line}
          >
            <span dir="auto">
              {contact.firstName} {contact.lastName}
            </span>
            <span className="ms-auto text-xs text-soft">Contact</span>
          </Command.Item>
        ))}
        {reachable.map(({ to, words, icon: Icon, key }) => (
          <Command.Item key={to} value={words} onSelect={go(to)} className={line}>
            <Icon size={16} aria-hidden className="text-soft" />
            {words}
            {key && (
              <kbd className="ms-auto rounded border border-line px-1 font-sans text-2xs text-soft">
                g {key}
              </kbd>
            )}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
