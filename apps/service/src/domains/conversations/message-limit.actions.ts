import type { MessageChannel } from '@parley/contract/message.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { enforce, limiterInDatabase } from '../../http/rate-limit.ts';
import type { Everywhere } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { PER_ADDRESS } from './message.model.ts';

export interface LeavingMessage {
  readonly companyId: CompanyId;
  readonly channel: MessageChannel;
  /** Of the address on the channel, as unsubscribing knows it. */
  readonly addressHash: string;
}

/** Why a message has to wait. */
export interface SendWait {
  readonly detail: string;
  readonly waitMs: number;
}

const DAY_SECONDS = 86_400;
/** Those who wait for the day's limit may be thousands: they do not all ask again whenever one SMS stops counting. */
const SHORTEST_WAIT_MS = 600_000;

/**
 * Counts a message that is about to leave; otherwise answers why it waits, and nothing is counted. Messages are deleted with
 * their conversation: whoever deleted it after each SMS could otherwise send any number of them.
 */
export async function countSend(
  everywhere: Everywhere,
  { companyId, channel, addressHash }: LeavingMessage,
  smsPerDay: number,
): Promise<SendWait | undefined> {
  const dayBucket = `sms-day:${companyId}`;
  try {
    await everywhere.transaction(async (inside) => {
      const limiter = limiterInDatabase(inside);
      const perAddress = { max: PER_ADDRESS.max, perSeconds: PER_ADDRESS.perMs / 1000 };
      await enforce(limiter, `message:${companyId}:${addressHash}`, perAddress);
      if (channel === 'SMS' && smsPerDay > 0)
        await enforce(limiter, dayBucket, { max: smsPerDay, perSeconds: DAY_SECONDS });
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'too_many_requests') throw error;
    const { bucket, retryAfterSeconds } = error.details as { bucket: string; retryAfterSeconds: number };
    return {
      detail:
        bucket === dayBucket
          ? `Waits: the company sent ${smsPerDay} SMS within a day, as many as it may (PARLEY_SMS_PER_DAY)`
          : `Waits: the address got ${PER_ADDRESS.max} messages within an hour`,
      waitMs: Math.max(retryAfterSeconds * 1000, SHORTEST_WAIT_MS),
    };
  }
}
