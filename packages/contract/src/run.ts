import { type Static, Type } from 'typebox';
import { conversationStatuses } from './conversation.ts';
import { type RunReasonParams, runReasonCodes } from './run-reason.ts';
import { Metadata, Name, Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const ProgressView = Named(
  'RunProgress',
  Strict({
    total: count('The sum of the six counts.'),
    queued: count('Waiting for a call.'),
    inProgress: count('With a call ringing or connected.'),
    completed: count('Held.'),
    failed: count('Ended by a technical failure.'),
    cancelled: count('Ended without being held: declined, or cancelled.'),
    unreachable: count('Never answered within the permitted calls.'),
    completion: Type.Number({ minimum: 0, maximum: 1, description: 'The share that is over.' }),
  }),
);
export type ProgressView = Static<typeof ProgressView>;

export const RunContactView = Named(
  'RunContact',
  Strict({
    contactId: Uuid(),
    firstName: Type.String({ example: 'Ada' }),
    lastName: Type.String({ example: 'Novak' }),
    conversationId: Nullable(Uuid({ description: 'Null until the run has started.' })),
    status: Nullable(OneOf(conversationStatuses, { description: 'Of the conversation.' })),
    onlineUrl: Nullable(
      Type.String({
        description:
          "The contact's personal page, where the agent is ONLINE and the key has `read:conversations`; null else. Whoever has it can hold the call as the contact.",
      }),
    ),
    callsMade: Type.Integer({ minimum: 0 }),
    nextCallAt: Nullable(Timestamp()),
    reason: Type.String({
      description: 'In words: why the contact was or was not called yet.',
      example: 'Call 2 of 3 at 2026-03-14T10:00:00.000Z; the last one was BUSY',
    }),
    reasonCode: OneOf(runReasonCodes, { description: 'The same without words.', example: 'retry' }),
    reasonParams: Type.Unsafe<RunReasonParams>({
      type: 'object',
      additionalProperties: { type: ['string', 'number'] },
      description: 'What the words of the reason say beyond its code.',
      example: { number: 2, most: 3, at: '2026-03-14T10:00:00.000Z', end: 'BUSY' },
    }),
  }),
);
export type RunContactView = Static<typeof RunContactView>;

export const runStatuses = ['DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED'] as const;
export type RunStatus = (typeof runStatuses)[number];

export const NewRun = Named(
  'NewRun',
  Strict(
    {
      name: Name(),
      agentId: Uuid(),
      jobId: Type.Optional(
        Uuid({
          description: 'What the calls are about, where the agent needs a job. Not with a custom agent.',
        }),
      ),
      metadata: Type.Optional(Metadata()),
    },
    { example: { name: 'Spring applicants', agentId: '01957a2e-7c00-7000-8000-0000000000a1' } },
  ),
);
export type NewRun = Static<typeof NewRun>;

const fields = {
  id: Uuid(),
  name: Type.String({ example: 'Spring applicants' }),
  agentId: Uuid(),
  jobId: Nullable(Uuid()),
  status: OneOf(runStatuses),
  progress: ProgressView,
  metadata: Metadata(),
  createdAt: Timestamp(),
  updatedAt: Timestamp(),
  scheduledAt: Nullable(
    Timestamp({ description: 'When a scheduled run starts; null for one launched at once.' }),
  ),
  scheduleError: Nullable(Type.String({ description: 'Why a scheduled run did not start at its time.' })),
};

export const RunView = Named('Run', Strict(fields));
export type RunView = Static<typeof RunView>;

/** What launch, pause, resume and cancel answer. */
export const ChangedRun = Named(
  'ChangedRun',
  Strict({
    ...fields,
    affectedCalls: Type.Integer({ minimum: 0, description: 'How many waiting calls this concerned.' }),
  }),
);
export type ChangedRun = Static<typeof ChangedRun>;

export const MOST_ATTACHED = 500;
export const ContactIds = Named(
  'ContactIds',
  Strict({ contactIds: Type.Array(Uuid(), { minItems: 1, maxItems: MOST_ATTACHED }) }),
);
