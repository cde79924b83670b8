import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import type { DialOrder, Line, LineEvent } from '@parley/call-engine/line.ts';
import type { Party } from '@parley/call-engine/party.ts';
import type { Arrival } from '@parley/sip/sip-arrivals.ts';
import type { SipCall } from '@parley/sip/sip-call.ts';
import type { SipBridges } from './sip-bridge.ts';
import { type PlacingParts, placeCall } from './sip-placing.ts';

/** How somebody to talk to is made of an answered call. */
export interface SipTalk {
  readonly bridges: SipBridges;
  /** Makes somebody to talk to of a leg with sound. */
  readonly partyOf: (leg: AudioLeg, order: DialOrder) => Party;
}

/** The real telephone network, through the trunks that are configured. */
export const sipLine = (parts: PlacingParts & SipTalk): Line => ({
  async *dial(order, signal): AsyncGenerator<LineEvent> {
    for await (const event of placeCall(parts, order, signal))
      yield event.kind === 'answered'
        ? { kind: 'answered', party: await partyOf(parts, event.call, order) }
        : event;
  },
});

/** A call to us, as a line whose only call has been placed by the contact. */
export const arrivedLine = (talk: SipTalk, arrival: Arrival): Line => ({
  async *dial(order): AsyncGenerator<LineEvent> {
    const call = await arrival.answer();
    yield call === undefined
      ? { kind: 'no_answer', code: 'The caller hung up before the answer' }
      : { kind: 'answered', party: await partyOf(talk, call, order) };
  },
});

/** Nobody is left on the line whom we cannot talk to. */
async function partyOf({ bridges, partyOf }: SipTalk, call: SipCall, order: DialOrder): Promise<Party> {
  try {
    return partyOf(bridges.legOf(call, order.from), order);
  } catch (error) {
    await call.leg.hangUp();
    throw error;
  }
}
