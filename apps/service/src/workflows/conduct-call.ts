import { setTimeout as sleep } from 'node:timers/promises';
import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { type JournalEntry, turnsOf } from '@parley/call-engine/journal.ts';
import type { AudioReport, Line } from '@parley/call-engine/line.ts';
import { type CallProgress, type CallResult, liveCall } from '@parley/call-engine/live-call.ts';
import type { CallSignals, Party } from '@parley/call-engine/party.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import { planKnowledge, SEARCH_MS } from '@parley/call-engine/plan-knowledge.ts';
import { isRecordingAllowed } from '@parley/call-engine/recording-consent.ts';
import { transcriptOf } from '@parley/call-engine/transcript.ts';
import { usageByModel } from '@parley/call-engine/usage-by-model.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import { waited } from '@parley/speech/call-clock.ts';
import { compilePlan } from '../domains/agents/call-plan.model.ts';
import { withRecording } from '../domains/agents/recording-consent.model.ts';
import type { CallInputsReader, ConversationCall } from '../domains/conversations/call-inputs.actions.ts';
import type { DueAttempt } from '../domains/conversations/dispatch.actions.ts';
import { keepLateAudio } from '../domains/conversations/late-audio.actions.ts';
import type { UnplacedCall } from '../domains/conversations/requeue.actions.ts';
import type { EndedCall } from '../domains/conversations/settlement-outcome.actions.ts';
import { simulatedRecordingKey } from '../storage/objects/recording-key.ts';
import type { Everywhere, Scope } from '../storage/scope.ts';
import type { CompanyId } from '../storage/sql.ts';
import type { AgentHeard } from './agent-heard.ts';
import { type Account, accountOf, consentIn, undialled, untrusted } from './call-account.ts';
import { attemptAudio, withAudio } from './call-audio.ts';
import type { CallJournals } from './call-journals.ts';
import { searchesOf } from './call-knowledge.ts';
import { type CallFacts, type CallLog, type CallStory, type LogFields, silentCallLog } from './call-log.ts';
import { CallPauses } from './call-pauses.ts';
import type { CallRecordings } from './call-recordings.ts';
import { callSeed } from './call-seed.ts';
import { BESIDE_MS, MOST_HOLD_MS, RING_TIMEOUT_MS, talkingMs, unansweredMs } from './call-time-limits.ts';
import { CallWatchdog, LAST_WORDS_MS } from './call-watchdog.ts';
import type { MeaningSearch } from './meaning-search.ts';

export interface CallServices {
  readonly everywhere: Everywhere;
  /** A conversation that a test key caused reaches only the simulated network. */
  readonly lineFor: (isSimulated: boolean, to: string) => Line | Promise<Line>;
  /** The dialogue model of a company. */
  readonly dialogueModelOf: (companyId: CompanyId) => Promise<DialogueModel>;
  readonly inputs: CallInputsReader;
  /** Absent: documents are searched by their words alone. */
  readonly meaning?: MeaningSearch | undefined;
  readonly journals: CallJournals;
  readonly recordings: Pick<CallRecordings, 'close' | 'discard'>;
  /** Whether the sound of calls is recorded: whoever asks is told. Absent: not known. */
  readonly isRecorded?: boolean;
  /** Whether the law of the contact's country says how they agree to the recording, where the agent does not. */
  readonly followsLaw?: boolean;
  readonly settle: (call: EndedCall) => Promise<unknown>;
  /** Requeues a call that was offered to nobody; false: it must be settled. */
  readonly requeue: (call: UnplacedCall) => Promise<boolean>;
  /** The dial ledger has the call, and it was offered to nobody. */
  readonly takeBack?: () => Promise<void>;
  /** How long a telephone rings; absent: 30 seconds. */
  readonly ringTimeoutMs?: number;
  /** Chooses among equally good words. */
  readonly seed: number;
  readonly onRinging: (attemptId: string) => void;
  /** How long the time of the call may stand still in all, on hold or while the contact is away; absent: as on a telephone. */
  readonly mostPausedMs?: number;
  readonly watchdog?: () => CallWatchdog;
  /** Whether contacts ever heard the agent; absent: nobody asks. */
  readonly agentHeard?: AgentHeard;
  /** Tells what happens in the call; absent: nobody reads it. */
  readonly calls?: CallLog;
  /** How it came about; absent: not known. */
  readonly channel?: CallFacts['channel'];
  /** With what names the call in a line of the log. */
  readonly onError: (error: Error, call?: LogFields) => void;
}

