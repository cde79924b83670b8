import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnalysisModel } from '@parley/call-engine/analysis/analysis-model.ts';
import { ModelFailure } from '@parley/call-engine/llm/language-model.ts';
import type { CallFindings } from '@parley/call-engine/outcome.ts';
import { limitConcurrency } from '@parley/kernel/concurrency.ts';
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
import { AnalysisShare } from './analysis-share.ts';
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
  /** Told of each analysis once it is over, and when it began. */
  readonly onAnalysed?: (claimed: ClaimedAnalysis, outcome: AnalysisOutcome, startedAt: Date) => void;
  /** How many calls are analysed at the same time. */
  readonly atOnce: number;
  /** How long it may take for a call. */
  readonly patienceMs: number;
  readonly onError: (error: Error) => void;
}

/** As many as one statement claims, and as share a commit. */
const BATCH = 50;
/** Groups that are written down at the same time: one that waits for a lock does not hold up other companies. */
const WRITERS = 4;
/** Retries, and what others have left, fall due without anybody saying so. */
const LOOK_EVERY_MS = 1000;
/** Calls that end within this time are claimed together, and live calls have the processor in between. */
const GATHER_MS = 200;
/** So much longer than the analysis model may take is given to writing it down. */
const LEASE_MARGIN_MS = 5000;
const MOST_WORDS = 500;
const UNREADABLE = `The transcript of the call cannot be decrypted: the key service refused the contact's key for ${REFUSED_KEY_DAYS} days`;

type CompanyId = ClaimedAnalysis['companyId'];

/**
 * Analyses calls that have ended, from their own table. It claims as many as it has places for; each is concluded as
 * soon as it ends, together with others of its company that end meanwhile, and its place goes to the next. A process
 * that dies leaves its calls to be claimed again.
 */
export class CallAnalyser {
  readonly #services: AnalysisServices;
  readonly #share: AnalysisShare;
  readonly #stop = new AbortController();
  readonly #writers = limitConcurrency(WRITERS);
  readonly #underWay = new Set<Promise<void>>();
  /** Until the calls of a conversation that were claimed last have ended. */
  readonly #conversations = new Map<string, Promise<unknown>>();
  /** Of each company that has a group being written. */
  readonly #unwritten = new Map<CompanyId, AnalysedCall[]>();
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #taking: Promise<void> | undefined;
  #isWoken = false;
  /** The latest claim found something: there may be more. */
  #isFound = false;
  /** At the latest claim a company, or all of them together, had no place. */
  #isSomebodyFull = false;
  /** Since the latest claim. */
  #freed = 0;
  #isStopped = false;

  constructor(services: AnalysisServices) {
    this.#services = services;
    this.#share = new AnalysisShare(services.atOnce);
  }

  start(): void {
    this.#timer = setInterval(this.wake, LOOK_EVERY_MS);
    this.wake();
  }

