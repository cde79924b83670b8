import type { RunContactView, RunStatus } from '@parley/contract/run.ts';
import type { OnlineLinks } from '../conversations/conversation.model.ts';

/** What is known of a contact's place in a run. */
export interface Standing {
  /** In the order of attachment. */
  readonly position: number;
  readonly contactId: string;
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly doNotCall: boolean;
  readonly hasPhone: boolean;
  readonly conversationId: string | null;
  readonly status: RunContactView['status'];
  /** Of the conversation; until there is one, of the agent, and null when that was deleted. */
  readonly type: 'PHONE' | 'ONLINE' | null;
  readonly callsMade: number;
  /** How many calls its agent allows. */
  readonly maxAttempts: number | null;
  readonly isLive: boolean;
  readonly nextCallAt: Date | null;
  /** False: billing refused the call so far. */
  readonly isAdmitted: boolean | null;
  /** A call to the contact's number is on the line, this one or another. */
  readonly isNumberBusy: boolean;
  /** How the last call ended. */
  readonly lastEnd: string | null;
}

export interface Circumstances {
  readonly runStatus: RunStatus;
  readonly scheduledAt: Date | null;
  readonly scheduleError: string | null;
  readonly liveCalls: number;
  readonly maxConcurrentCalls: number;
  readonly now: Date;
}

export const viewStanding = (
  one: Standing,
  around: Circumstances,
  /** Undefined: whoever asks may not have them. */
  links: Pick<OnlineLinks, 'urlOf'> | undefined,
): RunContactView => ({
  contactId: one.contactId,
  firstName: one.firstName,
  lastName: one.lastName,
  conversationId: one.conversationId,
  status: one.status,
  onlineUrl:
    links && one.type === 'ONLINE' && one.conversationId !== null ? links.urlOf(one.conversationId) : null,
  callsMade: one.callsMade,
  nextCallAt: one.isLive ? null : (one.nextCallAt?.toISOString() ?? null),
  reason: reasonOf(one, around),
});

/** With the address: whoever sends the links needs both. */
export const runContactColumns = [
  'contactId',
  'firstName',
  'lastName',
  'email',
  'conversationId',
  'status',
  'onlineUrl',
  'callsMade',
  'nextCallAt',
  'reason',
] as const satisfies readonly (keyof RunContactView | 'email')[];

function reasonOf(one: Standing, around: Circumstances): string {
  switch (one.status) {
    case null:
      return notStarted(one, around);
    case 'COMPLETED':
      return one.lastEnd === null ? 'The call was held' : `The call was held (${one.lastEnd})`;
    case 'UNREACHABLE':
      if (one.type === 'ONLINE')
        return one.callsMade === 0
          ? 'The link expired before the contact opened it'
          : `The link was opened ${times(one.callsMade)}, and no call was held to its end`;
      return `Not reached in ${calls(one.callsMade)}; the last one was ${one.lastEnd ?? 'not answered'}`;
    case 'FAILED':
      return one.lastEnd === 'INVALID_NUMBER' && one.callsMade === 0
        ? 'Has no phone number'
        : `Failed: the last call ended with ${one.lastEnd ?? 'an error'}`;
    case 'CANCELLED':
      if (one.lastEnd === 'OPT_OUT') return 'Asked never to be called again';
      if (one.lastEnd === 'NOT_INTERESTED') return 'Declined on the call';
      return around.runStatus === 'CANCELLED' ? 'The run was cancelled' : 'Cancelled';
    default:
      return waiting(one, around);
  }
}

function notStarted(one: Standing, { runStatus, scheduledAt, scheduleError }: Circumstances): string {
  if (one.doNotCall) return 'Asked never to be called again: will not be called';
  if (!one.hasPhone && one.type !== 'ONLINE') return 'Has no phone number: cannot be called';
  switch (runStatus) {
    case 'SCHEDULED':
      return scheduleError === null
        ? `Waits for the start of the run at ${scheduledAt?.toISOString()}`
        : `Waits for the start of the run, which was refused: ${scheduleError}`;
    case 'PAUSED':
      return 'Attached while the run was paused: will be called when it is resumed';
    case 'CANCELLED':
      return 'The run was cancelled';
    case 'COMPLETED':
      return 'The conversation was deleted';
    case 'RUNNING':
      return 'The conversation is being made, or was deleted';
    case 'DRAFT':
      return 'The run has not been launched';
  }
}

function waiting(one: Standing, around: Circumstances): string {
  if (one.isLive) return one.status === 'IN_PROGRESS' ? 'Is on the line' : 'Is being dialled';
  if (one.type === 'ONLINE')
    return one.nextCallAt !== null && one.nextCallAt > around.now
      ? `Asked for another time: the link works again from ${one.nextCallAt.toISOString()}`
      : 'Waits for the contact to open the link';
  if (one.doNotCall) return 'Asked never to be called again: will not be called';
  if (!one.hasPhone) return 'Has no phone number: cannot be called';
  if (one.nextCallAt === null) return 'No call is scheduled: it was deleted';
  if (around.runStatus === 'PAUSED') return 'The run is paused';
  if (one.isAdmitted === false) return 'Waits for minutes: the plan does not cover another call';
  if (one.isNumberBusy && one.nextCallAt <= around.now)
    return 'Waits: another call to this number is under way';
  const at = one.nextCallAt.toISOString();
  if (one.callsMade > 0)
    return one.lastEnd === 'CALLBACK_REQUESTED'
      ? `Asked to be called at ${at}`
      : `Call ${one.callsMade + 1} of ${one.maxAttempts ?? '?'} at ${at}; the last one was ${one.lastEnd}`;
  if (one.nextCallAt > around.now) return `Waits for the calling window until ${at}`;
  return `Waits for its turn: ${around.liveCalls} of ${around.maxConcurrentCalls} calls are on the line`;
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
const calls = (count: number): string => (count === 1 ? 'one call' : `${count} calls`);