/** The worker that runs the call. */
export interface Worker {
  readonly workerId: string;
  /** False once others may have presumed it dead: then it must not dial what it claimed before. */
  isTrusted(): boolean;
}

/** In a simulated call nobody waits, and it must be the same on a busy machine. */
export const UNHURRIED_MS = 2000;

/** A call that is on the line, dialled or joined, and this process's own. */
export type HeldAttempt = Pick<DueAttempt, 'attemptId' | 'companyId' | 'conversationId' | 'number'> &
  /** What was claimed with the call: no other is made to it, also when the contact has another number by now. */
  Partial<Pick<DueAttempt, 'phoneNumber' | 'mark'>>;

/** One claimed attempt from its inputs to its settlement. */
export async function conductCall(
  services: CallServices,
  attempt: HeldAttempt,
  worker: Worker,
  signal: AbortSignal,
  ending?: AbortSignal,
  /** Why it must not be placed after all. */
  obstacle?: string,
): Promise<void> {
  const { calls = silentCallLog, channel } = services;
  const story = calls.begin(attempt, channel === undefined ? {} : { channel });
  const onError = (error: Error) => services.onError(error, story.fields);
  await toSettlement({ ...services, onError }, story, attempt, worker, { signal, ending, obstacle }).finally(
    () => story.over(),
  );
}

interface Conditions {
  readonly signal: AbortSignal;
  readonly ending: AbortSignal | undefined;
  readonly obstacle: string | undefined;
}

async function toSettlement(
  services: CallServices,
  story: CallStory,
  attempt: HeldAttempt,
  worker: Worker,
  { signal, ending, obstacle }: Conditions,
): Promise<void> {
  const { everywhere } = services;
  const signals = { signal, ...(ending ? { ending } : {}) };
  const scope = everywhere.within(attempt.companyId, { kind: 'system', id: 'call' });
  const watchdog = services.watchdog?.() ?? new CallWatchdog();
  const supervision: Supervision = { watchdog };
  watchdog.allow(BESIDE_MS);
  const placing =
    obstacle === undefined
      ? prepared(services, scope, attempt)
          .then((call) => {
            if (call === undefined) return undialled;
            return worker.isTrusted()
              ? place(services, scope, attempt, call, signals, supervision, story)
              : untrusted;
          })
          .catch((error: Error) =>
            error instanceof DatabaseAway
              ? { ...untrusted, notes: error.message }
              : { ...undialled, ending: { kind: 'agent_error' as const }, notes: error.message },
          )
      : Promise.resolve({ ...untrusted, notes: obstacle });
  const placed = await watchdog.over(placing);
  if (watchdog.isOverdue)
    services.onError(new Error(`Call attempt ${attempt.attemptId} exceeded its time limit and was ended`));
  const ended = placed === 'hung' ? await givenUp(services, attempt.attemptId, placing, supervision) : placed;
  const { attemptId, companyId, conversationId } = attempt;
  const { workerId } = worker;
  const { ledgerId = null, claim = null } = attempt.mark ?? {};
  const call = { attemptId, companyId, conversationId, workerId, ledgerId, claim };
  const { retryAfterMs, isOwnTrouble = false, isTrunkRefusing = false, ...account } = ended;
  if (retryAfterMs !== undefined && obstacle === undefined) await services.takeBack?.();
  await atLast(services, signal, async () => {
    const unplaced = {
      ...call,
      notes: account.notes ?? '',
      retryAfterMs: retryAfterMs ?? 0,
      isOwnTrouble,
      isTrunkRefusing,
    };
    if (retryAfterMs !== undefined && (await services.requeue(unplaced)))
      return story.returned(account.notes, retryAfterMs);
    await services.settle({ ...call, ...account });
    story.ended(account.ending.kind, account.durationSeconds, account.notes);
    supervision.lateAudio
      ?.then((late) => late && keepLateAudio(scope, call, attemptAudio(late)))
      .catch(services.onError);
  });
}

class DatabaseAway extends Error {}

/**
 * The connection broke, or the server is stopping, starting or out of connections. The driver's own errors have no code;
 * whatever else has none is a fault of ours, which waiting does not cure.
 */
