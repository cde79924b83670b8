import type { NewConversation } from '@parley/contract/conversation.ts';
import { type Agent, agentViolations } from '../agents/agent.model.ts';
import type { Contact } from '../contacts/contact.model.ts';
import { timeViolations } from './call-attempt.model.ts';

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
