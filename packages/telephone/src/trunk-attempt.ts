import { plainReason } from '@parley/kernel/plain-reason.ts';
import type { MediaSession } from '@parley/sip/media-session.ts';
import { SipLogin } from '@parley/sip/sip-digest.ts';
import { Invitation, type InvitationEnd } from '@parley/sip/sip-invitation.ts';
import { probeTrunk } from '@parley/sip/sip-options.ts';
import type { Hop } from '@parley/sip/sip-transport.ts';
import type { SipTrunk } from '@parley/sip/sip-trunk.ts';
import { callerLines } from '@parley/sip/trunk-identity.ts';
import type { CallOrder, PlacingEvent, PlacingParts, TrunkRoute } from './call-order.ts';
import { mayPassOn } from './destination.ts';
import { LineUsage, OK } from './line-usage.ts';
import { MOST_REDIRECTIONS, redirected, type Target } from './redirection.ts';
import { ringMsAfter, SETUP_MS, TURN_MS } from './ring-time.ts';
import { aboutOf } from './sip-outcome.ts';
import {
  down,
  type Faulty,
  FULL_REST_MS,
  judge,
  type Next,
  next,
  type PlacingEnd,
  type Tried,
} from './trunk-verdict.ts';

const RINGING = 180;

export async function* throughTrunk(
  parts: PlacingParts,
  route: TrunkRoute,
  order: CallOrder,
  signal: AbortSignal,
): AsyncGenerator<PlacingEvent, Tried> {
  const { trunk } = route;
  const { trouble } = trunk.breaker;
  const restMs = trunk.breaker.restMs();
  if (trouble === undefined)
    return restMs > 0
      ? next('is paused after failures', { waitMs: restMs })
      : yield* onLine(parts, route, order, signal);
  const endProbe = restMs > 0 ? undefined : trunk.breaker.probe();
  if (endProbe === undefined) return down(trunk, trouble);
  try {
    // A contact's call is no probe where OPTIONS tell as much.
    const isAsked = trouble.fault === 'dead' && trunk.hasAnsweredOptions;
    if (isAsked && !(await probeTrunk(parts.agent, trunk))) return down(trunk, trouble);
    return yield* onLine(parts, route, order, signal);
  } finally {
    endProbe();
  }
}

/** On a line of the trunk, if it has one left. */
async function* onLine(
  parts: PlacingParts,
  { trunk, admit }: TrunkRoute,
  order: CallOrder,
  signal: AbortSignal,
): AsyncGenerator<PlacingEvent, Tried> {
  const giveBack = await trunk.take(TURN_MS, signal);
  if (giveBack === undefined) return next('is full', { waitMs: Math.max(FULL_REST_MS, trunk.turnMs) });
  const usage = new LineUsage(parts.agent.time, giveBack);
  try {
    const admission = await admit?.(signal);
    if (admission?.kind === 'refused')
      return next(admission.words, { waitMs: admission.waitMs, isDown: true });
    usage.begin(admission?.line);
    const placed = admission?.line.from ? { ...order, from: admission.line.from } : order;
    return yield* atServers(parts, trunk, { ...placed, usage }, signal);
  } finally {
    usage.end();
  }
}

/** An order on its line. */
type LineOrder = CallOrder & {
  readonly usage: LineUsage;
};

