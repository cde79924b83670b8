import type { NewConversation } from '@parley/contract/conversation.ts';
import type { MessageChannel } from '@parley/contract/message.ts';
import { nextOpening } from '@parley/kernel/calling-window.ts';
import { conflict, Failure, invalid, notFound } from '@parley/kernel/failure.ts';
import { TimeZones } from '@parley/kernel/local-time.ts';
import type { Scope } from '../../storage/scope.ts';
import { createAgent, getAgent, getAgents } from '../agents/agent.actions.ts';
import type { Agent } from '../agents/agent.model.ts';
import { divide, type Ledger, withLedger } from '../billing/ledger.actions.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { assignToJob, contactViolations, createContact, getContacts } from '../contacts/contact.actions.ts';
import { type Contact, type NewContact, timeZoneOfContact } from '../contacts/contact.model.ts';
import { emit, noteChanges } from '../events/event.actions.ts';
import { createJob, requireJobs } from '../jobs/job.actions.ts';
import type { Attempt } from './call-attempt.model.ts';
import { insertAttempts, wakeDispatchers } from './call-attempt.store.ts';
import {
  type Conversation,
  chooseJob,
  type JobChoice,
  newConversationViolations,
} from './conversation.model.ts';
import {
  type ConversationBatch,
  insertConversationBatch,
  insertConversations,
  insertTalks,
  missingReference,
  refreshStatistics,
} from './conversation.store.ts';
import { dialRulesOf } from './dial-rules.actions.ts';
import { underRules } from './dial-rules.model.ts';
import { type NamedTimeLaw, noteOfTime } from './named-time.model.ts';
import { followUp } from './next-step.actions.ts';
import { inviteBatch } from './run-message.actions.ts';

/** What the API accepts; the service itself may say more of a contact that comes along. */
export interface WantedConversation extends Omit<NewConversation, 'contact'> {
  readonly contact?: NewContact & { readonly jobId?: string };
}

interface Request {
  readonly wanted: WantedConversation;
  readonly isSimulated: boolean;
  /** It is held on a page of the contact's by this version of the agent, also where that calls by phone. */
  readonly onlineWith?: OnlineWith | undefined;
  /** For a call at a time that somebody named. */
  readonly law?: NamedTimeLaw | undefined;
}

interface OnlineWith {
  readonly agent: Agent;
  /** For a version that exists only once the conversation does. */
  readonly store?: (inside: Scope) => Promise<unknown>;
  /** The agent is given the data of this contact, while it talks to somebody of the company. */
  readonly talkedAs?: string | undefined;
}

interface Made {
  readonly conversation: Conversation;
  readonly attempts: readonly Attempt[];
}

/** Everything a conversation needs is made or found, and the call is scheduled and paid for, or nothing is. */
export async function createConversation(
  scope: Scope,
  wanted: WantedConversation,
  isSimulated: boolean,
  onlineWith?: OnlineWith,
  law?: NamedTimeLaw,
): Promise<Made> {
  await refuseViolations(scope, wanted);
  const request = { wanted, isSimulated, onlineWith, law };
  if (isOfKnown(wanted)) return scope.together(createAll, request);
  return (await createAll(scope, [request]))[0] as Made;
}

/** Nothing comes along that would have to be made first, and keep others waiting. */
const isOfKnown = ({ agent, contact, job, isTest }: WantedConversation): boolean =>
  agent === undefined && contact === undefined && job === undefined && isTest !== true;

/**
 * All of them, or none: one transaction, with the account last, because whoever holds that makes the whole company
 * wait. In the order of their contacts, as everybody takes those who takes several.
 */
