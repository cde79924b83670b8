import { AgentChanges, AgentView } from '@parley/contract/agent.ts';
import { AgentTemplate } from '@parley/contract/agent-template.ts';
import {
  AgentDraftView,
  AgentVersionChanges,
  AgentVersionRow,
  AgentVersionView,
  DraftPublication,
} from '@parley/contract/agent-version.ts';
import { Deleted, IdOf, PageOf, PageQuery, Strict, Uuid } from '@parley/contract/schema.ts';
import { Type } from 'typebox';
import { route } from '../../http/route.ts';
import { viewAgent } from './agent.model.ts';
import { SEEN_UPDATED_AT } from './agent.routes.ts';
import { agentTemplates } from './agent-template.model.ts';
import {
  compareVersions,
  discardDraft,
  listAgentVersions,
  publishDraft,
  readAgentVersion,
  readDraft,
  restoreVersion,
  saveDraft,
} from './agent-version.actions.ts';

const tag = 'Agents';
const params = { id: IdOf('Agent') };
const versionParams = { ...params, versionId: IdOf('Agent version') };

export const agentVersionRoutes = [
  route({
    method: 'GET',
    path: '/agent-templates',
    name: 'listAgentTemplates',
    summary: 'List templates of agents',
    description: 'Agents to start from, in English: send `agent` to `POST /agents`, changed as you like.',
    tag,
    needs: ['read:agents'],
    reply: { 200: Strict({ data: Type.Array(AgentTemplate) }) },
    handle: () => ({ data: [...agentTemplates] }),
  }),
  route({
    method: 'GET',
    path: '/agents/{id}/versions',
    name: 'listAgentVersions',
    summary: 'List the versions of an agent',
    description: 'The newest first. Each change of an agent publishes a version; a draft is not listed.',
    tag,
    needs: ['read:agents'],
    params,
    query: PageQuery({}),
    reply: { 200: PageOf(AgentVersionRow) },
    handle: ({ scope, params, query }) => listAgentVersions(scope, params.id, query),
  }),
  route({
    method: 'GET',
    path: '/agents/{id}/versions/{versionId}',
    name: 'getAgentVersion',
    summary: 'Get a version of an agent',
    tag,
    needs: ['read:agents'],
    params: versionParams,
    reply: { 200: AgentVersionView },
    handle: ({ scope, params }) => readAgentVersion(scope, params.id, params.versionId),
  }),
  route({
    method: 'GET',
    path: '/agents/{id}/versions/{versionId}/changes',
    name: 'compareAgentVersions',
    summary: 'Compare a version with another',
    description: 'What changed in flow and settings since another version; default the one before it.',
    tag,
    needs: ['read:agents'],
    params: versionParams,
    query: Strict({ since: Type.Optional(Uuid({ description: 'The version to compare with.' })) }),
    reply: { 200: AgentVersionChanges },
    handle: ({ scope, params, query }) => compareVersions(scope, params.id, params.versionId, query.since),
  }),
  route({
    method: 'POST',
    path: '/agents/{id}/versions/{versionId}/restore',
    name: 'restoreAgentVersion',
    summary: 'Restore a version of an agent',
    description:
      'Publishes an earlier version again, as a new version. Conversations under way keep the version they started with.',
    tag,
    needs: ['write:agents'],
    params: versionParams,
    reply: { 200: AgentView },
    failures: ['conflict'],
    handle: async ({ scope, params }) => viewAgent(await restoreVersion(scope, params.id, params.versionId)),
  }),
  route({
    method: 'GET',
    path: '/agents/{id}/draft',
    name: 'getAgentDraft',
    summary: 'Get the draft of an agent',
    tag,
    needs: ['read:agents'],
    params,
    reply: { 200: AgentDraftView },
    handle: ({ scope, params }) => readDraft(scope, params.id),
  }),
  route({
    method: 'PATCH',
    path: '/agents/{id}/draft',
    name: 'changeAgentDraft',
    summary: 'Change the draft of an agent',
    description:
      'Replaces each property that is sent as a whole, in the draft; the first change begins one from the published version. No contact is called with a draft: publish it.',
    tag,
    needs: ['write:agents'],
    params,
    body: AgentChanges,
    reply: { 200: AgentDraftView },
    failures: ['unprocessable'],
    handle: ({ scope, params, body, header }) => saveDraft(scope, params.id, body, header(SEEN_UPDATED_AT)),
  }),
  route({
    method: 'POST',
    path: '/agents/{id}/draft/publish',
    name: 'publishAgentDraft',
    summary: 'Publish the draft of an agent',
    description:
      'New calls are made with it from now on. A 409 when another version was published since the draft was begun, unless `overwrite` is sent.',
    tag,
    needs: ['write:agents'],
    params,
    body: DraftPublication,
    bodyOptional: true,
    reply: { 200: AgentView },
    failures: ['conflict'],
    handle: async ({ scope, params, body }) => viewAgent(await publishDraft(scope, params.id, body)),
  }),
  route({
    method: 'DELETE',
    path: '/agents/{id}/draft',
    name: 'discardAgentDraft',
    summary: 'Discard the draft of an agent',
    tag,
    needs: ['write:agents'],
    params,
    reply: { 200: Deleted },
    handle: ({ scope, params }) => discardDraft(scope, params.id),
  }),
];
