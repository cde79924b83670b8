import { IdOf, PageOf, PageQuery } from '@parley/contract/schema.ts';
import {
  HealthQuery,
  NewTrunk,
  SettingsTrunksView,
  TrunkChanges,
  TrunkHealthView,
  TrunkTestResult,
  TrunkView,
} from '@parley/contract/trunk.ts';
import { adminRoute, type Route, route } from '../../http/route.ts';
import {
  changeTrunk,
  createTrunk,
  getTrunk,
  listOwnTrunks,
  removeTrunk,
  sharedTrunks,
  type TrunkServices,
  testTrunk,
} from './trunk.actions.ts';
import { viewTrunk } from './trunk.model.ts';
import { readHealth, readSettingsTrunks } from './trunk-health.actions.ts';

const tag = 'Trunks';
const params = { id: IdOf('Trunk') };
const read = ['read:companies'] as const;
const write = ['write:companies'] as const;
/** Each sends requests to where the trunk is said to be. */
const limit = { name: 'trunk-tests', max: 10, perSeconds: 60 };

const created =
  'Calls of live keys to real numbers go through it from the next call on. A company uses its own trunks for the numbers that they take, otherwise the shared ones, otherwise those of the settings.';
const changed =
  'Changes only what is sent, from the next call on. When the address or the dial prefix changes, the password must be given again.';
const tested = 'Sends OPTIONS, and registers if the trunk says so. No call is placed.';
const health =
  'Of calls that have ended: responses of the network, answer-seizure ratio (ASR), average call duration (ACD) and post-dial delay.';

/** Trunks of a company. */
export const trunkRoutes = (services: TrunkServices): readonly Route[] => [
  route({
    method: 'POST',
    path: '/trunks',
    name: 'createTrunk',
    summary: 'Create a trunk',
    description: created,
    tag,
    needs: write,
    body: NewTrunk,
    reply: { 201: TrunkView },
    failures: ['conflict'],
    handle: ({ scope, body }) => createTrunk(scope, services, body),
  }),
  route({
    method: 'GET',
    path: '/trunks',
    name: 'listTrunks',
    summary: 'List the trunks of the company',
    tag,
    needs: read,
    query: PageQuery({}),
    reply: { 200: PageOf(TrunkView) },
    handle: ({ scope, query }) => listOwnTrunks(scope, query),
  }),
  route({
    method: 'GET',
    path: '/trunks/{id}',
    name: 'getTrunk',
    summary: 'Get a trunk',
    tag,
    needs: read,
    params,
    reply: { 200: TrunkView },
    handle: async ({ scope, params }) => viewTrunk(await getTrunk(scope, params.id)),
  }),
  route({
    method: 'PATCH',
    path: '/trunks/{id}',
    name: 'changeTrunk',
    summary: 'Change a trunk',
    description: changed,
    tag,
    needs: write,
    params,
    body: TrunkChanges,
    reply: { 200: TrunkView },
    handle: ({ scope, params, body }) => changeTrunk(scope, services, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/trunks/{id}',
    name: 'deleteTrunk',
    summary: 'Delete a trunk',
    description: 'Live calls continue.',
    tag,
    needs: write,
    params,
    reply: { 204: null },
    handle: ({ scope, params }) => removeTrunk(scope, params.id),
  }),
  route({
    method: 'POST',
    path: '/trunks/{id}/test',
    name: 'testTrunk',
    summary: 'Test a trunk',
    description: tested,
    tag,
    needs: write,
    params,
    reply: { 200: TrunkTestResult },
    limit,
    handle: ({ scope, params }) => testTrunk(scope, services, params.id),
  }),
  route({
    method: 'GET',
    path: '/trunks/{id}/health',
    name: 'getTrunkHealth',
    summary: 'Get the health of a trunk',
    description: health,
    tag,
    needs: read,
    params,
    query: HealthQuery,
    reply: { 200: TrunkHealthView },
    handle: ({ scope, params, query }) => readHealth(scope, params.id, query.hours),
  }),
];

/** Trunks of the operator, for all companies: records, and those of the settings. */
export const sharedTrunkRoutes = (services: TrunkServices): readonly Route[] => [
  adminRoute({
    method: 'POST',
    path: '/shared-trunks',
    name: 'createSharedTrunk',
    summary: 'Create a shared trunk',
    description: created,
    tag,
    body: NewTrunk,
    reply: { 201: TrunkView },
    failures: ['conflict'],
    handle: ({ everywhere, body }) => createTrunk(sharedTrunks(everywhere), services, body),
  }),
  adminRoute({
    method: 'GET',
    path: '/shared-trunks',
    name: 'listSharedTrunks',
    summary: 'List the shared trunks',
    tag,
    query: PageQuery({}),
    reply: { 200: PageOf(TrunkView) },
    handle: ({ everywhere, query }) => listOwnTrunks(sharedTrunks(everywhere), query),
  }),
  adminRoute({
    method: 'GET',
    path: '/shared-trunks/{id}',
    name: 'getSharedTrunk',
    summary: 'Get a shared trunk',
    tag,
    params,
    reply: { 200: TrunkView },
    handle: async ({ everywhere, params }) => viewTrunk(await getTrunk(sharedTrunks(everywhere), params.id)),
  }),
  adminRoute({
    method: 'PATCH',
    path: '/shared-trunks/{id}',
    name: 'changeSharedTrunk',
    summary: 'Change a shared trunk',
    description: changed,
    tag,
    params,
    body: TrunkChanges,
    reply: { 200: TrunkView },
    handle: ({ everywhere, params, body }) =>
      changeTrunk(sharedTrunks(everywhere), services, params.id, body),
  }),
  adminRoute({
    method: 'DELETE',
    path: '/shared-trunks/{id}',
    name: 'deleteSharedTrunk',
    summary: 'Delete a shared trunk',
    description: 'Live calls continue.',
    tag,
    params,
    reply: { 204: null },
    handle: ({ everywhere, params }) => removeTrunk(sharedTrunks(everywhere), params.id),
  }),
  adminRoute({
    method: 'POST',
    path: '/shared-trunks/{id}/test',
    name: 'testSharedTrunk',
    summary: 'Test a shared trunk',
    description: tested,
    tag,
    params,
    reply: { 200: TrunkTestResult },
    handle: ({ everywhere, params }) => testTrunk(sharedTrunks(everywhere), services, params.id),
  }),
  adminRoute({
    method: 'GET',
    path: '/shared-trunks/{id}/health',
    name: 'getSharedTrunkHealth',
    summary: 'Get the health of a shared trunk',
    description: health,
    tag,
    params,
    query: HealthQuery,
    reply: { 200: TrunkHealthView },
    handle: ({ everywhere, params, query }) => readHealth(sharedTrunks(everywhere), params.id, query.hours),
  }),
  adminRoute({
    method: 'GET',
    path: '/settings-trunks',
    name: 'listSettingsTrunks',
    summary: 'List the trunks of the settings and their health',
    description:
      'The trunks of `PARLEY_SIP_TRUNK` to `PARLEY_SIP_TRUNK_4`, in the order in which calls try them. They are changed in the settings only. Their figures are those of `GET /shared-trunks/{id}/health`, and go on while user and address stay the same.',
    tag,
    query: HealthQuery,
    reply: { 200: SettingsTrunksView },
    handle: ({ everywhere, query }) => readSettingsTrunks(everywhere, services.ofSettings, query.hours),
  }),
];
