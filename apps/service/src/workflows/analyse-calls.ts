import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnalysisModel } from '@parley/call-engine/analysis/analysis-model.ts';
import { ModelFailure } from '@parley/call-engine/llm/language-model.ts';
import type { CallFindings } from '@parley/call-engine/outcome.ts';
import {
  type AnalysedCall,
  type AnalysisOutcome,
  type ClaimedAnalysis,
  claimAgain,
  claimAnalyses,
  concludeAnalyses,
} from '../domains/conversations/call-analysis.actions.ts';
import {
  type AnalysisResult,
  type CallAnalysis,
  MODEL_TRIES,
  MOST_TRIES,
  REFUSED_KEY_DAYS,
} from '../domains/conversations/call-analysis.model.ts';
import type { Everywhere } from '../storage/scope.ts';
import { keptCall } from './call-journals.ts';

export interface AnalysisServices {
  readonly everywhere: Everywhere;
  /** A company may have a model of its own: what it talks about goes to no other. */
  readonly analysisModelOf: (companyId: ClaimedAnalysis['companyId']) => Promise<AnalysisModel>;
  /** The fallback when a company's analysis model fails, and the callback that reports it. */
  readonly lastResort?: {
    readonly analysisModelOf: (companyId: ClaimedAnalysis['companyId']) => AnalysisModel;
    readonly onUse: (attemptId: string, why: string) => void;
  };
  /** Told of each call that is given up because nobody can read what was said in it. */
  readonly onUnreadable?: (attemptId: string) => void;
  /** How long it may take for a batch of calls. */
  readonly patienceMs: number;
  readonly onError: (error: Error) => void;
}

/** As many as share a commit, and as a process that dies leaves to be done again. */
const BATCH = 50;
/** Retries, and what others have left, fall due without anybody saying so. */
const LOOK_EVERY_MS = 1000;
/** Calls that end within this time share a commit, and live calls have the processor in between. */
const GATHER_MS = 200;
/** So much longer than the analysis model may take is given to writing it down. */
const LEASE_MARGIN_MS = 5000;
const MOST_WORDS = 500;
const UNREADABLE = `What was said in the call cannot be read: the key of its contact was refused for ${REFUSED_KEY_DAYS} days`;

/**
 * Analyses calls that have ended, from their own table: a batch at a time, and each company's with one commit. A
 * process that dies leaves its batch to be taken again.
 */
export class CallAnalyser {
  readonly #services: AnalysisServices;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #pass: Promise<void> | undefined;
  #isWoken = false;
  #isStopped = false;

  constructor(services: AnalysisServices) {
    this.#services = services;
  }

  start(): void {
    this.#timer = setInterval(this.wake, LOOK_EVERY_MS);
    this.wake();
  }

