import { type Static, Type } from 'typebox';
import { Named, Nullable, Strict, Uuid } from './schema.ts';

export const RehearsalView = Named(
  'Rehearsal',
  Strict({
    isRight: Type.Boolean({ description: 'Every outcome is right, and no rule was broken.' }),
    people: Type.Array(
      Strict({
        name: Type.String({ example: 'asks to be called tomorrow at three' }),
        number: Type.String({ example: '+15005550005' }),
        outcome: Type.String({ description: 'How the last call with them ended.' }),
        expected: Type.String(),
        isRight: Type.Boolean(),
        breaches: Type.Array(Type.String({ description: 'What the agent said and must not say.' })),
        calls: Type.Integer({ minimum: 1 }),
        transcript: Type.Array(
          Strict({ who: Type.String({ enum: ['agent', 'person'] }), words: Type.String() }),
        ),
        answers: Type.Array(Strict({ question: Type.String(), answer: Nullable(Type.String()) })),
      }),
    ),
  }),
);
export type RehearsalView = Static<typeof RehearsalView>;

export const BrowserCallView = Named('BrowserCall', Strict({ conversationId: Uuid(), url: Type.String() }));

export const ReplayView = Named(
  'Replay',
  Strict({
    attemptId: Uuid(),
    same: Type.Boolean(),
    words: Type.String(),
    differences: Type.Array(
      Strict({
        at: Type.Integer({ description: 'Which entry of the journal.' }),
        before: Type.Array(Type.Unknown(), { description: 'The entries up to there.' }),
        was: Type.Unknown({ description: 'Null: nothing more was decided then.' }),
        is: Type.Unknown({ description: 'Null: nothing more is decided now.' }),
      }),
    ),
  }),
);
export type ReplayView = Static<typeof ReplayView>;
