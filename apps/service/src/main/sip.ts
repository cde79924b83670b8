import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import type { DialOrder } from '@parley/call-engine/line.ts';
import type { Party } from '@parley/call-engine/party.ts';
import { type CostlyRange, destinationBlock } from '@parley/kernel/blocked-destination.ts';
import { type LegalHoursRule, legalHoursOf } from '@parley/kernel/calling-law.ts';
import type { Dialling } from '@parley/kernel/dialled-number.ts';
import { isLoopback, reachOf } from '@parley/kernel/ip-address.ts';
import { e164AsDialled, SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import type { EndpointCounts } from '@parley/sip/media/endpoint-counts.ts';
import { allCodecs, type MediaService, startMedia } from '@parley/sip/media/media-service.ts';
import type { Media } from '@parley/sip/media-session.ts';
import { readUri, type SipUri } from '@parley/sip/sip-address.ts';
import { systemRandom } from '@parley/sip/sip-random.ts';
import { transportOf } from '@parley/sip/sip-resolver.ts';
import { type SipTime, systemTime } from '@parley/sip/sip-time.ts';
import type { TraceListener } from '@parley/sip/sip-trace.ts';
import type { TransferMode } from '@parley/sip/sip-transfer.ts';
import {
  SipTrunk,
  type TrunkListeners,
  type TrunkRegistration,
  type TrunkSettings,
} from '@parley/sip/sip-trunk.ts';
import { openExchange, type TelephoneExchange } from '@parley/sip/telephone-exchange.ts';
import type { TrunkTrouble } from '@parley/sip/trunk-breaker.ts';
import type { IdentityHeader, TrunkIdentity } from '@parley/sip/trunk-identity.ts';
import type { TextToSpeech } from '@parley/speech/text-to-speech.ts';
import type { DestinationRule } from '../domains/companies/company.model.ts';
import type { SettingsTrunk } from '../domains/trunks/trunk.actions.ts';
import type { MakeSpokenParty } from '../workflows/spoken-parties.ts';
import { AudioMetrics } from './audio-metrics.ts';
import { type Config, ConfigError } from './config.ts';
import type { Speech } from './speech.ts';
import { version } from './version.ts';
import type { Services } from './wiring.ts';

/** What turns SIP signalling into a call: media, STT and TTS. */
export interface TelephoneSound {
  readonly media: Media;
  readonly partyOf: (leg: AudioLeg, order: DialOrder) => Party;
  /** Speaks to callers without an open conversation; absent: the call is ended. */
  readonly tts?: TextToSpeech;
}

/** The configured audio of telephone calls; undefined: no STT or no TTS. */
export function makeTelephoneSound(
  { config, log, registry }: Services,
  speech: Speech,
  makeParty: MakeSpokenParty | undefined,
): (TelephoneSound & { readonly media: MediaService }) | undefined {
  const isSpeaking = speech.sttChoices.length > 0 && speech.ttsChoices.length > 0;
  if (makeParty === undefined || !isSpeaking) return undefined;
  const media = startConfiguredMedia(
    config,
    (error) =>
      log.error(
        { err: error },
        'sending or receiving the audio (RTP) of a telephone call failed; the call ends',
      ),
    new AudioMetrics(registry).note,
  );
  return {
    media,
    tts: speech.forCall({ provider: null, voiceId: null, speed: 1 }, () => {}).tts,
    partyOf: (leg, { attemptId, plan, note = () => {} }) => makeParty(leg, { attemptId, plan, note }),
  };
}

export const startConfiguredMedia = (
  config: Config,
  onTrouble: (error: Error) => void,
  onCounts: (counts: EndpointCounts) => void = () => {},
): MediaService =>
  startMedia({
    bindHost: config.PARLEY_SIP_BIND.host,
    ports: config.PARLEY_RTP_PORTS,
    codecs: allCodecs,
    random: randomBytes,
    onTrouble,
    onCounts,
  });

/** The number that agents without one of their own call from; null: it is not a number. */
export const ownNumberOf = ({ PARLEY_SIP_FROM: from, PARLEY_SIP_TRUNK: trunk }: Config): string | null =>
  from ?? e164AsDialled(trunk?.user ?? '', null) ?? null;

/** The trunks of the settings, for whoever asks about their health. */
export const settingsTrunks = (config: Config): SettingsTrunk[] =>
  trunkSettings.flatMap((setting) => {
    const uri = config[setting];
    if (uri === undefined) return [];
    const trunk = new SipTrunk(trunkOf(uri, config), systemTime);
    return {
      key: settingsTrunkKey(trunk),
      setting,
      host: trunk.host,
      port: uri.port,
      transport: (transportOf(uri)?.toUpperCase() ?? null) as SettingsTrunk['transport'],
      username: trunk.account,
      isRegistering: config.PARLEY_SIP_REGISTER,
    };
  });

/** What all processes call a trunk of the settings. */
export const settingsTrunkKey = ({ account, address }: Pick<SipTrunk, 'account' | 'address'>): string =>
  `${account ?? ''}@${address}`;

/** What the breaker of a trunk says. */
export interface TrunkState {
  readonly host: string;
  /** Undefined: calls go through it. */
  readonly trouble: TrunkTrouble | undefined;
  /** Since when; undefined where there is no trouble. */
  readonly since?: Date | undefined;
  /** It has answered, or carried a call. */
  readonly isKnownToWork: boolean;
  /** Undefined: we do not register there, or have had no answer yet. */
  readonly registration?: TrunkRegistration | undefined;
}

export const stateOf = (
  { host, breaker, isKnownToWork, registration }: SipTrunk,
  now: Date,
  time: SipTime = systemTime,
): TrunkState => ({
  host,
  trouble: breaker.trouble,
  since: breaker.trouble && new Date(now.getTime() - (time.nowMs() - breaker.trouble.sinceMs)),
  isKnownToWork,
  registration,
});

export function overallState(states: readonly TrunkState[]): 'ok' | 'degraded' | 'down' {
  const down = states.filter(({ trouble }) => trouble !== undefined).length;
  return down === 0 ? 'ok' : down < states.length ? 'degraded' : 'down';
}

/** Why a number is not called over the trunks; undefined: it may be. */
export const destinationRule = (
  config: Pick<Config, 'PARLEY_SIP_ALLOW_RANGES' | 'PARLEY_SIP_COUNTRIES'>,
): DestinationRule => {
  const rules = {
    allowedRanges: config.PARLEY_SIP_ALLOW_RANGES as CostlyRange[],
    countries: config.PARLEY_SIP_COUNTRIES,
  };
  return (number) => (SIMULATED_NUMBER.test(number) ? undefined : destinationBlock(number, rules));
};

const trunkSettings = [
  'PARLEY_SIP_TRUNK',
  'PARLEY_SIP_TRUNK_2',
  'PARLEY_SIP_TRUNK_3',
  'PARLEY_SIP_TRUNK_4',
] as const;

type LawSettings = Pick<Config, 'PARLEY_CALLING_LAW' | 'PARLEY_PUBLIC_URL' | (typeof trunkSettings)[number]>;

/**
 * Whoever calls telephones keeps the law of the called country, unless the operator answers for that. Who has only a SIP server
 * on the same machine, no trunk as a record, and is not reached from outside, tries it out with telephones of their own.
 */
export const followsLaw = (settings: LawSettings, hasTrunkRecords: boolean): boolean =>
  settings.PARLEY_CALLING_LAW === undefined
    ? followsLawOnWeb(settings) || hasTrunkRecords || !isTriedOut(settings)
    : settings.PARLEY_CALLING_LAW !== 'off';

function isTriedOut(settings: LawSettings): boolean {
  const uris = trunkSettings.flatMap((name) => settings[name] ?? []);
  return uris.length > 0 && uris.every(({ host, params }) => isHere(host) && !params.has('proxy'));
}

const isHere = (host: string): boolean => {
  const address = host.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? address === 'localhost' : isLoopback(address);
};

/** What whoever calls people over a trunk must know, if nobody decided it; undefined: the law counts, or was switched off. */
export const unfollowedLaw = (
  settings: LawSettings,
): { readonly words: string; readonly remedy: string } | undefined =>
  settings.PARLEY_CALLING_LAW !== undefined || followsLaw(settings, false)
    ? undefined
    : {
        words:
          "Trunk calls are not checked against the called country's law (calling hours, consent to recording): the trunk is on this machine and PARLEY_PUBLIC_URL is not a public address, so this is taken for a test installation while there are no other trunks.",
        remedy: 'Set PARLEY_CALLING_LAW=on to enforce it, or off to take the responsibility yourself.',
      };

/** A link that works only on a machine or in its network is opened by whoever tries it out there. */
export const followsLawOnWeb = ({
  PARLEY_CALLING_LAW: setting,
  PARLEY_PUBLIC_URL: address,
}: Pick<Config, 'PARLEY_CALLING_LAW' | 'PARLEY_PUBLIC_URL'>): boolean =>
  setting === undefined ? address !== undefined && isPublic(new URL(address).hostname) : setting !== 'off';

const isPublic = (host: string): boolean => {
  const address = host.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? host.includes('.') && !LOCAL_NAME.test(host) : reachOf(address) === 'internet';
};
/** Names that never lead to the internet (RFC 6761, RFC 6762, RFC 9476). */
const LOCAL_NAME = /\.(localhost|local|internal|test|alt|home\.arpa)$/i;

/** The hours that the law sets for calls to a number over the trunks; undefined: none, or the operator answers for them. */
export const legalHoursRule =
  (settings: LawSettings, hasTrunkRecords: boolean): LegalHoursRule =>
  (number, zoneField) =>
    !followsLaw(settings, hasTrunkRecords) || number === null || SIMULATED_NUMBER.test(number)
      ? undefined
      : legalHoursOf(number, zoneField);

export const hasTrunk = (config: Config): boolean => config.PARLEY_SIP_TRUNK !== undefined;

/** Opens our side of the telephone network as it is configured. What a person can put right is said in one line. */
export async function openConfiguredExchange(
  config: Config,
  onTrouble: (words: string) => void,
  listeners: TrunkListeners = {},
  onMessage?: TraceListener,
): Promise<TelephoneExchange> {
  const { PARLEY_SIP_BIND: bind } = config;
  const uris = trunkSettings.map((name) => config[name]);
  try {
    return await openExchange({
      trunks: uris.flatMap((uri) => (uri === undefined ? [] : [trunkOf(uri, config)])),
      bind,
      publicHost: config.PARLEY_SIP_PUBLIC_HOST,
      authorities: readAuthorities(config.PARLEY_SIP_CA),
      isRegistering: config.PARLEY_SIP_REGISTER,
      name: `Parley/${version}`,
      time: systemTime,
      random: systemRandom,
      onTrouble,
      listeners,
      onMessage,
    });
  } catch (error) {
    throw bindFailure(config, error as Error);
  }
}

/** For a check beside a running service, which has the port: takes a free one instead. */
export async function openExchangeForCheck(
  config: Config,
): Promise<{ readonly exchange: TelephoneExchange; readonly isOnOtherPort: boolean }> {
  try {
    return { exchange: await openConfiguredExchange(config, () => {}), isOnOtherPort: false };
  } catch (error) {
    if (((error as Error).cause as NodeJS.ErrnoException | undefined)?.code !== 'EADDRINUSE') throw error;
    const { host } = config.PARLEY_SIP_BIND;
    const exchange = await openConfiguredExchange(
      { ...config, PARLEY_SIP_BIND: { host, port: 0 } },
      () => {},
    );
    return { exchange, isOnOtherPort: true };
  }
}

/** Names the setting to change where our side of the network cannot be opened. */
export function bindFailure({ PARLEY_SIP_BIND: bind }: Config, error: Error): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = code === 'EADDRINUSE' ? 'is taken' : `cannot be used: ${message}`;
  return error instanceof ConfigError
    ? error
    : new ConfigError(
        `PARLEY_SIP_BIND ${bind.host}:${bind.port} ${why}. Set it to another address or port.`,
        {
          cause: error,
        },
      );
}

