import { weekdays } from '@parley/kernel/calling-window.ts';
import { type Static, Type } from 'typebox';
import { Named, Nullable, OneOf, Pattern, Strict } from './schema.ts';

/** When a contact is called, how often, with which voice, and what an answering machine gets to hear. */

const Days = Type.Array(OneOf(weekdays), { minItems: 1, maxItems: weekdays.length, uniqueItems: true });
const LocalTime = (options: object = {}) =>
  Pattern('^([01]\\d|2[0-3]):[0-5]\\d$', 'write a time of day from 00:00 to 23:59, such as 09:00', {
    example: '09:00',
    ...options,
  });

const Window = Named('CallingWindow', Strict({ days: Days, start: LocalTime(), end: LocalTime() }));
export const CallingWindowView = Nullable(Window);
export const SentCallingWindow = Nullable(
  Named(
    'CallingWindowInput',
    Strict(
      {
        days: Type.Optional(Days),
        start: LocalTime(),
        end: LocalTime({ description: 'Before `start`: on the next day.', example: '18:00' }),
      },
      { description: 'Local to the contact; default every day from 08:00 to 20:00, null means any time.' },
    ),
  ),
);

const WEEK_SECONDS = 604_800;
const MAX_ATTEMPTS = 10;
const MaxAttempts = Type.Integer({
  minimum: 1,
  maximum: MAX_ATTEMPTS,
  description: 'The first call included; default 3.',
});
/** Written as one type so that a violation reads as one sentence. */
const DelaySeconds = Type.Unsafe<number | number[]>({
  type: ['integer', 'array'],
  minimum: 1,
  maximum: WEEK_SECONDS,
  items: { type: 'integer', minimum: 1, maximum: WEEK_SECONDS },
  maxItems: MAX_ATTEMPTS - 1,
  description: 'One for all retries, or one for each, the last of them for the rest; default [1800, 14400].',
});
export const SentRetryPolicy = Named(
  'RetryPolicyInput',
  Strict(
    { maxAttempts: Type.Optional(MaxAttempts), delaySeconds: Type.Optional(DelaySeconds) },
    { description: 'A retry waits its delay, and then for the calling window.' },
  ),
);
export const RetryPolicyView = Named(
  'RetryPolicy',
  Strict({ maxAttempts: MaxAttempts, delaySeconds: DelaySeconds }),
);
export type RetryPolicy = Static<typeof RetryPolicyView>;

export const ResumeMinutes = Type.Integer({
  minimum: 0,
  maximum: 60,
  description:
    'ONLINE agents: whoever loses the connection or closes the page comes back to the same call for so long; default 10.',
});

const Speed = Type.Number({ minimum: 0.5, maximum: 2, description: '1 is the natural speed.' });
const voiceName = {
  provider: Nullable(Type.String({ minLength: 1, maxLength: 100 })),
  voiceId: Nullable(Type.String({ minLength: 1, maxLength: 200 })),
};
export const SentVoice = Named(
  'VoiceInput',
  Strict(
    {
      provider: Type.Optional(voiceName.provider),
      voiceId: Type.Optional(voiceName.voiceId),
      speed: Type.Optional(Speed),
    },
    { description: 'What is null or left out follows from the language.' },
  ),
);
export const VoiceView = Named('Voice', Strict({ ...voiceName, speed: Speed }));
export type Voice = Static<typeof VoiceView>;

const Action = OneOf(['HANG_UP', 'LEAVE_MESSAGE'], { description: 'Default `HANG_UP`.' });
const VoicemailMessage = Type.String({ minLength: 1, maxLength: 20_000 });
export const SentVoicemail = Named(
  'VoicemailInput',
  Strict(
    { action: Type.Optional(Action), message: Type.Optional(Nullable(VoicemailMessage)) },
    {
      if: { properties: { action: { const: 'LEAVE_MESSAGE' } }, required: ['action'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['message'], properties: { message: { type: 'string' } } },
    },
  ),
);
export const VoicemailView = Named(
  'Voicemail',
  Strict({ action: Action, message: Nullable(VoicemailMessage) }),
);
export type Voicemail = Static<typeof VoicemailView>;
