import type { AttemptConsent, TranscriptLine } from '@parley/contract/conversation.ts';
import { unmeasuredRecordingKey } from '../../storage/objects/recording-key.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { minutesOf } from '../billing/price.model.ts';
import type { NewEvent } from '../events/event.model.ts';
import { type Attempt, type AttemptWithoutWords, isRecordingKept } from './call-attempt.model.ts';
import { isReclaimed, lockAttemptsOf, noteCalledAt, saveAttempts } from './call-attempt.store.ts';
import { type Conversation, isOver } from './conversation.model.ts';
import { knownClaims, lostDialAt } from './dial-ledger.store.ts';
import type { ClaimOf } from './dispatch.store.ts';
import { nextStepOf } from './next-step.actions.ts';
import { unlockNumberOf } from './number-wait.store.ts';
import { type Ending, meaningOf } from './settlement.model.ts';

/** A call that is over, and what is known of it. */
export interface EndedCall extends ClaimOf {
  readonly attemptId: string;
  readonly companyId: CompanyId;
  readonly conversationId: string;
  /** Who held it; undefined for one that was never dialled. */
  readonly workerId: string | undefined;
  readonly ending: Ending;
  /** They asked never to be called again, whatever became of the call. An ending by that says it, too. */
  readonly hasOptedOut?: boolean;
  /** What the network or the failure said. */
  readonly notes: string | null;
  /** Since it was answered; null when nobody answered. */
  readonly durationSeconds: number | null;
  readonly transcript: readonly TranscriptLine[];
  readonly findings: unknown;
  /** What it took of language models; absent or null: nothing. */
  readonly thinking?: unknown;
  /** What each reply took; absent or null: it was not spoken. */
  readonly turns?: unknown;
  /** Absent or null: there is no recording of it. */
  readonly recordingKey?: string | null;
  /** There may be a recording, and nobody may keep it. It is deleted a day after `notBefore`: until then the call itself may end and own it. */
  readonly isRecordingAbandoned?: boolean;
  /** There may be a recording, and it may be kept, but the store did not answer: it is looked for later. */
  readonly isRecordingSought?: boolean;
  /** What was decided in it about the recording; absent or null: nothing. */
  readonly recordingConsent?: AttemptConsent | null;
  /** The next call is not placed, and nobody dials the number, before then; absent or null: at once. */
  readonly notBefore?: Date | null | undefined;
  /** What of its journal was not kept yet. */
  readonly journal?: { readonly part: number; readonly entries: readonly unknown[] };
}

export type Settled =
  | { readonly kind: 'settled'; readonly conversation: Conversation }
  /** Somebody else settled it: this worker was taken for dead, or another one closed it uncalled as well. */
  | { readonly kind: 'settled before' }
  /** The conversation was deleted during the call: nothing is kept. */
  | { readonly kind: 'deleted' };

export interface Outcome {
  readonly settled: Settled;
  /** The next call, which was scheduled because this one counted as lost, and is not needed any more. */
  readonly superseded?: string;
  /** How it was settled and counted before. */
  readonly replaced?: AttemptWithoutWords;
  /** Its minutes were given back, and no other call holds any: under this id they are held again, to be charged. */
  readonly heldAgainAs?: string;
  /** Its minutes are to be charged or given back. */
  readonly isOwed: boolean;
  /** Nobody has, or will have, the recording that was made of it. */
  readonly isUnheard?: boolean;
  /** What there is to write; nothing for a conversation that was deleted or settled before. */
  readonly after?: {
    readonly attempt: Attempt;
    readonly conversation: Conversation;
    /** None for a completion: the analysis of the call publishes it. */
    readonly event: NewEvent | null;
    readonly isAnalysed: boolean;
    /** The next attempt, for which minutes are wanted. */
    readonly next?: { readonly attempt: Attempt; readonly minutes: number };
  };
}

/**
 * Whoever settled it may have done so before there was a recording. An attempt that is not over may be another try,
 * whose recording has the same parts.
 */
const settledBefore = (attempt: AttemptWithoutWords | undefined): Outcome => ({
  settled: { kind: 'settled before' },
  isOwed: false,
  isUnheard:
    attempt === undefined ||
    (attempt.recordingKey === null && attempt.status !== 'SCHEDULED' && attempt.status !== 'IN_PROGRESS'),
});

function endedAttempt(scope: Scope, call: EndedCall, attempt: AttemptWithoutWords): Attempt {
  const { status, reasonCode } = meaningOf(call.ending.kind);
  return {
    ...attempt,
    status,
    reasonCode,
    notes: call.notes,
    durationSeconds: call.durationSeconds,
    transcript: call.transcript,
    findings: call.findings,
    thinking: call.thinking,
    turns: call.turns,
    recordingKey: isRecordingKept(call.recordingConsent) ? (call.recordingKey ?? attempt.recordingKey) : null,
    recordingConsent: call.recordingConsent ?? null,
    updatedAt: scope.now(),
  };
}

