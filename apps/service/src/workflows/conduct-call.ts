import { setTimeout as sleep } from 'node:timers/promises';
import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { turnsOf } from '@parley/call-engine/journal.ts';
import type { Line } from '@parley/call-engine/line.ts';
import { type CallProgress, type CallResult, liveCall } from '@parley/call-engine/live-call.ts';
import type { CallFindings } from '@parley/call-engine/outcome.ts';
import type { CallSignals } from '@parley/call-engine/party.ts';
import { planKnowledge, type Searches } from '@parley/call-engine/plan-knowledge.ts';
import { transcriptOf } from '@parley/call-engine/transcript.ts';
import { usageByModel } from '@parley/call-engine/usage-by-model.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { compilePlan } from '../domains/agents/call-plan.model.ts';
import type { CallInputsReader, ConversationCall } from '../domains/conversations/call-inputs.actions.ts';
import type { DueAttempt } from '../domains/conversations/dispatch.actions.ts';
import type { UnplacedCall } from '../domains/conversations/requeue.actions.ts';
import type { EndedCall } from '../domains/conversations/settlement.actions.ts';
import type { Ending } from '../domains/conversations/settlement.model.ts';
import { searchPassages } from '../domains/documents/passage.actions.ts';
import { simulatedRecordingKey } from '../storage/objects/recording-key.ts';
import type { Everywhere, Scope } from '../storage/scope.ts';
import type { CompanyId } from '../storage/sql.ts';
import type { CallJournals } from './call-journals.ts';
import type { CallRecordings } from './call-recordings.ts';
import type { Knower, MeaningSearch } from './meaning-search.ts';

export interface CallServices {
  readonly everywhere: Everywhere;
  /** A conversation that a test key caused reaches only the simulated network. */
  readonly lineFor: (isSimulated: boolean, to: string) => Line;
  /** The dialogue model of a company. */
  readonly dialogueModelOf: (companyId: CompanyId) => Promise<DialogueModel>;
  readonly inputs: CallInputsReader;
  /** Absent: documents are searched by their words alone. */
  readonly meaning?: MeaningSearch | undefined;
  readonly journals: CallJournals;
  readonly recordings: Pick<CallRecordings, 'close'>;
  /** Whether the sound of calls is recorded: whoever asks is told. Absent: not known. */
  readonly isRecorded?: boolean;
  readonly settle: (call: EndedCall) => Promise<unknown>;
  /** Requeues a call that no trunk accepted; false: it must be settled. */
  readonly requeue: (call: UnplacedCall) => Promise<boolean>;
  /** Chooses among equally good words. */
  readonly seed: number;
  readonly onRinging: (attemptId: string) => void;
  readonly onError: (error: Error) => void;
}

/** The worker that runs the call. */
export interface Worker {
  readonly workerId: string;
  /** False once others may have presumed it dead: then it must not dial what it claimed before. */
  isTrusted(): boolean;
}

export const RING_TIMEOUT_MS = 30_000;
const PASSAGES = 5;
/** In a simulated call nobody waits, and it must be the same on a busy machine. */
export const UNHURRIED_MS = 2000;

/** A call that is on the line, dialled or joined, and this process's own. */
export type HeldAttempt = Pick<DueAttempt, 'attemptId' | 'companyId' | 'conversationId' | 'number'> &
  /** What was claimed with the call: no other is made to it, also when the contact has another number by now. */
  Partial<Pick<DueAttempt, 'phoneNumber'>>;

