import {
  type RunContactView,
  type RunReason,
  type RunReasonCode,
  type RunReasonParams,
  type RunStatus,
  reasonSentence,
} from '@parley/contract/run.ts';
import { isAllowed, type LegalHoursRule } from '@parley/kernel/calling-law.ts';
import { type CallingWindow, nextOpening } from '@parley/kernel/calling-window.ts';
import { TimeZone } from '@parley/kernel/local-time.ts';
import type { OnlineLinks } from '../conversations/conversation.model.ts';
import { type DailyLimits, reachedLimit } from '../conversations/dial-rules.model.ts';
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
  /** The clock of those hours. */
  readonly timeZone: string | null;
  /** What tells the legal hours of a call. */
  readonly phoneNumber: string | null;
  readonly timeZoneField: unknown;
  /** How often a day the run calls a contact and a number, and when they were called; null: there is no limit. */
  readonly limits: DailyLimits | null;
  readonly contactCallsMs: readonly number[] | null;
  readonly numberCallsMs: readonly number[] | null;
  /** False: billing refused the call so far. */
  readonly isAdmitted: boolean | null;
  /** A call to the contact's number is on the line, this one or another. */
  readonly isNumberBusy: boolean;
  /** How the last call ended. */
  readonly lastEnd: string | null;
  /** From when on the link works; null without a conversation. */
  readonly opensAt: Date | null;
  readonly lastMessage: NonNullable<RunContactView['lastMessage']> | null;
  /** Of the latest analysed call, in their order; null: none. */
  readonly outcomes: readonly FoundOutcome[] | null;
}

interface FoundOutcome {
  readonly key: string;
  readonly label: string;
  /** Null: the call does not tell. */
  readonly value: 'Yes' | 'No' | null;
}

export interface Circumstances {
  readonly runStatus: RunStatus;
  readonly scheduledAt: Date | null;
  readonly scheduleError: string | null;
  readonly liveCalls: number;
  readonly maxConcurrentCalls: number;
  /** Of the run, or of its agent; null: calls are placed at any hour. */
  readonly window: CallingWindow | null;
  /** The hours that the law sets; undefined: the calls do not leave over a trunk. */
  readonly legalHours: LegalHoursRule | undefined;
  /** Most calls a minute of the run; null: as many as there is room for. */
  readonly callsAMinute: number | null;
  /** The company has reached a limit of minutes. */
  readonly minuteWait: { readonly words: string; readonly until: Date } | undefined;
  readonly now: Date;
}

export const viewStanding = (
  one: Standing,
  around: Circumstances,
  /** Undefined: whoever asks may have neither these nor what was said. */
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
    ...(links && one.outcomes ? { outcomes: one.outcomes.map(shownOutcome) } : {}),
    callsMade: one.callsMade,
    nextCallAt: one.isLive ? null : (one.nextCallAt?.toISOString() ?? null),
    reason: reasonSentence(reason),
    reasonCode: reason.code,
    reasonParams: reason.params,
  };
};

const shownOutcome = ({ key, label, value }: FoundOutcome) => ({
  key,
  label,
  met: value === 'Yes',
  ...(value === null && { unknown: true as const }),
});

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
  | Exclude<keyof RunContactView, 'lastMessage' | 'outcomes' | 'reasonParams'>
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
  const isDue = one.nextCallAt <= around.now;
  if (one.isNumberBusy && isDue) return because('number_busy');
  if (around.minuteWait && isDue) {
    const { words: why, until } = around.minuteWait;
    return because('minute_limit', { at: until.toISOString(), why });
  }
  const at = one.nextCallAt.toISOString();
  const turn = { live: around.liveCalls, limit: around.maxConcurrentCalls };
  if (one.callsMade > 0) {
    if (one.lastEnd === 'CALLBACK_REQUESTED')
      return isDue
        ? because('callback_due', { at, ...turn })
        : because(one.keepsHours ? 'callback_open' : 'callback', { at });
    const retry = { number: one.callsMade + 1, most: one.maxAttempts ?? '?', at, ...endOf(one) };
    if (isDue) return because('retry_due', { ...retry, ...turn });
    const limit = limitOf(one, around);
    if (limit !== undefined) return because('retry_limit', { ...retry, ...limit });
    const opens = opensAt(one, around);
    return opens === undefined
      ? because('retry', retry)
      : because('retry_window', { ...retry, opens: opens.toISOString() });
  }
  if (!isDue) return later(one, around, at);
  return around.callsAMinute !== null && around.liveCalls < around.maxConcurrentCalls
    ? because('pace', { pace: around.callsAMinute })
    : because('queued', turn);
}

/** Why a call that is not due waits: what keeps it from being placed now. */
function later(one: Standing, around: Circumstances, at: string): RunReason {
  const limit = limitOf(one, around);
  if (limit !== undefined) return because('daily_limit', { at, ...limit });
  const opens = opensAt(one, around);
  if (opens !== undefined && one.nextCallAt !== null && opens >= one.nextCallAt)
    return because('calling_window', { at });
  if (!isLegal(one, around, opens ?? around.now)) return because('legal_hours', { at });
  return because(opens === undefined ? 'next_call' : 'calling_window', { at });
}

/** The daily limit that the contact or its number has reached, as the dispatcher reads it. */
function limitOf(one: Standing, { now }: Circumstances): RunReasonParams | undefined {
  if (!one.keepsHours || one.timeZone === null) return undefined;
  const reached = reachedLimit(one, new TimeZone(one.timeZone), now);
  return reached && { whom: reached.whom, count: reached.most };
}

function isLegal(
  { keepsHours, timeZone, ...one }: Standing,
  { legalHours }: Circumstances,
  at: Date,
): boolean {
  if (!keepsHours || timeZone === null || legalHours === undefined) return true;
  return isAllowed(null, legalHours(one.phoneNumber, one.timeZoneField), timeZone, at);
}

/** When the calling window of the contact opens; undefined: it is open, or the call keeps none. */
function opensAt({ keepsHours, timeZone }: Standing, { window, now }: Circumstances): Date | undefined {
  if (!keepsHours || timeZone === null || window === null) return undefined;
  const opens = nextOpening(window, timeZone, now);
  return opens > now ? opens : undefined;
}
