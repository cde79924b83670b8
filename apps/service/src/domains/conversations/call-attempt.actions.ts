import type { AttemptStatus, TranscriptLine } from '@parley/contract/conversation.ts';
import { nextOpening } from '@parley/kernel/calling-window.ts';
import { conflict, Failure, forbidden, invalid, notFound } from '@parley/kernel/failure.ts';
import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { next } from '@parley/kernel/transition.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { agentVersion, getAgent } from '../agents/agent.actions.ts';
import type { Agent } from '../agents/agent.model.ts';
import { admit, release } from '../billing/ledger.actions.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { getContacts } from '../contacts/contact.actions.ts';
import { type Contact, timeZoneOfContact } from '../contacts/contact.model.ts';
import { emit } from '../events/event.actions.ts';
import { publishCompletion } from './call-analysis.actions.ts';
import {
  type Attempt,
  type AttemptWithoutWords,
  attemptLifecycle,
  timeViolations,
  unspoken,
} from './call-attempt.model.ts';
import {
  attemptsWithoutWords,
  deleteAttempt,
  deletedAttempt,
  findAttemptAnywhere,
  findTranscript,
  forgetEarliest,
  holdAttempt,
  insertAttempts,
  lockAttempt,
  presentAttempts,
  refusedAttempts,
  rememberDeleted,
  saveAttempts,
  wakeDispatchers,
} from './call-attempt.store.ts';
import { lockOwnConversation } from './conversation.actions.ts';
import { type Conversation, conversationLifecycle, isOver } from './conversation.model.ts';
import { findConversation, missingReference, saveConversations } from './conversation.store.ts';
import { dialQueueCloser } from './dial-queue.store.ts';
import { dialRulesOf } from './dial-rules.actions.ts';
import { underRules } from './dial-rules.model.ts';
import { inviteBack } from './message.actions.ts';
import { type NamedTimeLaw, noteOfTime, unlawfulTime } from './named-time.model.ts';
import { followUp, rescheduled } from './next-step.actions.ts';
import { isAffordable } from './settlement-payment.actions.ts';

/** Which of these calls have not been deleted. */
export const attemptsAmong = async (everywhere: Everywhere, ids: readonly string[]) =>
  new Set((await presentAttempts(everywhere, ids)).map(({ id }) => id));

/**
 * Moves a call that has not been placed yet. One that a test key moves does not leave the machine any more. In an
 * ONLINE conversation it is an invitation, which the contact has in a mail: they are sent another with the new time.
 */
export function moveAttempt(
  scope: Scope,
  conversationId: string,
  attemptId: string,
  wanted: { scheduledAt: string },
  isSimulated: boolean,
  law?: NamedTimeLaw,
): Promise<Attempt> {
  refuseTime(scope, wanted.scheduledAt);
  return scope.transaction(async (inside) => {
    const conversation = await lockOwnConversation(inside, conversationId);
    const attempt = await lockOwnAttempt(inside, conversationId, attemptId);
    next(attemptLifecycle, 'The call attempt', attempt.status, 'be moved');
    const scheduledAt = new Date(wanted.scheduledAt);
    // One that found no room is given its time to find some anew, since until then it cannot be tried.
    const requeuedSince = attempt.requeuedSince ? scheduledAt : null;
    const notes = isSimulated ? null : await timeNote(inside, conversation, scheduledAt, law);
    const moved: Attempt = {
      ...unspoken(attempt),
      notes,
      scheduledAt,
      requeuedSince,
      timeZone: null,
      updatedAt: inside.now(),
    };
    await saveAttempts(inside, [moved]);
    await forgetEarliest(inside, attemptId);
    const moving = { scheduledAt, isSimulated: conversation.isSimulated || isSimulated };
    await saveConversations(inside, [{ ...conversation, ...moving, updatedAt: inside.now() }]);
    await emit(inside, rescheduled(conversation, attempt, moved, { reason: 'API_REQUEST' }));
    if (conversation.type === 'ONLINE') await inviteBack(inside, conversation);
    else await wakeDispatchers(inside);
    return moved;
  });
}

/** Cancels and deletes one call. The conversation stays as it is, and no event is published. */
export async function removeAttempt(scope: Scope, conversationId: string, attemptId: string): Promise<void> {
  await scope.transaction(async (inside) => {
    const conversation = await lockOwnConversation(inside, conversationId);
    refuseOnline(conversation);
    const attempt = await lockOwnAttempt(inside, conversationId, attemptId);
    next(attemptLifecycle, 'The call attempt', attempt.status, 'be deleted');
    // Its analysis goes with it, and nobody would hear any more that it had completed the conversation.
    await publishCompletion(inside, conversation);
    await rememberDeleted(inside, conversationId, attempt);
    await deleteAttempt(inside, attemptId);
    await release(inside, [attemptId]);
  });
}

/** Lets the run of a conversation go on with another call, or refuses it. */
export type ReopenRun = (scope: Scope, runId: string) => Promise<void>;