/** One claimed attempt from its inputs to its settlement. */
export async function conductCall(
  services: CallServices,
  attempt: HeldAttempt,
  worker: Worker,
  signal: AbortSignal,
  ending?: AbortSignal,
): Promise<void> {
  const { everywhere } = services;
  const signals = { signal, ...(ending ? { ending } : {}) };
  const scope = everywhere.within(attempt.companyId, { kind: 'system', id: 'call' });
  const ended = await services.inputs
    .of(scope, attempt.conversationId)
    .then((call) => (call && worker.isTrusted() ? place(services, scope, attempt, call, signals) : undialled))
    .catch((error: Error) => ({
      ...undialled,
      ending: { kind: 'agent_error' as const },
      notes: error.message,
    }));
  const { attemptId, companyId, conversationId } = attempt;
  const { workerId } = worker;
  const call = { attemptId, companyId, conversationId, workerId };
  const { retryAfterMs, ...account } = ended;
  await atLast(services, signal, async () => {
    const unplaced = { ...call, notes: account.notes ?? '', retryAfterMs: retryAfterMs ?? 0 };
    if (retryAfterMs !== undefined && (await services.requeue(unplaced))) return;
    await services.settle({ ...call, ...account });
  });
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;

/**
 * Writes down how a call ended however long the database is away: nobody else does while this process lives, and until
 * then the call keeps its place. A process that is being stopped leaves it to the others, who will take the call for
 * lost.
 */
async function atLast(
  services: CallServices,
  signal: AbortSignal,
  write: () => Promise<void>,
): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      await write();
      return;
    } catch (error) {
      // What the rules refuse now they will refuse for ever.
      if (signal.aborted || error instanceof Failure) throw error;
      services.onError(error as Error);
      await sleep(waitMs, undefined, { signal }).catch(() => {});
    }
  }
}

type Account = Omit<EndedCall, 'attemptId' | 'companyId' | 'conversationId' | 'workerId'> & {
  /** No trunk accepted it; it may be tried again after this time. */
  readonly retryAfterMs?: number;
};

/** Claimed and not dialled: the conversation is gone, or this process may be taken for dead. */
const undialled: Account = {
  ending: { kind: 'lost' },
  notes: 'The call was not placed: its process had not sent a heartbeat for too long',
  durationSeconds: null,
  transcript: [],
  findings: null,
};

async function place(
  services: CallServices,
  scope: Scope,
  attempt: HeldAttempt,
  { conversation, inputs, contact, from }: ConversationCall,
  signals: CallSignals,
): Promise<Account> {
  const { isRecorded } = services;
  const plan = { ...compilePlan(inputs), ...(isRecorded === undefined ? {} : { isRecorded }) };
  const dialogueModel = await services.dialogueModelOf(attempt.companyId);
  const { contactId, agentId } = conversation;
  const to = attempt.phoneNumber ?? contact.phoneNumber ?? '';
  const keep = services.journals.open(attempt.attemptId, attempt.companyId, plan);
  const line = services.lineFor(conversation.isSimulated, to);
  const result = await liveCall({
    line,
    order: {
      attemptId: attempt.attemptId,
      to,
      from,
      attemptNumber: attempt.number,
      ringTimeoutMs: RING_TIMEOUT_MS,
      plan,
      note: keep,
    },
    plan,
    dialogueModel,
    knowledge: planKnowledge(
      plan,
      searchesOf(scope, { contactId, agentId }, services.meaning),
      conversation.isSimulated ? UNHURRIED_MS : undefined,
    ),
    now: () => scope.now(),
    seed: callSeed(services.seed, plan.contact.id, plan.agent.versionId, attempt.number),
    keep,
    onProgress: ringsOnce(() => services.onRinging(attempt.attemptId)),
    ...signals,
  });
  const recordingKey = await services.recordings.close(attempt.attemptId);
  const { entries, rest: journal } = await services.journals.close(attempt.attemptId);
  const account = { ...accountOf(result, signals), journal, recordingKey };
  try {
    const [transcript, thinking] = [transcriptOf(entries, plan.language), usageByModel(entries)];
    return {
      ...account,
      recordingKey: recordingKey ?? keyOfTranscript(line, attempt.attemptId, transcript),
      transcript,
      thinking,
      turns: turnsOf(entries),
    };
  } catch (error) {
    // The call took place, and its result counts: a lost transcript is no reason to call again.
    services.onError(error as Error);
    return { ...account, notes: account.notes ?? 'The transcript could not be built', transcript: [] };
  }
}

