import { type Static, Type } from 'typebox';
import { conversationStatuses } from './conversation.ts';
import { messageChannels, messageKinds, messageStatuses } from './message.ts';
import { InvitationChannels } from './run-launch.ts';
import { RunAlarm, RunSettings, SentRunSettings } from './run-settings.ts';
import { Metadata, Name, Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

/**
 * Why a contact of a run has its status: codes with parameters, and their sentences. The service writes times and
 * call outcomes as the API does, the console in the user's format. `{end|…}` has a default.
 */
const reasons = {
  held: 'The call took place',
  held_with: 'The call took place ({end})',
  link_never_opened: 'The link expired before the contact opened it',
  link_opened: 'The link was opened {times}, but no call was completed',
  not_reached: 'Not reached in {calls}; the last one was {end|not answered}',
  no_number: 'Has no phone number',
  failed: 'Failed: the last call ended with {end|an error}',
  opted_out: 'Asked never to be called again',
  declined: 'Declined on the call',
  run_cancelled: 'The run was cancelled',
  cancelled: 'Cancelled',
  do_not_call: 'Asked never to be called again: will not be called',
  not_callable: 'Has no phone number: cannot be called',
  run_scheduled: 'Waits for the start of the run at {at}',
  run_refused: 'Waits for the start of the run, which was refused: {refusal}',
  attached_while_paused: 'Attached while the run was paused: will be called when it is resumed',
  conversation_deleted: 'The conversation was deleted',
  no_conversation: 'The conversation is being created, or was deleted',
  not_launched: 'The run has not been launched',
  on_the_line: 'Is in a call now',
  dialling: 'Is being dialled',
  link_later: 'Asked for another time: the link works again from {at}',
  link_open: 'Waits for the contact to open the link',
  call_deleted: 'No call is scheduled: it was deleted',
  run_paused: 'The run is paused',
  no_minutes: 'Waits for minutes: the plan does not cover another call',
  number_busy: 'Waits: another call to this number is under way',
  callback: 'Asked to be called at {at}',
  callback_open: 'Asked to be called another time, and named none: next call at {at}',
  retry: 'Call {number} of {most} at {at}; the last one was {end|unknown}',
  retry_window:
    'Call {number} of {most} at {at}: the calling window is closed until {opens}; the last one was {end|unknown}',
  retry_limit:
    'Call {number} of {most} at {at}: the run calls each {whom} at most {times} a day; the last one was {end|unknown}',
  retry_due:
    'Call {number} of {most} was due at {at} and waits for its turn: {live} live, and the plan allows {limit} at the same time; the last one was {end|unknown}',
  callback_due:
    'Asked to be called at {at}, and waits for its turn: {live} live, and the plan allows {limit} at the same time',
  pace: 'Waits for its turn: the run places no more than {pace} calls a minute',
  minute_limit: 'Waits until {at} at least: {why}',
  calling_window: 'Waits for the calling window until {at}',
  daily_limit: 'Waits until {at}: the run calls each {whom} at most {times} a day',
  legal_hours: 'Waits for the legal calling hours until {at}',
  next_call: 'Next call at {at}',
  queued: 'Waits for its turn: {live} live, and the plan allows {limit} at the same time',
} as const;

export type RunReasonCode = keyof typeof reasons;
const runReasonCodes = Object.keys(reasons) as RunReasonCode[];
export type RunReasonParams = Readonly<Record<string, string | number>>;

export interface RunReason {
  readonly code: RunReasonCode;
  readonly params: RunReasonParams;
}

/** How times and call outcomes are written. */
interface ReasonStyle {
  readonly moment: (timestamp: string) => string;
  readonly end: (code: string) => string;
}

const asWritten: ReasonStyle = { moment: (timestamp) => timestamp, end: (code) => code };

/** The sentence of a reason. */
export const reasonSentence = ({ code, params }: RunReason, style: ReasonStyle = asWritten): string =>
  reasons[code].replaceAll(/\{(\w+)(?:\|([^}]*))?\}/g, (_, name: string, otherwise?: string) =>
    params[name] === undefined && otherwise !== undefined ? otherwise : said(name, params, style),
  );

