import { isIP, isIPv6 } from 'node:net';
import { parse, write } from 'sdp-transform';
import {
  type AgreedMedia,
  type Codec,
  type CodecName,
  type CryptoKey,
  type CryptoSuite,
  isNowhere,
  type LocalMedia,
  type ReceivedFormat,
} from './media-session.ts';

/** Session descriptions: what is offered, what was answered, and what both agree on (RFC 3264, RFC 4566). */
export interface Origin {
  readonly host: string;
  readonly sessionId: number;
  /** One more whenever the description changes. */
  readonly version: number;
}

export type Agreement =
  | { readonly kind: 'agreed'; readonly agreed: AgreedMedia }
  | { readonly kind: 'refused'; readonly why: string };

export type Answered =
  | { readonly kind: 'agreed'; readonly agreed: AgreedMedia; readonly answer: string }
  | { readonly kind: 'refused'; readonly why: string };

type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

const PACKET_MS = 20;
/** Payload types that need no explanation (RFC 3551). */
const fixed: Readonly<Record<number, string>> = { 0: 'PCMU', 8: 'PCMA', 9: 'G722', 13: 'CN' };

/** Everything that we can do. */
export const describe = (local: LocalMedia, origin: Origin): string =>
  written(local, origin, {
    codecs: local.codecs,
    keysType: local.keysType,
    noiseType: local.noiseType,
    crypto: local.crypto,
    isMuxed: true,
    direction: 'sendrecv',
    refused: [],
  });

/** What an answer to our offer makes of it. */
export function agreeOn(answer: string, local: LocalMedia): Agreement {
  const theirs = readSound(answer);
  if (typeof theirs === 'string') return refused(theirs);
  return match(theirs, local, 'we offered');
}

/** Answers an offer of theirs, such as a hold. */
export function answerTo(offer: string, local: LocalMedia, origin: Origin): Answered {
  const theirs = readSound(offer);
  if (typeof theirs === 'string') return refused(theirs);
  const agreement = match(theirs, local, 'they offered');
  if (agreement.kind === 'refused') return agreement;
  const { agreed } = agreement;
  const { codec, keysType, noiseType, crypto } = agreed;
  return {
    ...agreement,
    answer: written(local, origin, {
      codecs: [codec],
      keysType,
      noiseType,
      crypto: crypto && [crypto.ours],
      isMuxed: theirs.isMuxed,
      direction: mirrored[theirs.direction],
      refused: theirs.others,
    }),
  };
}

const refused = (why: string): { kind: 'refused'; why: string } => ({ kind: 'refused', why });

const mirrored: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

/** The audio part of a description. */
interface Sound {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  readonly formats: readonly { readonly type: number; readonly name: string; readonly rateHz: number }[];
  readonly direction: Direction;
  readonly packetMs: number;
  readonly rtcpPort: number;
  readonly isMuxed: boolean;
  readonly crypto: readonly CryptoKey[];
  /** Media lines other than the audio that we use: each must be answered, so each is declined. */
  readonly others: readonly {
    readonly type: string;
    readonly protocol: string;
    readonly payloads: string;
    readonly isBefore: boolean;
  }[];
}

const MOST_LINES = 500;
/** The next one is for RTCP. */
const LAST_PORT = 65_534;

