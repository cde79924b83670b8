import type { Unanswered } from '@parley/call-engine/line.ts';
import type { PlacingParts } from './call-order.ts';

const RETRY_MS = 5000;

/** Why a number is not called; undefined: it may be. While that cannot be found out it is not, and the call waits. */
export async function refusalOf(
  { blocked }: Pick<PlacingParts, 'blocked'>,
  number: string,
): Promise<Unanswered | undefined> {
  try {
    const why = await blocked?.(number);
    return why === undefined ? undefined : { kind: 'invalid_number', code: `not dialled: ${why}` };
  } catch (error) {
    const code = `the allowed destinations cannot be read: ${(error as Error).message}`;
    return { kind: 'not_placed', code, retryAfterMs: RETRY_MS, isTrunkDown: true };
  }
}

/** Whether the network may call a number on our behalf. It may not while that cannot be written down. */
export async function mayPassOn(parts: PlacingParts, number: string): Promise<boolean> {
  if ((await refusalOf(parts, number)) !== undefined) return false;
  try {
    await parts.onPassedOn?.(number);
    return true;
  } catch {
    return false;
  }
}

/** Whether a call may be transferred to a number. It may not while that cannot be found out. */
export const mayTransferTo = async (parts: PlacingParts, number: string): Promise<boolean> =>
  ((await parts.mayTransfer?.().catch(() => false)) ?? true) && mayPassOn(parts, number);
