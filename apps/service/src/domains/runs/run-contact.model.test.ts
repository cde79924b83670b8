import { legalHoursOf } from '@parley/kernel/calling-law.ts';
import { weekdays } from '@parley/kernel/calling-window.ts';
import { expect, test } from 'vitest';
import { type Circumstances, type Standing, viewStanding } from './run-contact.model.ts';

const now = new Date('2026-11-16T12:00:00Z');
/** Tuesday before dawn: a new day for daily limits. */
const night = new Date('2026-11-17T06:00:00Z');
const later = new Date('2026-11-17T08:00:00Z');
const ada: Standing = {
  position: 1,
  contactId: '',
  email: null,
  firstName: 'Ada',
  lastName: 'Novak',
  doNotCall: false,
  hasPhone: true,
  conversationId: '',
  status: 'SCHEDULED',
  type: 'PHONE',
  callsMade: 0,
  maxAttempts: 3,
  isLive: false,
  nextCallAt: now,
  keepsHours: true,
  timeZone: 'UTC',
  phoneNumber: '+12125550101',
  timeZoneField: null,
  limits: null,
  contactCallsMs: null,
  numberCallsMs: null,
  isAdmitted: true,
  isNumberBusy: false,
  lastEnd: null,
  opensAt: null,
  lastMessage: null,
  outcomes: null,
};
const running: Circumstances = {
  runStatus: 'RUNNING',
  scheduledAt: null,
  scheduleError: null,
  liveCalls: 10,
  maxConcurrentCalls: 10,
  window: null,
  legalHours: undefined,
  callsAMinute: null,
  minuteWait: undefined,
  now,
};
const mornings = { days: [...weekdays], start: '08:00', end: '11:00' };
const links = { urlOf: (id: string) => `https://calls.example.com/call/${id}` };
const unmade = { conversationId: null, status: null, type: null, nextCallAt: null };

