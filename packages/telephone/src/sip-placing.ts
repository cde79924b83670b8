import type { Unanswered } from '@parley/call-engine/line.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import type { Media, MediaSession } from '@parley/sip/media-session.ts';
import { bracketed } from '@parley/sip/sip-address.ts';
import type { SipCall } from '@parley/sip/sip-call.ts';
import { SipLogin } from '@parley/sip/sip-digest.ts';
import { Invitation, type InvitationEnd } from '@parley/sip/sip-invitation.ts';
import type { SipHeader } from '@parley/sip/sip-message.ts';
import type { Hop } from '@parley/sip/sip-transport.ts';
import type { SipTrunk } from '@parley/sip/sip-trunk.ts';
import type { SipUserAgent } from '@parley/sip/sip-user-agent.ts';
import { isOfTheTrunk, isPassing, outcomeOf } from './sip-outcome.ts';

export interface PlacingParts {
  readonly agent: SipUserAgent;
  /** Tried in this order. */
  readonly trunks: readonly SipTrunk[];
  readonly media: Media;
  /** The caller id where a call has none of its own; null: the user of the trunk. */
  readonly from: string | null;
  readonly sessionSeconds: number;
}

export interface CallOrder {
  /** E.164 */
  readonly to: string;
  readonly from: string | null;
  readonly ringTimeoutMs: number;
}

export type PlacingEvent =
  | { readonly kind: 'placing' }
  | { readonly kind: 'ringing' }
  | { readonly kind: 'answered'; readonly call: SipCall }
  | Unanswered;

/** So long a call waits for its turn on a trunk; then it is put back. */
const TURN_MS = 20_000;
/** When a trunk is full, calls end all the time. */
const FULL_REST_MS = 5000;
/** A server that has no room and does not say for how long may mean this number alone, which is not asked for soon. */
const NO_TIME_SAID_MS = 15_000;

/** What trying one trunk came to: the call is decided, or the next trunk is tried. */
type Tried = { readonly kind: 'decided'; readonly event: PlacingEvent } | Next;

