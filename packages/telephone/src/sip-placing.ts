import type { Unanswered } from '@parley/call-engine/line.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import type { CallOrder, PlacingEvent, PlacingParts, TrunkRoute } from './call-order.ts';
import { refusalOf } from './destination.ts';
import { LAST_TRUNK_MS } from './ring-time.ts';
import { throughTrunk } from './trunk-attempt.ts';
import type { Next } from './trunk-verdict.ts';

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
  const routes = (await parts.routesOf?.(order)) ?? parts.trunks.map((trunk): TrunkRoute => ({ trunk }));
  if ('kind' in routes) {
    yield routes;
    return;
  }
  const tries: Next[] = [];
  const untilMs = parts.agent.time.nowMs() + LAST_TRUNK_MS;
  for (const route of routes) {
    if (parts.agent.time.nowMs() > untilMs) break;
    const tried = yield* throughTrunk(parts, route, order, signal);
    if (tried.kind === 'decided') {
      yield tried.event;
      return;
    }
    tries.push({ ...tried, code: `${route.knownAs ?? route.trunk.host} ${tried.code}` });
    // A telephone that rang is not made to ring once more by another trunk.
    if (signal.aborted || tried.hasRung) break;
  }
  const outcome = unplaced(tries);
  if (outcome.kind === 'not_placed' && routes.every(({ trunk }) => trunk.breaker.trouble))
    for (const { trunk } of routes)
      if (trunk.breaker.trouble) parts.onTrunkAwaited?.(trunk, trunk.breaker.trouble);
  yield outcome;
}

/** When nobody knows how long trunks are down: a person may change it. */
const DOWN_MS = 60_000;
/** A trunk that does not know the number is asked for it again, too: many such calls at once would look like a trunk that knows none. */
const UNKNOWN_MS = 20 * 60_000;

/**
 * Of several trunks the one that is ready first decides when. If none can be waited for, the call has the outcome that
 * the first trunk reported.
 */
function unplaced(tries: readonly Next[]): Unanswered {
  const code = tries.map((tried) => tried.code).join('; ') || 'there is no trunk';
  const waits = tries.flatMap(({ waitMs }) => waitMs ?? []);
  const isTrunkDown = tries.length > 0 && tries.every(({ isDown, isRefusing }) => isDown || isRefusing);
  const isTrunkRefusing = isTrunkDown && tries.some(({ isRefusing }) => isRefusing);
  if ((waits.length === 0 && !isTrunkDown) || tries.some(({ hasRung }) => hasRung)) {
    const [{ outcome } = {}, ...others] = tries.filter((tried) => tried.outcome !== undefined);
    // A number is invalid when every trunk says so: one that could not be asked may have a route to it.
    const isInvalid = tries.every((tried) => tried.outcome?.kind === 'invalid_number');
    const own = outcome?.kind === 'invalid_number' && !isInvalid ? undefined : outcome;
    return { kind: 'failed', ...own, code: others.length === 0 && own ? own.code : code };
  }
  const soonestMs = waits.length > 0 ? Math.min(...waits) : DOWN_MS;
  const isUnknown = tries.some(
    ({ waitMs, outcome }) => waitMs === null && outcome?.kind === 'invalid_number',
  );
  const retryAfterMs = isUnknown ? Math.max(soonestMs, UNKNOWN_MS) : soonestMs;
  const placed = { kind: 'not_placed', code, retryAfterMs } as const;
  if (!isTrunkDown) return placed;
  return isTrunkRefusing ? { ...placed, isTrunkDown, isTrunkRefusing } : { ...placed, isTrunkDown };
}