/**
 * Calls once more, now or at a time; a conversation that was over is open again. Once a test key has had a hand in
 * it, no call of it leaves the machine any more. A test conversation is called on the simulated network only, and
 * consumes nothing.
 */
export function invokeAttempt(
  scope: Scope,
  conversationId: string,
  wanted: { scheduledAt?: string },
  isSimulated: boolean,
  reopenRun: ReopenRun,
  law?: NamedTimeLaw,
): Promise<Attempt> {
  refuseTime(scope, wanted.scheduledAt);
  const invoke = scope.transaction(async (inside) => {
    const found = await findConversation(inside, conversationId);
    if (found) refuseOnline(found);
    // Before the conversation, as whoever changes a run takes it first.
    if (found && found.runId !== null) await reopenRun(inside, found.runId);
    const conversation = await lockOwnConversation(inside, conversationId);
    const attempts = await attemptsWithoutWords(inside, [conversationId]);
    const waiting = attempts.find(({ status }) => status === 'SCHEDULED' || status === 'IN_PROGRESS');
    if (waiting) throw conflict(`A call attempt of the conversation is ${waiting.status} already`);
    if (conversation.runId !== null && (await dialQueueCloser(inside, conversation.runId)) !== undefined)
      throw conflict(
        'The run of this conversation is being cancelled: call again when its last call has ended',
      );
    const agent = await agentOf(inside, conversation);
    const [contact] = await getContacts(inside, [conversation.contactId]);
    refuseUncallable(contact as Contact);

    const last = attempts.at(-1);
    const when =
      wanted.scheduledAt === undefined
        ? await opening(inside, conversation, contact as Contact)
        : await namedTime(inside, conversation, new Date(wanted.scheduledAt), isSimulated ? undefined : law);
    const { scheduledAt } = when;
    const attempt = followUp(inside, conversation, last ?? { number: 0 }, when);
    const status = isOver(conversation.status)
      ? next(conversationLifecycle, 'The conversation', conversation.status, 'reopen')
      : conversation.status;
    const reopened: Conversation = {
      ...conversation,
      status,
      scheduledAt,
      finishedAt: null,
      isSimulated: conversation.isSimulated || isSimulated || conversation.isTest,
      updatedAt: inside.now(),
    };
    await saveConversations(inside, [reopened]);
    await insertAttempts(inside, [attempt]);
    await publishCompletion(inside, conversation);
    // No event for a call that was deleted while it waited, nor for the one that replaces it.
    const before = last ?? (isOver(conversation.status) && (await deletedAttempt(inside, conversationId)));
    if (before)
      await emit(inside, rescheduled(conversation, before, attempt, { reason: reasonOf(before.status) }));
    if (!conversation.isTest) await admit(inside, [{ attemptId: attempt.id, minutes: agent.duration }]);
    return attempt;
  });
  return invoke.catch((error: unknown) => {
    throw missingReference(error) === 'agent' ? agentDeleted() : error;
  });
}

/** Why there is another call: as the last one says, or because somebody asked for it. */
const reasonOf = (last: AttemptStatus) =>
  last === 'BUSY' || last === 'NO_ANSWER' || last === 'VOICEMAIL'
    ? last
    : last === 'FAILED'
      ? ('TECHNICAL_FAILURE' as const)
      : ('ADMIN' as const);

async function namedTime(scope: Scope, conversation: Conversation, scheduledAt: Date, law?: NamedTimeLaw) {
  return { scheduledAt, timeZone: null, notes: await timeNote(scope, conversation, scheduledAt, law) };
}

/** What the law says of the time that somebody named for a call. */
async function timeNote(
  scope: Scope,
  { type, isSimulated, isTest, contactId }: Conversation,
  at: Date,
  law: NamedTimeLaw | undefined,
): Promise<string | null> {
  if (law === undefined || type === 'ONLINE' || isSimulated || isTest) return null;
  const [[contact], { timezone }] = await Promise.all([getContacts(scope, [contactId]), ownCompany(scope)]);
  return contact === undefined ? null : noteOfTime(law, 'scheduledAt', contact, timezone, at);
}

/** What whoever chooses a time for a call to a contact must know; null: the law allows it. */
export async function timeWarning(
  scope: Scope,
  contactId: string,
  at: Date,
  law: NamedTimeLaw | undefined,
): Promise<string | null> {
  const [[contact], { timezone }] = await Promise.all([getContacts(scope, [contactId]), ownCompany(scope)]);
  const why = law && contact && unlawfulTime(law, contact, timezone, at);
  if (law === undefined || why === undefined) return null;
  return `This time is ${why}. ${law.isStrict ? 'It will be refused.' : 'The call is placed all the same.'}`;
}

