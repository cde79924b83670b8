import type { Attempt } from '@parley/contract/webhook.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { isSuccess, type Message, type Settlement } from './delivery.model.ts';
import type { Webhook } from './webhook.model.ts';

/** A delivery that this process is to send, with everything that takes. */
export type Claimed = Message &
  Pick<
    Webhook,
    'url' | 'headers' | 'timeoutMs' | 'maxRetries' | 'secret' | 'previousSecret' | 'previousSecretUntil'
  > & {
    readonly webhookId: string;
    readonly companyId: CompanyId;
    readonly lease: string;
    readonly retries: number;
    readonly queuedAt: Date;
  };

export interface Capacity {
  /** At most so many in all, */
  readonly most: number;
  /** so many for each webhook, */
  readonly perWebhook: number;
  /** and for these, of which some are under way, so many. */
  readonly exceptions: ReadonlyMap<string, number>;
}

/** A delivery and what came of its request. */
export interface Sent {
  readonly delivery: Claimed;
  readonly attempt: Attempt;
}

/** The same, with what it means for the delivery. */
export interface Outcome {
  readonly id: string;
  readonly lease: string;
  readonly retries: number;
  readonly settlement: Settlement;
  readonly attempt: Attempt;
}

/** When a delivery is due that was not sent: it waits for what it carries, and that is no try. */
export interface Move {
  readonly id: string;
  /** Null when no process has it. */
  readonly lease: string | null;
  readonly dueAt: Date;
}

/** What a webhook's requests, in the order they ended, say about its receiver. */
export interface Health {
  readonly webhookId: string;
  readonly hasSuccess: boolean;
  readonly failures: number;
  /** Failures before the first success, after the last, and the most in a row. */
  readonly leading: number;
  readonly trailing: number;
  readonly longest: number;
  readonly isGone: boolean;
}

/** What requests, in the order they ended, say about each receiver. */
export function healthOf(sent: readonly Sent[]): Health[] {
  const byWebhook = Map.groupBy(sent, ({ delivery }) => delivery.webhookId);
  return [...byWebhook].map(([webhookId, requests]) => {
    const runs = requests
      .map(({ attempt }) => (isSuccess(attempt) ? '+' : '-'))
      .join('')
      .split('+')
      .map((run) => run.length);
    return {
      webhookId,
      hasSuccess: runs.length > 1,
      failures: runs.reduce((sum, run) => sum + run, 0),
      leading: runs.at(0) ?? 0,
      trailing: runs.at(-1) ?? 0,
      longest: Math.max(...runs),
      isGone: requests.some(({ attempt }) => attempt.statusCode === 410),
    };
  });
}
