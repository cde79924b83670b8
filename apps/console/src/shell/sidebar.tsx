import { Link } from '@tanstack/react-router';
import {
  Activity,
  Bot,
  Briefcase,
  Building,
  Building2,
  Cable,
  ChartColumn,
  ChevronsUpDown,
  Contact,
  Gauge,
  KeyRound,
  ListChecks,
  ListTree,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Network,
  Phone,
  Radar,
  Search,
  Settings,
  Users,
  Webhook,
} from 'lucide-react';
import { useMe, useSwitchCompany } from '../api/me.ts';
import { classNames } from '../components/class-names.ts';
import { Menu } from '../components/menu.tsx';
import { type LiveState, useLiveState } from '../live/live-changes.tsx';

interface NavItem {
  readonly to: string;
  readonly words: string;
  readonly icon: LucideIcon;
  /** The key after g: "g c" opens the conversations. */
  readonly key?: string;
  readonly isForStaff?: boolean;
}

/** All pages, in the order of a day's work. */
export const navItems: readonly (readonly NavItem[])[] = [
  [
    { to: '/', words: 'Overview', icon: Activity, key: 'o' },
    { to: '/conversations', words: 'Conversations', icon: MessagesSquare, key: 'c' },
    { to: '/messages', words: 'Messages', icon: Mail, key: 'm' },
    { to: '/runs', words: 'Runs', icon: ListChecks, key: 'r' },
    { to: '/contacts', words: 'Contacts', icon: Contact, key: 'p' },
    { to: '/agents', words: 'Agents', icon: Bot, key: 'a' },
    { to: '/jobs', words: 'Jobs', icon: Briefcase, key: 'j' },
    { to: '/sourcing', words: 'Sourcing', icon: Radar, key: 's' },
  ],
  [
    { to: '/contact-fields', words: 'Contact fields', icon: ListTree, key: 'f' },
    { to: '/webhooks', words: 'Webhooks', icon: Webhook, key: 'w' },
    { to: '/trunks', words: 'Trunks', icon: Cable, key: 't' },
    { to: '/numbers', words: 'Phone numbers', icon: Phone, key: 'n' },
    { to: '/limits', words: 'Call limits', icon: Gauge, key: 'l' },
    { to: '/usage', words: 'Usage', icon: ChartColumn, key: 'u' },
    { to: '/people', words: 'Team', icon: Users },
    { to: '/company', words: 'Company', icon: Building },
  ],
  [
    { to: '/keys', words: 'API keys', icon: KeyRound, isForStaff: true },
    { to: '/companies', words: 'Companies', icon: Building2, isForStaff: true },
    { to: '/shared-trunks', words: 'Shared trunks', icon: Network, isForStaff: true },
  ],
];

export const account: NavItem = { to: '/account', words: 'Your account', icon: Settings };

const item =
  'flex h-8 items-center gap-2.5 rounded-md px-2.5 text-soft hover:bg-hover hover:text-ink data-[status=active]:bg-hover data-[status=active]:font-medium data-[status=active]:text-ink';

function NavLink({
  navItem: { to, words, icon: Icon },
  onGo,
}: {
  readonly navItem: NavItem;
  readonly onGo: () => void;
}) {
  return (
    <Link to={to} onClick={onGo} activeOptions={{ exact: to === '/' }} className={item}>
      <Icon size={16} aria-hidden />
      {words}
    </Link>
  );
}

/** The navigation. On a phone it slides over the page. */
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
        {navItems.map((group) => {
          const allowed = group.filter(({ isForStaff }) => isStaff || !isForStaff);
          return (
            allowed.length > 0 && (
              <div key={group[0]?.to} className="flex flex-col gap-0.5">
                {allowed.map((navItem) => (
                  <NavLink key={navItem.to} navItem={navItem} onGo={onGo} />
                ))}
              </div>
            )
          );
        })}
      </nav>
      <div className="mt-auto flex flex-col gap-1">
        <ConnectionStatus className="px-2.5" />
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

/** The current company; members of several switch it here. */
function CompanySwitch() {
  const { company, companies } = useMe();
  const choose = useSwitchCompany();
  const title = company?.name ?? 'No company';
  const face = (
    <>
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-md bg-accent text-xs font-semibold text-on-accent"
      >
        {title.slice(0, 1).toUpperCase()}
      </span>
      <span dir="auto" className="truncate font-semibold">
        {title}
      </span>
    </>
  );
  if (companies.length < 2) return <div className="flex h-9 items-center gap-2 px-1.5">{face}</div>;
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="flex h-9 items-center gap-2 rounded-md px-1.5 hover:bg-hover">
          {face}
          <ChevronsUpDown size={14} aria-hidden className="ms-auto shrink-0 text-soft" />
        </button>
      }
      items={companies.map(({ id, name }) => ({
        words: name,
        onChoose: () => choose.run(id),
        isDisabled: id === company?.id,
      }))}
    />
  );
}

const states: Readonly<Record<LiveState, { readonly dot: string; readonly words: string }>> = {
  live: { dot: 'bg-good', words: 'Live' },
  lost: { dot: 'animate-breathe bg-warn', words: 'Connection lost, retrying' },
  ended: { dot: 'bg-bad', words: 'Not live: reload for updates' },
};

/** Whether the page receives live changes. On small screens it is shown only when it does not. */
export function ConnectionStatus({
  isTerse = false,
  className,
}: {
  readonly isTerse?: boolean;
  readonly className?: string;
}) {
  const live = useLiveState();
  const { dot, words } = states[live];
  return (
    <p role="status" className={classNames('flex items-center gap-2 text-xs text-soft', className)}>
      {!(isTerse && live === 'live') && (
        <>
          <span className={classNames('size-1.5 shrink-0 rounded-full', dot)} />
          {words}
        </>
      )}
    </p>
  );
}
