import { NewAgent } from '@parley/contract/agent.ts';
import { DateOnly, Phone, WorkHistory } from '@parley/contract/contact.ts';
import { InlineJob } from '@parley/contract/job.ts';
import {
  Email,
  Metadata,
  Name,
  Named,
  NeedsOneOf,
  Nullable,
  Strict,
  Timestamp,
  Uuid,
} from '@parley/contract/schema.ts';
import { type Static, Type } from 'typebox';
import { type Agent, agentViolations } from '../agents/agent.model.ts';
import type { Contact } from '../contacts/contact.model.ts';

import { MOST_DAYS_AHEAD, timeViolations } from './call-attempt.model.ts';

const InlineContact = Named(
  'InlineContact',
  Strict(
    {
      jobId: Type.Optional(Uuid({ description: 'Not together with a top-level `jobId` or `job`.' })),
      firstName: Name(),
      lastName: Name(),
      email: Type.Optional(Nullable(Email())),
      phoneNumber: Type.Optional(Nullable(Phone)),
      gdprExpiryDate: DateOnly({ example: '2099-12-31' }),
      workHistory: Type.Optional(WorkHistory),
    },
    NeedsOneOf('email', 'phoneNumber'),
  ),
);

export const NewConversation = Named(
  'NewConversation',
  Strict({
    contactId: Type.Optional(Uuid({ description: 'An existing contact; or send `contact`.' })),
    contact: Type.Optional(InlineContact),
    agentId: Type.Optional(Uuid({ description: 'An existing agent; or send `agent`.' })),
    agent: Type.Optional(NewAgent),
    jobId: Type.Optional(Uuid({ description: 'An existing job; or send `job`, or neither.' })),
    job: Type.Optional(InlineJob),
    scheduleTime: Type.Optional(
      Timestamp({
        description: `Used exactly as given; in the future and at most ${MOST_DAYS_AHEAD} days ahead. Without it the call is placed as soon as the agent's calling window allows.`,
      }),
    ),
    isTest: Type.Optional(
      Type.Boolean({ description: 'Completes at once without a call, and consumes nothing.' }),
    ),
    metadata: Type.Optional(Metadata()),
  }),
);
export type NewConversation = Static<typeof NewConversation>;

/** What is wrong with a request by itself, before anything it names is looked up. */
export function newConversationViolations(wanted: NewConversation, now: Date): string[] {
  const { contact, jobId, job } = wanted;
  return [
    ...exactlyOne(wanted, 'contactId', 'contact'),
    ...exactlyOne(wanted, 'agentId', 'agent'),
    ...(jobId !== undefined && job !== undefined ? ['jobId cannot be combined with job'] : []),
    ...(contact?.jobId !== undefined && jobId !== undefined
      ? ['contact.jobId cannot be combined with jobId']
      : []),
    ...(contact?.jobId !== undefined && job !== undefined
      ? ['contact.jobId cannot be combined with job']
      : []),
    ...timeViolations('scheduleTime', wanted.scheduleTime, now),
    ...(wanted.agent === undefined ? [] : agentViolations(wanted.agent).map((one) => `agent.${one}`)),
  ];
}

function exactlyOne(wanted: NewConversation, id: 'contactId' | 'agentId', inline: 'contact' | 'agent') {
  const [hasId, hasInline] = [wanted[id] !== undefined, wanted[inline] !== undefined];
  if (hasId && hasInline) return [`${id} cannot be combined with ${inline}`];
  return hasId || hasInline ? [] : [`${id} or ${inline} is required`];
}

/** Agents with a flow and generic ones talk about no job in particular. */
export const needsJob = (agent: Pick<Agent, 'focus' | 'flow'>): boolean =>
  agent.flow === null && agent.focus !== 'GENERIC';

/** Which job a conversation is for, or why it cannot be. */
export type JobChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'existing'; readonly jobId: string }
  | { readonly kind: 'inline' }
  | { readonly kind: 'refused'; readonly message: string };

export function chooseJob(
  wanted: NewConversation,
  agent: Pick<Agent, 'focus' | 'flow'>,
  contact: Pick<Contact, 'jobIds'> | undefined,
): JobChoice {
  const named = wanted.jobId ?? wanted.contact?.jobId;
  if (agent.flow !== null && (wanted.job !== undefined || named !== undefined))
    return refused('An agent with a flow takes no job: leave job, jobId and contact.jobId out');
  if (wanted.job !== undefined) return { kind: 'inline' };
  if (named !== undefined) return { kind: 'existing', jobId: named };
  if (!needsJob(agent)) return { kind: 'none' };
  const [first, ...others] = contact?.jobIds ?? [];
  if (others.length > 0)
    return refused(
      "This candidate is assigned to multiple jobs. Please specify a 'jobId' to associate with this interview.",
    );
  return first === undefined
    ? refused(`An agent with the focus ${agent.focus} needs a job: send job or jobId`)
    : { kind: 'existing', jobId: first };
}

const refused = (message: string): JobChoice => ({ kind: 'refused', message });