async function createAll(scope: Scope, requests: readonly Request[]): Promise<Made[]> {
  const [agents, contacts] = await Promise.all([
    getAgents(scope, distinct(requests.flatMap(({ wanted }) => wanted.agentId ?? []))),
    getContacts(scope, distinct(requests.flatMap(({ wanted }) => wanted.contactId ?? []))),
  ]);
  const [agentOf, contactOf] = [byId(agents), byId(contacts)];
  const cases = requests.map(({ wanted, isSimulated, onlineWith, law }) => {
    const found = agentOf.get(wanted.agentId?.toLowerCase() ?? '');
    const agent: Agent | undefined = found && onlineWith ? { ...onlineWith.agent, type: 'ONLINE' } : found;
    const contact = contactOf.get(wanted.contactId?.toLowerCase() ?? '');
    // An agent that comes along is judged by what it will be; that its flow is valid is seen when it is made.
    const planned = agent ?? { ...focusOf(wanted), type: wanted.agent?.type ?? 'PHONE' };
    const choice = chooseJob(wanted, planned, contact);
    refuseUnfit(wanted, choice, planned.type, contact);
    return { wanted, isSimulated, onlineWith, law, agent, contact, choice };
  });
  await requireJobs(
    scope,
    distinct(cases.flatMap(({ choice }) => (choice.kind === 'existing' ? choice.jobId : []))),
  );
  for (const contact of contacts) refuseOptedOut(contact);

  const inOrder = [...cases].sort((a, b) => ((a.contact?.id ?? '') < (b.contact?.id ?? '') ? -1 : 1));
  const create = withLedger((ledger) =>
    scope.transaction(async (inside) => {
      const parts = new Map<Case, Parts>();
      for (const each of inOrder) parts.set(each, await partsOf(inside, each));
      return insertAll(
        inside,
        cases.map((each) => parts.get(each) as Parts),
        ledger,
      );
    }),
  );
  return create.catch((error: unknown) => {
    throw goneMeanwhile(error) ?? error;
  });
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];
const byId = <One extends { readonly id: string }>(all: readonly One[]) =>
  new Map(all.map((one) => [one.id, one]));

interface Case extends Request {
  readonly agent: Agent | undefined;
  readonly contact: Contact | undefined;
  readonly choice: JobChoice;
}

async function partsOf(scope: Scope, { wanted, isSimulated, choice, ...known }: Case): Promise<Parts> {
  const agent = known.agent ?? (await createAgent(scope, wanted.agent as NonNullable<typeof wanted.agent>));
  const jobId = await jobFor(scope, wanted, choice);
  const contact = known.contact ?? (await newContact(scope, wanted, jobId));
  await known.onlineWith?.store?.(scope);
  // Somebody else of the company may have been called under this number.
  refuseOptedOut(contact);
  if (jobId !== null) await assignToJob(scope, contact, jobId);
  const { law, onlineWith } = known;
  return { agent, contact, jobId, wanted, isSimulated, law, talkedAs: onlineWith?.talkedAs };
}

async function insertAll(scope: Scope, all: readonly Parts[], ledger: Ledger): Promise<Made[]> {
  const [first] = all as [Parts];
  return first.wanted.isTest === true ? [await insertTest(scope, first)] : insertCalls(scope, all, ledger);
}

const nouns = { contact: 'Contact', job: 'Job', agent: 'Agent' } as const;

/** What was there when it was looked up, and was deleted before the conversation could refer to it. */
function goneMeanwhile(error: unknown): Failure | undefined {
  const gone = missingReference(error);
  return gone && notFound(nouns[gone]);
}

async function refuseViolations(scope: Scope, wanted: WantedConversation): Promise<void> {
  const ofContact = wanted.contact === undefined ? [] : await contactViolations(scope, wanted.contact);
  const violations = [
    ...newConversationViolations(wanted, scope.now()),
    ...ofContact.map((violation) => `contact.${violation}`),
  ];
  if (violations.length > 0) throw invalid(violations);
}

const focusOf = ({ agent }: WantedConversation): Pick<Agent, 'focus' | 'flow'> =>
  agent?.flow == null
    ? { focus: agent?.focus ?? 'SCREENING', flow: null }
    : // Only whether there is one matters before it has been read.
      { focus: null, flow: agent.flow as unknown as Agent['flow'] };