/** Tries the servers of a trunk, best first. */
async function* atServers(
  parts: PlacingParts,
  trunk: SipTrunk,
  order: LineOrder,
  signal: AbortSignal,
): AsyncGenerator<PlacingEvent, Tried> {
  const hops = await trunk.hops(parts.agent);
  if (hops.length === 0) {
    trunk.breaker.fail('dead', 'has no address');
    return next('has no address', { waitMs: trunk.breaker.restMs() });
  }
  let tried: Tried = next('has no address', { waitMs: null });
  for (const hop of hops) {
    if (signal.aborted) return next('was given up', { waitMs: null });
    const { end: last, hasRung } = yield* followed(parts, trunk, hop, order, signal);
    const end = inPlainWords(last);
    if (end.kind === 'answered') {
      trunk.breaker.work();
      void end.call.ended.then(trunk.breaker.carry());
      order.usage.answered(end.call.ended);
      const extend = (minutes: number) => order.usage.extend(minutes);
      return { kind: 'decided', event: { kind: 'answered', call: end.call, from: order.from, extend } };
    }
    tried = judge(trunk, end, order, hasRung);
    order.usage.refused(statusOf(end), tried.kind === 'decided');
    if (tried.kind === 'decided') return tried;
    // What has rung somewhere is not requeued, whatever is said afterwards.
    if (hasRung) return { ...tried, waitMs: null, hasRung };
    if (!isForNextServer(trunk, end)) return tried;
  }
  failAll(parts, trunk, tried, order.to);
  return trunk.breaker.refusesEveryCall ? { ...tried, isRefusing: true } : tried;
}

/**
 * Providers write the called number into their reasons. Of the operator's trunks a company is not to read them; of any trunk
 * they would outlive the contact, in its health, alarms and mails. The messages of the call have them whole.
 */
function inPlainWords(end: PlacingEnd): PlacingEnd {
  switch (end.kind) {
    case 'refused':
    case 'barred':
      return { ...end, refusal: { ...end.refusal, reason: plainReason(end.refusal.reason) } };
    case 'cancelled':
    case 'unconnected':
      return { ...end, code: end.code.replace(AFTER_STATUS, plainReason) };
    default:
      return end;
  }
}

/** Of "487 Request Terminated". */
const AFTER_STATUS = /(?<=^\d{3} ).*/s;

const REQUEST_TERMINATED = 487;

/** The last word of the network; null: it said none. */
function statusOf(end: Exclude<PlacingEnd, { kind: 'answered' }>): number | null {
  if (end.kind === 'refused' || end.kind === 'barred') return end.refusal.status;
  if (end.kind === 'unusable') return OK;
  return end.kind === 'cancelled' ? REQUEST_TERMINATED : null;
}

/** Another server of the same trunk is asked, unless the trunk as a whole refuses, or wants to be left alone. */
function isForNextServer(trunk: SipTrunk, end: PlacingEnd): boolean {
  if (end.kind === 'silent') return true;
  if (end.kind !== 'refused') return false;
  const about = aboutOf(end.refusal);
  return (about === 'capacity' && trunk.breaker.restMs() === 0) || about === 'server';
}

/** None of its servers took the call: that counts against the trunk. */
function failAll(parts: PlacingParts, trunk: SipTrunk, tried: Next, number: string): void {
  const { fault, words = tried.code } = tried as Faulty;
  if (fault === undefined) {
    trunk.breaker.lackRoom(number, words);
    if (trunk.breaker.restMs() === 0) trunk.breaker.rest(null);
    return;
  }
  trunk.breaker.fail(fault, words, { number });
  // Whether it is this call or the trunk is found out at once, and by nobody's telephone.
  if (fault === 'dead' && trunk.hasAnsweredOptions && trunk.breaker.trouble === undefined)
    void probeTrunk(parts.agent, trunk);
}

interface Placed {
  readonly end: PlacingEnd;
  readonly hasRung: boolean;
}

/** One server of a trunk, and those that it sends the call to. */
async function* followed(
  parts: PlacingParts,
  trunk: SipTrunk,
  hop: Hop,
  order: LineOrder,
  signal: AbortSignal,
): AsyncGenerator<PlacingEvent, Placed> {
  let target: Target = { uri: trunk.uriOf(order.to), hop, isTrunk: true };
  const seen = new Set([target.uri]);
  const mayCall = (number: string) => mayPassOn(parts, number);
  for (let count = 0; ; count++) {
    const placed = barredElsewhere(target, yield* at(parts, trunk, target, order, signal));
    const { end, hasRung } = placed;
    if (end.kind !== 'refused' || end.refusal.status >= 400 || hasRung || count === MOST_REDIRECTIONS)
      return placed;
    const other = await redirected(
      { agent: parts.agent, trunk, hop, to: order.to, mayCall },
      end.contacts,
      seen,
    );
    if (other === undefined || signal.aborted) return placed;
    target = other;
  }
}

