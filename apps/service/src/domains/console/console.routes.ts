import { UsageDaysView, UsageQuery } from '@parley/contract/billing.ts';
import { CallMinutesView } from '@parley/contract/company.ts';
import { ReplayView, WhyView } from '@parley/contract/conversation.ts';
import { ChangeView } from '@parley/contract/live-view.ts';
import { FirstStepsView, type HealthView, OverviewView } from '@parley/contract/overview.ts';
import {
  BrowserCallView,
  NewBrowserCall,
  NewSimulatedTest,
  SimulatedTestView,
} from '@parley/contract/preflight.ts';
import { IdOf, Strict, Uuid } from '@parley/contract/schema.ts';
import { ConversationDeliveryView } from '@parley/contract/webhook.ts';
import { Type } from 'typebox';
import { consoleRoute, consoleSoundRoute, consoleStreamRoute, type Route } from '../../http/route.ts';
import type { Scope } from '../../storage/scope.ts';
import type { OnlineLinks } from '../conversations/conversation.model.ts';
import { viewMinutes } from '../trunks/minute-limit.actions.ts';
import { callInBrowser } from './browser-call.actions.ts';
import type { ChangeFeed } from './change-feed.actions.ts';
import { type HasTelephone, readFirstSteps, readOverview, readUsageDays } from './overview.actions.ts';
import { deliveriesOf, explain } from './why.actions.ts';

/** Plays an agent of the company against the people of the simulated network, in memory. */
type RunSimulatedTest = (
  scope: Scope,
  agentId: string,
  of: { readonly draft?: boolean; readonly signal: AbortSignal },
) => Promise<SimulatedTestView>;

/** Conducts a call of a conversation again by its own plan, and compares what is decided; by default the last one. */
type ReplayConversation = (
  scope: Scope,
  conversationId: string,
  attemptId: string | undefined,
  signal: AbortSignal,
) => Promise<ReplayView>;

const tag = 'Console';
const conversation = { id: IdOf('Conversation') };
const agent = { id: IdOf('Agent') };

/** What the console's pages need of those who wire it. */
export interface PageServices {
  readonly feed: ChangeFeed;
  /** How the parts of the installation are. */
  readonly health: () => Promise<readonly HealthView[]>;
  readonly runSimulatedTest: RunSimulatedTest;
  readonly replay: ReplayConversation;
  readonly listen: (
    scope: Scope,
    conversationId: string,
    signal: AbortSignal,
  ) => Promise<AsyncIterable<Uint8Array>>;
  readonly links: OnlineLinks;
  readonly hasTelephone: HasTelephone;
}

