import { conversationStatuses, type NewConversation } from '@parley/contract/conversation.ts';
import { movesFrom, next } from '@parley/kernel/transition.ts';
import { expect, test } from 'vitest';
import { attemptLifecycle } from './call-attempt.model.ts';
import {
  type Conversation,
  chooseJob,
  conversationLifecycle,
  isOver,
  newConversationViolations,
  viewConversation,
} from './conversation.model.ts';

const over = ['COMPLETED', 'CANCELLED', 'FAILED', 'UNREACHABLE'] as const;

test.each(over)('a %s conversation changes its status only by being reopened', (status) => {
  expect(movesFrom(conversationLifecycle, status)).toEqual(['reopen']);
  expect(next(conversationLifecycle, 'It', status, 'reopen')).toBe('SCHEDULED');
});

test('only finished conversations can be reopened', () => {
  expect(new Set(conversationStatuses.filter(isOver))).toEqual(new Set(over));
});

test('a scheduled or live conversation can move to every status', () => {
  for (const status of ['SCHEDULED', 'IN_PROGRESS'] as const) {
    expect(movesFrom(conversationLifecycle, status)).toEqual([
      'ring',
      'retry',
      'complete',
      'cancel',
      'fail',
      'give up',
    ]);
  }
});

test('only a waiting attempt can be rescheduled or dialled, and a live attempt cannot be deleted', () => {
  const statusesThat = (move: 'be moved' | 'be dialled' | 'be deleted') =>
    (Object.keys(attemptLifecycle) as (keyof typeof attemptLifecycle)[]).filter((status) =>
      movesFrom(attemptLifecycle, status).includes(move),
    );
  expect(statusesThat('be moved')).toEqual(['SCHEDULED']);
  expect(statusesThat('be dialled')).toEqual(['SCHEDULED']);
  expect(statusesThat('be deleted')).not.toContain('IN_PROGRESS');
  expect(statusesThat('be deleted')).toHaveLength(7);
});

const links = { urlOf: (id: string) => `https://parley.example/call/${id}` };
const conversation: Conversation = {
  id: 'c',
  contactId: 'p',
  agentId: 'a',
  agentVersionId: 'v',
  runId: null,
  jobId: null,
  type: 'PHONE',
  status: 'SCHEDULED',
  scheduledAt: new Date('2026-11-16T12:00:00Z'),
  finishedAt: null,
  durationMinutes: null,
  metadata: {},
  isTest: false,
  isSimulated: false,
  callsCounted: 0,
  callbacks: 0,
  createdAt: new Date('2026-11-16T12:00:00Z'),
  updatedAt: new Date('2026-11-16T12:00:00Z'),
};

test('a conversation shows the first and last name of its contact, and null for unset properties', () => {
  expect(viewConversation(conversation, [], {}, links)).toEqual({
    id: 'c',
    contactId: 'p',
    candidateId: 'p',
    agentId: 'a',
    status: 'SCHEDULED',
    scheduledAt: '2026-11-16T12:00:00.000Z',
    createdAt: '2026-11-16T12:00:00.000Z',
    updatedAt: '2026-11-16T12:00:00.000Z',
    finishedDate: null,
    jobId: null,
    runId: null,
    durationMinutes: null,
    metadata: {},
    callAttempts: [],
    isTest: false,
  });
});

test('only an ONLINE conversation has a call page', () => {
  expect(viewConversation({ ...conversation, type: 'ONLINE' }, [], {}, links).onlineUrl).toBe(
    'https://parley.example/call/c',
  );
});

const now = new Date('2026-11-16T12:00:00Z');
const [contactId, agentId, jobId, otherJobId] = Array.from(
  { length: 4 },
  (_, turn) => `01890000-0000-7000-8000-00000000000${turn}`,
) as [string, string, string, string];
const contact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  phoneNumber: '+15005550000',
  gdprExpiryDate: '2099-12-31',
};
const job = { jobTitle: 'Clerk' };
const base = { contactId, agentId };

