import { type Static, Type } from 'typebox';
import { NewAgent } from './agent.ts';
import { Analytics, ConversationAnalysis } from './analysis.ts';
import { AttemptView, MOST_DAYS_AHEAD } from './call-attempt.ts';
import { DateOnly, Phone, WorkHistory } from './contact.ts';
import { InlineJob } from './job.ts';
import {
  Email,
  Metadata,
  Name,
  Named,
  NeedsOneOf,
  Nullable,
  OneOf,
  Strict,
  Timestamp,
  Uuid,
} from './schema.ts';

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

const InlineContact = Named(
  'InlineContact',
  Strict(
    {
      jobId: Type.Optional(Uuid({ description: 'Not together with a top-level `jobId` or `job`.' })),
      firstName: Name(),
      lastName: Name(),
      email: Type.Optional(Nullable(Email())),
      phoneNumber: Type.Optional(Nullable(Phone)),
      gdprExpiryDate: DateOnly({ example: '2099-12-31' }),
      workHistory: Type.Optional(WorkHistory),
    },
    NeedsOneOf('email', 'phoneNumber'),
  ),
);

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

/** A conversation as a list shows it: with names, and without everything that was said. */
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
    isOnLine: Type.Boolean({ description: 'A call is being placed or held now.' }),
    isTest: Type.Boolean(),
    createdAt: Timestamp(),
    scheduledAt: Nullable(Timestamp()),
    finishedDate: Nullable(Timestamp()),
    calls: Type.Integer({ minimum: 0, description: 'Calls that were placed.' }),
    durationSeconds: Nullable(Type.Integer({ description: 'Of all its calls together.' })),
    reasonCode: Nullable(Type.String({ description: 'Of the last call that ended.' })),
    score: Nullable(Type.Number({ description: 'Of the last call that was analysed, 0 to 100.' })),
  }),
);
export type ConversationRow = Static<typeof ConversationRow>;
