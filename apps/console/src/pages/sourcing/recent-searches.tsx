import { useMe } from '../../api/me.ts';
import { classNames } from '../../components/class-names.ts';
import { Time } from '../../components/time.tsx';

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
    <nav aria-label="Recent searches" className="flex flex-wrap gap-2">
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

/** Searches of this browser: the API does not list them, and results are kept by their id. */
interface RememberedSearch {
  readonly requestId: string;
  readonly words: string;
  readonly at: string;
}

const MAX = 8;
const keyOf = (companyId: string): string => `parley.searches.${companyId}`;

function rememberedSearches(companyId: string): readonly RememberedSearch[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(companyId)) ?? '[]');
    return Array.isArray(kept) ? (kept as RememberedSearch[]) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(companyId: string, search: RememberedSearch): void {
  const kept = rememberedSearches(companyId).filter(({ requestId }) => requestId !== search.requestId);
  localStorage.setItem(keyOf(companyId), JSON.stringify([search, ...kept].slice(0, MAX)));
}
