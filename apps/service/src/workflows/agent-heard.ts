import type { AudioReport } from '@parley/call-engine/line.ts';
import type { CallFindings } from '@parley/call-engine/outcome.ts';
import type { AudioDirection } from '@parley/contract/event.ts';
import type { Ending } from '../domains/conversations/settlement.model.ts';
import { mayBeOfSilence } from './call-audio.ts';
import type { LogFields } from './call-log.ts';

/** After so many calls in which the contact answered, although the agent was never heard there, a server is not believed. */
const DOUBTED = 2;

export interface AgentHeardOptions {
  readonly warn: (fields: LogFields, words: string) => void;
  readonly fieldsOf: (attemptId: string) => LogFields;
  /** Emits the event. */
  readonly report: (attemptId: string, direction: AudioDirection) => Promise<void>;
  readonly count: () => void;
  readonly onError: (error: Error) => void;
}

/** What became of a call, and what was found in it; null: nobody picked up. */
interface EndedTalk {
  readonly ending: Ending;
  readonly findings: unknown;
}

/**
 * Whether the contact of a call ever heard the agent. The reports of the other side say so, but some telephone systems count
 * nothing of what they pass on. What tells them apart is the contact: who answers has heard something. So a call in which
 * nobody answered is believed, unless calls over the same server have shown that its reports mean nothing.
 */
export class AgentHeard {
  readonly #with: AgentHeardOptions;
  readonly #doubts = new Map<string, number>();

  constructor(options: AgentHeardOptions) {
    this.#with = options;
  }

  /** True: nothing of the agent arrived in the whole call, and that is reported. */
  async isMissing(
    attemptId: string,
    audio: AudioReport | undefined,
    { ending, findings }: EndedTalk,
  ): Promise<boolean> {
    const { isAgentHeard, reportedBy = '' } = audio ?? {};
    if (isAgentHeard === true) this.#doubts.delete(reportedBy);
    if (isAgentHeard !== false || findings === null) return false;
    const doubts = this.#doubts.get(reportedBy) ?? 0;
    const { answers = [] } = findings as Partial<CallFindings>;
    if (answers.some(({ value }) => value !== undefined)) {
      this.#doubts.set(reportedBy, doubts + 1);
      return false;
    }
    // A machine answers nothing, whether it hears us or not.
    if (doubts >= DOUBTED || !mayBeOfSilence(ending)) return false;
    const { warn, fieldsOf, report, count, onError } = this.#with;
    count();
    warn(
      fieldsOf(attemptId),
      'The other side reported (RTCP) from the answer on that no audio of the agent arrived in this call, and nobody answered anything. Check PARLEY_RTP_PORTS, PARLEY_SIP_PUBLIC_HOST and the firewalls on the way if it happens often.',
    );
    await report(attemptId, 'TO_CONTACT').catch(onError);
    return true;
  }
}
