import type { RunReason } from '@parley/contract/run.ts';
import type { Attempt, Conversation } from './conversation.tsx';

type Ended = Pick<Conversation, 'status' | 'onlineUrl'> & {
  readonly callAttempts: readonly Pick<Attempt, 'status' | 'reasonCode' | 'calledAt'>[];
};

/** Why a conversation that is over has no results; undefined while some may still come. */
export function endReason({ status, onlineUrl, callAttempts }: Ended): RunReason | undefined {
  const last = callAttempts.findLast((one) => one.status !== 'SCHEDULED' && one.status !== 'IN_PROGRESS');
  const end = last?.reasonCode ?? null;
  const count = callAttempts.filter(({ calledAt }) => calledAt !== null).length;
  const params = end === null ? { count } : { count, end };
  switch (status) {
    case 'UNREACHABLE':
      if (onlineUrl === undefined) return { code: 'not_reached', params };
      return { code: count === 0 ? 'link_never_opened' : 'link_opened', params };
    case 'FAILED':
      return end === 'INVALID_NUMBER' && count === 0
        ? { code: 'no_number', params }
        : { code: 'failed', params };
    case 'CANCELLED':
      if (end === 'OPT_OUT') return { code: 'opted_out', params };
      return { code: end === 'NOT_INTERESTED' ? 'declined' : 'cancelled', params };
    default:
      return undefined;
  }
}
