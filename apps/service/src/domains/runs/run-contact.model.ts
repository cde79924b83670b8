import {
  type RunContactView,
  type RunReason,
  type RunReasonCode,
  type RunReasonParams,
  type RunStatus,
  reasonSentence,
} from '@parley/contract/run.ts';
import type { OnlineLinks } from '../conversations/conversation.model.ts';
import { expiryOf } from '../conversations/online-link.model.ts';

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
  /** Whether the next call keeps the calling hours; otherwise somebody named its time. */
  readonly keepsHours: boolean;
  /** False: billing refused the call so far. */
  readonly isAdmitted: boolean | null;
  /** A call to the contact's number is on the line, this one or another. */
  readonly isNumberBusy: boolean;
  /** How the last call ended. */
  readonly lastEnd: string | null;
  /** From when on the link works; null without a conversation. */
  readonly opensAt: Date | null;
  readonly lastMessage: NonNullable<RunContactView['lastMessage']> | null;
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
): RunContactView => {
  const reason = reasonOf(one, around);
  return {
    contactId: one.contactId,
    firstName: one.firstName,
    lastName: one.lastName,
    conversationId: one.conversationId,
    status: one.status,
    onlineUrl:
      links && one.type === 'ONLINE' && one.conversationId !== null ? links.urlOf(one.conversationId) : null,
    ...(one.type === 'ONLINE' && one.status === 'SCHEDULED' && one.opensAt !== null
      ? { linkExpiresAt: expiryOf(one.opensAt).toISOString() }
      : {}),
    ...(links && one.lastMessage ? { lastMessage: sentMessage(one.lastMessage) } : {}),
    callsMade: one.callsMade,
    nextCallAt: one.isLive ? null : (one.nextCallAt?.toISOString() ?? null),
    reason: reasonSentence(reason),
    reasonCode: reason.code,
    reasonParams: reason.params,
  };
};

/** PostgreSQL writes times in JSON in its own way. */
const sentMessage = ({ openedAt, ...message }: NonNullable<RunContactView['lastMessage']>) => ({
  ...message,
  openedAt: openedAt === null ? null : new Date(openedAt).toISOString(),
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
  'linkExpiresAt',
  'messageStatus',
  'linkOpenedAt',
] as const satisfies readonly (
  | Exclude<keyof RunContactView, 'lastMessage' | 'reasonParams'>
  | 'email'
  | 'messageStatus'
  | 'linkOpenedAt'
)[];

const because = (code: RunReasonCode, params: RunReasonParams = {}): RunReason => ({ code, params });

/** How the last call ended, if it did. */
const endOf = ({ lastEnd }: Standing): RunReasonParams => (lastEnd === null ? {} : { end: lastEnd });

function reasonOf(one: Standing, around: Circumstances): RunReason {
  switch (one.status) {
    case null:
      return notStarted(one, around);
    case 'COMPLETED':
      return one.lastEnd === null ? because('held') : because('held_with', { end: one.lastEnd });
    case 'UNREACHABLE':
      if (one.type === 'ONLINE')
        return one.callsMade === 0
          ? because('link_never_opened')
          : because('link_opened', { count: one.callsMade });
      return because('not_reached', { count: one.callsMade, ...endOf(one) });
    case 'FAILED':
      return one.lastEnd === 'INVALID_NUMBER' && one.callsMade === 0
        ? because('no_number')
        : because('failed', endOf(one));
    case 'CANCELLED':
      if (one.lastEnd === 'OPT_OUT') return because('opted_out');
      if (one.lastEnd === 'NOT_INTERESTED') return because('declined');
      return because(around.runStatus === 'CANCELLED' ? 'run_cancelled' : 'cancelled');
    default:
      return waiting(one, around);
  }
}

function notStarted(one: Standing, { runStatus, scheduledAt, scheduleError }: Circumstances): RunReason {
  if (one.doNotCall) return because('do_not_call');
  if (!one.hasPhone && one.type !== 'ONLINE') return because('not_callable');
  switch (runStatus) {
    case 'SCHEDULED':
      return scheduleError === null
        ? because('run_scheduled', { at: String(scheduledAt?.toISOString()) })
        : because('run_refused', { refusal: scheduleError });
    case 'PAUSED':
      return because('attached_while_paused');
    case 'CANCELLED':
      return because('run_cancelled');
    case 'COMPLETED':
      return because('conversation_deleted');
    case 'RUNNING':
      return because('no_conversation');
    case 'DRAFT':
      return because('not_launched');
  }
}

function waiting(one: Standing, around: Circumstances): RunReason {
  if (one.isLive) return because(one.status === 'IN_PROGRESS' ? 'on_the_line' : 'dialling');
  if (one.type === 'ONLINE')
    return one.nextCallAt !== null && one.nextCallAt > around.now
      ? because('link_later', { at: one.nextCallAt.toISOString() })
      : because('link_open');
  if (one.doNotCall) return because('do_not_call');
  if (!one.hasPhone) return because('not_callable');
  if (one.nextCallAt === null) return because('call_deleted');
  if (around.runStatus === 'PAUSED') return because('run_paused');
  if (one.isAdmitted === false) return because('no_minutes');
  if (one.isNumberBusy && one.nextCallAt <= around.now) return because('number_busy');
  const at = one.nextCallAt.toISOString();
  if (one.callsMade > 0)
    return one.lastEnd === 'CALLBACK_REQUESTED'
      ? because(one.keepsHours ? 'callback_open' : 'callback', { at })
      : because('retry', {
          number: one.callsMade + 1,
          most: one.maxAttempts ?? '?',
          at,
          ...endOf(one),
        });
  if (one.nextCallAt > around.now) return because('calling_window', { at });
  return because('queued', { live: around.liveCalls, limit: around.maxConcurrentCalls });
}
