import { IdOf } from '@parley/contract/schema.ts';
import { AvailableVoices, VoicePreviewRequest, VoicesQuery } from '@parley/contract/voice.ts';
import { Type } from 'typebox';
import { type Route, route, wavRoute } from '../../http/route.ts';
import { previewVoice, type Voices } from './voice.actions.ts';

const tag = 'Agents';
/** Vendors charge for what they speak. */
const limit = { name: 'voice-previews', max: 30, perSeconds: 60 };

export const voiceRoutes = (voices: Voices): readonly Route[] => [
  route({
    method: 'GET',
    path: '/voices',
    name: 'listVoices',
    summary: 'List voices',
    description:
      'What agents of this installation can speak with in a language: the offline voices, and those of configured vendors. An agent can also name a voice that is not listed.',
    tag,
    needs: ['read:agents'],
    query: VoicesQuery,
    reply: { 200: AvailableVoices },
    handle: ({ query }) => voices.list(query.language ?? 'EN'),
  }),
  wavRoute({
    method: 'POST',
    path: '/agents/{id}/voice-preview',
    name: 'previewVoice',
    summary: 'Hear a voice',
    description:
      'A WAV file: what the agent says first to an example contact, or the `text` that you send, in the voice that you send or that the agent has. At most 300 characters. Only that voice speaks: where it cannot, the error says why. Nobody is called, and nothing is stored.',
    tag,
    needs: ['write:agents'],
    params: { id: IdOf('Agent') },
    body: VoicePreviewRequest,
    bodyOptional: true,
    reply: { 200: Type.String({ format: 'binary' }) },
    failures: ['forbidden', 'unprocessable', 'unavailable'],
    limit,
    handle: ({ scope, params, body, gone }) => previewVoice(scope, params.id, body ?? {}, voices, gone()),
  }),
];