const cases: readonly [string, Partial<Standing>, Partial<Circumstances>][] = [
  ['Waits: another call to this number is under way', { isNumberBusy: true }, {}],
  [
    'Waits: another call to this number is under way',
    { isNumberBusy: true, callsMade: 1, lastEnd: 'BUSY' },
    {},
  ],
  ['Is being dialled', { isNumberBusy: true, isLive: true }, {}],
  ['The run has not been launched', unmade, { runStatus: 'DRAFT' }],
  [
    'Waits for the start of the run at 2026-11-17T08:00:00.000Z',
    unmade,
    { runStatus: 'SCHEDULED', scheduledAt: later },
  ],
  [
    'Waits for the start of the run, which was refused: no minutes',
    unmade,
    { runStatus: 'SCHEDULED', scheduledAt: now, scheduleError: 'no minutes' },
  ],
  ['Has no phone number: cannot be called', { ...unmade, hasPhone: false }, { runStatus: 'DRAFT' }],
  ['Asked never to be called again: will not be called', { doNotCall: true }, {}],
  ['Waits for its turn: 10 calls are live, and the plan allows 10 at the same time', {}, {}],
  [
    'Waits for the calling window until 2026-11-17T08:00:00.000Z',
    { nextCallAt: later },
    { window: mornings, legalHours: legalHoursOf },
  ],
  ['Next call at 2026-11-17T08:00:00.000Z', { nextCallAt: later }, { legalHours: legalHoursOf }],
  [
    'Waits for the legal calling hours until 2026-11-17T08:00:00.000Z',
    { nextCallAt: later },
    { legalHours: legalHoursOf, now: night },
  ],
  [
    'Waits for the legal calling hours until 2026-11-17T08:00:00.000Z',
    { nextCallAt: later },
    { legalHours: legalHoursOf, now: night, window: { ...mornings, start: '05:00' } },
  ],
  [
    'Waits until 2026-11-17T08:00:00.000Z: the run calls each contact at most once a day',
    { nextCallAt: later, limits: { perContactPerDay: 1 }, contactCallsMs: [now.getTime() - 1000] },
    { window: mornings },
  ],
  [
    'Waits until 2026-11-17T08:00:00.000Z: the run calls each number at most 2 times a day',
    {
      nextCallAt: later,
      limits: { perContactPerDay: 3, perNumberPerDay: 2 },
      contactCallsMs: [now.getTime() - 1000],
      numberCallsMs: [now.getTime() - 1000, now.getTime() - 2000],
    },
    {},
  ],
  [
    'Call 2 of 3 at 2026-11-17T08:00:00.000Z: the run calls each contact at most once a day; the last one was BUSY',
    {
      ...{ callsMade: 1, nextCallAt: later, lastEnd: 'BUSY' },
      ...{ limits: { perContactPerDay: 1 }, contactCallsMs: [now.getTime() - 1000] },
    },
    {},
  ],
  [
    'Waits for the calling window until 2026-11-17T08:00:00.000Z',
    { nextCallAt: later, limits: { perContactPerDay: 1 }, contactCallsMs: [now.getTime() - 1000] },
    { window: { ...mornings, end: '18:00' }, now: night },
  ],
  [
    'Call 2 of 3 at 2026-11-17T08:00:00.000Z; the last one was BUSY',
    { callsMade: 1, nextCallAt: later, lastEnd: 'BUSY' },
    {},
  ],
  [
    'Call 2 of 3 at 2026-11-17T08:00:00.000Z: the calling window is closed until 2026-11-17T08:00:00.000Z; the last one was BUSY',
    { callsMade: 1, nextCallAt: later, lastEnd: 'BUSY' },
    { window: mornings },
  ],
  [
    'Call 2 of 3 was due at 2026-11-16T12:00:00.000Z and waits for its turn: 10 calls are live, and the plan allows 10 at the same time; the last one was BUSY',
    { callsMade: 1, lastEnd: 'BUSY' },
    {},
  ],
  [
    'Asked to be called at 2026-11-16T12:00:00.000Z, and waits for its turn: 10 calls are live, and the plan allows 10 at the same time',
    { callsMade: 1, keepsHours: false, lastEnd: 'CALLBACK_REQUESTED' },
    {},
  ],
  ['Waits for its turn: the run places no more than 5 calls a minute', {}, { callsAMinute: 5, liveCalls: 2 }],
  ['Waits for its turn: 10 calls are live, and the plan allows 10 at the same time', {}, { callsAMinute: 5 }],
  [
    'Waits until 2026-11-17T08:00:00.000Z at least: the company has reached its limit of 5 minutes per hour',
    {},
    { minuteWait: { words: 'the company has reached its limit of 5 minutes per hour', until: later } },
  ],
  [
    'Asked to be called at 2026-11-17T08:00:00.000Z',
    { callsMade: 1, nextCallAt: later, keepsHours: false, lastEnd: 'CALLBACK_REQUESTED' },
    {},
  ],
  [
    'Asked to be called another time, and named none: next call at 2026-11-17T08:00:00.000Z',
    { callsMade: 1, nextCallAt: later, lastEnd: 'CALLBACK_REQUESTED' },
    {},
  ],
  ['The run is paused', {}, { runStatus: 'PAUSED' }],
  ['Waits for minutes: the plan does not cover another call', { isAdmitted: false }, {}],
  ['Waits for the contact to open the link', { type: 'ONLINE', nextCallAt: null }, {}],
  [
    'Asked for another time: the link works again from 2026-11-17T08:00:00.000Z',
    { type: 'ONLINE', nextCallAt: later, isAdmitted: false },
    {},
  ],
  ['The run has not been launched', { ...unmade, type: 'ONLINE', hasPhone: false }, { runStatus: 'DRAFT' }],
  [
    'The link expired before the contact opened it',
    { type: 'ONLINE', status: 'UNREACHABLE', nextCallAt: null },
    {},
  ],
  [
    'The link was opened 2 times, but no call was completed',
    { type: 'ONLINE', status: 'UNREACHABLE', nextCallAt: null, callsMade: 2, lastEnd: 'CALLBACK_REQUESTED' },
    {},
  ],
  ['Is being dialled', { isLive: true }, {}],
  ['Is in a call now', { isLive: true, status: 'IN_PROGRESS' }, { runStatus: 'PAUSED' }],
  ['The run was cancelled', { status: 'CANCELLED', nextCallAt: null }, { runStatus: 'CANCELLED' }],
  [
    'Not reached in one call; the last one was BUSY',
    { status: 'UNREACHABLE', callsMade: 1, lastEnd: 'BUSY' },
    {},
  ],
];

test.each(cases)('the state of a contact in a run is explained in words: %s', (words, one, around) => {
  expect(viewStanding({ ...ada, ...one }, { ...running, ...around }, links).reason).toBe(words);
});
