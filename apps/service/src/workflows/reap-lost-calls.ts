import type { Intention } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { type JournalEntry, turnsOf } from '@parley/call-engine/journal.ts';
import { transcriptOf } from '@parley/call-engine/transcript.ts';
import { withTimeout } from '@parley/kernel/concurrency.ts';
import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { isRecordingKept } from '../domains/conversations/call-attempt.model.ts';
import { readJournalLeft } from '../domains/conversations/call-journal.actions.ts';
import { noteUnknown, readDatabaseName } from '../domains/conversations/dial-ledger.actions.ts';
import type { LiveCall } from '../domains/conversations/dispatch.actions.ts';
import { requeue } from '../domains/conversations/requeue.actions.ts';
import { settle } from '../domains/conversations/settlement.actions.ts';
import type { EndedCall } from '../domains/conversations/settlement-outcome.actions.ts';
import { findLostCalls } from '../domains/conversations/worker-liveness.actions.ts';
import type { DialLedger, DialLine } from '../storage/dial-ledger.ts';
import type { Everywhere } from '../storage/scope.ts';
import { consentIn } from './call-account.ts';
import { keptCall } from './call-journals.ts';
import type { CallRecordings } from './call-recordings.ts';

export interface Reaper {
  readonly everywhere: Everywhere;
  readonly recordings: Pick<CallRecordings, 'left'>;
  /** What the ledger has of a claim and those after it; absent: every claimed call counts as placed. */
  readonly ledger?: Pick<DialLedger, 'linesAfter'> | undefined;
  /** Told how each call was settled; undefined: it returned to its queue. */
  readonly onReaped?: (call: LiveCall, ending: EndedCall['ending']['kind'] | undefined) => void;
  readonly onError: (error: Error) => void;
}

/** A lost call stays no longer on the line for the sake of its sound. */
const STORE_MS = 5000;

/** Settles the calls of workers that are gone, each by itself. Answers how many it found. */
export async function reapLostCalls(
  reaper: Reaper,
  backoff: RowBackoff = RowBackoff.throwing(),
): Promise<number> {
  const lost = await findLostCalls(reaper.everywhere, backoff.resting());
  // Looked for together: a store that is away keeps them waiting once, and not each in its turn.
  const found = lost.map((call) => ({ call, key: keyLeft(reaper, call) }));
  const placedAs = await inLedgers(reaper, lost);
  for (const { call, key } of found)
    await backoff.attempt(call.attemptId, async () => {
      const why = 'The process of the call died before it was placed';
      if (placedAs.get(call) === 'unplaced' && (await isReturned(reaper, call, why))) return;
      // It may only be cut off from the database: nobody is called again before the call must have ended.
      const notBefore = call.endsBy;
      await settleLost(reaper, call, await key, placedAs.get(call), {
        notes: 'The process of the call has died',
        notBefore,
      });
    });
  return lost.length;
}

/** A call that the ledger does not have was never placed: it returns to its queue and uses up no attempt. */
async function isReturned(reaper: Reaper, call: LiveCall, notes: string): Promise<boolean> {
  const unplaced = { ...call, notes, retryAfterMs: 0, isOwnTrouble: true };
  // Its worker may be about to write the line. The ledger is read with the call off the line: then that worker finds its
  // claim gone, unless it wrote the line before.
  const isRequeued = await requeue(
    reaper.everywhere,
    unplaced,
    async () => (await inLedgers(reaper, [call])).get(call) === 'unplaced',
  );
  if (isRequeued) reaper.onReaped?.(call, undefined);
  return isRequeued;
}

/** What the dial ledger has of a call. */
type InLedger = DialLine | 'unplaced';

/** Of those whose ledgers can be read; each is read once. */
async function inLedgers(reaper: Reaper, calls: readonly LiveCall[]): Promise<Map<LiveCall, InLedger>> {
  const dialled = calls.filter(({ ledgerId, claim, number }) => ledgerId && claim && number);
  const groups = [...Map.groupBy(dialled, ({ ledgerId }) => ledgerId ?? '')];
  return new Map((await Promise.all(groups.map((group) => inLedger(reaper, ...group)))).flat());
}

