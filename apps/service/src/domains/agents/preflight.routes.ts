import { PreflightRequest, PreflightView } from '@parley/contract/preflight.ts';
import { IdOf } from '@parley/contract/schema.ts';
import { route } from '../../http/route.ts';
import { preflightAgent } from './preflight.actions.ts';
import type { CallSpeech } from './preflight.model.ts';

export const preflightRoutes = (speech: CallSpeech) => [
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
    reply: { 200: PreflightView },
    failures: ['not_found', 'forbidden'],
    handle: ({ scope, params, body }) => preflightAgent(scope, params.id, body.contactIds ?? [], speech),
  }),
];
