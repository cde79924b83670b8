import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import type { AudioReport, DialOrder, Line, LineEvent } from '@parley/call-engine/line.ts';
import type { Party } from '@parley/call-engine/party.ts';
import type { AudioGap } from '@parley/sip/media-session.ts';
import type { Arrival } from '@parley/sip/sip-arrivals.ts';
import type { SipCall } from '@parley/sip/sip-call.ts';
import type { SipTrunk } from '@parley/sip/sip-trunk.ts';
import type { CallOrder, PlacingParts } from './call-order.ts';
import type { SipBridges } from './sip-bridge.ts';
import { placeCall } from './sip-placing.ts';

/** How somebody to talk to is made of an answered call. */
export interface SipTalk {
  readonly bridges: SipBridges;
  /** How a second leg is called; absent: as the bridges have it. */
  readonly placing?: PlacingParts;
  /** Makes somebody to talk to of a leg with sound. */
  readonly partyOf: (leg: AudioLeg, order: DialOrder) => Party;
  /** Audio of the call has been missing for some seconds, or is there again. */
  readonly onGap?: (attemptId: string, gap: AudioGap, isOpen: boolean) => void;
  /** SIP messages with this Call-ID are of this call; without a trunk where the contact called us. */
  readonly onCallId?: (attemptId: string, callId: string, trunk?: SipTrunk) => void;
}

/** The real telephone network, through the trunks that are configured. */
export const sipLine = (parts: PlacingParts & SipTalk): Line => ({
  async *dial(order, signal): AsyncGenerator<LineEvent> {
    const mostMinutes = order.plan.durationMinutes;
    for await (const event of placeCall(parts, { ...order, mostMinutes, ...named(parts, order) }, signal))
      yield event.kind === 'answered'
        ? {
            kind: 'answered',
            party: await partyOf(
              { ...parts, placing: parts },
              event.call,
              { ...order, from: event.from },
              (minutes) => event.extend(minutes),
            ),
            speaksFirst: true,
          }
        : event;
  },
});

/** A call to us, as a line whose only call has been placed by the contact. */
export const arrivedLine = (talk: SipTalk, arrival: Arrival): Line => ({
  async *dial(order): AsyncGenerator<LineEvent> {
    talk.onCallId?.(order.attemptId, arrival.callId);
    const call = await arrival.answer();
    yield call === undefined
      ? { kind: 'no_answer', code: 'The caller hung up before the answer' }
      : { kind: 'answered', party: await partyOf(talk, call, order) };
  },
});

const named = ({ onCallId }: SipTalk, { attemptId }: DialOrder): Pick<CallOrder, 'onCallId'> =>
  onCallId ? { onCallId: (callId, trunk) => onCallId(attemptId, callId, trunk) } : {};

const gapWords: Readonly<Record<AudioGap, { readonly open: string; readonly closed: string }>> = {
  'from them': {
    open: 'No audio comes from the contact',
    closed: 'Audio comes from the contact again',
  },
  'to them': {
    open: "The agent's audio does not arrive at the contact's side",
    closed: "The agent's audio arrives at the contact's side again",
  },
  'no sound': {
    open: 'Audio comes from the contact, but without any sound (digital silence)',
    closed: 'Sound comes from the contact',
  },
};

/** How the audio of a call was, and of the leg that it was bridged to: the one ends with the other. */
async function audioOf(
  call: SipCall,
  bridgedTo: () => SipCall | undefined,
): Promise<AudioReport | undefined> {
  const report = await call.quality();
  const handoff = report && (await bridgedTo()?.quality());
  return handoff ? { ...report, handoff } : report;
}

/** Nobody is left on the line whom we cannot talk to. */
async function partyOf(
  talk: SipTalk,
  call: SipCall,
  order: DialOrder,
  extend: (minutes: number) => void = () => undefined,
): Promise<Party> {
  const { bridges, placing, partyOf, onGap } = talk;
  let bridgedTo: SipCall | undefined;
  order.onAudio?.(audioOf(call, () => bridgedTo));
  call.onGap((gap, isOpen) => {
    onGap?.(order.attemptId, gap, isOpen);
    order.note?.({ kind: 'trouble', part: 'line', message: gapWords[gap][isOpen ? 'open' : 'closed'] });
  });
  try {
    const onBridged = (minutes: number, other: SipCall) => {
      bridgedTo = other;
      extend(minutes);
    };
    const second = { from: order.from, onBridged, ...named(talk, order) };
    return partyOf(bridges.legOf(call, second, placing), order);
  } catch (error) {
    await call.leg.hangUp();
    throw error;
  }
}
