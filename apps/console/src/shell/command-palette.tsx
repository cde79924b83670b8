import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command, defaultFilter } from 'cmdk';
import { useEffect, useRef, useState } from 'react';
import { get, type Reply } from '../api/client.ts';
import { useMe } from '../api/me.ts';
import { stateWords } from '../components/badge.tsx';
import { account, navItems } from './sidebar.tsx';

const PAUSE_MS = 200;
const line = 'flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-hover';

/** Finds pages by name, and contacts, agents, runs, conversations and jobs by whatever is known of them. */
export function CommandPalette({
  opening,
  onClose,
}: {
  /** Zero: closed. A higher number opens it anew: the browser may have closed it, and not reported it yet. */
  readonly opening: number;
  readonly onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = opening > 0;
  useEffect(() => {
    if (isOpen && !dialog.current?.open) {
      dialog.current?.showModal();
      // The browser would focus the list instead of the search field.
      dialog.current?.querySelector('input')?.focus();
    }
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [opening]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it already
    <dialog
      ref={dialog}
      aria-label="Go to"
      // The report of an earlier closing may come when it is open again.
      onClose={() => dialog.current?.open || onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12vh] w-[calc(100vw-2rem)] max-w-xl rounded-xl border border-line bg-raised p-0 text-ink shadow-2xl"
    >
      {isOpen && <Choices key={opening} onChosen={onClose} />}
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
    queryFn: ({ signal }) => get('/search', { query: { text: asked }, signal }),
  });
  // While somebody types on, only what still matches: Enter must not open what an earlier text found first.
  const isCurrent = asked === text.trim();
  const hits = hitsOf(found.data).filter(({ words }) => isCurrent || matches(words, text));
  const go = (href: string) => () => {
    onChosen();
    void navigate({ href });
  };
  const pages = [...navItems.flat(), account]
    .filter(({ isForStaff }) => isStaff || !isForStaff)
    .filter(({ words }) => matches(words, text))
    .sort((one, other) => match(other.words, text) - match(one.words, text));
  return (
    // Filtered here: the service finds people by what their line does not show.
    <Command label="Go to" shouldFilter={false} className="flex flex-col">
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder="Go to a page, or find a contact, number, agent, run…"
        className="h-12 border-b border-line bg-transparent px-4 outline-none placeholder:text-soft"
      />
      <Command.List className="max-h-[50vh] overflow-auto p-2">
        <Command.Empty className="p-4 text-center text-soft">
          {found.isFetching || !isCurrent ? 'Searching…' : 'Nothing found.'}
        </Command.Empty>
        {hits.map(({ id, kind, words, note, href }) => (
          <Command.Item
            key={`${kind} ${id}`}
            // The same for the whole life of the line: what is selected is known by its value.
            value={`${kind} ${id}`}
            onSelect={go(href)}
            className={line}
          >
            <span dir="auto" className="min-w-0 truncate">
              {words}
            </span>
            {note && (
              <span dir="auto" className="min-w-0 truncate text-xs text-soft">
                {note}
              </span>
            )}
            <span className="ms-auto shrink-0 text-xs text-soft">{kind}</span>
          </Command.Item>
        ))}
        {pages.map(({ to, words, icon: Icon, key }) => (
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

interface Hit {
  readonly id: string;
  readonly kind: string;
  readonly words: string;
  readonly note?: string | null;
  readonly href: string;
}

/** How well words match what was typed; 0 where they do not. */
const match = (words: string, text: string) => (text.trim() ? defaultFilter(words, text.trim()) : 1);
const matches = (words: string, text: string) => match(words, text) > 0;

function hitsOf(found: Reply<'/search', 'get'> | undefined): Hit[] {
  if (!found) return [];
  const { contacts, agents, runs, conversations, jobs } = found;
  const named = (kind: string, path: string, found: readonly { id: string; name: string }[]): Hit[] =>
    found.map(({ id, name }) => ({ id, kind, words: name, href: `/${path}/${id}` }));
  return [
    ...contacts.map(({ id, name, phoneNumber, email }) => ({
      id,
      kind: 'Contact',
      words: name,
      note: phoneNumber ?? email,
      href: `/contacts/${id}`,
    })),
    ...conversations.map(({ id, contactName, agentName, status }) => ({
      id,
      kind: 'Conversation',
      words: contactName,
      note: `${agentName ?? 'Deleted agent'} · ${stateWords(status)}`,
      href: `/conversations/${id}`,
    })),
    ...named('Agent', 'agents', agents),
    ...named('Run', 'runs', runs),
    ...named('Job', 'jobs', jobs),
  ];
}