const isAway = ({ code, message }: Error & { code?: string }): boolean =>
  code === undefined
    ? /\b(connect(ion)?|queryable|read timeout)\b/i.test(message)
    : /^(08|53|57|E[A-Z]+$|25006)/.test(code);

/** All that is read of the call before it is placed; undefined: the conversation is gone. */
const prepared = ({ inputs, dialogueModelOf }: CallServices, scope: Scope, attempt: HeldAttempt) =>
  reading(async () => {
    const call = await inputs.of(scope, attempt.conversationId);
    return call && { ...call, dialogueModel: await dialogueModelOf(attempt.companyId) };
  });

/** A database that is away is no reason to lose the call. */
async function reading<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure || !isAway(error as Error)) throw error;
    throw new DatabaseAway(`The call was not placed: ${(error as Error).message}`, { cause: error });
  }
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

const OVERDUE = 'The call exceeded its time limit and was ended';

/** What is known of a call from outside, should it never end. */
interface Supervision {
  readonly watchdog: CallWatchdog;
  plan?: CallPlan;
  /** Who is on the line. */
  party?: Party;
  /** What the call came to, as far as it is known. */
  account?: Account;
  /** How its audio was: known when the bridge ends that the contact was left on. */
  lateAudio?: Promise<AudioReport | undefined>;
}

const HANGING_UP_MS = 1000;

/** A call that does not end: with what it came to, or with as much of its journal as there is. Nobody is left on the line. */
async function givenUp(
  services: CallServices,
  attemptId: string,
  placing: Promise<Account>,
  { watchdog, plan, party, account }: Supervision,
): Promise<Account> {
  if (account !== undefined) return account;
  if (party !== undefined) {
    party.leave().catch(() => undefined);
    // Perhaps it hung in its last words, which it is now without.
    const ended = await Promise.race([placing, waited(watchdog.clock, HANGING_UP_MS)]);
    if (ended !== undefined) return ended;
  }
  const { entries, rest: journal } = await services.journals.close(attemptId);
  const words = plan === undefined ? {} : wordsOf(services, entries, plan);
  const recordingConsent = plan === undefined ? null : consentIn(plan, entries);
  return {
    ...undialled,
    ...words,
    recordingConsent,
    ending: { kind: 'agent_error' },
    notes: OVERDUE,
    journal,
  };
}