test.each<[string, NewConversation, string[]]>([
  ['contact and agent by id', base, []],
  ['contact and agent inline', { contact, agent: { name: 'Grace' } }, []],
  ['neither contact nor agent', {}, ['contactId or contact is required', 'agentId or agent is required']],
  ['both a contact and a contactId', { ...base, contact }, ['contactId cannot be combined with contact']],
  [
    'both an agent and an agentId',
    { ...base, agent: { name: 'Grace' } },
    ['agentId cannot be combined with agent'],
  ],
  ['both a job and a jobId', { ...base, jobId, job }, ['jobId cannot be combined with job']],
  [
    "a contact's job together with another",
    { agentId, contact: { ...contact, jobId }, jobId },
    ['contact.jobId cannot be combined with jobId'],
  ],
  [
    "a contact's job together with an inline one",
    { agentId, contact: { ...contact, jobId }, job },
    ['contact.jobId cannot be combined with job'],
  ],
  [
    'an agent whose window never opens',
    { contactId, agent: { name: 'Grace', callingWindow: { start: '09:00', end: '09:00' } } },
    ['agent.callingWindow.end must differ from callingWindow.start'],
  ],
])(
  'a new conversation with %s is refused by its body alone, without a look-up',
  (_title, wanted, violations) => {
    expect(newConversationViolations(wanted, now)).toEqual(violations);
  },
);

test.each([
  ['2026-11-16T12:00:00.001Z', []],
  ['2026-11-16T12:00:00.000Z', ['scheduleTime must be in the future']],
  ['2026-11-16T12:30:00+01:00', ['scheduleTime must be in the future']],
  ['2026-11-16T11:30:00-01:00', []],
  ['2026-12-16T12:00:00.000Z', []],
  ['2026-12-16T12:00:00.001Z', ['scheduleTime must be at most 30 days ahead']],
])(
  'on 16 November at 12:00 UTC, a first call at %s is accepted only if it is within the next 30 days',
  (scheduleTime, violations) => {
    expect(newConversationViolations({ ...base, scheduleTime }, now)).toEqual(violations);
  },
);

const screening = { focus: 'SCREENING', flow: null } as const;
const generic = { focus: 'GENERIC', flow: null } as const;
const custom = { focus: null, flow: {} as never } as const;
const none = { kind: 'none' } as const;
const existing = (id: string) => ({ kind: 'existing', jobId: id }) as const;
const inline = { kind: 'inline' } as const;
const refused = (message: unknown) => ({ kind: 'refused', message });
const needsJob = refused(expect.stringContaining('needs a job'));
const takesNoJob = refused(expect.stringContaining('takes no job'));
const severalJobs = refused(
  "This candidate is assigned to multiple jobs. Please specify a 'jobId' to associate with this interview.",
);

test.each<[string, NewConversation, readonly string[] | undefined, object, object, object]>([
  // What was sent, the jobs of the contact, and then by agent: one that needs a job, a generic one, one with a flow.
  ['no job', base, [], needsJob, none, none],
  ['no job and a contact with one', base, [jobId], existing(jobId), none, none],
  ['no job and a contact with two', base, [jobId, otherJobId], severalJobs, none, none],
  ['an existing job', { ...base, jobId }, [], existing(jobId), existing(jobId), takesNoJob],
  [
    'an existing job and a contact with two others',
    { ...base, jobId: contactId },
    [jobId, otherJobId],
    existing(contactId),
    existing(contactId),
    takesNoJob,
  ],
  ['a new job', { ...base, job }, [jobId, otherJobId], inline, inline, takesNoJob],
  ['a new contact without a job', { agentId, contact }, undefined, needsJob, none, none],
  [
    "a new contact's job",
    { agentId, contact: { ...contact, jobId } },
    undefined,
    existing(jobId),
    existing(jobId),
    takesNoJob,
  ],
])(
  'for a new conversation with %s the job depends on the focus of the agent',
  (_title, wanted, jobIds, ...expected) => {
    const known = jobIds === undefined ? undefined : { jobIds };
    expect([screening, generic, custom].map((agent) => chooseJob(wanted, agent, known))).toEqual(expected);
  },
);

test.each(['SCREENING', 'LANGUAGE_TEST', 'REFERENCE_CHECK'] as const)('the focus %s needs a job', (focus) => {
  expect(chooseJob(base, { focus, flow: null }, { jobIds: [] })).toEqual(
    refused(`An agent with the focus ${focus} needs a job: send job or jobId`),
  );
});
