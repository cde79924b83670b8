import { AgentView } from '@parley/contract/agent.ts';
import { OfDraft } from '@parley/contract/preflight.ts';
import { IdOf, Strict } from '@parley/contract/schema.ts';
import { consoleRoute, type Route } from '../../http/route.ts';
import { viewAgent } from './agent.model.ts';
import { copyAgent } from './agent-copy.actions.ts';

export const agentCopyRoutes: readonly Route[] = [
  consoleRoute({
    method: 'POST',
    path: '/console/api/agents/{id}/copy',
    name: 'copyAgent',
    summary: 'Duplicate an agent with its test cases',
    tag: 'Console',
    atLeast: 'member',
    params: { id: IdOf('Agent') },
    body: Strict({ draft: OfDraft() }),
    bodyOptional: true,
    reply: { 201: AgentView },
    failures: ['not_found'],
    handle: async ({ scope, params, body: { draft = false } }) =>
      viewAgent(await copyAgent(scope, params.id, draft)),
  }),
];
