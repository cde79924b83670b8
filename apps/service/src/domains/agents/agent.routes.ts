import { AgentChanges, AgentView, NewAgent } from '@parley/contract/agent.ts';
import { PreflightRequest, PreflightView } from '@parley/contract/preflight.ts';
import { Deleted, IdOf, PageOf, PageQuery } from '@parley/contract/schema.ts';
import { forbidden } from '@parley/kernel/failure.ts';
import { route } from '../../http/route.ts';
import { getContacts } from '../contacts/contact.actions.ts';
import {
  changeAgent,
  createAgent,
  getAgent,
  listCompanyAgents,
  preflightInputs,
  removeAgent,
} from './agent.actions.ts';
import { agentViolations, viewAgent } from './agent.model.ts';
import { agentToCheck } from './agent-version.actions.ts';
import { ListChecks, type ReadContactList } from './list-preflight.actions.ts';
import { type HasModel, preflight, type ReadSpeech } from './preflight.model.ts';

const tag = 'Agents';
const params = { id: IdOf('Agent') };
/** The console says which state of the agent, or of its draft, its page shows. Who does not say so overwrites whatever there is. */
export const SEEN_UPDATED_AT = 'x-parley-if-updated-at';

export const agentRoutes = [
  route({
    method: 'POST',
    path: '/agents',
    name: 'createAgent',
    summary: 'Create an agent',
    description:
      'With a `flow` it is a custom agent; without, its `focus` says what it does. A flow that is not valid is a 422 whose `errors` name every problem with its `path`.',
    tag,
    needs: ['write:agents'],
    body: NewAgent,
    violations: agentViolations,
    reply: { 201: AgentView },
    failures: ['not_found', 'unprocessable'],
    handle: async ({ scope, body }) => viewAgent(await createAgent(scope, body)),
  }),
  route({
    method: 'GET',
    path: '/agents',
    name: 'listAgents',
    summary: 'List agents',
    tag,
    needs: ['read:agents'],
    query: PageQuery({}),
    reply: { 200: PageOf(AgentView) },
    handle: ({ scope, query }) => listCompanyAgents(scope, query),
  }),
  route({
    method: 'GET',
    path: '/agents/{id}',
    name: 'getAgent',
    summary: 'Get an agent',
    tag,
    needs: ['read:agents'],
    params,
    reply: { 200: AgentView },
    handle: async ({ scope, params }) => viewAgent(await getAgent(scope, params.id)),
  }),
  route({
    method: 'PATCH',
    path: '/agents/{id}',
    name: 'changeAgent',
    summary: 'Change an agent',
    description:
      'Replaces each property that is sent as a whole. Conversations under way keep the agent as it was when they started. A `flow` takes the place of the `focus`; `flow` null makes a custom agent an agent with a focus.',
    tag,
    needs: ['write:agents'],
    params,
    body: AgentChanges,
    violations: agentViolations,
    reply: { 200: AgentView },
    failures: ['unprocessable'],
    handle: async ({ scope, params, body, header }) =>
      viewAgent(await changeAgent(scope, params.id, body, header(SEEN_UPDATED_AT))),
  }),
  route({
    method: 'DELETE',
    path: '/agents/{id}',
    name: 'deleteAgent',
    summary: 'Delete an agent',
    description: 'Refused while a run or a conversation with it is not finished.',
    tag,
    needs: ['delete:agents'],
    params,
    reply: { 200: Deleted },
    failures: ['conflict'],
    handle: ({ scope, params }) => removeAgent(scope, params.id),
  }),
];

interface PreflightServices {
  readonly readSpeech: ReadSpeech;
  readonly hasModel: HasModel;
  readonly contactsOfRun: ReadContactList;
  readonly checks?: ListChecks;
}

export const preflightRoutes = ({
  readSpeech,
  hasModel,
  contactsOfRun,
  checks = new ListChecks(),
}: PreflightServices) => [
  route({
    method: 'POST',
    path: '/agents/{id}/preflight',
    name: 'preflightAgent',
    summary: 'Check an agent before it calls',
    description:
      'Calls nobody. Reports branches that are never reached, empty tokens, contacts that cannot be called, a language that no configured STT or TTS supports, and the minutes that the list would need.',
    tag: 'Agents',
    needs: ['read:agents', 'read:contacts'],
    params: { id: IdOf('Agent') },
    body: PreflightRequest,
    bodyOptional: true,
    violations: ({ contactIds, runId }) =>
      contactIds !== undefined && runId !== undefined
        ? ['runId needs contactIds to be left out: check the run or these contacts']
        : [],
    reply: { 200: PreflightView },
    failures: ['not_found', 'forbidden'],
    handle: async ({ scope, params, principal, gone, body }) => {
      const { contactIds = [], runId, draft = false, versionId } = body;
      if (runId !== undefined && !principal.permissions.has('read:runs'))
        throw forbidden('Insufficient permissions: Required scope read:runs not found');
      const agent = await agentToCheck(scope, params.id, { draft, versionId });
      const list = runId === undefined ? undefined : await contactsOfRun(scope, runId);
      const contacts = await getContacts(scope, contactIds);
      const inputs = await preflightInputs(scope, agent, await readSpeech(scope.companyId), hasModel);
      return list === undefined
        ? preflight({ ...inputs, contacts })
        : checks.check(scope, inputs, list, gone());
    },
  }),
];
