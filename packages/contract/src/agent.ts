import { type CallingWindow, weekdays } from '@parley/kernel/calling-window.ts';
import { languages } from '@parley/language/language.ts';
import { type Static, Type } from 'typebox';
import { AnalyticsConfig, SentAnalyticsConfig } from './analysis.ts';
import { FlowChange, FlowDocument, FlowView } from './flow-document.ts';
import { AgentMessages, SentAgentMessages } from './message.ts';
import { Description, Name, Named, Nullable, OneOf, Pattern, Strict, Timestamp, Uuid } from './schema.ts';

/** Calling window, retry policy, voice and voicemail of an agent. */

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
/** One type, so that a violation is one sentence. */
const DelaySeconds = Type.Unsafe<number | number[]>({
  type: ['integer', 'array'],
  minimum: 1,
  maximum: WEEK_SECONDS,
  items: { type: 'integer', minimum: 1, maximum: WEEK_SECONDS },
  maxItems: MAX_ATTEMPTS - 1,
  description:
    'One delay for all retries, or a list with one per retry, whose last entry applies to all further ones; default [1800, 14400].',
});
const someOfPolicy = { maxAttempts: Type.Optional(MaxAttempts), delaySeconds: Type.Optional(DelaySeconds) };
export const SentRetryPolicy = Named(
  'RetryPolicyInput',
  Strict(someOfPolicy, { description: 'A retry waits for its delay, then for the calling window.' }),
);
export const RunRetryPolicyView = Named(
  'RunRetryPolicy',
  Strict(someOfPolicy, { description: "What is left out is the agent's." }),
);
export const RetryPolicyView = Named(
  'RetryPolicy',
  Strict({ maxAttempts: MaxAttempts, delaySeconds: DelaySeconds }),
);
export type RetryPolicy = Static<typeof RetryPolicyView>;

const ResumeMinutes = Type.Integer({
  minimum: 0,
  maximum: 60,
  description:
    'ONLINE agents: how long a contact can return to the same call after losing the connection or closing the page; default 10.',
});

const Speed = Type.Number({ minimum: 0.5, maximum: 2, description: '1 is normal speed.' });
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
    { description: 'Null or absent values depend on the language.' },
  ),
);
const VoiceView = Named('Voice', Strict({ ...voiceName, speed: Speed }));
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
const VoicemailView = Named('Voicemail', Strict({ action: Action, message: Nullable(VoicemailMessage) }));
export type Voicemail = Static<typeof VoicemailView>;

const Key = Pattern('^[0-9*#]$', 'write one key of a telephone: 0 to 9, * or #', {
  example: '9',
  description:
    'Whoever presses this key is never called again: the first message should say so. While a question that takes keys is open, keys answer it.',
});
export const recordingConsents = ['none', 'announce', 'ask'] as const;
export type RecordingConsentMode = (typeof recordingConsents)[number];
const RecordingConsent = OneOf(recordingConsents, {
  description:
    'How the contact agrees to the recording. `announce`: one sentence with the first message. `ask`: a question before the flow; only a clear yes allows it. `none`: neither. Absent or null: by the country of the number. An objection stops the recording in every call.',
});

const keypad = {
  optOut: Type.Optional(Nullable(Key)),
  menu: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 10,
      description:
        'What the agent chooses in a telephone menu, best first, such as "sales"; otherwise the contact by name, or whatever leads to a person.',
    }),
  ),
};
const SentKeypad = Named(
  'KeypadInput',
  Strict(keypad, { description: 'Keys of the telephone, pressed by the contact or by the agent.' }),
);
const KeypadView = Named('Keypad', Strict(keypad));
export type Keypad = Static<typeof KeypadView>;

export const agentTypes = ['PHONE', 'ONLINE'] as const;
/** What an agent without a flow is for. All but GENERIC need a job. */
const focuses = ['GENERIC', 'SCREENING', 'LANGUAGE_TEST', 'REFERENCE_CHECK'] as const;
export type Focus = (typeof focuses)[number];

const Rules = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 50 });

const optional = {
  type: Type.Optional(
    OneOf(agentTypes, { description: '`PHONE` (default) dials; `ONLINE` waits on a web page.' }),
  ),
  language: Type.Optional(OneOf(languages, { description: 'Default `EN`.' })),
  duration: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 120,
      description: 'Minutes, default 15: then the agent says the last message.',
    }),
  ),
  companyPhoneNumberId: Type.Optional(
    Nullable(Uuid({ description: 'The caller id: one of the phone numbers of the company.' })),
  ),
  focus: Type.Optional(
    OneOf(focuses, {
      description:
        'Only without a `flow`; default `SCREENING`. All but `GENERIC` need a job in each conversation.',
    }),
  ),
  guardrails: Type.Optional(
    Named(
      'GuardrailsInput',
      Strict(
        { rules: Type.Optional(Rules), forbiddenTopics: Type.Optional(Rules) },
        { description: 'Rules that the agent follows, and topics it avoids; up to 50 each.' },
      ),
    ),
  ),
  contextConfig: Type.Optional(
    Named(
      'ContextConfigInput',
      Strict({
        useContactContext: Type.Optional(
          Type.Boolean({
            description: 'The agent knows the essential fields of the contact, and may look up the others.',
          }),
        ),
      }),
    ),
  ),
  analyticsConfig: Type.Optional(SentAnalyticsConfig),
  instructions: Type.Optional(
    Nullable(Description({ description: 'Background that the agent may refer to.' })),
  ),
  callingWindow: Type.Optional(SentCallingWindow),
  retryPolicy: Type.Optional(SentRetryPolicy),
  voice: Type.Optional(SentVoice),
  voicemail: Type.Optional(SentVoicemail),
  keypad: Type.Optional(SentKeypad),
  resumeMinutes: Type.Optional(ResumeMinutes),
  recordingConsent: Type.Optional(Nullable(RecordingConsent)),
  messages: Type.Optional(SentAgentMessages),
};