async function place(
  services: CallServices,
  scope: Scope,
  attempt: HeldAttempt,
  { conversation, inputs, contact, from, dialogueModel }: ConversationCall & { dialogueModel: DialogueModel },
  signals: CallSignals,
  supervision: Supervision,
  story: CallStory,
): Promise<Account> {
  const { isRecorded, followsLaw = false, ringTimeoutMs = RING_TIMEOUT_MS } = services;
  const { mostPausedMs = MOST_HOLD_MS } = services;
  const { watchdog } = supervision;
  const pauses = new CallPauses(watchdog.clock, mostPausedMs);
  const to = attempt.phoneNumber ?? contact.phoneNumber ?? '';
  const line = await reading(async () => services.lineFor(conversation.isSimulated, to));
  const plan = withRecording(compilePlan(inputs), isRecorded, {
    setting: inputs.agent.settings.recordingConsent,
    number: to === '' ? null : to,
    followsLaw:
      followsLaw && !conversation.isSimulated && !SIMULATED_NUMBER.test(to) && !line.recordsTranscript,
  });
  // Documents of an expired contact are deleted within the hour: until then nobody looks into them.
  const knower = {
    ...(inputs.hasExpired ? {} : { contactId: inputs.contact.id }),
    agentId: conversation.agentId,
  };
  const budgetMs = conversation.isSimulated ? UNHURRIED_MS : SEARCH_MS;
  const note = services.journals.open(attempt.attemptId, attempt.companyId, plan);
  const keep: typeof note = (entry) => {
    pauses.follow(entry);
    note(entry);
    story.follow(entry);
    if (entry.kind === 'consent' && !isRecordingAllowed(entry))
      stopRecording(services, attempt.attemptId).catch(services.onError);
  };
  supervision.plan = plan;
  if (conversation.runId !== null) story.know({ runId: conversation.runId });
  story.dispatched(attempt.number);
  let audio: Promise<AudioReport | undefined> | undefined;
  const ringOnce = ringsOnce(() => services.onRinging(attempt.attemptId));
  // All of it may be used: before the answer there is nobody to say last words to.
  watchdog.allow(unansweredMs(ringTimeoutMs) + LAST_WORDS_MS);
  const result = await liveCall({
    line: noting(line, supervision),
    order: {
      attemptId: attempt.attemptId,
      to,
      from,
      attemptNumber: attempt.number,
      ringTimeoutMs,
      plan,
      note: keep,
      onAudio: (report) => {
        audio = report;
      },
    },
    plan,
    dialogueModel,
    knowledge: planKnowledge(plan, searchesOf(scope, knower, services.meaning, budgetMs), budgetMs),
    now: () => scope.now(),
    seed: callSeed(services.seed, plan.contact.id, plan.agent.versionId, attempt.number),
    keep,
    onProgress: (progress) => {
      story.progress(progress, attempt.number);
      if (progress.kind === 'answered') {
        pauses.party = supervision.party;
        watchdog.allow(talkingMs(plan, line.slowness), pauses.totalMs);
      }
      ringOnce(progress);
    },
    ...signals,
    signal: AbortSignal.any([signals.signal, watchdog.signal]),
  });
  const isBroken = watchdog.isOverdue && isWithoutOutcome(result);
  watchdog.allow(BESIDE_MS);
  const report = await inTime(audio);
  if (audio && report === undefined) supervision.lateAudio = audio;
  const placed = accountOf(result, signals);
  const agentMissing = (await services.agentHeard?.missing(attempt.attemptId, report, placed)) ?? 'no';
  const known: Account = {
    ...withAudio(placed, report, agentMissing),
    ...(isBroken ? { ending: { kind: 'agent_error' as const }, notes: OVERDUE } : {}),
    transcript: [],
  };
  // Whatever hangs from here on, the call has its result: nobody is called again for the sake of a store.
  supervision.account = known;
  const { entries, rest: journal } = await services.journals.close(attempt.attemptId);
  const { notes, ...words } = wordsOf(services, entries, plan);
  const recordingConsent = result.kind === 'answered' ? consentIn(plan, entries) : null;
  const account: Account = {
    ...known,
    ...words,
    recordingConsent,
    notes: known.notes ?? notes ?? null,
    journal,
  };
  supervision.account = account;
  // A call that was not placed comes back under the same id, and is recorded then.
  if (account.retryAfterMs !== undefined) return account;
  const recordingKey = await services.recordings.close(attempt.attemptId);
  return {
    ...account,
    recordingKey: recordingKey ?? keyOfTranscript(line, attempt.attemptId, account.transcript),
  };
}

/**
 * The decision is stored before anything is deleted: should this process die meanwhile, whoever settles the call deletes
 * the rest. The recording stops before that, because a database may hang.
 */
const stopRecording = (
  { journals, recordings }: Pick<CallServices, 'journals' | 'recordings'>,
  attemptId: string,
): Promise<void> => recordings.discard(attemptId, () => journals.flush());

/** Ended from outside, before it came to anything. */
const isWithoutOutcome = (result: CallResult): boolean =>
  result.kind === 'answered'
    ? result.findings.outcome.kind === 'agent_error'
    : result.reason.kind === 'failed';

/** The line, and who is on it. */
const noting = (line: Line, supervision: Supervision): Line => ({
  async *dial(order, signal) {
    for await (const event of line.dial(order, signal)) {
      if (event.kind === 'answered') supervision.party = event.party;
      yield event;
    }
  },
});

/** What was said. A transcript that cannot be built is no reason to call again. */
function wordsOf(
  { onError }: CallServices,
  entries: readonly JournalEntry[],
  { language }: CallPlan,
): Pick<Account, 'transcript' | 'thinking' | 'turns'> & { readonly notes?: string } {
  try {
    return {
      transcript: transcriptOf(entries, language),
      thinking: usageByModel(entries),
      turns: turnsOf(entries),
    };
  } catch (error) {
    onError(error as Error);
    return { transcript: [], notes: 'The transcript could not be built' };
  }
}

/** The statistics of a call come right after its end; a call that was bridged goes on, and those come later. */
const AUDIO_MS = 1000;

async function inTime(audio: Promise<AudioReport | undefined> | undefined): Promise<AudioReport | undefined> {
  return audio && Promise.race([audio, sleep(AUDIO_MS, undefined)]);
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
