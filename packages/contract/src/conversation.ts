import { type Static, Type } from 'typebox';
import { NewAgent } from './agent.ts';
import { Analytics, ConversationAnalysis } from './analysis.ts';
import { InlineContact } from './contact.ts';
import { InlineJob } from './job.ts';
import { Metadata, Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

export const attemptStatuses = [
  'SCHEDULED',
  'IN_PROGRESS',
  'COMPLETED',
  'BUSY',
  'NO_ANSWER',
  'VOICEMAIL',
  'FAILED',
  'CANCELLED',
] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

const reasonCodes = [
  'NO_ANSWER',
  'BUSY',
  'VOICEMAIL',
  'DECLINED',
  'INVALID_NUMBER',
  'CARRIER_ERROR',
  'AGENT_ERROR',
  'LOST',
  'HUNG_UP',
  'CALLBACK_REQUESTED',
  'NOT_INTERESTED',
  'HANDED_OFF',
  'MAX_DURATION',
  'OPT_OUT',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

export const TranscriptLine = Strict({
  speaker: OneOf(['AI', 'CONTACT']),
  text: Type.String(),
  startTime: Type.Number({ description: 'Seconds since the call was answered.' }),
  endTime: Type.Number(),
  language: Type.String({ example: 'en' }),
});

export type TranscriptLine = Static<typeof TranscriptLine>;

const legAudio = {
  lossPercent: Type.Number({ description: "Of the contact's packets, lost or too late." }),
  jitterMs: Type.Number(),
  roundTripMs: Nullable(Type.Number({ description: 'Null: the other side sent no reports.' })),
  mos: Nullable(
    Type.Number({
      description: 'Estimated mean opinion score, 1 to 4.4 (E-model). Null: no audio arrived.',
    }),
  ),
  silentSeconds: Type.Number({ description: "How long nothing came from the contact's side." }),
  outbound: Type.Optional(
    Nullable(
      Strict(
        { lossPercent: Type.Number(), jitterMs: Type.Number(), mos: Type.Number() },
        {
          description:
            "How the agent's audio arrived at the contact's side, as its reports (RTCP) say. Null: it sent none about it.",
        },
      ),
    ),
  ),
  unheardSeconds: Type.Optional(
    Type.Number({ description: 'How long these reports showed that nothing of the agent arrived.' }),
  ),
};

export const AttemptAudio = Strict(
  {
    ...legAudio,
    handoff: Type.Optional(
      Strict(legAudio, {
        description:
          'The same of the leg to whom Parley bridged the contact: the other person stands for the contact, and the contact for the agent.',
      }),
    ),
  },
  { description: 'How the audio of a telephone call arrived. Absent for other calls.' },
);
export type AttemptAudio = Static<typeof AttemptAudio>;

const AttemptConsent = Named(
  'RecordingConsent',
  Strict(
    {
      mode: OneOf(['none', 'announce', 'ask']),
      decision: OneOf(['announced', 'granted', 'refused', 'unclear', 'objected', 'not_reached'], {
        description:
          'The recording is kept only if it was `announced` or `granted`. `not_reached`: the call ended before.',
      }),
      time: Type.Optional(Type.Number({ description: 'Seconds since the call was answered.' })),
      asked: Type.Optional(
        Nullable(Type.String({ description: 'What the agent said about the recording.' })),
      ),
      said: Type.Optional(Nullable(Type.String({ description: 'What the contact said that decided it.' }))),
    },
    { description: 'Absent: the recording was neither announced nor asked for, and nobody objected.' },
  ),
);
export type AttemptConsent = Static<typeof AttemptConsent>;

export const AttemptView = Named(
  'CallAttempt',
  Strict({
    id: Uuid(),
    direction: OneOf(['OUTBOUND', 'INBOUND'], {
      description: '`INBOUND`: the contact opened a web call or called back.',
    }),
    status: OneOf(attemptStatuses),
    reasonCode: Nullable(OneOf(reasonCodes, { description: 'Null on a normal completion.' })),
    notes: Nullable(
      Type.String({
        description:
          'The message of the telephone network, or why the call waits, for diagnosis. Of a call at an explicit time: that it is outside the legal calling hours.',
      }),
    ),
    retryNumber: Type.Integer({ minimum: 0, description: '0 for the first attempt.' }),
    recordingUrl: Nullable(
      Type.String({
        description:
          'Signed; valid for an hour. The recording of a simulated call is synthesised from its transcript when it is first fetched.',
      }),
    ),
    duration: Nullable(Type.Integer({ description: 'Seconds since it was answered.' })),
    scheduledAt: Timestamp(),
    calledAt: Nullable(Timestamp()),
    isSimulated: Type.Optional(
      Type.Boolean({
        description:
          'Whether the call stayed on the simulated network: no telephone rang. True where a test key had a hand in it, the number is a simulated one (`+1500555…`), there was no trunk when the call was placed, or the conversation is a test. Absent while it has not been placed, and of calls from before Parley recorded this.',
      }),
    ),
    transcript: Type.Array(TranscriptLine),
    audio: Type.Optional(AttemptAudio),
    recordingConsent: Type.Optional(AttemptConsent),
  }),
);
export type AttemptView = Static<typeof AttemptView>;

export const MOST_DAYS_AHEAD = 30;

export const conversationStatuses = [
  'UNDEFINED',
  'SCHEDULED',
  'IN_PROGRESS',
  'COMPLETED',
  'CANCELLED',
  'FAILED',
  'UNREACHABLE',
] as const;
export type ConversationStatus = (typeof conversationStatuses)[number];

export const ConversationView = Named(
  'Conversation',
  Strict({
    id: Uuid(),
    contactId: Uuid(),
    candidateId: Uuid({ description: 'The same as `contactId`.' }),
    agentId: Uuid(),
    status: OneOf(conversationStatuses, { description: 'Follows the call attempts.' }),
    scheduledAt: Nullable(Timestamp({ description: 'When the next call is due, or the last one was.' })),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
    finishedDate: Nullable(Timestamp({ description: 'Null again when it is reopened.' })),
    jobId: Nullable(Uuid({ description: 'The job the conversation is for.' })),
    runId: Nullable(Uuid({ description: 'Null for a conversation created on its own.' })),
    durationMinutes: Nullable(Type.Integer({ description: 'Connected minutes of all its calls.' })),
    metadata: Metadata(),
    callAttempts: Type.Array(AttemptView),
    analysis: Type.Optional(ConversationAnalysis),
    analytics: Type.Optional(Analytics),
    isTest: Type.Boolean(),
    onlineUrl: Type.Optional(
      Type.String({ description: "Only for `ONLINE` agents: the contact's personal page for the call." }),
    ),
  }),
);
export type ConversationView = Static<typeof ConversationView>;

export const NewConversation = Named(
  'NewConversation',
  Strict({
    contactId: Type.Optional(Uuid({ description: 'An existing contact; or send `contact`.' })),
    contact: Type.Optional(InlineContact),
    agentId: Type.Optional(Uuid({ description: 'An existing agent; or send `agent`.' })),
    agent: Type.Optional(NewAgent),
    jobId: Type.Optional(Uuid({ description: 'An existing job; or send `job`, or neither.' })),
    job: Type.Optional(InlineJob),
    scheduleTime: Type.Optional(
      Timestamp({
        description: `Used exactly as given; in the future and at most ${MOST_DAYS_AHEAD} days ahead. Without it the call is placed as soon as the agent's calling window allows.`,
      }),
    ),
    isTest: Type.Optional(
      Type.Boolean({ description: 'Completes at once without a call, and consumes nothing.' }),
    ),
    metadata: Type.Optional(Metadata()),
  }),
);
export type NewConversation = Static<typeof NewConversation>;

/** A conversation in a list: with names, without transcripts. */
export const ConversationRow = Named(
  'ConversationRow',
  Strict({
    id: Uuid(),
    contactId: Uuid(),
    contactName: Type.String(),
    agentId: Uuid(),
    agentName: Nullable(Type.String({ description: 'Null: the agent was deleted.' })),
    runId: Nullable(Uuid()),
    status: OneOf(conversationStatuses),
    isOnLine: Type.Boolean({ description: 'A call is ringing or in progress.' }),
    isTest: Type.Boolean(),
    isSimulated: Type.Boolean({ description: 'A call of it stayed on the simulated network.' }),
    createdAt: Timestamp(),
    scheduledAt: Nullable(Timestamp()),
    finishedDate: Nullable(Timestamp()),
    calls: Type.Integer({ minimum: 0, description: 'Calls that were placed.' }),
    durationSeconds: Nullable(Type.Integer({ description: 'Of all its calls together.' })),
    reasonCode: Nullable(Type.String({ description: 'The reason of the last call that ended.' })),
    score: Nullable(Type.Number({ description: 'The score of the last call that was analysed, 0 to 100.' })),
  }),
);
export type ConversationRow = Static<typeof ConversationRow>;

export const WhyEntry = Strict({
  at: Timestamp(),
  kind: OneOf(['conversation', 'attempt', 'decision', 'billing', 'event', 'analysis', 'delivery']),
  words: Type.String(),
  details: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
});
export type WhyEntry = Static<typeof WhyEntry>;

export const WhyView = Named(
  'Why',
  Strict({
    data: Type.Array(WhyEntry, {
      description: 'The history of the conversation, oldest first.',
    }),
  }),
);

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
