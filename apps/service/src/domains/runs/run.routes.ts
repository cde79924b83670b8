import { ConversationView } from '@parley/contract/conversation.ts';
import { NewRunMessages, QueuedMessages } from '@parley/contract/message.ts';
import {
  ChangedRun,
  ContactIds,
  MOST_ATTACHED,
  NewRun,
  RunChanges,
  RunContactView,
  RunView,
  runStatuses,
} from '@parley/contract/run.ts';
import { LaunchPreview, RunEstimate, RunLaunch } from '@parley/contract/run-launch.ts';
import { RunAgain, type RunFilter, runContactOrder, runFilter } from '@parley/contract/run-results.ts';
import { Deleted, IdOf, OneOf, PageOf, PageQuery, Strict, Uuid } from '@parley/contract/schema.ts';
import { forbidden } from '@parley/kernel/failure.ts';
import { type Static, Type } from 'typebox';
import type { Caller } from '../../http/principal.ts';
import { csvRoute, route, streamRoute } from '../../http/route.ts';
import { type ConversationLinks, listCompanyConversations } from '../conversations/conversation.actions.ts';
import { type CallPlacing, launchRun, previewRunLaunch } from './launch.actions.ts';
import { changeRun, createRun, listCompanyRuns, RunWatch, readRun, removeRun } from './run.actions.ts';
import {
  attachContacts,
  detachContacts,
  inviteRun,
  listRunContacts,
  runAgain,
  tableOfRunContacts,
} from './run-contact.actions.ts';

import { cancelRun, pauseRun, resumeRun } from './run-control.actions.ts';
import { estimateRun } from './run-estimate.actions.ts';

const tag = 'Runs';
const params = { id: IdOf('Run') };
const { scheduledAt } = RunLaunch.properties;

/** A run that a test key had a hand in calls only on the simulated network. */
const isTest = ({ environment }: Caller): boolean => environment === 'test';

/** With the link of a contact anybody can hold the call in their place. */
const mayJoin = ({ permissions }: Caller): boolean => permissions.has('read:conversations');

const lacking = (scope: string) => forbidden(`Insufficient permissions: Required scope ${scope} not found`);

/** Whoever sees which contacts have a result, or opened their link, knows it. */
function requireResults(caller: Caller, filter: RunFilter): void {
  const isByResult = Object.entries(filter).some(
    ([name, value]) => value !== undefined && /^(sectionId$|invitation$|(and)?result)/i.test(name),
  );
  if (isByResult && !mayJoin(caller)) throw lacking('read:conversations');
}

/** As for sending the links of a run. */
function requireMessages({ permissions }: Caller, { invite = [] }: RunLaunch): void {
  if (invite.length > 0 && !permissions.has('write:conversations')) throw lacking('write:conversations');
}

/** Another company's run, and one that was deleted, have no conversations to show. */
async function conversationsOf(
  scope: Parameters<typeof readRun>[0],
  runId: string,
  paging: Static<ReturnType<typeof PageQuery<Record<never, never>>>>,
  links: ConversationLinks,
) {
  await readRun(scope, runId);
  return listCompanyConversations(scope, { ...paging, runId }, links);
}

