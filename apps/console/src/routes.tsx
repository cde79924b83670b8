import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { ApiFailure, get } from './api/client.ts';
import { LastPageProvider } from './components/page.tsx';
import { Empty, LoadError } from './components/placeholder.tsx';
import { SessionGuard } from './shell/session-guard.tsx';
import { Shell } from './shell/shell.tsx';

/** All pages with their addresses. Each page is loaded when it is first opened. */

const root = createRootRoute({
  component: () => (
    <LastPageProvider>
      <Outlet />
    </LastPageProvider>
  ),
  notFoundComponent: () => <Empty title="Not found">There is no such page.</Empty>,
  errorComponent: ({ error, reset }) => <LoadError error={error} onRetry={reset} />,
});
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: () => (
    <SessionGuard>
      <Shell />
    </SessionGuard>
  ),
});

type Load = Parameters<typeof lazyRouteComponent>[0];
/** The file of a page could not be loaded: the service is unreachable, or has been updated. */
const reached =
  (load: Load): Load =>
  () =>
    load().catch(async (error: unknown) => {
      await reach();
      throw error;
    });
/** Fails only if the service does not answer. */
async function reach(): Promise<void> {
  await get('/console/api/me').catch((error: unknown) => {
    if (error instanceof ApiFailure && error.isOffline) throw error;
  });
}
const PageError = ({ error }: { readonly error: unknown }) => (
  <LoadError error={error} onRetry={() => void reach().then(() => location.reload())} />
);

const page = (path: string, load: Load, name: string) =>
  createRoute({ getParentRoute: () => inside, path, component: lazyRouteComponent(reached(load), name) });
const open = (path: string, load: Load, name: string) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(reached(load), name) });

const routeTree = root.addChildren([
  open('/sign-in', () => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
  open('/invitations', () => import('./pages/sign-in/invitation-page.tsx'), 'InvitationPage'),
  // Mails from before tokens went behind the hash.
  open('/invitations/$token', () => import('./pages/sign-in/invitation-page.tsx'), 'InvitationPage'),
  inside.addChildren([
    page('/', () => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
    page('/conversations', () => import('./pages/conversations/conversations-page.tsx'), 'ConversationsPage'),
    page(
      '/conversations/$id',
      () => import('./pages/conversations/conversation-page.tsx'),
      'ConversationPage',
    ),
    page('/conversations/$id/live', () => import('./pages/conversations/live-call-page.tsx'), 'LiveCallPage'),
    page('/messages', () => import('./pages/messages/messages-page.tsx'), 'MessagesPage'),
    page('/contacts', () => import('./pages/contacts/contacts-page.tsx'), 'ContactsPage'),
    page('/contacts/new', () => import('./pages/contacts/new-contact-page.tsx'), 'NewContactPage'),
    page('/contacts/import', () => import('./pages/contacts/import-page.tsx'), 'ImportPage'),
    page('/contacts/registers', () => import('./pages/contacts/registers-page.tsx'), 'RegistersPage'),
    page('/contacts/erasures', () => import('./pages/contacts/erasures-page.tsx'), 'ErasuresPage'),
    page('/contacts/$id', () => import('./pages/contacts/contact-page.tsx'), 'ContactPage'),
    page(
      '/contact-fields',
      () => import('./pages/contact-fields/contact-fields-page.tsx'),
      'ContactFieldsPage',
    ),
    page('/agents', () => import('./pages/agents/agents-page.tsx'), 'AgentsPage'),
    page('/agents/new', () => import('./pages/agents/new-agent-page.tsx'), 'NewAgentPage'),
    page('/agents/$id', () => import('./pages/agents/agent-page.tsx'), 'AgentPage'),
    page('/jobs', () => import('./pages/jobs/jobs-page.tsx'), 'JobsPage'),
    page('/jobs/new', () => import('./pages/jobs/new-job-page.tsx'), 'NewJobPage'),
    page('/jobs/$id', () => import('./pages/jobs/job-page.tsx'), 'JobPage'),
    page('/runs', () => import('./pages/runs/runs-page.tsx'), 'RunsPage'),
    page('/runs/$id', () => import('./pages/runs/run-page.tsx'), 'RunPage'),
    page('/sourcing', () => import('./pages/sourcing/sourcing-page.tsx'), 'SourcingPage'),
    page('/webhooks', () => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
    page('/webhooks/$id', () => import('./pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
    page('/trunks', () => import('./pages/trunks/trunks-page.tsx'), 'TrunksPage'),
    page('/trunks/$id', () => import('./pages/trunks/trunk-page.tsx'), 'TrunkPage'),
    page('/company', () => import('./pages/company/company-settings-page.tsx'), 'CompanySettingsPage'),
    page('/shared-trunks', () => import('./pages/trunks/trunks-page.tsx'), 'SharedTrunksPage'),
    page('/shared-trunks/$id', () => import('./pages/trunks/trunk-page.tsx'), 'SharedTrunkPage'),
    page('/numbers', () => import('./pages/numbers/numbers-page.tsx'), 'NumbersPage'),
    page('/limits', () => import('./pages/limits/limits-page.tsx'), 'LimitsPage'),
    page('/usage', () => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
    page('/people', () => import('./pages/team/team-page.tsx'), 'TeamPage'),
    page('/people/keys/$id', () => import('./pages/keys/key-page.tsx'), 'CompanyKeyPage'),
    page('/account', () => import('./pages/account/account-page.tsx'), 'AccountPage'),
    page('/keys', () => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
    page('/keys/$id', () => import('./pages/keys/key-page.tsx'), 'KeyPage'),
    page('/companies', () => import('./pages/companies/companies-page.tsx'), 'CompaniesPage'),
    page('/companies/$id', () => import('./pages/companies/company-page.tsx'), 'CompanyPage'),
  ]),
]);

/** Filters are plain text in the address. */
const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));
const stringifySearch = (search: Record<string, unknown>): string => {
  const kept = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
};

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
});
