import type { AudioReport } from '@parley/call-engine/line.ts';
import type { CallFindings } from '@parley/call-engine/outcome.ts';
import type { AudioDirection } from '@parley/contract/event.ts';
import type { Ending } from '../domains/conversations/settlement.model.ts';
import { type AgentMissing, isLeftUnanswered } from './call-audio.ts';
import type { LogFields } from './call-log.ts';
import { answersOf, hasReplied } from './contact-replies.ts';

/** After so many calls in which the contact answered a question, although nothing was reported to arrive, no report is made. */
const DOUBTED = 2;
const DOUBT_MS = 24 * 60 * 60 * 1000;
/** Those that were heard of last. */
const MOST_SERVERS = 1000;

export interface AgentHeardOptions {
  readonly warn: (fields: LogFields, words: string) => void;
  readonly fieldsOf: (attemptId: string) => LogFields;
  /** Emits the event. */
  readonly report: (attemptId: string, direction: AudioDirection) => Promise<void>;
  readonly count: () => void;
  readonly onError: (error: Error) => void;
  readonly nowMs?: () => number;
}

/** What is known of a server that reports about calls. */
interface Server {
  /** Some call had audio that arrived. */
  readonly counts: boolean;
  /** When a contact last showed to hear what the server did not count. */
  readonly doubtedAtMs: number;
  /** In how many calls one answered a question. */
  readonly answered: number;
}
const UNKNOWN: Server = { counts: false, doubtedAtMs: Number.NEGATIVE_INFINITY, answered: 0 };

/** What became of a call, and what was found in it; null: nobody picked up. */
interface EndedTalk {
  readonly ending: Ending;
  readonly findings: unknown;
}

/**
 * Whether the contact of a call ever heard the agent. The reports of the other side say so, but some telephone systems count
 * nothing of what they pass on, and others count some calls only. What tells them apart is the contact: who answers has heard
 * something. A report about a call in which nobody did so is passed on; what the call came to changes only if it is certain,
 * because the contact is then called again.
 */
export class AgentHeard {
  readonly #with: AgentHeardOptions;
  readonly #nowMs: () => number;
  readonly #servers = new Map<string, Server>();

  constructor({ nowMs = Date.now, ...options }: AgentHeardOptions) {
    this.#with = options;
    this.#nowMs = nowMs;
  }

  async missing(
    attemptId: string,
    audio: AudioReport | undefined,
    { ending, findings }: EndedTalk,
  ): Promise<AgentMissing> {
    const { isAgentHeard, reportedBy = '' } = audio ?? {};
    const server = this.#serverNow(reportedBy);
    if (isAgentHeard === true) this.#note(reportedBy, { ...server, counts: true });
    if (isAgentHeard !== false || findings === null) return 'no';
    const found = findings as Partial<CallFindings>;
    if (hasReplied(found)) {
      const answered = server.answered + (answersOf(found).length > 0 ? 1 : 0);
      this.#note(reportedBy, { ...server, doubtedAtMs: this.#nowMs(), answered });
      return 'no';
    }
    // A machine answers nothing, whether it hears us or not, and neither does who is asked nothing.
    if (server.answered >= DOUBTED || !isLeftUnanswered(ending)) return 'no';
    const { warn, fieldsOf, report, count, onError } = this.#with;
    count();
    warn(
      fieldsOf(attemptId),
      'The other side reported (RTCP) from the answer on that no audio of the agent arrived in this call, and nobody answered anything. Check PARLEY_RTP_PORTS, PARLEY_SIP_PUBLIC_HOST and the firewalls on the way if it happens often.',
    );
    await report(attemptId, 'TO_CONTACT').catch(onError);
    return server.counts && server.doubtedAtMs === UNKNOWN.doubtedAtMs ? 'certain' : 'reported';
  }

  /** Its doubts are forgotten a day after the last one. */
  #serverNow(host: string): Server {
    const server = this.#servers.get(host) ?? UNKNOWN;
    const isForgotten = this.#nowMs() - server.doubtedAtMs >= DOUBT_MS;
    return isForgotten ? { ...UNKNOWN, counts: server.counts } : server;
  }

  #note(host: string, server: Server): void {
    this.#servers.delete(host);
    this.#servers.set(host, server);
    const [oldest] = this.#servers.keys();
    if (this.#servers.size > MOST_SERVERS && oldest !== undefined) this.#servers.delete(oldest);
  }
}
