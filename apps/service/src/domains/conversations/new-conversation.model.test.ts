import type { NewConversation } from '@parley/contract/conversation.ts';
import { expect, test } from 'vitest';
import { chooseJob, newConversationViolations } from './new-conversation.model.ts';

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
  ['both contacts', { ...base, contact }, ['contactId cannot be combined with contact']],
  ['both agents', { ...base, agent: { name: 'Grace' } }, ['agentId cannot be combined with agent']],
  ['both jobs', { ...base, jobId, job }, ['jobId cannot be combined with job']],
  [
    "a contact's job beside another",
    { agentId, contact: { ...contact, jobId }, jobId },
    ['contact.jobId cannot be combined with jobId'],
  ],
  [
    "a contact's job beside an inline one",
    { agentId, contact: { ...contact, jobId }, job },
    ['contact.jobId cannot be combined with job'],
  ],
  [
    'an agent whose window never opens',
    { contactId, agent: { name: 'Grace', callingWindow: { start: '09:00', end: '09:00' } } },
    ['agent.callingWindow.end must differ from callingWindow.start'],
  ],
])('a request with %s is judged by itself', (_title, wanted, violations) => {
  expect(newConversationViolations(wanted, now)).toEqual(violations);
});

test.each([
  ['2026-11-16T12:00:00.001Z', []],
  ['2026-11-16T12:00:00.000Z', ['scheduleTime must be in the future']],
  ['2026-11-16T12:30:00+01:00', ['scheduleTime must be in the future']],
  ['2026-11-16T11:30:00-01:00', []],
  ['2026-12-16T12:00:00.000Z', []],
  ['2026-12-16T12:00:00.001Z', ['scheduleTime must be at most 30 days ahead']],
])('at noon on the 16th of November, %s is a time to be called at, or not', (scheduleTime, violations) => {
  expect(newConversationViolations({ ...base, scheduleTime }, now)).toEqual(violations);
});

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
])('with %s the agent decides which job it is', (_title, wanted, jobIds, ...expected) => {
  const known = jobIds === undefined ? undefined : { jobIds };
  expect([screening, generic, custom].map((agent) => chooseJob(wanted, agent, known))).toEqual(expected);
});

test.each(['SCREENING', 'LANGUAGE_TEST', 'REFERENCE_CHECK'] as const)('%s needs a job', (focus) => {
  expect(chooseJob(base, { focus, flow: null }, { jobIds: [] })).toEqual(
    refused(`An agent with the focus ${focus} needs a job: send job or jobId`),
  );
});