/** The first offered audio, or why it cannot be used. */
function readSound(text: string): Sound | string {
  if (text.trim() === '') return 'there is no description';
  if (text.split('\n', MOST_LINES + 1).length > MOST_LINES) return 'the description is too long';
  const session = parse(text);
  const at = session.media.findIndex(
    ({ type, port, protocol }) =>
      type === 'audio' &&
      Number(port) > 0 &&
      Number(port) <= LAST_PORT &&
      /^RTP\/S?AVPF?$/.test(`${protocol}`),
  );
  const media = session.media[at];
  if (media === undefined) return 'it offers no audio';
  const host = `${media.connection?.ip ?? session.connection?.ip ?? ''}`;
  // A name would have to be looked up while somebody waits for our answer; nobody uses one.
  if (isIP(host) === 0) return 'it does not say to which address audio is to be sent';
  const named = new Map(media.rtp.map(({ payload, codec, rate }) => [payload, { name: `${codec}`, rate }]));
  const formats = `${media.payloads ?? ''}`.split(/\s+/).flatMap((word) => {
    const type = /^\d{1,3}$/.test(word) ? Number(word) : -1;
    const name = named.get(type)?.name ?? fixed[type];
    return name === undefined || type > 127
      ? []
      : [{ type, name: name.toUpperCase(), rateHz: Number(named.get(type)?.rate ?? 8000) }];
  });
  const direction = media.direction ?? session.direction ?? 'sendrecv';
  return {
    host,
    port: Number(media.port),
    isSecure: `${media.protocol}`.includes('SAVP'),
    formats,
    // An address of zeros is how a hold was signalled before there were attributes for it.
    direction:
      isNowhere(host) && direction !== 'inactive'
        ? direction === 'recvonly'
          ? 'inactive'
          : 'sendonly'
        : direction,
    packetMs: packetMsOf(media.ptime),
    rtcpPort: rtcpPortOf(media.rtcp?.port, Number(media.port)),
    isMuxed: media.rtcpMux !== undefined,
    crypto: (media.crypto ?? []).flatMap(
      ({ id, suite, config }) => readKey(Number(id), `${suite}`, `${config}`) ?? [],
    ),
    others: session.media.flatMap((other, index) =>
      index === at
        ? []
        : [
            {
              type: `${other.type}`,
              protocol: `${other.protocol}`,
              payloads: `${other.payloads ?? '0'}`,
              isBefore: index < at,
            },
          ],
    ),
  };
}

const packetMsOf = (ptime: unknown): number =>
  typeof ptime === 'number' && ptime >= 10 && ptime <= 60 ? Math.round(ptime / 10) * 10 : PACKET_MS;

/** RFC 3605. */
const rtcpPortOf = (said: unknown, rtpPort: number): number =>
  typeof said === 'number' && said > 0 && said <= 65_535 ? said : rtpPort + 1;

const suites: readonly string[] = [
  'AES_CM_128_HMAC_SHA1_80',
  'AES_CM_128_HMAC_SHA1_32',
] satisfies CryptoSuite[];

function readKey(tag: number, suite: string, config: string): CryptoKey | undefined {
  const [, keyAndSalt = ''] = /^inline:([A-Za-z0-9+/]{40})(?:\||$)/.exec(config) ?? [];
  if (!suites.includes(suite) || keyAndSalt === '' || !Number.isInteger(tag)) return undefined;
  return { tag, suite: suite as CryptoSuite, keyAndSalt };
}

function match(theirs: Sound, local: LocalMedia, role: 'we offered' | 'they offered'): Agreement {
  const codec = theirs.formats.flatMap(({ type, name, rateHz }): Codec[] =>
    rateHz === 8000 && local.codecs.some((own) => own.name === name)
      ? [{ name: name as CodecName, payloadType: type }]
      : [],
  )[0];
  if (codec === undefined) return refused('there is no codec that both sides know');
  if (theirs.isSecure !== (local.crypto !== null))
    return refused(theirs.isSecure ? 'it demands encrypted audio' : 'it does not encrypt the audio');
  const crypto = local.crypto === null ? null : keysOf(theirs.crypto, local.crypto);
  if (crypto === undefined) return refused('there is no encryption that both sides know');
  const typeOf = (name: string) =>
    theirs.formats.find((format) => format.name === name && format.rateHz === 8000)?.type;
  return {
    kind: 'agreed',
    agreed: {
      host: theirs.host,
      port: theirs.port,
      codec,
      receives: receivedFormats(theirs, local, role),
      rtcp: { port: theirs.isMuxed ? theirs.port : theirs.rtcpPort, isMuxed: theirs.isMuxed },
      keysType: local.keysType === null ? null : (typeOf('TELEPHONE-EVENT') ?? null),
      noiseType: local.noiseType === null ? null : (typeOf('CN') ?? null),
      packetMs: theirs.packetMs,
      crypto,
      mayWeSend: theirs.direction === 'sendrecv' || theirs.direction === 'recvonly',
      mayTheySend: theirs.direction === 'sendrecv' || theirs.direction === 'sendonly',
    },
  };
}

