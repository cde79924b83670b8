import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import type { DialOrder } from '@parley/call-engine/line.ts';
import type { Party } from '@parley/call-engine/party.ts';
import { e164AsDialled } from '@parley/kernel/phone-number.ts';
import { allCodecs, type MediaService, startMedia } from '@parley/sip/media/media-service.ts';
import type { Media } from '@parley/sip/media-session.ts';
import type { SipUri } from '@parley/sip/sip-address.ts';
import { systemRandom } from '@parley/sip/sip-random.ts';
import { transportOf } from '@parley/sip/sip-resolver.ts';
import { systemTime } from '@parley/sip/sip-time.ts';
import type { TrunkSettings } from '@parley/sip/sip-trunk.ts';
import { openExchange, type TelephoneExchange } from '@parley/sip/telephone-exchange.ts';
import type { TextToSpeech } from '@parley/speech/text-to-speech.ts';
import type { MakeSpokenParty } from '../workflows/spoken-parties.ts';
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

/** The configured audio of telephone calls; undefined: no trunk, no STT or no TTS. */
export function makeTelephoneSound(
  { config, log }: Services,
  speech: Speech,
  makeParty: MakeSpokenParty | undefined,
): (TelephoneSound & { readonly media: MediaService }) | undefined {
  if (!hasTrunk(config) || makeParty === undefined) return undefined;
  const media = startConfiguredMedia(config, (error) =>
    log.error({ err: error }, 'the audio of a telephone call failed'),
  );
  return {
    media,
    tts: speech.forCall({ provider: null, voiceId: null, speed: 1 }, () => {}).tts,
    partyOf: (leg, { attemptId, plan, note = () => {} }) => makeParty(leg, { attemptId, plan, note }),
  };
}

export const startConfiguredMedia = (config: Config, onTrouble: (error: Error) => void): MediaService =>
  startMedia({
    bindHost: config.PARLEY_SIP_BIND.host,
    ports: config.PARLEY_RTP_PORTS,
    codecs: allCodecs,
    random: randomBytes,
    onTrouble,
  });

/** The number that agents without one of their own call from; null: it is not a number. */
export const ownNumberOf = ({ PARLEY_SIP_FROM: from, PARLEY_SIP_TRUNK: trunk }: Config): string | null =>
  from ?? e164AsDialled(trunk?.user ?? '', null) ?? null;

export const hasTrunk = (config: Config): boolean => config.PARLEY_SIP_TRUNK !== undefined;

/** Opens our side of the telephone network as it is configured. What a person can put right is said in one line. */
export async function openConfiguredExchange(
  config: Config,
  onTrouble: (words: string) => void,
): Promise<TelephoneExchange> {
  const { PARLEY_SIP_BIND: bind } = config;
  const uris = [
    config.PARLEY_SIP_TRUNK,
    config.PARLEY_SIP_TRUNK_2,
    config.PARLEY_SIP_TRUNK_3,
    config.PARLEY_SIP_TRUNK_4,
  ];
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
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'is taken' : `cannot be used: ${message}`;
    throw error instanceof ConfigError
      ? error
      : new ConfigError(
          `PARLEY_SIP_BIND ${bind.host}:${bind.port} ${why}. Set it to another address or port.`,
        );
  }
}

function trunkOf(uri: SipUri, config: Config): TrunkSettings {
  const { user, password } = uri;
  const sound = uri.params.get('media');
  return {
    uri,
    credentials: user === null || password === null ? null : { user, password },
    isSoundSecure: sound === undefined ? transportOf(uri) === 'tls' : sound === 'srtp',
    callsPerSecond: config.PARLEY_SIP_CALLS_PER_SECOND,
    mostCalls: config.PARLEY_SIP_MAX_CALLS,
  };
}

function readAuthorities(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`PARLEY_SIP_CA could not be read: ${(error as Error).message}.`);
  }
}
