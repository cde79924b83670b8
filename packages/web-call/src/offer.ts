import { isIP } from 'node:net';

/** What a browser offers, as far as it concerns us. */
export interface Offer {
  readonly mid: string;
  /** The number that the browser gave to Opus. */
  readonly payloadType: number;
  /** Without what nobody can use, or nobody should make us look up. */
  readonly sdp: string;
}

export class OfferRefused extends Error {}

const MOST_CANDIDATES = 40;
const CANDIDATE = /^a=candidate:\S+ \d+ \S+ \d+ (\S+) /;

/** Reads an offer: one sound that goes both ways, in Opus. */
export function readOffer(sdp: string): Offer {
  const [session = '', audio, ...others] = sdp.split(/^(?=m=)/m);
  if (!session.startsWith('v=0')) throw new OfferRefused('must be a session description');
  if (!audio?.startsWith('m=audio ') || others.length > 0)
    throw new OfferRefused('must offer one audio track and nothing else');
  const [, payloadType] = /^a=rtpmap:(\d{1,3}) opus\/48000/im.exec(audio) ?? [];
  if (payloadType === undefined) throw new OfferRefused('must offer Opus');
  if (/^a=(?:sendonly|recvonly|inactive)\s*$/m.test(audio))
    throw new OfferRefused('must offer to send and to receive');
  const [, mid] = /^a=mid:(\S{1,32})\s*$/m.exec(audio) ?? [];
  if (mid === undefined) throw new OfferRefused('must name its audio track');
  return { mid, payloadType: Number(payloadType), sdp: withUsableCandidates(sdp) };
}

/**
 * Browsers hide their own addresses behind names that only their own network knows, and whoever else writes a name
 * makes us look it up. Without those a browser is still found: it is the one who calls.
 */
function withUsableCandidates(sdp: string): string {
  let candidates = 0;
  return sdp
    .split(/\r?\n/)
    .filter((line) => {
      const [, address] = CANDIDATE.exec(line) ?? [];
      if (address === undefined) return !line.startsWith('a=candidate:');
      candidates += 1;
      return isIP(address) !== 0 && candidates <= MOST_CANDIDATES;
    })
    .join('\r\n');
}