/** What the console's pages show beyond the API. */
export const pageRoutes = ({
  feed,
  health,
  runSimulatedTest,
  replay,
  listen,
  links,
  hasTelephone,
}: PageServices): readonly Route[] => [
  consoleStreamRoute({
    method: 'GET',
    path: '/console/api/events',
    name: 'followChanges',
    summary: 'Stream the changes in the company',
    description:
      'Server-sent events. `ready`: from here on nothing is missed. `change`: something has changed. `resync`: too much has changed, so read everything again. A client that reconnects with `Last-Event-ID` receives what it missed. The stream ends after some minutes; reconnect then.',
    tag,
    atLeast: 'viewer',
    reply: { 200: ChangeView },
    handle: ({ scope, header, closing }) => feed.follow(scope.companyId, header('last-event-id'), closing),
  }),
  consoleRoute({
    method: 'GET',
    path: '/console/api/overview',
    name: 'getOverview',
    summary: "Get live calls, today's outcomes and health",
    tag,
    atLeast: 'viewer',
    reply: { 200: OverviewView },
    handle: ({ scope }) => readOverview(scope, health),
  }),
  consoleRoute({
    method: 'GET',
    path: '/console/api/first-steps',
    name: 'getFirstSteps',
    summary: 'What a new company has done so far',
    tag,
    atLeast: 'member',
    reply: { 200: FirstStepsView },
    handle: ({ scope, principal }) => readFirstSteps(scope, principal.userId, hasTelephone),
  }),
  consoleRoute({
    method: 'GET',
    path: '/console/api/usage',
    name: 'getUsageDays',
    summary: 'Minutes and calls, by day and by agent',
    tag,
    atLeast: 'viewer',
    query: UsageQuery,
    reply: { 200: UsageDaysView },
    handle: ({ scope, query }) => readUsageDays(scope, query),
  }),
  consoleRoute({
    method: 'GET',
    path: '/console/api/call-minutes',
    name: 'getCallMinutes',
    summary: 'Minutes that count against the limits of the company, and why its calls wait',
    tag,
    atLeast: 'viewer',
    reply: { 200: CallMinutesView },
    handle: ({ scope }) => viewMinutes(scope),
  }),
  consoleRoute({
    method: 'GET',
    path: '/console/api/conversations/{id}/why',
    name: 'explainConversation',
    summary: 'Get the history of a conversation',
    tag,
    atLeast: 'viewer',
    params: conversation,
    reply: { 200: WhyView },
    handle: async ({ scope, params }) => ({ data: await explain(scope, params.id) }),
  }),
  consoleRoute({
    method: 'GET',
    path: '/console/api/conversations/{id}/deliveries',
    name: 'listConversationDeliveries',
    summary: 'Webhook deliveries of a conversation',
    tag,
    atLeast: 'viewer',
    params: conversation,
    reply: { 200: Strict({ data: Type.Array(ConversationDeliveryView) }) },
    handle: async ({ scope, params }) => ({ data: await deliveriesOf(scope, params.id) }),
  }),
  consoleRoute({
    method: 'POST',
    path: '/console/api/conversations/{id}/replay',
    name: 'replayConversation',
    summary: 'Replay a recorded call and compare the decisions',
    tag,
    atLeast: 'viewer',
    params: conversation,
    body: Strict({
      attemptId: Type.Optional(Uuid({ description: 'Default: the last call with a journal.' })),
    }),
    bodyOptional: true,
    limit: { name: 'replays', max: 30, perSeconds: 60 },
    reply: { 200: ReplayView },
    failures: ['conflict'],
    handle: ({ scope, params, body, gone }) => replay(scope, params.id, body.attemptId, gone()),
  }),
  consoleSoundRoute({
    method: 'GET',
    path: '/console/api/conversations/{id}/listen',
    name: 'listenIn',
    summary: 'Listen in on a live call',
    description:
      'The recording as it is stored, so some seconds after it was spoken: mu-law, the contact on the left and the agent on the right, in an endless WAV file.',
    tag,
    atLeast: 'viewer',
    params: conversation,
    reply: { 200: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
    failures: ['conflict'],
    handle: ({ scope, params, closing }) => listen(scope, params.id, closing),
  }),
  consoleRoute({
    method: 'POST',
    path: '/console/api/agents/{id}/simulated-test',
    name: 'testAgentInSimulation',
    summary: 'Test an agent with simulated contacts',
    description: 'In memory: nobody is called, nothing is charged, and no event is sent.',
    tag,
    atLeast: 'member',
    params: agent,
    body: NewSimulatedTest,
    bodyOptional: true,
    limit: { name: 'simulated-tests', max: 10, perSeconds: 60 },
    reply: { 200: SimulatedTestView },
    failures: ['conflict', 'unprocessable'],
    handle: ({ scope, params, body, gone }) =>
      runSimulatedTest(scope, params.id, { ...body, signal: gone() }),
  }),
  consoleRoute({
    method: 'POST',
    path: '/console/api/agents/{id}/browser-call',
    name: 'callInBrowser',
    summary: 'Start a test call with an agent in the browser',
    description:
      'You are called yourself, by typing or speaking, also by an agent that calls by phone; with `draft`, by its draft as last saved; with `contactId`, as if you were that contact. It is charged like any other call.',
    tag,
    atLeast: 'member',
    params: agent,
    body: NewBrowserCall,
    bodyOptional: true,
    reply: { 201: BrowserCallView },
    failures: ['conflict', 'payment_required'],
    handle: ({ everywhere, scope, principal, params, body }) =>
      callInBrowser(scope, { everywhere, user: principal, links }, params.id, body),
  }),
];