interface Next {
  readonly kind: 'next';
  readonly code: string;
  /** The call was offered to nobody, and may be once so much time has passed; null: it may have been. */
  readonly waitMs: number | null;
  readonly hasRung?: boolean;
}

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
  const tries: Next[] = [];
  for (const trunk of parts.trunks) {
    const tried = yield* through(parts, trunk, order, signal);
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

/** Of several trunks the one that is ready first decides when; one that failed for good decides that it failed. */
function unplaced(tries: readonly Next[]): Unanswered {
  const code = tries.map((tried) => tried.code).join('; ') || 'there is no trunk';
  const waits = tries.flatMap(({ waitMs }) => waitMs ?? []);
  return waits.length < tries.length || waits.length === 0
    ? { kind: 'failed', code }
    : { kind: 'not_placed', code, retryAfterMs: Math.min(...waits) };
}

async function* through(
  parts: PlacingParts,
  trunk: SipTrunk,
  order: CallOrder,
  signal: AbortSignal,
): AsyncGenerator<PlacingEvent, Tried> {
  const restMs = trunk.restMs();
  if (restMs > 0) return next(trunk, 'is paused after failures', restMs);
  const giveBack = await trunk.take(TURN_MS, signal);
  if (giveBack === undefined) return next(trunk, 'is full', Math.max(FULL_REST_MS, trunk.turnMs));
  let isKept = false;
  try {
    const hops = await parts.agent.hopsTo(trunk.address);
    let tried: Tried = next(trunk, 'has no address', null);
    let isOffered = false;
    if (hops.length === 0) {
      trunk.rest(null);
      return next(trunk, 'has no address', trunk.restMs());
    }
    for (const hop of hops) {
      if (signal.aborted) return next(trunk, 'was given up', null);
      const { end, hasRung } = yield* at(parts, trunk, hop, order, signal);
      if (end.kind === 'answered') {
        isKept = true;
        trunk.work();
        end.call.ended.then(giveBack);
        return { kind: 'decided', event: { kind: 'answered', call: end.call } };
      }
      tried = judge(trunk, end, order);
      if (tried.kind === 'decided') return tried;
      // What one server may have offered to somebody is not put back, whatever the next one says.
      isOffered ||= hasRung || tried.waitMs === null;
      if (isOffered) tried = { ...tried, waitMs: null, hasRung };
      if (hasRung) return tried;
      // Another server of the same trunk is asked, unless the trunk as a whole wants to be left alone.
      if (end.kind === 'no sound' || (trunk.restMs() > 0 && end.kind === 'refused')) return tried;
    }
    if (tried.kind === 'next' && trunk.restMs() === 0) trunk.rest(null);
    return tried;
  } finally {
    if (!isKept) giveBack();
  }
}

const next = (trunk: SipTrunk, words: string, waitMs: number | null): Next => ({
  kind: 'next',
  code: `${trunk.host} ${words}`,
  waitMs,
});

/** `no sound`: there was no port left on our side, or its thread is gone. */
type PlacingEnd = InvitationEnd | { readonly kind: 'no sound'; readonly why: string };

/** One server of a trunk. */
async function* at(
  parts: PlacingParts,
  trunk: SipTrunk,
  hop: Hop,
  order: CallOrder,
  signal: AbortSignal,
): AsyncGenerator<PlacingEvent, { end: PlacingEnd; hasRung: boolean }> {
  const local = await parts.agent.stack.localTo(hop).catch(() => undefined);
  if (local === undefined) return { end: { kind: 'silent', why: 'unreachable' }, hasRung: false };
  const opened = await parts.media
    .open({ isSecure: trunk.settings.isSoundSecure })
    .then((session) => ({ session }))
    .catch((error: Error) => ({ end: { kind: 'no sound', why: error.message } as const, hasRung: false }));
  if ('end' in opened) return opened;
  const { session } = opened;
  const ringing = Promise.withResolvers<'ringing'>();
  const invitation = invite(parts, trunk, {
    hop,
    local,
    session,
    order,
    onRinging: () => ringing.resolve('ringing'),
  });
  const callOff = parts.agent.time.after(order.ringTimeoutMs, () => invitation.cancel());
  const giveUp = () => invitation.cancel();
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  let end: InvitationEnd | undefined;
  try {
    const first = await Promise.race([ringing.promise, invitation.end]);
    const hasRung = first === 'ringing';
    if (hasRung) yield { kind: 'ringing' };
    end = await invitation.end;
    return { end, hasRung };
  } finally {
    callOff();
    signal.removeEventListener('abort', giveUp);
    if (end === undefined) abandon(invitation, session);
    else if (end.kind !== 'answered') session.close();
  }
}

/** Whoever placed the call no longer listens: it is called off, and hung up should it be answered meanwhile. */
function abandon(invitation: Invitation, session: MediaSession): void {
  invitation.cancel();
  void invitation.end.then(async (end) => {
    if (end.kind === 'answered') await end.call.leg.hangUp();
    session.close();
  });
}

interface Placing {
  readonly hop: Hop;
  readonly local: { readonly host: string; readonly port: number };
  readonly session: MediaSession;
  readonly order: CallOrder;
  readonly onRinging: () => void;
}

function invite(parts: PlacingParts, trunk: SipTrunk, placing: Placing): Invitation {
  const { hop, local, session, order, onRinging } = placing;
  const { credentials } = trunk.settings;
  const number = order.from ?? parts.from;
  const user = number ?? credentials?.user ?? 'anonymous';
  const from = `<sip:${encodeURIComponent(user).replace('%2B', '+')}@${bracketed(trunk.host)}>`;
  // Who vouches for the caller id to a provider that knows us (RFC 3325).
  const identity: SipHeader[] = number === null ? [] : [['p-asserted-identity', from]];
  return new Invitation(parts.agent, {
    hop,
    local,
    session,
    login: new SipLogin(credentials, parts.agent.random),
    uriOf: trunk.uriOf,
    to: order.to,
    from,
    headers: identity,
    sessionSeconds: parts.sessionSeconds,
    onRinging,
  });
}

/** What follows from a call that was not answered at one server. */
function judge(trunk: SipTrunk, end: Exclude<PlacingEnd, { kind: 'answered' }>, order: CallOrder): Tried {
  const decided = (event: Unanswered): Tried => ({ kind: 'decided', event });
  switch (end.kind) {
    case 'silent':
      // What was sent and not answered may have made a telephone ring; what could not be sent has not.
      return end.why === 'unreachable'
        ? next(trunk, 'cannot be reached', FULL_REST_MS)
        : next(trunk, 'does not answer', null);
    case 'no sound':
      return { kind: 'next', code: `the audio cannot be set up: ${end.why}`, waitMs: FULL_REST_MS };
    case 'cancelled':
      return decided({
        kind: 'no_answer',
        code: `no answer within ${order.ringTimeoutMs / 1000} s (${end.code})`,
      });
    case 'unusable':
      return decided({ kind: 'failed', code: end.why });
    case 'refused': {
      const { refusal, retryAfterMs } = end;
      if (!isOfTheTrunk(refusal)) {
        trunk.work();
        return decided(outcomeOf(refusal));
      }
      const { code } = outcomeOf(refusal);
      if (retryAfterMs === null && !isPassing(refusal)) return next(trunk, `said ${code}`, null);
      // Without a time it may be this server alone: the trunk's next one is asked before the trunk is left alone.
      if (retryAfterMs === null && refusal.status === 503)
        return next(trunk, `said ${code}`, NO_TIME_SAID_MS);
      trunk.rest(retryAfterMs);
      return next(trunk, `said ${code}`, trunk.restMs());
    }
  }
}
