import type { WhyEntry } from '@parley/contract/conversation.ts';

/** The rows that a conversation left behind. */
export interface Traces {
  readonly conversation: {
    readonly status: string;
    readonly runId: string | null;
    readonly isTest: boolean;
    readonly createdAt: Date;
  };
  readonly attempts: readonly AttemptTrace[];
  readonly entries: readonly EntryTrace[];
  readonly events: readonly EventTrace[];
  readonly analyses: readonly AnalysisTrace[];
  readonly deliveries: readonly DeliveryTrace[];
}

export interface AttemptTrace {
  readonly id: string;
  readonly number: number;
  readonly direction: string;
  readonly status: string;
  readonly reasonCode: string | null;
  readonly notes: string | null;
  readonly scheduledAt: Date;
  readonly timeZone: string | null;
  readonly isAdmitted: boolean;
  readonly calledAt: Date | null;
  readonly requeuedSince: Date | null;
  /** It is due, and another call to the contact's number is on the line. */
  readonly isNumberBusy: boolean;
  readonly durationSeconds: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly endAskedAt: Date | null;
  /** Which branches it took, and why. */
  readonly branches: readonly { readonly reason: string; readonly branchId: string | null }[] | null;
  /** What the agent said of why it ended the call. */
  readonly endedBecause: string | null;
}

export interface EntryTrace {
  readonly kind: 'HOLD' | 'CHARGE' | 'RELEASE';
  readonly attemptId: string;
  readonly minutes: number;
  readonly amount: number;
  readonly createdAt: Date;
}

export interface EventTrace {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly occurredAt: Date;
}

