import {
  Activity,
  Bot,
  Briefcase,
  Building2,
  ChartColumn,
  Contact,
  KeyRound,
  ListChecks,
  ListTree,
  type LucideIcon,
  MessagesSquare,
  Radar,
  Settings,
  Users,
  Webhook,
} from 'lucide-react';

export interface NavItem {
  readonly to: string;
  readonly words: string;
  readonly icon: LucideIcon;
  /** Typed after g: "g c" goes to the conversations. */
  readonly key?: string;
  readonly isForStaff?: boolean;
}

/** Everywhere one can go, in the order of a day's work. */
export const navItems: readonly (readonly NavItem[])[] = [
  [
    { to: '/', words: 'Overview', icon: Activity, key: 'o' },
    { to: '/conversations', words: 'Conversations', icon: MessagesSquare, key: 'c' },
    { to: '/runs', words: 'Runs', icon: ListChecks, key: 'r' },
    { to: '/contacts', words: 'Contacts', icon: Contact, key: 'p' },
    { to: '/agents', words: 'Agents', icon: Bot, key: 'a' },
    { to: '/jobs', words: 'Jobs', icon: Briefcase, key: 'j' },
    { to: '/sourcing', words: 'Sourcing', icon: Radar, key: 's' },
  ],
  [
    { to: '/contact-fields', words: 'Contact fields', icon: ListTree, key: 'f' },
    { to: '/webhooks', words: 'Webhooks', icon: Webhook, key: 'w' },
    { to: '/usage', words: 'Usage', icon: ChartColumn, key: 'u' },
    { to: '/people', words: 'Team', icon: Users },
  ],
  [
    { to: '/keys', words: 'API keys', icon: KeyRound, isForStaff: true },
    { to: '/companies', words: 'Companies', icon: Building2, isForStaff: true },
  ],
];

export const account: NavItem = { to: '/account', words: 'Your account', icon: Settings };
