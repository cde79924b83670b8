import { expect, test } from 'vitest';
import { type AttemptTrace, type Traces, whyOf } from './why.model.ts';

const at = (second: number) => new Date(Date.UTC(2026, 2, 14, 9, 30, second));

const attempt: AttemptTrace = {
  id: 'attempt',
  number: 1,
  direction: 'OUTBOUND',
  status: 'BUSY',
  reasonCode: 'BUSY',
  notes: '486 Busy Here',
  scheduledAt: at(1),
  timeZone: 'Europe/Zurich',
  isAdmitted: true,
  calledAt: at(2),
  requeuedSince: null,
  isNumberBusy: false,
  durationSeconds: null,
  createdAt: at(0),
  updatedAt: at(3),
  endAskedAt: null,
  branches: null,
  endedBecause: null,
};

const traces: Traces = {
  conversation: { status: 'SCHEDULED', runId: null, isTest: false, createdAt: at(0) },
  attempts: [attempt],
  entries: [],
  events: [],
  analyses: [],
  deliveries: [],
};

const words = (more: Partial<Traces> = {}) => whyOf({ ...traces, ...more }).map((entry) => entry.words);

test('the timeline of an unanswered call explains its schedule, its dialling and its end, in order of time', () => {
  expect(words()).toEqual([
    'The conversation was created on its own.',
    'Call 1 was scheduled for 2026-03-14T09:30:01.000Z.',
    'Call 1 was dialled.',
    'Call 1 ended BUSY, BUSY: 486 Busy Here.',
  ]);
});

test("the timeline of a call lists the agent's decisions before the end of the call", () => {
  const talked: AttemptTrace = {
    ...attempt,
    status: 'COMPLETED',
    reasonCode: null,
    notes: null,
    durationSeconds: 42,
    branches: [{ branchId: 'b', reason: 'They have a licence.' }],
    endedBecause: 'Everything in the flow has been gone through.',
  };
  expect(words({ attempts: [talked] }).slice(3)).toEqual([
    'A branch was taken: They have a licence.',
    'The agent ended call 1: Everything in the flow has been gone through.',
    'Call 1 ended COMPLETED after 42 s.',
  ]);
});

test('the timeline says that a call waits for minutes or for its number, or that it was requeued', () => {
  const waiting = { ...attempt, status: 'SCHEDULED', calledAt: null, notes: null };
  expect(words({ attempts: [{ ...waiting, isAdmitted: false }] })).toContain(
    'Call 1 waits for minutes: the plan does not cover it. This is checked again every minute.',
  );
  expect(words({ attempts: [{ ...waiting, isNumberBusy: true }] })).toContain(
    'Call 1 waits: another call to this number is under way.',
  );
  expect(words({ attempts: [{ ...waiting, requeuedSince: at(4), notes: '503' }] })).toContain(
    'Call 1 was requeued: it could not be placed yet (503).',
  );
});

test('the timeline shows an invitation to continue a web call as a call only after the contact opened the link', () => {
  const invitation: AttemptTrace = {
    ...attempt,
    number: 2,
    direction: 'INBOUND',
    status: 'SCHEDULED',
    reasonCode: null,
    notes: null,
    scheduledAt: at(5),
    timeZone: null,
    isAdmitted: false,
    calledAt: null,
    isNumberBusy: true,
  };
  const invited = 'Call 2: the contact was invited to continue from 2026-03-14T09:30:05.000Z with the link.';
  expect(words({ attempts: [invitation] }).slice(1)).toEqual([invited]);
  const expired = { ...invitation, status: 'CANCELLED', isNumberBusy: false, updatedAt: at(9) };
  expect(words({ attempts: [expired] }).slice(1)).toEqual([invited, 'Call 2 ended CANCELLED.']);
  const opened = whyOf({
    ...traces,
    attempts: [
      { ...invitation, status: 'IN_PROGRESS', isAdmitted: true, isNumberBusy: false, calledAt: at(7) },
    ],
  });
  expect(opened.slice(1)).toMatchObject([
    { at: at(0).toISOString(), words: invited },
    { at: at(7).toISOString(), words: 'Call 2 began: the contact opened it.' },
  ]);
});

test('in the timeline a web call without an invitation starts when the contact opens it', () => {
  const joined = { ...attempt, direction: 'INBOUND', status: 'IN_PROGRESS', scheduledAt: at(2) };
  expect(words({ attempts: [joined] }).slice(1)).toEqual(['Call 1 began: the contact opened it.']);
});

test('a billing entry in the timeline names its call, or else the conversation', () => {
  const entry = { kind: 'HOLD', attemptId: 'attempt', minutes: 10, amount: 10, createdAt: at(5) } as const;
  expect(words({ entries: [entry, { ...entry, kind: 'RELEASE', attemptId: 'other' }] }).slice(-2)).toEqual([
    '10 minutes were held for call 1.',
    '10 minutes were given back for the conversation.',
  ]);
});

test('the timeline says when a pending webhook delivery is due, or what it waits for', () => {
  const delivery = {
    id: 'd',
    webhookId: 'w',
    webhookName: 'CRM',
    isActive: true,
    event: 'conversation.started',
    status: 'PENDING',
    attempts: 1,
    responseStatus: 500,
    error: 'answered 500',
    dueAt: at(9),
    createdAt: at(4),
    deliveredAt: null,
  };
  expect(words({ deliveries: [delivery] }).at(-1)).toBe(
    'conversation.started to CRM is to be sent at 2026-03-14T09:30:09.000Z.',
  );
  expect(words({ deliveries: [{ ...delivery, isActive: false }] }).at(-1)).toBe(
    'conversation.started to CRM is held until the webhook is active again.',
  );
});