export interface AnalysisTrace {
  readonly attemptId: string;
  readonly status: number;
  readonly tries: number;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface DeliveryTrace {
  readonly id: string;
  readonly webhookId: string;
  readonly webhookName: string;
  readonly isActive: boolean;
  readonly event: string;
  readonly status: string;
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly dueAt: Date;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
}

/** In the order of time; what happened at the same time stays in the order of cause and effect. */
export function whyOf(traces: Traces): WhyEntry[] {
  const numbers = new Map(traces.attempts.map(({ id, number }) => [id, number]));
  const entries = [
    ...beginning(traces),
    ...traces.attempts.flatMap(attemptEntries),
    ...traces.entries.map((entry) => billingEntry(entry, numbers)),
    ...traces.analyses.flatMap(analysisEntries),
    ...traces.events.map(eventEntry),
    ...traces.deliveries.flatMap(deliveryEntries),
  ];
  return entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

const entry = (at: Date, kind: WhyEntry['kind'], words: string, details: object = {}): WhyEntry => ({
  at: at.toISOString(),
  kind,
  words,
  details: { ...details },
});

function beginning({ conversation: { createdAt, runId, isTest } }: Traces): WhyEntry[] {
  const by = runId === null ? 'on its own' : 'by a run';
  const test = isTest ? ' as a test, which completes at once and costs nothing' : '';
  return [entry(createdAt, 'conversation', `The conversation was created ${by}${test}.`, { runId })];
}

function attemptEntries(attempt: AttemptTrace): WhyEntry[] {
  const { id: attemptId, number, requeuedSince, endAskedAt } = attempt;
  const name = `Call ${number}`;
  const isOver = attempt.status !== 'SCHEDULED' && attempt.status !== 'IN_PROGRESS';
  const isDialled = attempt.direction === 'OUTBOUND';
  return [
    ...beginningOf(name, attempt),
    ...(isDialled && attempt.status === 'SCHEDULED' && !attempt.isAdmitted
      ? [
          entry(
            attempt.updatedAt,
            'billing',
            `${name} waits for minutes: the plan does not cover it. This is checked again every minute.`,
            { attemptId },
          ),
        ]
      : []),
    ...(isDialled && attempt.isNumberBusy
      ? [
          entry(attempt.scheduledAt, 'attempt', `${name} waits: another call to this number is under way.`, {
            attemptId,
          }),
        ]
      : []),
    ...(requeuedSince === null
      ? []
      : [
          entry(
            requeuedSince,
            'attempt',
            `${name} was requeued: it could not be placed yet${attempt.notes === null ? '' : ` (${attempt.notes})`}.`,
            { attemptId, notes: attempt.notes },
          ),
        ]),
    ...(endAskedAt === null
      ? []
      : [
          entry(endAskedAt, 'attempt', `Somebody ended ${name.toLowerCase()} from the console.`, {
            attemptId,
          }),
        ]),
    ...(isOver ? endingEntries(name, attempt) : []),
  ];
}

/** How it came to be, and when somebody dialled or opened it. */
function beginningOf(name: string, attempt: AttemptTrace): WhyEntry[] {
  const { id: attemptId, direction, createdAt, calledAt, timeZone } = attempt;
  const scheduledAt = attempt.scheduledAt.toISOString();
  if (direction === 'OUTBOUND') {
    // The zone is kept also of calls at any time, so it tells of no window.
    const details = { attemptId, scheduledAt, timeZone };
    return [
      entry(createdAt, 'attempt', `${name} was scheduled for ${scheduledAt}.`, details),
      ...(calledAt === null ? [] : [entry(calledAt, 'attempt', `${name} was dialled.`, { attemptId })]),
    ];
  }
  // Whoever comes without an invitation has a call that is scheduled for that very moment.
  const wasInvited = calledAt === null || attempt.scheduledAt < calledAt;
  const invited = `${name}: the contact was invited to continue from ${scheduledAt} with the link.`;
  return [
    ...(wasInvited ? [entry(createdAt, 'attempt', invited, { attemptId, scheduledAt })] : []),
    ...(calledAt === null
      ? []
      : [entry(calledAt, 'attempt', `${name} began: the contact opened it.`, { attemptId })]),
  ];
}

function endingEntries(name: string, attempt: AttemptTrace): WhyEntry[] {
  const { id: attemptId, updatedAt, status, reasonCode, notes, durationSeconds } = attempt;
  const reason = reasonCode === null ? '' : `, ${reasonCode}`;
  const lasted = durationSeconds === null ? '' : ` after ${durationSeconds} s`;
  const said = notes === null ? '' : `: ${notes}`;
  return [
    ...(attempt.branches ?? []).map(({ reason: why, branchId }) =>
      entry(
        updatedAt,
        'decision',
        branchId === null ? `No branch was taken: ${why}` : `A branch was taken: ${why}`,
        {
          attemptId,
          branchId,
        },
      ),
    ),
    ...(attempt.endedBecause === null
      ? []
      : [
          entry(updatedAt, 'decision', `The agent ended ${name.toLowerCase()}: ${attempt.endedBecause}`, {
            attemptId,
          }),
        ]),
    entry(updatedAt, 'attempt', `${name} ended ${status}${reason}${lasted}${said}.`, {
      attemptId,
      status,
      reasonCode,
      notes,
      durationSeconds,
    }),
  ];
}

const billingWords = {
  HOLD: 'were held for',
  CHARGE: 'were charged for',
  RELEASE: 'were given back for',
} as const;

function billingEntry(
  { kind, attemptId, minutes, amount, createdAt }: EntryTrace,
  numbers: ReadonlyMap<string, number>,
): WhyEntry {
  const number = numbers.get(attemptId);
  const whom = number === undefined ? 'the conversation' : `call ${number}`;
  return entry(createdAt, 'billing', `${minutes} minutes ${billingWords[kind]} ${whom}.`, {
    entry: kind,
    attemptId,
    minutes,
    amount,
  });
}

const analysisStates = ['waits to be analysed', 'is being analysed', 'was analysed', 'could not be analysed'];

function analysisEntries({
  attemptId,
  status,
  tries,
  error,
  createdAt,
  updatedAt,
}: AnalysisTrace): WhyEntry[] {
  const why = error === null ? '' : `: ${error}`;
  const often = tries > 1 ? ` (tried ${tries} times)` : '';
  const at = status < 2 ? createdAt : updatedAt;
  return [
    entry(at, 'analysis', `The call ${analysisStates[status]}${often}${why}.`, { attemptId, tries, error }),
  ];
}

function eventEntry({ type, data, occurredAt }: EventTrace): WhyEntry {
  const { reason, reasonDetail, cancelledBy, nextAttempt, callAttemptId, retryCount, maxAttempts } = data;
  const because = typeof reason === 'string' ? ` (${[reason, reasonDetail].filter(Boolean).join(', ')})` : '';
  return entry(occurredAt, 'event', `The event ${type} was emitted${because}.`, {
    type,
    reason,
    reasonDetail,
    cancelledBy,
    nextAttempt,
    callAttemptId,
    retryCount,
    maxAttempts,
  });
}

function deliveryEntries(delivery: DeliveryTrace): WhyEntry[] {
  const { id, webhookId, webhookName, event, status, attempts, error, dueAt } = delivery;
  const details = { deliveryId: id, webhookId, event, attempts, error };
  const what = `${event} to ${webhookName}`;
  if (status === 'DELIVERED')
    return [entry(delivery.deliveredAt ?? dueAt, 'delivery', `${what} was delivered.`, details)];
  if (status !== 'PENDING')
    return [
      entry(dueAt, 'delivery', `${what} ${status === 'FAILED' ? 'was given up' : 'was cancelled'}.`, details),
    ];
  const coming = delivery.isActive
    ? `is to be sent at ${dueAt.toISOString()}`
    : 'is held until the webhook is active again';
  return [entry(dueAt, 'delivery', `${what} ${coming}.`, details)];
}