/** In the schema rather than in a rule, so that it is reported together with other violations. */
const eitherFocusOrFlow = {
  if: { properties: { flow: { type: 'object' } }, required: ['flow'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { focus: false } },
};

/** Of all its texts and settings together, as JSON: lists show agents whole, a hundred at a time. */
export const MAX_AGENT_BYTES = 256 * 1024;

export const NewAgent = Named(
  'NewAgent',
  Strict(
    { name: Name({ example: 'First interview' }), ...optional, flow: Type.Optional(FlowDocument) },
    eitherFocusOrFlow,
  ),
);
export type NewAgent = Static<typeof NewAgent>;

export const AgentChanges = Named(
  'AgentUpdate',
  Strict(
    {
      name: Type.Optional(Name({ example: 'First interview' })),
      ...optional,
      flow: Type.Optional(FlowChange),
    },
    eitherFocusOrFlow,
  ),
);
export type AgentChanges = Static<typeof AgentChanges>;

const Guardrails = Named(
  'Guardrails',
  Strict({ rules: Type.Array(Type.String()), forbiddenTopics: Type.Array(Type.String()) }),
);
const ContextConfig = Named('ContextConfig', Strict({ useContactContext: Type.Boolean() }));

export const AgentView = Named(
  'Agent',
  Strict(
    {
      id: Uuid(),
      schemaVersion: Type.Literal(1),
      custom: Type.Boolean({ description: 'Whether it has a flow.' }),
      name: Type.String(),
      type: OneOf(agentTypes),
      language: OneOf(languages),
      duration: Type.Integer(),
      companyPhoneNumberId: Nullable(Uuid()),
      focus: Type.Optional(OneOf(focuses, { description: 'Absent when there is a `flow`.' })),
      flow: Type.Optional(FlowView),
      guardrails: Guardrails,
      contextConfig: ContextConfig,
      analyticsConfig: AnalyticsConfig,
      instructions: Nullable(Type.String()),
      callingWindow: CallingWindowView,
      retryPolicy: RetryPolicyView,
      voice: VoiceView,
      voicemail: VoicemailView,
      keypad: Type.Optional(KeypadView),
      resumeMinutes: ResumeMinutes,
      recordingConsent: Type.Optional(RecordingConsent),
      messages: Type.Optional(AgentMessages),
      createdAt: Timestamp(),
      updatedAt: Timestamp(),
    },
    {
      example: {
        id: '01957a2e-7c00-7000-8000-000000000081',
        schemaVersion: 1,
        custom: false,
        name: 'First interview',
        type: 'PHONE',
        language: 'EN',
        duration: 15,
        companyPhoneNumberId: null,
        focus: 'GENERIC',
        guardrails: { rules: ['Speak of one thing at a time.'], forbiddenTopics: ['Politics'] },
        contextConfig: { useContactContext: true },
        analyticsConfig: {
          extractionTargets: [{ key: 'start_date', label: 'Earliest start', type: 'date' }],
          outcomes: [
            {
              key: 'is_interested',
              label: 'Is interested',
              description: 'Wants to hear more about the position.',
            },
          ],
          tags: [],
        },
        instructions: null,
        callingWindow: { days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], start: '09:00', end: '18:00' },
        retryPolicy: { maxAttempts: 3, delaySeconds: [1800, 14_400] },
        voice: { provider: null, voiceId: null, speed: 1 },
        voicemail: { action: 'HANG_UP', message: null },
        resumeMinutes: 10,
        createdAt: '2026-03-14T09:30:00.000Z',
        updatedAt: '2026-03-14T09:30:00.000Z',
      },
    },
  ),
);
export type AgentView = Static<typeof AgentView>;

/** The settings of an agent apart from its flow, with all defaults filled in. */
export interface AgentSettings {
  readonly guardrails: Static<typeof Guardrails>;
  readonly contextConfig: Static<typeof ContextConfig>;
  readonly analyticsConfig: AnalyticsConfig;
  /** Null: any time. */
  readonly callingWindow: CallingWindow | null;
  readonly retryPolicy: RetryPolicy;
  readonly voice: Voice;
  readonly voicemail: Voicemail;
  /** Absent: no key of the telephone means anything, apart from what questions say. */
  readonly keypad?: Keypad;
  /** How long a web call waits for a contact who lost the connection or closed the page. */
  readonly resumeMinutes: number;
  /** Absent: by the country of the number. */
  readonly recordingConsent?: RecordingConsentMode;
  /** How contacts of web calls are invited; absent: by mail, in the built-in words. */
  readonly messages?: AgentMessages;
}