async function inLedger(
  { ledger, onError }: Reaper,
  ledgerId: string,
  calls: readonly LiveCall[],
): Promise<[LiveCall, InLedger][]> {
  if (ledger === undefined) return [];
  const claims = Math.min(...calls.map(({ claim }) => claim ?? 0)) - 1;
  const since = new Date(Math.min(...calls.map(({ claimedAt }) => claimedAt.getTime())));
  try {
    const lines = await withTimeout(STORE_MS, ledger.linesAfter(ledgerId, claims, since));
    // A worker on another machine without a shared object store.
    if (lines === undefined) return [];
    const placed = new Map(
      lines.map((line) => [`${line.conversationId} ${line.attemptNumber} ${line.claim}`, line]),
    );
    return calls.map((call) => [
      call,
      placed.get(`${call.conversationId} ${call.number} ${call.claim}`) ?? 'unplaced',
    ]);
  } catch (cause) {
    onError(
      new Error('The dial ledger could not be read; a call whose process died counts as placed', { cause }),
    );
    return [];
  }
}

/** With as much of its words and its sound as was kept. */
export async function reap(reaper: Reaper, call: LiveCall, notes: string): Promise<void> {
  const placedAs = (await inLedgers(reaper, [call])).get(call);
  if (placedAs === 'unplaced' && (await isReturned(reaper, call, notes))) return;
  await settleLost(reaper, call, await keyLeft(reaper, call), placedAs, { notes });
}

/**
 * Null: there is none. Undefined: there may be one. The store does not answer, and a lost call must not wait for it; or nobody can
 * read what is there, because the contact was erased.
 */
async function keyLeft(
  { recordings, onError }: Reaper,
  { attemptId }: LiveCall,
): Promise<string | null | undefined> {
  try {
    return await withTimeout(STORE_MS, recordings.left(attemptId));
  } catch (cause) {
    onError(
      new Error(
        `The recording of call attempt ${attemptId}, whose process died, could not be looked up; the call is settled without it`,
        { cause },
      ),
    );
    return undefined;
  }
}

/** `left`: the key of its recording; undefined: there may be one. */
async function settleLost(
  reaper: Reaper,
  call: LiveCall,
  left: string | null | undefined,
  looked: InLedger | undefined,
  known: Pick<EndedCall, 'notes' | 'notBefore'>,
): Promise<void> {
  const { everywhere } = reaper;
  // What could not be returned to its queue may have been placed meanwhile.
  const placedAs = looked === 'unplaced' ? (await inLedgers(reaper, [call])).get(call) : looked;
  const isFromBefore = await isFromBeforeLoss(everywhere, call, placedAs);
  const { found, isReadable } = await keptOf(everywhere, call);
  if (!isReadable && !isFromBefore) await noteUnknown(everywhere, call);
  const { promisedAt, ...kept } = found ?? { transcript: [] };
  const isLost = isReadable && !isFromBefore;
  await settle(everywhere, {
    ...call,
    ...known,
    ...(isLost
      ? { ending: { kind: 'lost', promisedAt } }
      : { ending: { kind: 'unknown' }, notes: isFromBefore ? RESULT_LOST : UNREADABLE }),
    // What cannot be read may be an objection to the recording.
    ...recordingOf(isReadable ? found : undefined, left),
    durationSeconds: null,
    ...kept,
    findings: null,
  });
  reaper.onReaped?.(call, isLost ? 'lost' : 'unknown');
}