function refuseUnfit(
  wanted: WantedConversation,
  choice: JobChoice,
  type: Agent['type'],
  contact: Contact | undefined,
): void {
  if (choice.kind === 'refused') throw new Failure('invalid', choice.message);
  const phoneNumber = contact === undefined ? wanted.contact?.phoneNumber : contact.phoneNumber;
  if (type === 'PHONE' && phoneNumber == null)
    throw new Failure('invalid', 'The contact has no phone number, and the agent calls by phone');
}

function refuseOptedOut({ doNotCall }: Contact): void {
  if (doNotCall) throw conflict('The contact asked never to be called again');
}

async function jobFor(scope: Scope, wanted: WantedConversation, choice: JobChoice): Promise<string | null> {
  if (choice.kind === 'existing') return choice.jobId.toLowerCase();
  if (choice.kind !== 'inline' || wanted.job === undefined) return null;
  return (await createJob(scope, wanted.job)).id;
}

async function newContact(scope: Scope, wanted: WantedConversation, jobId: string | null): Promise<Contact> {
  const { jobId: _jobId, ...contact } = wanted.contact as NonNullable<typeof wanted.contact>;
  const { id } = await createContact(
    scope,
    { ...contact, ...(jobId === null ? {} : { jobIds: [jobId] }) },
    false,
  );
  const [made] = await getContacts(scope, [id]);
  return made as Contact;
}

interface Parts {
  readonly agent: Agent;
  readonly contact: Contact;
  readonly jobId: string | null;
  readonly wanted: WantedConversation;
  readonly isSimulated: boolean;
  readonly law: NamedTimeLaw | undefined;
  readonly talkedAs: string | undefined;
}

const blankConversation = (scope: Scope, parts: Parts, now: Date): Conversation => ({
  id: scope.newId(),
  contactId: parts.contact.id,
  agentId: parts.agent.id,
  agentVersionId: parts.agent.versionId,
  runId: null,
  jobId: parts.jobId,
  type: parts.agent.type,
  status: 'SCHEDULED',
  scheduledAt: now,
  finishedAt: null,
  durationMinutes: null,
  metadata: parts.wanted.metadata ?? {},
  isTest: false,
  isSimulated: parts.isSimulated,
  callsCounted: 0,
  callbacks: 0,
  createdAt: now,
  updatedAt: now,
});

/** Over before it began: for integrators who try their side out. Nothing is called and nothing is charged. */
async function insertTest(scope: Scope, parts: Parts): Promise<Made> {
  const now = scope.now();
  const conversation: Conversation = {
    ...blankConversation(scope, parts, now),
    status: 'COMPLETED',
    finishedAt: now,
    durationMinutes: 0,
    isTest: true,
  };
  const attempt: Attempt = {
    ...followUp(scope, conversation, NONE_BEFORE, { scheduledAt: now, timeZone: null }),
    status: 'COMPLETED',
    calledAt: now,
    isSimulated: true,
    durationSeconds: 0,
  };
  await insertConversations(scope, [conversation]);
  await insertAttempts(scope, [attempt]);
  const { id: conversationId, contactId, jobId, runId } = conversation;
  await emit(scope, {
    type: 'conversation.completed',
    subjectId: conversationId,
    data: { conversationId, contactId, jobId, runId, callAttemptId: attempt.id, status: 'COMPLETED' },
  });
  return { conversation, attempts: [attempt] };
}

