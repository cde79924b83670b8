import { setTimeout as sleep } from 'node:timers/promises';
import type { Unanswered } from '@parley/call-engine/line.ts';
import { withTimeout } from '@parley/kernel/concurrency.ts';
import type { SipTrunk } from '@parley/sip/sip-trunk.ts';
import type {
  AdmittedLine,
  CallOrder,
  LineAdmission,
  LineReport,
  TrunkRoute,
} from '@parley/telephone/call-order.ts';
import type { Trunk } from '../domains/trunks/trunk.model.ts';
import {
  type Admission,
  admitCall,
  endTrunkCall,
  extendTrunkCall,
  findRouting,
  type WantedCall,
} from '../domains/trunks/trunk-call.actions.ts';
import type { Everywhere, Scope } from '../storage/scope.ts';
import type { CompanyId } from '../storage/sql.ts';

export interface TrunkRoutesOptions {
  readonly everywhere: Everywhere;
  readonly workerId: string;
  /** Those of the settings, with what all processes call them: user and address. */
  readonly defaults: readonly { readonly key: string; readonly trunk: SipTrunk }[];
  readonly connectTo: (trunk: Trunk) => Promise<SipTrunk>;
  /** Random, from 0 to 1. */
  readonly fraction: () => number;
  /** A call over a trunk has ended, for metrics. */
  readonly onCallEnd?: (trunk: SipTrunk, report: LineReport) => void;
  /** Its end is stored. */
  readonly onCallStored?: (trunk: SipTrunk, report: LineReport) => void;
  readonly onError: (error: Error) => void;
}

/** So long a call waits for a line here; then it is requeued, so that others get its place. */
const WAIT_MS = 5000;
/** Many calls that wait for the same limit do not all ask again at the same moment. */
const JITTER = 0.1;
/** Another process does not say when it ends a call. */
const LOOK_MS = 250;
/** When what keeps a call from being placed is changed by a person. */
const REST_MS = 60_000;
const RETRY_MS = 5000;
const MOST_RETRY_MS = 60_000;
/** In what a company reads about its calls, a trunk that is not its own. */
const OPERATORS = "the operator's trunk";

/** Chooses the trunks of calls, and counts calls against limits that all processes keep together. */
export class TrunkRoutes {
  readonly #with: TrunkRoutesOptions;
  readonly #endings = new Set<Promise<void>>();

  constructor(options: TrunkRoutesOptions) {
    this.#with = options;
  }

  /** Resolves once the ends of all calls are written, or after so much time. */
  async close(withinMs: number): Promise<void> {
    await withTimeout(withinMs, Promise.all(this.#endings)).catch(this.#with.onError);
  }

  /** The trunks that one call may take, best first, or why it cannot be placed. */
  async of(companyId: CompanyId, order: CallOrder): Promise<readonly TrunkRoute[] | Unanswered> {
    const { everywhere, defaults, connectTo, fraction, onError } = this.#with;
    const { to, from } = order;
    const admitting = this.#admittingOf(companyId, order);
    const call = { to, from, hasDefault: defaults.length > 0 };
    const routing = await findRouting(everywhere, companyId, call, fraction).catch((error: Error) => error);
    if (routing instanceof Error) return later(`the trunks cannot be read: ${routing.message}`, RETRY_MS);
    if (routing.kind === 'default')
      return defaults.map(({ key, trunk }) => ({
        trunk,
        knownAs: OPERATORS,
        admit: admitting(trunk, { trunkId: null, settingsTrunk: key }),
      }));
    if (routing.kind === 'inactive') return later('the trunk for this number is switched off', REST_MS);
    if (routing.kind === 'not of the caller ID')
      return { kind: 'failed', code: 'the trunk of the caller ID takes no calls to this number' };
    if (routing.kind !== 'trunks') return { kind: 'failed', code: 'no trunk takes calls to this number' };
    const routes: TrunkRoute[] = [];
    for (const record of routing.trunks) {
      const trunk = await connectTo(record).catch(onError);
      if (!trunk) continue;
      const admit = admitting(trunk, { trunkId: record.id });
      routes.push(record.companyId === null ? { trunk, knownAs: OPERATORS, admit } : { trunk, admit });
    }
    return routes.length > 0 ? routes : later('no trunk could be connected to', REST_MS);
  }

  #admittingOf(companyId: CompanyId, { to, from, mostMinutes, isSecondLeg = false }: CallOrder) {
    const { everywhere, workerId, fraction } = this.#with;
    const scope = everywhere.within(companyId, { kind: 'system', id: 'call' });
    // Over all its trunks.
    let untilMs: number | undefined;
    return (trunk: SipTrunk, which: Pick<WantedCall, 'trunkId' | 'settingsTrunk'>) =>
      async (signal: AbortSignal): Promise<LineAdmission> => {
        untilMs ??= performance.now() + WAIT_MS;
        for (;;) {
          const admission = await this.#admit(scope, {
            ...which,
            workerId,
            to,
            from,
            mostMinutes,
            isSecondLeg,
          });
          if (admission.kind === 'admitted')
            return { kind: 'admitted', line: this.#lineOf(scope, trunk, admission) };
          if (admission.kind === 'refused') return { ...admission, waitMs: null };
          const { words, waitMs } = admission;
          const leftMs = untilMs - performance.now();
          if (waitMs > WAIT_MS) return { kind: 'refused', words, waitMs: waitMs * (1 + JITTER * fraction()) };
          if (leftMs <= 0 || signal.aborted) return { kind: 'refused', words, waitMs };
          await sleep(Math.min(LOOK_MS, waitMs, leftMs), undefined, { signal }).catch(() => undefined);
        }
      };
  }

  /** A database that is away is no reason to lose the call. */
  #admit(scope: Scope, wanted: WantedCall): Promise<Admission> {
    return admitCall(scope, wanted).catch((error: Error) => ({
      kind: 'wait',
      words: `has limits that cannot be counted: ${error.message}`,
      waitMs: RETRY_MS + 1,
    }));
  }

  #lineOf(
    scope: Scope,
    trunk: SipTrunk,
    { callId, from }: Extract<Admission, { kind: 'admitted' }>,
  ): AdmittedLine {
    return {
      from,
      extend: (minutes) => {
        extendTrunkCall(scope, callId, minutes).catch(this.#with.onError);
      },
      end: (report) => {
        this.#with.onCallEnd?.(trunk, report);
        const ending = this.#end(scope, trunk, callId, report).finally(() => this.#endings.delete(ending));
        this.#endings.add(ending);
      },
    };
  }

  /** Until it is written the line counts as taken and its minutes as held; when this process is gone, others release both. */
  async #end(scope: Scope, trunk: SipTrunk, callId: string, report: LineReport): Promise<void> {
    for (let waitMs = 1000; ; waitMs = Math.min(2 * waitMs, MOST_RETRY_MS)) {
      try {
        await endTrunkCall(scope, callId, report);
        this.#with.onCallStored?.(trunk, report);
        return;
      } catch (error) {
        this.#with.onError(error as Error);
        await sleep(waitMs, undefined, { ref: false });
      }
    }
  }
}

/** Nothing is wrong with the call: it waits as long as it takes. */
const later = (code: string, retryAfterMs: number): Unanswered => ({
  kind: 'not_placed',
  code,
  retryAfterMs,
  isTrunkDown: true,
});