/** Only what the trunk itself says about user and password is about the trunk. */
function barredElsewhere({ isTrunk }: Target, placed: Placed): Placed {
  const { end } = placed;
  if (isTrunk || end.kind !== 'refused' || aboutOf(end.refusal) !== 'login') return placed;
  return { ...placed, end: { kind: 'barred', refusal: end.refusal } };
}

async function* at(
  parts: PlacingParts,
  trunk: SipTrunk,
  target: Target,
  order: LineOrder,
  signal: AbortSignal,
): AsyncGenerator<PlacingEvent, Placed> {
  const local = await parts.agent.stack.localTo(target.hop).catch(() => undefined);
  if (local === undefined) return { end: { kind: 'silent', why: 'unreachable' }, hasRung: false };
  const opened = await parts.media
    .open({ isSecure: trunk.settings.isSoundSecure })
    .then((session) => ({ session }))
    .catch((error: Error) => ({ end: { kind: 'no sound', why: error.message } as const, hasRung: false }));
  if ('end' in opened) return opened;
  const { session } = opened;
  const ringing = Promise.withResolvers<'ringing'>();
  let callOff = () => {};
  let lastStatus = 0;
  const invitation = invite(parts, trunk, {
    target,
    local,
    session,
    order,
    onRinging: (status) => {
      ringing.resolve('ringing');
      if (status === RINGING) {
        trunk.breaker.ring();
        order.usage.rings();
      }
      // Forked and queued calls repeat them in any order: only the first one and the ringing itself start the time.
      if (lastStatus === RINGING || (lastStatus !== 0 && status !== RINGING)) return;
      lastStatus = status;
      callOff();
      callOff = parts.agent.time.after(ringMsAfter(status, order.ringTimeoutMs), () => invitation.cancel());
    },
  });
  // The call may take long to arrive at a telephone; how long it rings counts from there.
  let isTooLate = false;
  callOff = parts.agent.time.after(SETUP_MS, () => {
    isTooLate = true;
    invitation.cancel();
  });
  const giveUp = () => invitation.cancel();
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  let end: InvitationEnd | undefined;
  try {
    const first = await Promise.race([ringing.promise, invitation.end]);
    const hasRung = first === 'ringing';
    if (hasRung) {
      order.usage.rang();
      yield { kind: 'ringing' };
    }
    const last = await invitation.end;
    end = last;
    if (isTooLate && last.kind === 'cancelled' && !last.mayHaveRung && !signal.aborted)
      return { end: { kind: 'unconnected', code: last.code }, hasRung };
    return { end: last, hasRung };
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
  readonly target: Target;
  readonly local: { readonly host: string; readonly port: number };
  readonly session: MediaSession;
  readonly order: CallOrder;
  readonly onRinging: (status: number) => void;
}

function invite(parts: PlacingParts, trunk: SipTrunk, placing: Placing): Invitation {
  const { target, local, session, order, onRinging } = placing;
  const { credentials } = trunk.settings;
  const { from, contactUser, headers } = callerLines(
    trunk.settings.identity ?? {},
    order.from ?? parts.from,
    trunk.account,
    trunk.host,
  );
  return new Invitation(parts.agent, {
    hop: target.hop,
    local,
    session,
    login: new SipLogin(target.isTrunk ? credentials : null, parts.agent.random),
    uriOf: trunk.uriOf,
    to: order.to,
    uri: target.uri,
    from,
    contactUser,
    headers: [...(target.isTrunk ? trunk.routes : []), ...headers],
    sessionSeconds: parts.sessionSeconds,
    transfer: trunk.settings.transfer,
    onRinging,
    onCallId: (callId) => order.onCallId?.(callId, trunk),
  });
}