/** The agent's hours are those of now, whatever version the conversation keeps. */
async function opening(scope: Scope, { agentId, runId }: Conversation, contact: Contact) {
  const [agent, { timezone }, rules] = await Promise.all([
    getAgent(scope, agentId),
    ownCompany(scope),
    dialRulesOf(scope, runId),
  ]);
  const { settings } = underRules(agent, rules);
  const timeZone = timeZoneOfContact(contact, timezone);
  return { scheduledAt: nextOpening(settings.callingWindow, timeZone, scope.now()), timeZone };
}

/** The version it started with, which went with the agent if that was deleted after the conversation was over. */
async function agentOf(scope: Scope, conversation: Conversation): Promise<Agent> {
  try {
    return await agentVersion(scope, conversation.agentVersionId);
  } catch (error) {
    throw error instanceof Failure && error.kind === 'not_found' ? agentDeleted() : error;
  }
}

const agentDeleted = (): Failure =>
  conflict('The agent of this conversation was deleted: it cannot call again');

async function lockOwnAttempt(
  scope: Scope,
  conversationId: string,
  id: string,
): Promise<AttemptWithoutWords> {
  const attempt = await lockAttempt(scope, conversationId, id);
  if (!attempt) throw notFound('Call attempt');
  return attempt;
}

function refuseTime(scope: Scope, scheduledAt: string | undefined): void {
  const violations = timeViolations('scheduledAt', scheduledAt, scope.now());
  if (violations.length > 0) throw invalid(violations);
}

function refuseOnline({ type }: Conversation): void {
  if (type === 'ONLINE')
    throw forbidden('An ONLINE conversation is opened by the contact: nothing is dialled');
}

function refuseUncallable({ doNotCall, phoneNumber }: Contact): void {
  if (doNotCall) throw conflict('The contact asked never to be called again');
  if (phoneNumber === null) throw conflict('The contact has no phone number any more');
}

/** How many of one round are looked at. */
const MOST_REFUSED = 1000;

/**
 * Asks billing again for the calls it refused; what a company cannot pay for, a longer call is not asked for. One that
 * cannot be asked for is reported after the others.
 */
export async function retryAdmission(everywhere: Everywhere): Promise<void> {
  const unaffordable = new Map<CompanyId, number>();
  const failures: Error[] = [];
  const backoff = new RowBackoff((error) => failures.push(error));
  for (const { id, companyId, conversationId } of await refusedAttempts(everywhere, MOST_REFUSED)) {
    const scope = everywhere.within(companyId, { kind: 'system', id: 'admission' });
    const below = unaffordable.get(companyId) ?? Number.POSITIVE_INFINITY;
    await backoff.attempt(id, async () => {
      const refused = await scope.transaction((inside) => admitWaiting(inside, conversationId, id, below));
      if (refused !== undefined) unaffordable.set(companyId, Math.min(below, refused));
    });
  }
  if (failures[0]) throw failures[0];
}

/** Admits a call of fewer minutes than some; answers the minutes it was refused, if it was. */
async function admitWaiting(
  scope: Scope,
  conversationId: string,
  attemptId: string,
  below: number,
): Promise<number | undefined> {
  const conversation = await findConversation(scope, conversationId);
  const attempt = conversation && (await lockAttempt(scope, conversationId, attemptId));
  if (!conversation || attempt?.status !== 'SCHEDULED' || attempt.isAdmitted) return undefined;
  const { duration } = await agentVersion(scope, conversation.agentVersionId);
  if (duration >= below || !(await isAffordable(scope, attemptId, duration))) return duration;
  await saveAttempts(scope, [{ ...unspoken(attempt), isAdmitted: true, updatedAt: scope.now() }]);
  await wakeDispatchers(scope);
  return undefined;
}

/** A call whose recording is spoken from its transcript. */
export interface TranscribedCall {
  readonly scope: Scope;
  readonly attemptId: string;
  readonly transcript: readonly TranscriptLine[];
  readonly durationSeconds: number;
}

/** Undefined: the call is gone, or its recording is another. */
export async function transcribedCall(
  everywhere: Everywhere,
  attemptId: string,
  recordingKey: string,
): Promise<TranscribedCall | undefined> {
  const found = await findAttemptAnywhere(everywhere, attemptId);
  if (!found) return undefined;
  const scope = everywhere.within(found.companyId, { kind: 'system', id: 'recording' });
  const attempt = await findTranscript(scope, attemptId);
  if (attempt?.recordingKey !== recordingKey) return undefined;
  const { transcript, durationSeconds } = attempt;
  return { scope, attemptId, transcript: transcript ?? [], durationSeconds: durationSeconds ?? 0 };
}

/** Does the work while nobody can delete the call; false, and nothing is done: it is deleted already. */
export const whileCallStands = (
  { scope, attemptId }: TranscribedCall,
  work: () => Promise<void>,
): Promise<boolean> =>
  scope.transaction(async (inside) => {
    const stands = (await holdAttempt(inside, attemptId)) !== undefined;
    if (stands) await work();
    return stands;
  });