  /** There may be something to analyse. */
  readonly wake = (): void => {
    this.#isWoken = true;
    if (this.#isStopped || this.#pass) return;
    this.#soon ??= setTimeout(() => this.#begin(), GATHER_MS);
  };

  /** Analyses everything that is due; for tests with a manual clock. */
  async analyseDue(): Promise<void> {
    await this.#pass;
    while ((await this.#analyseBatch()) === BATCH);
  }

  /** Calls that have just ended get the time to be analysed; what does not end in it is left to others. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    const patience = setTimeout(() => this.#stop.abort(), graceMs);
    await this.#pass;
    if (this.#isWoken && !this.#stop.signal.aborted)
      await this.#analyseBatch().catch((error: Error) => this.#services.onError(error));
    clearTimeout(patience);
  }

  #begin(): void {
    this.#soon = undefined;
    this.#isWoken = false;
    this.#pass = this.#analyseFullBatches()
      .catch(this.#services.onError)
      .finally(() => {
        this.#pass = undefined;
        if (this.#isWoken) this.wake();
      });
  }

  /** A full batch means that more are due: the next follows at once. Only a part of one is worth waiting for others. */
  async #analyseFullBatches(): Promise<void> {
    while ((await this.#analyseBatch()) === BATCH && !this.#isStopped);
  }

  /** Answers how many there were. */
  async #analyseBatch(): Promise<number> {
    const { everywhere, patienceMs } = this.#services;
    const batch = await claimAnalyses(everywhere, BATCH, patienceMs + LEASE_MARGIN_MS);
    if (batch.length === 0) return 0;
    const analysed = await analyseAll(this.#services, batch, this.#stop.signal);
    for (const [companyId, calls] of Map.groupBy(analysed, ({ claimed }) => claimed.companyId))
      await this.#conclude(companyId, calls);
    return batch.length;
  }

  /** If one bad result fails a group, each is stored alone, so that the others do not wait. */
  async #conclude(companyId: ClaimedAnalysis['companyId'], calls: readonly AnalysedCall[]): Promise<void> {
    const { everywhere, onError } = this.#services;
    try {
      await concludeAnalyses(everywhere, companyId, calls);
    } catch (error) {
      if (calls.length > 1 && isFaultOfOne(error))
        for (const call of calls) await this.#conclude(companyId, [call]);
      // They are due again when the lease has run out.
      else onError(error as Error);
    }
  }
}

/** An error in the data, or a lock conflict; not an unreachable database. */
const isFaultOfOne = (error: unknown): boolean => /^(2[23]|40)/.test((error as { code?: string }).code ?? '');

/** Analyses a call, again if it was analysed before, and returns the outcome; undefined if it is retried later. */
export async function analyseAgain(
  services: AnalysisServices,
  id: string,
): Promise<{ outcome: AnalysisOutcome; analysis: CallAnalysis | undefined; attemptId: string }> {
  const { everywhere, patienceMs } = services;
  const claimed = await claimAgain(everywhere, id, patienceMs + LEASE_MARGIN_MS);
  const [call] = (await analyseAll(services, [claimed], new AbortController().signal)) as [AnalysedCall];
  const [analysis] = await concludeAnalyses(everywhere, claimed.companyId, [call]);
  return { outcome: call.outcome, analysis, attemptId: claimed.attemptId };
}

/**
 * Begun one after the other, a turn of the event loop apart: whoever is on the line goes first. What could not be
 * begun, or did not end, before the process has to stop is left to others.
 */
async function analyseAll(
  services: AnalysisServices,
  batch: readonly ClaimedAnalysis[],
  stop: AbortSignal,
): Promise<AnalysedCall[]> {
  const { patienceMs } = services;
  const deadline = AbortSignal.timeout(patienceMs);
  const signal = AbortSignal.any([stop, deadline]);
  const late = once(signal, 'abort').then(() => {
    throw new Error(stop.aborted ? 'The process was stopped' : `The analysis took over ${patienceMs} ms`);
  });
  late.catch(() => {});
  const underWay: Promise<AnalysedCall>[] = [];
  for (const claimed of batch) {
    await nextTurn();
    const outcome = signal.aborted
      ? Promise.resolve(postponed)
      : analyseOrHandToRules(services, claimed, { signal, late, stop });
    underWay.push(outcome.then((known) => ({ claimed, outcome: known })));
  }
  return Promise.all(underWay);
}

interface Limits {
  readonly signal: AbortSignal;
  /** Rejects when the signal is aborted. */
  readonly late: Promise<never>;
  readonly stop: AbortSignal;
}

/**
 * Never rejects: whatever goes wrong while a model is chosen or asked, a hang included, the rules analyse the call
 * once the model has had its tries. Without that the conversation would never be reported as completed.
 */
async function analyseOrHandToRules(
  { analysisModelOf, lastResort, onUnreadable }: AnalysisServices,
  claimed: ClaimedAnalysis,
  { signal, late, stop }: Limits,
): Promise<AnalysisOutcome> {
  if (claimed.isUnreadable) {
    onUnreadable?.(claimed.attemptId);
    return failed(UNREADABLE, true);
  }
  let isByRules = false;
  const byAnalysisModel = async () => {
    const analysisModel = await analysisModelOf(claimed.companyId);
    isByRules = analysisModel === lastResort?.analysisModelOf(claimed.companyId);
    return analyseOne(analysisModel, claimed, signal);
  };
  try {
    return await Promise.race([byAnalysisModel(), late]);
  } catch (error) {
    if (stop.aborted) return postponed;
    if (!lastResort || isByRules || claimed.tries < MODEL_TRIES) return failed(messageOf(error), false);
    // The kind alone: what a vendor says may repeat what it was sent.
    lastResort.onUse(claimed.attemptId, error instanceof ModelFailure ? error.kind : 'failed');
    return analyseOne(lastResort.analysisModelOf(claimed.companyId), claimed, stop).catch((reason) =>
      failed(messageOf(reason), false),
    );
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const postponed = { kind: 'postponed' } as const;

async function analyseOne(
  analysisModel: AnalysisModel,
  { kept, focus, findings, transcript, calledAt, durationSeconds, tries }: ClaimedAnalysis,
  signal: AbortSignal,
): Promise<AnalysisOutcome> {
  const plan = keptCall([kept])?.plan;
  if (!plan || !findings) return failed('The call has no stored data to analyse', true);
  // It was begun as often as that and never came to an end: it must not take another process with it.
  if (tries > MOST_TRIES) return failed('The analysis was started several times and never finished', true);
  const found = await analysisModel.analyse(
    {
      plan: { ...plan, focus },
      findings: findings as CallFindings,
      transcript: transcript ?? [],
      // It rang for less than a minute before.
      answeredAt: calledAt,
      durationSeconds: durationSeconds ?? 0,
    },
    signal,
  );
  return { kind: 'found', result: found as AnalysisResult };
}

const failed = (message: string, isFinal: boolean): AnalysisOutcome => ({
  kind: 'failed',
  message: message.slice(0, MOST_WORDS),
  isFinal,
});