  /** There may be something to analyse. */
  readonly wake = (): void => {
    this.#isWoken = true;
    if (this.#isStopped || this.#taking) return;
    this.#soon ??= setTimeout(this.#begin, GATHER_MS);
  };

  /** Analyses everything that is due; for tests with a manual clock. */
  async analyseDue(): Promise<void> {
    do {
      await this.#take();
      await this.#idle();
    } while (this.#isFound || this.#isSomebodyFull);
  }

  /** Calls that have just ended get the time to be analysed; what does not end in it is left to others. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    const patience = setTimeout(() => this.#stop.abort(), graceMs);
    await this.#taking;
    if (this.#isWoken && !this.#stop.signal.aborted)
      await this.#claim().catch((error: Error) => this.#services.onError(error));
    await this.#idle();
    clearTimeout(patience);
  }

  readonly #begin = (): void => {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#taking ??= this.#take()
      .catch(this.#services.onError)
      .finally(() => {
        this.#taking = undefined;
        if (this.#isWoken || (this.#isFound && !this.#isStopped)) this.wake();
        else this.#refill();
      });
  };

  /** After a full claim the next follows at once, while there are places. */
  async #take(): Promise<void> {
    while ((await this.#claim()) === BATCH && !this.#isStopped);
  }

  /** Answers how many there were. */
  async #claim(): Promise<number> {
    const { everywhere, patienceMs } = this.#services;
    this.#isWoken = false;
    this.#freed = 0;
    const capacity = this.#share.capacity(BATCH);
    this.#isFound = false;
    this.#isSomebodyFull = capacity.most === 0 || [...capacity.exceptions.values()].includes(0);
    if (capacity.most === 0) return 0;
    const claimed = await claimAnalyses(everywhere, capacity, patienceMs + LEASE_MARGIN_MS);
    this.#isFound = claimed.length > 0;
    await this.#analyse(claimed);
    return claimed.length;
  }

  /** Begun one after the other, a turn of the event loop apart: whoever is on the line goes first. */
  async #analyse(claimed: readonly ClaimedAnalysis[]): Promise<void> {
    for (const { companyId } of claimed) this.#share.begin(companyId);
    const limits = limitsOf(this.#services.patienceMs, this.#stop.signal);
    for (const [conversationId, calls] of Map.groupBy(claimed, ({ conversationId: id }) => id)) {
      await nextTurn();
      const { companyId } = calls[0] as ClaimedAnalysis;
      const analysed = Promise.all(calls.map((call) => analyseWithin(this.#services, call, limits)));
      // What is found out about one conversation is reported in the order of its calls.
      const inOrder = Promise.all([analysed, this.#conversations.get(conversationId)]);
      this.#conversations.set(conversationId, inOrder);
      const ending = inOrder
        .then(([ended]) => {
          if (this.#conversations.get(conversationId) === inOrder) this.#conversations.delete(conversationId);
          return this.#ended(companyId, ended);
        })
        .catch(this.#services.onError)
        .finally(() => this.#underWay.delete(ending));
      this.#underWay.add(ending);
    }
  }

  /** Whoever is first writes also what ends while it waits and writes. */
  async #ended(companyId: CompanyId, calls: readonly AnalysedCall[]): Promise<void> {
    const waiting = this.#unwritten.get(companyId);
    if (waiting) return void waiting.push(...calls);
    const unwritten = [...calls];
    this.#unwritten.set(companyId, unwritten);
    await nextTurn();
    while (unwritten.length > 0)
      await this.#writers(async () => {
        const group = unwritten.splice(0, BATCH);
        await this.#conclude(companyId, group);
        this.#share.end(companyId, group.length);
        this.#freed += group.length;
        this.#refill();
      });
    this.#unwritten.delete(companyId);
  }

  /** Claims for the places that were freed. A few wait for others. */
  #refill(): void {
    const isRunning = this.#timer !== undefined && !this.#isStopped;
    if (!isRunning || this.#taking || !this.#isSomebodyFull || this.#freed === 0) return;
    if (this.#freed >= BATCH || this.#share.isIdle) this.#begin();
    else this.wake();
  }

  async #idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Never rejects. If one bad result fails a group, each is stored alone, so that the others do not wait. */
  async #conclude(companyId: CompanyId, calls: readonly AnalysedCall[]): Promise<void> {
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
  const call = await analyseWithin(services, claimed, limitsOf(patienceMs, new AbortController().signal));
  const [analysis] = await concludeAnalyses(everywhere, claimed.companyId, [call]);
  return { outcome: call.outcome, analysis, attemptId: claimed.attemptId };
}

interface Limits {
  readonly signal: AbortSignal;
  /** Rejects when the signal is aborted. */
  readonly late: Promise<never>;
  readonly stop: AbortSignal;
}

function limitsOf(patienceMs: number, stop: AbortSignal): Limits {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(patienceMs)]);
  const late = once(signal, 'abort').then(() => {
    throw new Error(stop.aborted ? 'The process was stopped' : `The analysis took over ${patienceMs} ms`);
  });
  late.catch(() => {});
  return { signal, late, stop };
}

/** What could not be begun, or did not end, before the process has to stop is left to others. */
async function analyseWithin(
  services: AnalysisServices,
  claimed: ClaimedAnalysis,
  limits: Limits,
): Promise<AnalysedCall> {
  const startedAt = services.everywhere.now();
  const outcome = limits.signal.aborted ? postponed : await analyseOrHandToRules(services, claimed, limits);
  services.onAnalysed?.(claimed, outcome, startedAt);
  return { claimed, outcome };
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