/** What the address of a trunk and the other settings say about it. */
export function trunkOf(uri: SipUri, config: TrunkLimits): TrunkSettings {
  const { user, password, params } = uri;
  const sound = params.get('media');
  const proxy = params.get('proxy');
  const transport = params.get('transport');
  const proxyUri = proxy && readUri(`sip:${proxy}${transport ? `;transport=${transport}` : ''}`);
  return {
    uri,
    credentials:
      user === null || password === null
        ? null
        : { user: decoded(params.get('auth-user')) ?? user, password },
    identity: identityOf(uri, config.PARLEY_SIP_REGISTER),
    dialling: diallingOf(uri),
    transfer: (params.get('transfer')?.toLowerCase() ?? 'refer') as TransferMode,
    ...(proxyUri ? { proxy: proxyUri } : {}),
    isSoundSecure: sound === undefined ? transportOf(uri) === 'tls' : sound === 'srtp',
    callsPerSecond: config.PARLEY_SIP_CALLS_PER_SECOND,
    mostCalls: config.PARLEY_SIP_MAX_CALLS,
  };
}

type TrunkLimits = Pick<
  Config,
  'PARLEY_SIP_REGISTER' | 'PARLEY_SIP_CALLS_PER_SECOND' | 'PARLEY_SIP_MAX_CALLS'
