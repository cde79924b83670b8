import type { Party } from '../../party.ts';
import type { AudioLeg } from '../audio-leg.ts';
import type { DialOrder, Line, LineEvent } from '../line.ts';
import type { SipCall } from './sip-call.ts';
import { type PlacingParts, placeCall } from './sip-placing.ts';

export interface SipLineParts extends PlacingParts {
  /** Makes somebody to talk to of a leg with sound. */
  readonly partyOf: (leg: AudioLeg, order: DialOrder) => Party;
}

/** The real telephone network, through the trunks that are configured. */
export const sipLine = (parts: SipLineParts): Line => ({
  dial: (order, signal) => dial(parts, order, signal),
});

async function* dial(parts: SipLineParts, order: DialOrder, signal: AbortSignal): AsyncGenerator<LineEvent> {
  for await (const event of placeCall(parts, order, signal))
    yield event.kind === 'answered'
      ? { kind: 'answered', party: await partyOf(parts, event.call, order) }
      : event;
}

/** Nobody is left on the line whom we cannot talk to. */
async function partyOf(parts: SipLineParts, { leg }: SipCall, order: DialOrder): Promise<Party> {
  try {
    return parts.partyOf(leg, order);
  } catch (error) {
    await leg.hangUp();
    throw error;
  }
}