/** Null: there is nothing to speak. */
const keyOfTranscript = (
  { recordsTranscript }: Line,
  attemptId: string,
  transcript: EndedCall['transcript'],
): string | null => (recordsTranscript && transcript.length > 0 ? simulatedRecordingKey(attemptId) : null);

/** Some lines answer without having rung. */
function ringsOnce(onRinging: () => void): (progress: CallProgress) => void {
  let hasRung = false;
  return ({ kind }) => {
    if (kind === 'placing' || hasRung) return;
    hasRung = true;
    onRinging();
  };
}

/** The same contact, agent version, number of call and seed give the same words. */
export const callSeed = (seed: number, ...parts: (string | number)[]): number =>
  hash([seed, ...parts].join(' '));

/** A stable 32-bit hash of a text (FNV-1a); not for secrets. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value ^= text.charCodeAt(i);
    value = Math.imul(value, 0x01000193);
  }
  return value >>> 0;
}

/** What the active documents of a contact and an agent say about a question. */
export function searchesOf(scope: Scope, of: Knower, meaning: MeaningSearch | undefined): Searches {
  // Loads the vectors before the first question. A failure is ignored here: the question fails again, and the journal
  // has it then.
  meaning?.prepare(scope, of).catch(() => undefined);
  return {
    byWords: async (query) => {
      const found = await searchPassages(scope, { ...of, query, limit: PASSAGES });
      return found.map(({ documentId, documentName, position, text }) => ({
        title: documentName,
        text,
        source: `${documentId}#${position}`,
      }));
    },
    ...(meaning && { byMeaning: (question) => meaning.find(scope, of, question) }),
  };
}

type CallAccount = Pick<Account, 'ending' | 'notes' | 'durationSeconds' | 'findings' | 'retryAfterMs'>;

const unanswered = {
  busy: 'busy',
  no_answer: 'no_answer',
  declined: 'refused_at_ringing',
  invalid_number: 'invalid_number',
  failed: 'carrier_error',
  not_placed: 'carrier_error',
} as const;

const CUT_SHORT = 'Ended from the console';

/** What a call came to, as it is settled. */
export function accountOf(result: CallResult, { signal, ending: asked }: CallSignals): CallAccount {
  const isStopped = signal.aborted;
  if (result.kind === 'unanswered') {
    const { reason } = result;
    // Nobody had answered: they were not reached, and the retry policy decides.
    if (asked?.aborted && !isStopped)
      return { ending: { kind: 'no_answer' }, notes: CUT_SHORT, durationSeconds: null, findings: null };
    const ending: Ending = { kind: isStopped ? 'lost' : unanswered[reason.kind] };
    const account = { ending, notes: reason.code, durationSeconds: null, findings: null };
    return reason.kind === 'not_placed' ? { ...account, retryAfterMs: reason.retryAfterMs } : account;
  }
  const { findings } = result;
  const { outcome } = findings;
  return {
    ending: isStopped && outcome.kind === 'agent_error' ? { kind: 'lost' } : endingOf(findings),
    notes: notesOf(outcome),
    // Whole seconds that were begun.
    durationSeconds: Math.ceil(result.durationMs / 1000),
    findings,
  };
}

function notesOf(outcome: CallFindings['outcome']): string | null {
  if (outcome.kind === 'agent_error') return outcome.message;
  return outcome.kind === 'finished' && outcome.isCutShort ? CUT_SHORT : null;
}

function endingOf({ outcome, hasAnswered }: CallFindings): Ending {
  switch (outcome.kind) {
    case 'hung_up':
      return { kind: hasAnswered ? 'hung_up' : 'hung_up_early' };
    case 'not_interested':
      return { kind: outcome.detail === 'WRONG_PERSON' ? 'wrong_person' : 'not_interested' };
    case 'callback':
      return { ...outcome, at: outcome.at === null ? null : new Date(outcome.at) };
    default:
      return { kind: outcome.kind };
  }
}