export const runRoutes = (links: ConversationLinks, placing: CallPlacing, watching = new RunWatch()) => [
  route({
    method: 'POST',
    path: '/runs',
    name: 'createRun',
    summary: 'Create a run',
    description: 'An empty draft: attach contacts to it, then launch it.',
    tag,
    needs: ['write:runs'],
    body: NewRun,
    reply: { 201: RunView },
    failures: ['not_found'],
    handle: ({ scope, body, principal }) => createRun(scope, body, isTest(principal)),
  }),
  route({
    method: 'GET',
    path: '/runs',
    name: 'listRuns',
    summary: 'List runs',
    tag,
    needs: ['read:runs'],
    query: PageQuery({
      status: Type.Optional(OneOf(runStatuses)),
      agentId: Type.Optional(Uuid()),
    }),
    reply: { 200: PageOf(RunView) },
    handle: ({ scope, query }) => listCompanyRuns(scope, query),
  }),
  route({
    method: 'GET',
    path: '/runs/{id}',
    name: 'getRun',
    summary: 'Get a run',
    tag,
    needs: ['read:runs'],
    params,
    reply: { 200: RunView },
    handle: ({ scope, params }) => readRun(scope, params.id),
  }),
  route({
    method: 'PATCH',
    path: '/runs/{id}',
    name: 'renameRun',
    summary: 'Rename a run or change how it calls',
    description:
      '`settings` are replaced as a whole, and null leaves everything to the agent. Waiting calls follow at once. Only a draft takes `agentVersionId` or `split`: one replaces the other, and null calls with the version that is published at the launch.',
    tag,
    needs: ['write:runs'],
    params,
    body: RunChanges,
    reply: { 200: RunView },
    failures: ['conflict'],
    handle: ({ scope, params, body }) => changeRun(scope, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/runs/{id}',
    name: 'deleteRun',
    summary: 'Delete a run',
    description: 'Only a draft or a finished run. Its conversations stay, with their `runId`.',
    tag,
    needs: ['delete:runs'],
    params,
    reply: { 200: Deleted },
    failures: ['unprocessable'],
    handle: ({ scope, params }) => removeRun(scope, params.id),
  }),
  route({
    method: 'GET',
    path: '/runs/{id}/launch-preview',
    name: 'previewLaunch',
    summary: 'Preview a launch',
    description:
      'Who would be called when and at what cost, and who cannot be called. Nothing is changed. Of a run that was launched before, the contacts that were attached since.',
    tag,
    needs: ['read:runs', 'read:contacts'],
    params,
    query: Strict({ scheduledAt }),
    reply: { 200: LaunchPreview },
    failures: ['conflict'],
    handle: ({ scope, params, query, principal }) =>
      previewRunLaunch(scope, params.id, query, {
        ...placing,
        isSimulated: principal.environment === 'test',
      }),
  }),
  route({
    method: 'GET',
    path: '/runs/{id}/estimate',
    name: 'estimateRun',
    summary: 'Estimate the end of a run',
    description:
      'By how many contacts wait, calls at a time and a minute, calling window, retries so far and average call. Of a run that is not launched, its launch preview has it.',
    tag,
    needs: ['read:runs'],
    params,
    reply: { 200: RunEstimate },
    handle: ({ scope, params }) => estimateRun(scope, params.id),
  }),
  route({
    method: 'POST',
    path: '/runs/{id}/launch',
    name: 'launchRun',
    summary: 'Launch a run',
    description:
      'Now, or at `scheduledAt`. `invite` sends the contacts of an `ONLINE` agent their links. The plan must cover the whole list; otherwise nothing is queued and the run stays a draft.',
    tag,
    needs: ['write:runs'],
    params,
    body: RunLaunch,
    bodyOptional: true,
    reply: { 200: ChangedRun },
    failures: ['conflict', 'payment_required'],
    handle: ({ scope, params, body, principal }) => {
      requireMessages(principal, body ?? {});
      return launchRun(scope, params.id, body ?? {}, isTest(principal));
    },
  }),
  route({
    method: 'POST',
    path: '/runs/{id}/pause',
    name: 'pauseRun',
    summary: 'Pause a run',
    description: 'No more calls are dialled. Live calls continue, and queued calls keep their place.',
    tag,
    needs: ['write:runs'],
    params,
    reply: { 200: ChangedRun },
    failures: ['conflict'],
    handle: ({ scope, params }) => pauseRun(scope, params.id),
  }),
  route({
    method: 'POST',
    path: '/runs/{id}/resume',
    name: 'resumeRun',
    summary: 'Resume a run',
    description: 'Contacts that were attached while it was paused are called too.',
    tag,
    needs: ['write:runs'],
    params,
    reply: { 200: ChangedRun },
    failures: ['conflict', 'payment_required'],
    handle: ({ scope, params, principal }) => resumeRun(scope, params.id, isTest(principal)),
  }),
  route({
    method: 'POST',
    path: '/runs/{id}/cancel',
    name: 'cancelRun',
    summary: 'Cancel a run',
    description: 'Queued calls are cancelled for good. Live calls continue to their end.',
    tag,
    needs: ['write:runs'],
    params,
    reply: { 200: ChangedRun },
    failures: ['conflict'],
    handle: ({ scope, params }) => cancelRun(scope, params.id),
  }),
  route({
    method: 'POST',
    path: '/runs/{id}/messages',
    name: 'sendRunMessages',
    summary: 'Send the links of a run',
    description:
      'Queues a mail or an SMS to each contact of a launched `ONLINE` run who has not got one of this kind: an invitation, or a reminder to those who have not finished. Ask again for contacts that were attached since; `again` also sends it to those who got one.',
    tag,
    needs: ['write:runs', 'write:conversations'],
    params,
    body: NewRunMessages,
    bodyOptional: true,
    reply: { 200: QueuedMessages },
    failures: ['conflict'],
    handle: ({ scope, params, body }) => inviteRun(scope, params.id, body ?? {}),
  }),
  route({
    method: 'POST',
    path: '/runs/{id}/contacts',
    name: 'attachContacts',
    summary: 'Attach contacts',
    description: `Up to ${MOST_ATTACHED} at once, all or none; those already attached stay. A running run calls them at once, and a completed run is reopened.`,
    tag,
    needs: ['write:runs', 'read:contacts'],
    params,
    body: ContactIds,
    reply: {
      200: Strict({
        attached: Type.Integer({ minimum: 0, description: 'Newly attached by this request.' }),
        alreadyAttached: Type.Integer({ minimum: 0 }),
        queued: Type.Integer({
          minimum: 0,
          description: '0 until the run has started, and while it is `PAUSED`.',
        }),
      }),
    },
    failures: ['conflict', 'payment_required'],
    handle: ({ scope, params, body, principal }) =>
      attachContacts(scope, params.id, body.contactIds, isTest(principal)),
  }),
  route({
    method: 'POST',
    path: '/runs/{id}/again',
    name: 'runAgain',
    summary: 'Run again for some contacts',
    description:
      'Creates a draft with the same agent, versions, job and settings, and attaches the contacts of this run that fit the filter; without one, all. A filter by results or by invitation needs `read:conversations`. Launch it as any other.',
    tag,
    needs: ['write:runs', 'read:contacts'],
    params,
    body: RunAgain,
    bodyOptional: true,
    reply: { 201: RunView },
    failures: ['conflict'],
    handle: ({ scope, params, body, principal }) => {
      requireResults(principal, body?.filter ?? {});
      return runAgain(scope, params.id, body ?? {}, isTest(principal));
    },
  }),
  route({
    method: 'DELETE',
    path: '/runs/{id}/contacts',
    name: 'detachContacts',
    summary: 'Detach contacts',
    description: 'Only before the run has started.',
    tag,
    needs: ['write:runs'],
    params,
    body: ContactIds,
    reply: { 200: Strict({ detached: Type.Integer({ minimum: 0 }) }) },
    failures: ['conflict'],
    handle: ({ scope, params, body }) => detachContacts(scope, params.id, body.contactIds),
  }),
  route({
    method: 'GET',
    path: '/runs/{id}/contacts',
    name: 'listRunContacts',
    summary: 'List the contacts of a run',
    description:
      'In order of attachment or as sorted, each with its status and the reason. A filter leaves those whose conversation fits: it is how the contacts behind a number of the results are found. `onlineUrl` is null and `outcomes` are absent for keys without `read:conversations`, which filters by results and by invitation need.',
    tag,
    needs: ['read:runs', 'read:contacts'],
    params,
    query: PageQuery({ ...runFilter, ...runContactOrder }),
    reply: { 200: PageOf(RunContactView) },
    handle: ({ scope, params, query, principal }) => {
      requireResults(principal, query);
      return listRunContacts(scope, params.id, query, {
        links: mayJoin(principal) ? links : undefined,
        readRules: placing.readRules,
      });
    },
  }),
  csvRoute({
    method: 'GET',
    path: '/runs/{id}/contacts.csv',
    name: 'exportRunContacts',
    summary: 'Export the contacts of a run',
    description:
      'The whole list as a CSV, in order of attachment: UTF-8 with a byte order mark, comma-separated. A cell that a spreadsheet would take for a formula begins with an apostrophe. It has the links of an ONLINE run, so it needs `read:conversations` too.',
    tag,
    needs: ['read:runs', 'read:contacts', 'read:conversations'],
    params,
    reply: { 200: Type.String() },
    handle: ({ scope, params, closing }) =>
      tableOfRunContacts(scope, params.id, { links, readRules: placing.readRules }, closing),
  }),
  route({
    method: 'GET',
    path: '/runs/{id}/conversations',
    name: 'listRunConversations',
    summary: 'List the conversations of a run',
    tag,
    needs: ['read:runs', 'read:conversations'],
    params,
    query: PageQuery({}),
    reply: { 200: PageOf(ConversationView) },
    handle: ({ scope, params, query }) => conversationsOf(scope, params.id, query, links),
  }),
  streamRoute({
    method: 'GET',
    path: '/runs/{id}/events',
    name: 'watchRun',
    summary: 'Watch a run',
    description:
      'Server-sent events: `progress` with the run whenever it changes, `end` with it when it has finished.',
    tag,
    needs: ['read:runs'],
    params,
    reply: { 200: RunView },
    handle: ({ scope, params, closing }) => watching.watch(scope, params.id, closing),
  }),
];