export async function outcomeOf(
  scope: Scope,
  call: EndedCall,
  before: Conversation | undefined,
  attempt: AttemptWithoutWords | undefined,
): Promise<Outcome> {
  if (!before || !attempt) return { settled: { kind: 'deleted' }, isOwed: true, isUnheard: true };
  if (attempt.status !== (call.workerId === undefined ? 'SCHEDULED' : 'IN_PROGRESS'))
    return settledBefore(attempt);
  const meaning = meaningOf(call.ending.kind);
  const ended = endedAttempt(scope, call, attempt);
  const counted: Conversation = {
    ...before,
    callsCounted: before.callsCounted + (meaning.leadsTo === 'callback' ? 0 : 1),
    callbacks: before.callbacks + (meaning.leadsTo === 'callback' ? 1 : 0),
    durationMinutes: (before.durationMinutes ?? 0) + minutesCharged(call),
    updatedAt: scope.now(),
  };
  const step = await nextStepOf(scope, counted, ended, call.ending, call.notBefore ?? undefined);
  const after: Conversation = {
    ...counted,
    status: step.status,
    scheduledAt: step.next?.scheduledAt ?? counted.scheduledAt,
    finishedAt: isOver(step.status) ? scope.now() : null,
  };
  const { event, isAnalysed = false, next: following, minutes } = step;
  return {
    settled: { kind: 'settled', conversation: after },
    // A test conversation consumes nothing, however often it is called.
    isOwed: !before.isTest && !keepsMinutes(call, after),
    after: {
      attempt: ended,
      conversation: after,
      event,
      isAnalysed,
      ...(following ? { next: { attempt: following, minutes } } : {}),
    },
  };
}

/**
 * The result of a call that somebody else settled: its worker counted as lost, or the database was restored. What is known
 * now is kept, and as long as nothing else has happened it counts as if it had come in time.
 */
export async function lateOutcome(
  everywhere: Everywhere,
  scope: Scope,
  call: EndedCall,
  before: Conversation | undefined,
  attempt: AttemptWithoutWords | undefined,
): Promise<Outcome> {
  if (!before || !attempt || call.ending.kind === 'lost') return settledBefore(attempt);
  // The dial ledger knows that this worker placed it, and the database had forgotten that.
  const dialledAt = await forgottenDialAt(everywhere, scope, call, attempt);
  if (dialledAt !== undefined) await noteCalledAt(scope, attempt.id, dialledAt);
  if (attempt.status === 'SCHEDULED' && dialledAt !== undefined)
    return outcomeOf(scope, call, before, { ...attempt, status: 'IN_PROGRESS', calledAt: dialledAt });
  if (attempt.status !== 'FAILED' || attempt.reasonCode !== 'LOST') return settledBefore(attempt);
  const isKept = call.recordingKey != null && isRecordingKept(call.recordingConsent);
  if (isKept && !(await isReclaimed(everywhere, unmeasuredRecordingKey(attempt.id))))
    return {
      ...(await resultOfLost(scope, { ...call, recordingKey: null }, before, attempt, dialledAt)),
      isUnheard: true,
    };
  return resultOfLost(scope, call, before, attempt, dialledAt);
}

/** What the result of a call leads to that counted as lost. */
async function resultOfLost(
  scope: Scope,
  call: EndedCall,
  before: Conversation,
  attempt: AttemptWithoutWords,
  dialledAt: Date | undefined,
): Promise<Outcome> {
  await unlockNumberOf(scope, before.contactId);
  const { leadsTo } = meaningOf(call.ending.kind);
  const [next, ...further] = (await lockAttemptsOf(scope, [call.conversationId])).filter(
    ({ id }) => id > attempt.id,
  );
  // Closed as it came up, because nobody knew its result.
  const isClosedUnknown = before.status === 'FAILED' && next === undefined && dialledAt !== undefined;
  const isUntouched = !isOver(before.status) && next?.status === 'SCHEDULED' && further.length === 0;
  // Whoever was not reached is called again as it stands.
  if (!(isUntouched || isClosedUnknown) || leadsTo === 'retry' || leadsTo === 'technical') {
    await saveAttempts(scope, [endedAttempt(scope, call, attempt)]);
    return { settled: { kind: 'settled before' }, isOwed: false };
  }
  const onLine = { ...before, status: 'IN_PROGRESS' as const, callsCounted: before.callsCounted - 1 };
  const calledAt = attempt.calledAt ?? dialledAt ?? null;
  const outcome = await outcomeOf(scope, call, onLine, { ...attempt, status: 'IN_PROGRESS', calledAt });
  return {
    ...outcome,
    replaced: attempt,
    ...(next ? { superseded: next.id } : {}),
    // An invitation to a web call holds no minutes of its own, nor does a call that was refused them.
    ...(next?.isAdmitted ? {} : { heldAgainAs: scope.newId() }),
  };
}

/** When the call was dialled, if the database has forgotten that. A result may come before the ledgers are compared. */
async function forgottenDialAt(
  everywhere: Everywhere,
  scope: Scope,
  call: EndedCall,
  attempt: AttemptWithoutWords,
): Promise<Date | undefined> {
  const { conversationId, ledgerId, claim, durationSeconds } = call;
  const dialledAt = await lostDialAt(scope, conversationId, attempt.number);
  if (dialledAt !== undefined || attempt.status !== 'SCHEDULED' || !ledgerId || !claim) return dialledAt;
  const known = (await knownClaims(everywhere, [ledgerId])).get(ledgerId) ?? 0;
  if (claim <= known) return undefined;
  return new Date(scope.now().getTime() - (durationSeconds ?? 0) * 1000);
}

/** Until somebody joins the web call again, or it is closed: nobody else is to be given the minutes. */
const keepsMinutes = (call: EndedCall, after: Conversation): boolean =>
  after.type === 'ONLINE' && !isOver(after.status) && !isCharged(call);

export const isCharged = ({ ending }: EndedCall): boolean => meaningOf(ending.kind).isCharged;

export const minutesCharged = (call: EndedCall): number =>
  isCharged(call) ? minutesOf(call.durationSeconds ?? 0) : 0;
