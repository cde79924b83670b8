import { languages } from '@parley/language/language.ts';
import { type Static, Type } from 'typebox';
import { SentVoice } from './agent.ts';
import { Named, Nullable, OneOf, Strict } from './schema.ts';

/** The voices of an installation, and how one of them sounds. */

export const VoicesQuery = Strict({
  language: Type.Optional(OneOf(languages, { description: 'The language to speak; default `EN`.' })),
});

export const AvailableVoices = Named(
  'AvailableVoices',
  Strict({
    defaultProvider: Nullable(
      Type.String({
        description: 'Speaks for agents whose `voice` names no provider; null: nobody speaks this language.',
        example: 'offline',
      }),
    ),
    voices: Type.Array(
      Named(
        'AvailableVoice',
        Strict({
          provider: Type.String({ description: '`voice.provider` of an agent.', example: 'offline' }),
          voiceId: Type.String({ description: '`voice.voiceId` of an agent.', example: 'slt' }),
          name: Type.String({ example: 'SLT' }),
          note: Nullable(Type.String({ description: 'How it sounds.', example: 'female, American' })),
        }),
      ),
    ),
    problems: Type.Array(Type.String(), {
      description:
        'Why voices are missing, such as a vendor that does not answer or speech that is not installed.',
      example: [],
    }),
  }),
);
export type AvailableVoices = Static<typeof AvailableVoices>;

/** Of what is said in a preview. */
export const MOST_SAID = 300;

export const VoicePreviewRequest = Named(
  'NewVoicePreview',
  Strict({
    language: Type.Optional(OneOf(languages, { description: 'Default: that of the agent.' })),
    voice: Type.Optional(SentVoice),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MOST_SAID,
        description: "Default: the agent's first message, to an example contact.",
        example: 'Hello, do you have a moment?',
      }),
    ),
  }),
);
export type VoicePreviewRequest = Static<typeof VoicePreviewRequest>;