>;

const formats: Readonly<Record<string, Dialling['format']>> = {
  'e164-without-plus': 'E164_WITHOUT_PLUS',
  national: 'NATIONAL',
};

const diallingOf = ({ params }: SipUri): Dialling => ({
  format: formats[params.get('number-format')?.toLowerCase() ?? ''] ?? 'E164',
  prefix: params.get('dial-prefix') ?? '',
  country: params.get('number-country')?.toUpperCase() ?? null,
});

function identityOf({ user, params }: SipUri, isRegistering: boolean): TrunkIdentity {
  // Whoever has registered is recognised by the user in From; the caller id is in the headers for that.
  const fromUser = decoded(params.get('from-user')) ?? (isRegistering ? (user ?? undefined) : undefined);
  const fromDomain = params.get('from-domain');
  const contactUser = decoded(params.get('contact-user'));
  const headers = params.get('identity')?.toLowerCase().split(',');
  return {
    ...(fromUser === undefined ? {} : { fromUser }),
    ...(fromDomain === undefined ? {} : { fromDomain }),
    ...(contactUser === undefined ? {} : { contactUser }),
    ...(headers === undefined
      ? {}
      : { headers: headers.filter((name): name is IdentityHeader => name !== 'none') }),
  };
}

const decoded = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : decodeURIComponent(text);

function readAuthorities(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`PARLEY_SIP_CA could not be read: ${(error as Error).message}.`);
  }
}