function said(name: string, params: RunReasonParams, style: ReasonStyle): string {
  switch (name) {
    case 'at':
    case 'opens':
      return style.moment(String(params[name]));
    case 'end':
      return style.end(String(params.end));
    case 'times':
      return params.count === 1 ? 'once' : `${params.count} times`;
    case 'live':
      return params.live === 1 ? '1 call is' : `${params.live} calls are`;
    case 'calls':
      return params.count === 1 ? 'one call' : `${params.count} calls`;
    default:
      return String(params[name]);
  }
}

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const ProgressView = Named(
  'RunProgress',
  Strict({
    total: count('The sum of the six counts.'),
    queued: count('Waiting for a call.'),
    inProgress: count('With a call ringing or connected.'),
    completed: count('Completed calls.'),
    failed: count('Ended by a technical failure.'),
    cancelled: count('Ended without completing: declined, or cancelled.'),
    unreachable: count('Not reached within the maximum number of calls.'),
    completion: Type.Number({ minimum: 0, maximum: 1, description: 'The share that has finished.' }),
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
    status: Nullable(OneOf(conversationStatuses, { description: 'The status of the conversation.' })),
    onlineUrl: Nullable(
      Type.String({
        description:
          "The contact's personal page, where the agent is ONLINE and the key has `read:conversations`; null else. Whoever has it can hold the call as the contact.",
      }),
    ),
    linkExpiresAt: Type.Optional(
      Timestamp({
        description: 'Until when `onlineUrl` works, while the conversation waits for the contact.',
      }),
    ),
    lastMessage: Type.Optional(
      Strict(
        {
          kind: OneOf(messageKinds),
          channel: OneOf(messageChannels),
          status: OneOf(messageStatuses),
          openedAt: Nullable(Timestamp()),
        },
        {
          description:
            'The latest message with the link, for keys with `read:conversations`; absent if there is none.',
        },
      ),
    ),
    outcomes: Type.Optional(
      Type.Array(
        Strict({
          key: Type.String({ example: 'will_renew' }),
          label: Type.String({ example: 'Will renew' }),
          met: Type.Boolean(),
          unknown: Type.Optional(Type.Literal(true, { description: 'The call does not tell: not met.' })),
        }),
        {
          description:
            'The outcomes of the latest analysed call, as corrected and in the order of the analysis, for keys with `read:conversations`; absent if there are none.',
        },
      ),
    ),
    callsMade: Type.Integer({ minimum: 0 }),
    nextCallAt: Nullable(Timestamp()),
    reason: Type.String({
      description: 'Why the contact was called or not called yet, as a sentence.',
      example: 'Call 2 of 3 at 2026-03-14T10:00:00.000Z; the last one was BUSY',
    }),
    reasonCode: OneOf(runReasonCodes, { description: 'The same as a code.', example: 'retry' }),
    reasonParams: Type.Unsafe<RunReasonParams>({
      type: 'object',
      additionalProperties: { type: ['string', 'number'] },
      description: 'The parameters of the code.',
      example: { number: 2, most: 3, at: '2026-03-14T10:00:00.000Z', end: 'BUSY' },
    }),
  }),
);
export type RunContactView = Static<typeof RunContactView>;

export const runStatuses = ['DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED'] as const;
export type RunStatus = (typeof runStatuses)[number];

export const MOST_SPLIT = 4;

const Share = {
  versionId: Uuid({ description: 'A published version of the agent.' }),
  weight: Type.Integer({ minimum: 1, maximum: 100, description: 'In proportion to the others.', example: 1 }),
};

const PinnedVersion = () =>
  Uuid({
    description:
      'A published version of the agent that all calls are made with; default the one that is published at the launch. Not with `split`.',
  });
const Split = () =>
  Type.Array(Strict({ ...Share, weight: Type.Optional(Share.weight) }), {
    minItems: 2,
    maxItems: MOST_SPLIT,
    description:
      'Versions of the agent to compare: each contact is called with one of them, chosen at random by their weights (default 1). Of the same type, with a flow or all without.',
  });

export const NewRun = Named(
  'NewRun',
  Strict(
    {
      name: Name(),
      agentId: Uuid(),
      jobId: Type.Optional(
        Uuid({
          description: 'The job of the calls, if the agent needs one. Not with a custom agent.',
        }),
      ),
      metadata: Type.Optional(Metadata()),
      settings: Type.Optional(SentRunSettings),
      agentVersionId: Type.Optional(PinnedVersion()),
      split: Type.Optional(Split()),
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
  settings: Type.Optional(RunSettings),
  invite: Type.Optional(
    InvitationChannels('On which channels contacts are invited, as the launch said; absent: on none.'),
  ),
  alarm: Type.Optional(RunAlarm),
  versions: Type.Optional(
    Type.Array(Strict(Share), {
      description: 'The versions of the agent that its calls are made with, where the run chose them.',
    }),
  ),
};

export const RunView = Named('Run', Strict(fields));
export type RunView = Static<typeof RunView>;

export const RunChanges = Named(
  'RunUpdate',
  Strict({
    name: Type.Optional(Name()),
    settings: Type.Optional(Nullable(SentRunSettings)),
    agentVersionId: Type.Optional(Nullable(PinnedVersion())),
    split: Type.Optional(Nullable(Split())),
  }),
);
export type RunChanges = Static<typeof RunChanges>;

/** The reply of launch, pause, resume and cancel. */
export const ChangedRun = Named(
  'ChangedRun',
  Strict({
    ...fields,
    affectedCalls: Type.Integer({ minimum: 0, description: 'The number of waiting calls affected.' }),
  }),
);
export type ChangedRun = Static<typeof ChangedRun>;

export const MOST_ATTACHED = 500;
export const ContactIds = Named(
  'ContactIds',
  Strict({ contactIds: Type.Array(Uuid(), { minItems: 1, maxItems: MOST_ATTACHED }) }),
);