/**
 * Everything that may come: a far end may send any format that both described, and some send one and want another
 * (RFC 3264, 6.1). Who offered has said what the payload types mean that it receives.
 */
function receivedFormats(
  theirs: Sound,
  local: LocalMedia,
  role: 'we offered' | 'they offered',
): ReceivedFormat[] {
  const own: ReceivedFormat[] = [
    ...local.codecs.map(({ name, payloadType }) => ({ payloadType, kind: name })),
    ...(local.keysType === null ? [] : [{ payloadType: local.keysType, kind: 'keys' as const }]),
    ...(local.noiseType === null ? [] : [{ payloadType: local.noiseType, kind: 'noise' as const }]),
  ];
  const described = theirs.formats.flatMap(({ type, name, rateHz }): ReceivedFormat[] => {
    const kind = name === 'TELEPHONE-EVENT' ? 'keys' : name === 'CN' ? 'noise' : name;
    return rateHz === 8000 && own.some((one) => one.kind === kind)
      ? [{ payloadType: type, kind: kind as ReceivedFormat['kind'] }]
      : [];
  });
  const [first, second] = role === 'we offered' ? [own, described] : [described, own];
  const taken = new Set(first.map(({ payloadType }) => payloadType));
  return [...first, ...second.filter(({ payloadType }) => !taken.has(payloadType))];
}

/** In an answer their tag says which of ours they took; in an offer ours takes theirs. */
function keysOf(theirs: readonly CryptoKey[], ours: readonly CryptoKey[]): AgreedMedia['crypto'] | undefined {
  for (const their of theirs) {
    const own =
      ours.find(({ tag, suite }) => tag === their.tag && suite === their.suite) ??
      ours.find(({ suite }) => suite === their.suite);
    if (own) return { ours: { ...own, tag: their.tag }, theirs: their };
  }
  return undefined;
}

interface Description {
  readonly codecs: readonly Codec[];
  readonly keysType: number | null;
  readonly noiseType: number | null;
  readonly crypto: readonly CryptoKey[] | null;
  readonly isMuxed: boolean;
  readonly direction: Direction;
  readonly refused: Sound['others'];
}

function written(local: LocalMedia, { host, sessionId, version }: Origin, wanted: Description): string {
  const { codecs, keysType, noiseType, crypto, isMuxed, direction } = wanted;
  const ipVer = isIPv6(host) ? 6 : 4;
  const rtp = [
    ...codecs.map(({ name, payloadType }) => ({ payload: payloadType, codec: `${name}`, rate: 8000 })),
    ...(noiseType === null ? [] : [{ payload: noiseType, codec: 'CN', rate: 8000 }]),
    ...(keysType === null ? [] : [{ payload: keysType, codec: 'telephone-event', rate: 8000 }]),
  ];
  const sound = {
    type: 'audio',
    port: local.port,
    protocol: crypto === null ? 'RTP/AVP' : 'RTP/SAVP',
    payloads: rtp.map(({ payload }) => payload).join(' '),
    rtp,
    fmtp: keysType === null ? [] : [{ payload: keysType, config: '0-16' }],
    ptime: PACKET_MS,
    ...(isMuxed ? { rtcpMux: 'rtcp-mux' } : {}),
    ...(crypto === null
      ? {}
      : {
          crypto: crypto.map(({ tag, suite, keyAndSalt }) => ({
            id: tag,
            suite,
            config: `inline:${keyAndSalt}`,
          })),
        }),
    direction,
  };
  const without = ({ type, protocol, payloads }: Sound['others'][number]) => ({
    type,
    port: 0,
    protocol,
    payloads,
    rtp: [],
    fmtp: [],
  });
  return write({
    version: 0,
    origin: { username: '-', sessionId, sessionVersion: version, netType: 'IN', ipVer, address: host },
    name: '-',
    connection: { version: ipVer, ip: host },
    timing: { start: 0, stop: 0 },
    media: [
      ...wanted.refused.filter(({ isBefore }) => isBefore).map(without),
      sound,
      ...wanted.refused.filter(({ isBefore }) => !isBefore).map(without),
    ],
  });
}
