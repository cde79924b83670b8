import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useMe } from '../api/me.ts';
import { CompanySwitch } from './company-switch.tsx';
import { Liveness } from './liveness.tsx';
import { account, type Place, places } from './places.ts';

const item =
  'flex h-8 items-center gap-2.5 rounded-md px-2.5 text-soft hover:bg-hover hover:text-ink data-[status=active]:bg-hover data-[status=active]:font-medium data-[status=active]:text-ink';

function PlaceLink({
  place: { to, words, icon: Icon },
  onGo,
}: {
  readonly place: Place;
  readonly onGo: () => void;
}) {
  return (
    <Link to={to} onClick={onGo} activeOptions={{ exact: to === '/' }} className={item}>
      <Icon size={16} aria-hidden />
      {words}
    </Link>
  );
}

/** Where one is and can go. On a phone it slides over the page. */
export function Sidebar({ onGo, onSearch }: { readonly onGo: () => void; readonly onSearch: () => void }) {
  const { isStaff, name, email } = useMe();
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto p-3">
      <CompanySwitch />
      <button type="button" onClick={onSearch} className={`${item} border border-line bg-surface`}>
        <Search size={14} aria-hidden />
        Go to…
        <kbd className="ms-auto rounded border border-line px-1 font-sans text-2xs">Ctrl K</kbd>
      </button>
      <nav aria-label="Main" className="flex flex-col gap-4">
        {places.map((group) => {
          const allowed = group.filter(({ isForStaff }) => isStaff || !isForStaff);
          return (
            allowed.length > 0 && (
              <div key={group[0]?.to} className="flex flex-col gap-0.5">
                {allowed.map((place) => (
                  <PlaceLink key={place.to} place={place} onGo={onGo} />
                ))}
              </div>
            )
          );
        })}
      </nav>
      <div className="mt-auto flex flex-col gap-1">
        <Liveness className="px-2.5" />
        <Link to={account.to} onClick={onGo} className={item}>
          <account.icon size={16} aria-hidden />
          <span dir="auto" className="truncate">
            {name ?? email}
          </span>
        </Link>
      </div>
    </div>
  );
}
