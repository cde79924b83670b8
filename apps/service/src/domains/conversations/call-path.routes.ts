import { CallPathView } from '@parley/contract/flow-path.ts';
import { IdOf } from '@parley/contract/schema.ts';
import { route } from '../../http/route.ts';
import type { ReadCallPath } from './call-journal.actions.ts';

export const callPathRoutes = (readPath: ReadCallPath) => [
  route({
    method: 'GET',
    path: '/conversations/{id}/call-attempts/{attemptId}/path',
    name: 'getCallPath',
    summary: 'Get the path of a call through the flow',
    description:
      'The messages, sections, questions and branches that the call reached, in its order. A call that nobody answered has an empty path. A 409 if the call has no journal: it was not placed, or its journal was deleted.',
    tag: 'Conversations',
    needs: ['read:conversations'],
    params: { id: IdOf('Conversation'), attemptId: IdOf('Call attempt') },
    reply: { 200: CallPathView },
    failures: ['conflict'],
    handle: ({ scope, params }) => readPath(scope, params.id, params.attemptId),
  }),
];