/** What becomes of its recording. Without its whole journal nobody knows whether they were asked, or objected. */
function recordingOf(
  found: Kept | undefined,
  left: string | null | undefined,
): Pick<EndedCall, 'recordingKey' | 'isRecordingAbandoned' | 'isRecordingSought'> {
  if (left === null) return {};
  if (found === undefined) return { isRecordingAbandoned: true };
  if (left !== undefined) return { recordingKey: left };
  return isRecordingKept(found.recordingConsent)
    ? { isRecordingSought: true }
    : { isRecordingAbandoned: true };
}

const RESULT_LOST =
  'The call was placed before the database was replaced by another one: its result may be lost, so the contact is not called again';

const UNREADABLE =
  'The process of the call died, and its transcript cannot be decrypted: the contact may have asked not to be called again, so no further call is placed';

/**
 * Whether the call was placed from another database than this one: a replica was promoted since, or a backup restored. The
 * call may have ended, and whoever was called may have asked not to be called again: that is lost with its settlement. Where
 * the ledger cannot be read, the call counts as placed from the database that its claim names.
 */
async function isFromBeforeLoss(
  everywhere: Everywhere,
  call: LiveCall,
  placedAs: InLedger | undefined,
): Promise<boolean> {
  if (placedAs === 'unplaced') return false;
  const placedFrom = placedAs?.database ?? call.claimedFrom;
  if (placedFrom === null || placedFrom === (await readDatabaseName(everywhere))) return false;
  // Before the call is settled: the other order would leave a moment in which the number may be called.
  await noteUnknown(everywhere, call);
  return true;
}

interface Kept extends Pick<EndedCall, 'hasOptedOut' | 'recordingConsent' | 'transcript' | 'turns'> {
  readonly promisedAt?: Date | undefined;
}

/** Throws while the KMS does not answer: whether they are called again must not depend on that. */
async function keptOf(everywhere: Everywhere, { companyId, attemptId }: LiveCall) {
  const scope = everywhere.within(companyId, { kind: 'system', id: 'reaper' });
  const { entries, isReadable } = await readJournalLeft(scope, attemptId);
  return { found: keptIn(entries), isReadable };
}

/** Undefined: there is no journal of it. */
function keptIn(entries: readonly unknown[]): Kept | undefined {
  const kept = keptCall(entries);
  if (kept === undefined) return undefined;
  // It was said, although nobody lived to settle it.
  const said = { hasOptedOut: hasOptOut(kept.journal), promisedAt: promisedAtOf(kept.journal) };
  const recordingConsent = consentIn(kept.plan ?? {}, kept.journal);
  try {
    return {
      ...said,
      recordingConsent,
      transcript: transcriptOf(kept.journal, kept.plan.language),
      turns: turnsOf(kept.journal),
    };
  } catch {
    // A journal of another version, or a broken one: the call must not stay on the line for its sake.
    return { ...said, recordingConsent, transcript: [] };
  }
}

/**
 * The words that confirm it come seconds before the end of the call. Whoever was asked whether they want no more calls
 * and could not answer has not denied it.
 */
function hasOptOut(journal: readonly (JournalEntry | null)[]): boolean {
  const asked = journal.findLastIndex((entry) => isWording(entry, 'ask_opt_out'));
  const isUnanswered = asked >= 0 && !journal.slice(asked).some((entry) => entry?.kind === 'heard');
  return (
    isUnanswered ||
    journal.some(
      (entry) =>
        isWording(entry, 'confirm_opt_out') || (entry?.kind === 'end' && entry.outcome.kind === 'opt_out'),
    )
  );
}

/** Undefined: no call back was promised, or at no time that was understood. */
function promisedAtOf(journal: readonly (JournalEntry | null)[]): Date | undefined {
  const promise = journal.findLast((entry) => isWording(entry, 'confirm_callback'));
  if (promise?.kind !== 'word' || promise.intention.kind !== 'confirm_callback') return undefined;
  const at = new Date(promise.intention.at ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

const isWording = (entry: JournalEntry | null, kind: Intention['kind']): boolean =>
  entry?.kind === 'word' && entry.intention.kind === kind;