async function insertCalls(scope: Scope, all: readonly Parts[], ledger: Ledger): Promise<Made[]> {
  const isDialled = all.some(
    ({ agent, wanted, law }) =>
      agent.type === 'PHONE' && (wanted.scheduleTime === undefined || law !== undefined),
  );
  const zone = isDialled ? (await ownCompany(scope)).timezone : 'UTC';
  const made = all.map((parts) => {
    const when = firstTime(scope, parts, zone);
    const { scheduledAt } = when;
    const conversation: Conversation = { ...blankConversation(scope, parts, scope.now()), scheduledAt };
    // Nobody dials an ONLINE conversation: the contact opens it, and that makes the attempt.
    const attempts = parts.agent.type === 'PHONE' ? [followUp(scope, conversation, NONE_BEFORE, when)] : [];
    return { conversation, attempts, minutes: parts.agent.duration, talkedAs: parts.talkedAs };
  });
  const talks = made.flatMap(({ conversation, talkedAs }) =>
    talkedAs === undefined ? [] : [{ conversationId: conversation.id, contactId: talkedAs }],
  );
  // Sent together, in this order, with the account last.
  await Promise.all([
    insertConversations(
      scope,
      made.map(({ conversation }) => conversation),
    ),
    talks.length > 0 && insertTalks(scope, talks),
    insertAttempts(
      scope,
      made.flatMap(({ attempts }) => attempts),
    ),
    noteChanges(
      scope,
      'conversation',
      made.map(({ conversation: { id, status } }) => ({ id, status })),
    ),
    ledger.admit(
      scope,
      made.map(({ conversation, attempts, minutes }) => ({
        attemptId: attempts[0]?.id ?? conversation.id,
        minutes,
      })),
    ),
  ]);
  return made;
}

function firstTime(
  scope: Scope,
  { agent, contact, wanted, law }: Parts,
  companyZone: string,
): Pick<Attempt, 'scheduledAt' | 'timeZone'> & Partial<Pick<Attempt, 'notes'>> {
  if (wanted.scheduleTime !== undefined) {
    const scheduledAt = new Date(wanted.scheduleTime);
    const isCall = agent.type === 'PHONE';
    const notes = noteOfTime(isCall ? law : undefined, 'scheduleTime', contact, companyZone, scheduledAt);
    return { scheduledAt, timeZone: null, notes };
  }
  if (agent.type === 'ONLINE') return { scheduledAt: scope.now(), timeZone: null };
  // Kept also when the agent calls at any time: it may be given hours while the call waits.
  const timeZone = timeZoneOfContact(contact, companyZone);
  return { scheduledAt: nextOpening(agent.settings.callingWindow, timeZone, scope.now()), timeZone };
}

const NONE_BEFORE = { number: 0 };

interface NewBatch extends Pick<ConversationBatch, 'runId' | 'isSimulated' | 'contacts'> {
  readonly agent: Agent;
  /** Every zone that occurs among the contacts. */
  readonly timeZones: readonly string[];
  /** The channels on which contacts are sent the links of ONLINE conversations. */
  readonly invite: readonly MessageChannel[];
}

/**
 * Creates conversations and first calls for a slice of a run's contacts, in the caller's transaction; their minutes come out
 * of the run's reservation. Returns how many there are.
 */
export async function queueBatch(
  scope: Scope,
  { agent, timeZones, invite, ...batch }: NewBatch,
): Promise<number> {
  const clocks = new TimeZones();
  // The run's hours, or the agent's as they are now, whatever version the run was launched with.
  const [current, rules] = await Promise.all([getAgent(scope, agent.id), dialRulesOf(scope, batch.runId)]);
  const { settings } = underRules(current, rules);
  const window = agent.type === 'ONLINE' ? null : settings.callingWindow;
  const holdIds = await insertConversationBatch(scope, {
    ...batch,
    agentId: agent.id,
    agentVersionId: agent.versionId,
    type: agent.type,
    openings: timeZones.map((timeZone) => ({
      timeZone,
      at: nextOpening(window, clocks.of(timeZone), scope.now()),
    })),
  });
  // Before the account is locked. Minutes of ONLINE conversations are held under their own ids.
  if (agent.type === 'ONLINE')
    await inviteBatch(scope, batch.runId, { conversationIds: holdIds, agent, channels: invite });
  await divide(scope, batch.runId, holdIds, agent.duration);
  if (agent.type === 'PHONE') await wakeDispatchers(scope);
  return holdIds.length;
}

export const refreshCallStatistics = (scope: Scope): Promise<number> => refreshStatistics(scope);
