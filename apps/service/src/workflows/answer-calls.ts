import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import type { Line } from '@parley/call-engine/line.ts';
import type { Language } from '@parley/language/language.ts';
import type { Arrival } from '@parley/sip/sip-arrivals.ts';
import {
  type CallBack,
  languageSpokenWith,
  takeCallBack,
} from '../domains/conversations/call-back.actions.ts';
import type { JoinedAttempt } from '../domains/conversations/online-link.actions.ts';
import type { EndedCall } from '../domains/conversations/settlement-outcome.actions.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { CompanyId } from '../storage/sql.ts';
import type { CallSlots } from './call-slots.ts';
import { type CallServices, conductCall } from './conduct-call.ts';

export interface CallAnswererOptions {
  readonly everywhere: Everywhere;
  readonly slots: CallSlots;
  readonly callServices: Omit<CallServices, 'lineFor' | 'onRinging' | 'settle' | 'requeue'>;
  readonly settle: (call: EndedCall) => Promise<unknown>;
  /** The number that agents without one of their own call from; null: it is not known. */
  readonly ownNumber: string | null;
  readonly lineOf: (arrival: Arrival, companyId: CompanyId) => Line;
  /** Tells the caller that nobody can take the call, and hangs up. */
  readonly decline: (leg: AudioLeg, language: Language) => Promise<void>;
  readonly onError: (error: Error) => void;
}

/** A claim that comes to nothing is over in less. */
const PLACE_MS = 2000;

/** Answers inbound calls: a contact who calls back gets their open conversation, everybody else hears that nobody can take the call. */
export class CallAnswerer {
  readonly #with: CallAnswererOptions;
  readonly #declined = new Set<AudioLeg>();

  constructor(options: CallAnswererOptions) {
    this.#with = options;
  }

  readonly take = (arrival: Arrival): void => {
    this.#answer(arrival).catch((error: Error) => {
      arrival.refuse();
      this.#with.onError(error);
    });
  };

  /** Ends calls that are being declined. */
  async stop(): Promise<void> {
    await Promise.all([...this.#declined].map((leg) => leg.hangUp()));
  }

  async #answer(arrival: Arrival): Promise<void> {
    const { slots, callServices, settle, lineOf } = this.#with;
    const call = this.#callBackOf(arrival);
    const attempt = call && (await this.#claim(call));
    if (attempt === undefined) {
      await this.#decline(arrival, call);
      return;
    }
    slots.hold(attempt.attemptId, (signal, ending) => {
      // The caller is on the line: there is nothing to ring or to requeue.
      const unused = { onRinging: () => {}, requeue: async () => false };
      const own: CallServices = {
        ...callServices,
        ...unused,
        settle,
        channel: 'inbound',
        lineFor: () => lineOf(arrival, attempt.companyId),
      };
      // If anything failed before the call was answered, it is declined, so that nobody is left waiting.
      return conductCall(own, attempt, slots, signal, ending).finally(() => arrival.refuse());
    });
  }

  /** A caller with a hidden number matches no contact. */
  #callBackOf({ caller: { from, to } }: Arrival): CallBack | undefined {
    if (from === null) return undefined;
    return { caller: from, called: to, isLines: to === null || to === this.#with.ownNumber };
  }

  /** The call as this worker's, on a place of its own. */
  async #claim(call: CallBack): Promise<JoinedAttempt | undefined> {
    const { everywhere, slots } = this.#with;
    if (!(await slots.reserveSoon(PLACE_MS))) return undefined;
    try {
      const attempt = await takeCallBack(everywhere, call, slots.workerId);
      if (attempt === undefined) slots.release(1);
      return attempt;
    } catch (error) {
      slots.release(1);
      throw error;
    }
  }

  async #decline(arrival: Arrival, call: CallBack | undefined): Promise<void> {
    const language = call && (await languageSpokenWith(this.#with.everywhere, call));
    const { leg } = (await arrival.answer()) ?? {};
    if (leg === undefined) return;
    this.#declined.add(leg);
    await this.#with.decline(leg, language ?? 'EN').finally(() => this.#declined.delete(leg));
  }
}
