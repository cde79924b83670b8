import { useMe } from '../../api/me.ts';
import { classNames } from '../../kit/class-names.ts';
import { Time } from '../../kit/time.tsx';
import { rememberedSearches } from './search-memory.ts';

/** The last searches of this browser, to come back to. */
export function RecentSearches({
  open,
  onOpen,
}: {
  readonly open: string | undefined;
  readonly onOpen: (requestId: string) => void;
}) {
  const { company } = useMe();
  const searches = company ? rememberedSearches(company.id) : [];
  if (searches.length === 0) return null;
  return (
    <nav aria-label="Earlier searches" className="flex flex-wrap gap-2">
      {searches.map(({ requestId, words, at }) => (
        <button
          key={requestId}
          type="button"
          aria-current={requestId === open ? 'true' : undefined}
          onClick={() => onOpen(requestId)}
          className={classNames(
            'inline-flex max-w-full items-baseline gap-2 rounded-full border px-3 py-1 text-xs hover:bg-hover',
            requestId === open ? 'border-accent bg-accent-soft text-accent' : 'border-line bg-surface',
          )}
        >
          <span dir="auto" className="truncate">
            {words}
          </span>
          <span className={requestId === open ? undefined : 'text-soft'}>
            <Time at={at} />
          </span>
        </button>
      ))}
    </nav>
  );
}
