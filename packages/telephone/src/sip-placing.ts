import type { Unanswered } from '@parley/call-engine/line.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import type { CallOrder, PlacingEvent, PlacingParts } from './call-order.ts';
import { refusalOf } from './destination.ts';
import { type Next, throughTrunk } from './trunk-attempt.ts';

/** Places one call through the first trunk that takes it. */
export async function* placeCall(
  parts: PlacingParts,
  order: CallOrder,
  signal: AbortSignal,
): AsyncGenerator<PlacingEvent> {
  yield { kind: 'placing' };
  // However it came here: nobody on the real network has such a number, or somebody else has.
  if (SIMULATED_NUMBER.test(order.to)) {
    yield { kind: 'invalid_number', code: 'a number of the simulated network' };
    return;
  }
  const refusal = await refusalOf(parts, order.to);
  if (refusal !== undefined) {
    yield refusal;
    return;
  }
  const routes = (await parts.routesOf?.(order)) ?? parts.trunks.map((trunk) => ({ trunk }));
  if ('kind' in routes) {
    yield routes;
    return;
  }
  const tries: Next[] = [];
  for (const route of routes) {
    const tried = yield* throughTrunk(parts, route, order, signal);
    if (tried.kind === 'decided') {
      yield tried.event;
      return;
    }
    tries.push(tried);
    // A telephone that rang is not made to ring once more by another trunk.
    if (signal.aborted || tried.hasRung) break;
  }
  yield unplaced(tries);
}

/** When nobody knows how long trunks are down: a person may change it. */
const DOWN_MS = 60_000;

/**
 * Of several trunks the one that is ready first decides when. If none can be waited for, the call has the outcome that
 * the first trunk reported.
 */
function unplaced(tries: readonly Next[]): Unanswered {
  const code = tries.map((tried) => tried.code).join('; ') || 'there is no trunk';
  const waits = tries.flatMap(({ waitMs }) => waitMs ?? []);
  const isTrunkDown = tries.length > 0 && tries.every(({ isDown }) => isDown);
  if ((waits.length === 0 && !isTrunkDown) || tries.some(({ hasRung }) => hasRung)) {
    const [{ outcome } = {}, ...others] = tries.filter((tried) => tried.outcome !== undefined);
    return { kind: 'failed', ...outcome, code: others.length === 0 && outcome ? outcome.code : code };
  }
  const retryAfterMs = waits.length > 0 ? Math.min(...waits) : DOWN_MS;
  const placed = { kind: 'not_placed', code, retryAfterMs } as const;
  return isTrunkDown ? { ...placed, isTrunkDown } : placed;
}
