import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { readUri, type SipUri } from '../calls/lines/sip/sip-address.ts';
import { LEAST_SESSION_SECONDS } from '../calls/lines/sip/sip-session-timer.ts';
import { providers } from '../calls/model/endpoint.ts';
import type { ModelPrice } from '../calls/model/language-model.ts';
import { MINILM_FLOOR } from '../calls/model/offline/offline-embedder.ts';
import { isAddressRange } from '../kernel/address-range.ts';
import { e164 } from '../kernel/phone-number.ts';

/** What a person must put right before the service can start; shown as one line, without a stack. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The folder Parley was cloned into. */
const HOME = join(import.meta.dirname, '../..');

interface Setting<Value> {
  readonly meaning: string;
  /** Shown in place of a value that is not set. */
  readonly preset: string;
  readonly secret?: true;
  /** Throws the end of the sentence "PORT must …". */
  readonly read: (text: string | undefined) => Value;
}

const must = (words: string): never => {
  throw new Error(`must ${words}`);
};

const text = (preset: string) => (given: string | undefined) => given || preset;
const optional = (given: string | undefined) => given || undefined;
const whole = (preset: number, min: number, max: number) => (given: string | undefined) => {
  if (!given) return preset;
  const value = Number(given);
  return Number.isInteger(value) && value >= min && value <= max
    ? value
    : must(`be a whole number from ${min} to ${max}`);
};
const positive = (preset: number) => (given: string | undefined) => {
  if (!given) return preset;
  const value = Number(given);
  return Number.isFinite(value) && value > 0 ? value : must('be a number above 0');
};
const share = (preset: number) => (given: string | undefined) => {
  if (!given) return preset;
  const value = Number(given);
  return value >= 0 && value <= 1 ? value : must('be a number from 0 to 1');
};
const oneOf =
  <const Values extends readonly string[]>(values: Values, preset: Values[number]) =>
  (given: string | undefined): Values[number] =>
    !given
      ? preset
      : values.includes(given)
        ? (given as Values[number])
        : must(`be one of ${values.join(', ')}`);
/** Some of the values, each once, in the order in which they are given. */
const someOf =
  <const Values extends readonly string[]>(values: Values, preset: Values[number]) =>
  (given: string | undefined): readonly Values[number][] => {
    const parts = (given || preset).split(',').map((part) => part.trim());
    const isGood = parts.every((part, at) => values.includes(part) && parts.indexOf(part) === at);
    return isGood
      ? (parts as Values[number][])
      : must(`be one or more of ${values.join(', ')}, separated by commas`);
  };
const flag = (given: string | undefined) =>
  !given || given === 'false' ? false : given === 'true' || must('be true or false');
const url = (protocols: readonly string[]) => (given: string | undefined) => {
  if (!given) return undefined;
  const parsed = URL.parse(given);
  return parsed && protocols.includes(parsed.protocol)
    ? given.replace(/\/+$/, '')
    : must(`be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
};
const otherwise =
  <Value>(preset: Value, read: (given: string | undefined) => Value | undefined) =>
  (given: string | undefined): Value =>
    read(given) ?? preset;
/** Undefined is the pool. Without encryption only this machine is talked to. */
const providerAddress = (given: string | undefined) => {
  if (!given || given === 'pool') return undefined;
  const parsed = URL.parse(given);
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(parsed?.hostname ?? '');
  return parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isHere)
    ? given.replace(/\/+$/, '')
    : must('be pool, or an address that begins with https://');
};
/** Not parsed further: one for a unix socket (postgresql://user:password@/database?host=/folder) is no URL. */
const postgresUrl = (given: string | undefined) =>
  !given || /^postgres(ql)?:\/\//.test(given) ? given || undefined : must('begin with postgresql://');
const secret = (given: string | undefined) =>
  !given || given.length >= 32 ? given || undefined : must('have at least 32 characters');
const listed = (isValid: (part: string) => boolean, words: string) => (given: string | undefined) => {
  const parts = (given ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.every(isValid) ? parts : must(words);
};
const ICE_SERVER =
  /^(?<scheme>stun|turn|turns):(?:(?<username>[^\s:@]+):(?<credential>[^\s@]+)@)?(?<host>[^\s:@?]+(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?)$/;

/** As browsers want them. A relay is of no use without its account. */
const iceServers = (given: string | undefined) =>
  listed(
    () => true,
    '',
  )(given).map((part) => {
    const { scheme, username, credential, host } = ICE_SERVER.exec(part)?.groups ?? {};
    if (host === undefined || (scheme !== 'stun') !== (username !== undefined))
      return must(
        'be servers such as stun:stun.example.com:3478 or turn:user:password@turn.example.com:3478',
      );
    const urls = `${scheme}:${host}`;
    return username === undefined || credential === undefined ? { urls } : { urls, username, credential };
  }) as readonly { readonly urls: string; readonly username?: string; readonly credential?: string }[];
const trunk = (given: string | undefined): SipUri | undefined => {
  if (!given) return undefined;
  const uri = readUri(given);
  const transport = uri?.params.get('transport')?.toLowerCase() ?? 'udp';
  const sound = uri?.params.get('media') ?? 'rtp';
  return uri?.host && ['udp', 'tcp', 'tls'].includes(transport) && ['rtp', 'srtp'].includes(sound)
    ? uri
    : must('be an address such as sip:user:password@sip.example.com:5060;transport=udp (or tcp, or tls)');
};
const trunkSettings = (meaning: string) =>
  ({ meaning, preset: 'none', secret: true, read: trunk }) as const satisfies Setting<SipUri | undefined>;
const telephoneNumber = (given: string | undefined) =>
  !given ? undefined : (e164(given, null) ?? must('be a telephone number such as +41446681800'));
const address = (preset: string) => (given: string | undefined) => {
  const [, bracketed, plain, port] =
    /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/i.exec(given || preset) ?? [];
  const host = bracketed ?? plain;
  return host !== undefined && isIP(host) !== 0 && Number(port) <= 65_535
    ? { host, port: Number(port) }
    : must('be an address and a port, such as 0.0.0.0:5060');
};
const portRange = (preset: string) => (given: string | undefined) => {
  const [, from = 0, to = 0] = (/^(\d{1,5})-(\d{1,5})$/.exec(given || preset) ?? []).map(Number);
  return from >= 1024 && to <= 65_535 && to > from
    ? { from, to }
    : must(`be two ports from 1024 to 65535, such as ${preset}`);
};
const isOrigin = (part: string) => URL.parse(part)?.origin === part;

const price = (given: string | undefined): ModelPrice | undefined => {
  if (!given) return undefined;
  const [input = Number.NaN, cached = Number.NaN, output = Number.NaN, ...more] = given
    .split('/')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return [input, cached, output].every((part) => part >= 0) && more.length === 0
    ? { input, cached, output }
    : must('be three prices for a million tokens, such as 0.4/0.1/1.6 for input/cached/output');
};

type Part = 'URL' | 'KEY' | 'PROVIDER' | 'PRICE';
type ModelSettings<Name extends string> = {
  readonly [name in Name | `${Name}_${Part}`]: name extends `${string}_PROVIDER`
    ? Setting<(typeof providers)[number] | undefined>
    : name extends `${string}_PRICE`
      ? Setting<ModelPrice | undefined>
      : Setting<string | undefined>;
};

/** The variables of one language model. What is not said of a further model is as the first has it. */
const modelSettings = <const Name extends string>(name: Name, meaning: string, otherwise: string) =>
  ({
    [`${name}_URL`]: {
      meaning: `${meaning}: where it answers, such as http://localhost:11434/v1`,
      preset: otherwise === 'none' ? "the vendor's own" : 'as PARLEY_MODEL_URL',
      read: url(['http:', 'https:']),
    },
    [name]: { meaning: `${meaning}: its name there`, preset: otherwise, read: optional },
    [`${name}_KEY`]: {
      meaning: `${meaning}: its key`,
      preset: otherwise === 'none' ? 'none' : 'as PARLEY_MODEL_KEY',
      secret: true,
      read: optional,
    },
    [`${name}_PROVIDER`]: {
      meaning: `${meaning}: its protocol, ${providers.join(' or ')}`,
      preset: otherwise === 'none' ? providers[0] : 'as PARLEY_MODEL_PROVIDER',
      read: (given: string | undefined) => (given ? oneOf(providers, providers[0])(given) : undefined),
    },
    [`${name}_PRICE`]: {
      meaning: `${meaning}: its price for a million tokens, as input/cached/output`,
      preset: 'none',
      read: price,
    },
  }) as ModelSettings<Name>;

const ears = ['offline', 'deepgram', 'openai'] as const;
const voices = ['offline', 'deepgram', 'elevenlabs', 'openai'] as const;
export type EarName = (typeof ears)[number];
export type VoiceName = (typeof voices)[number];

/** Every variable the service reads, in one place. */
export const settings = {
  PORT: { meaning: 'Port the service listens on', preset: '3000', read: whole(3000, 1, 65_535) },
  HOST: {
    meaning: 'Address it listens on; 0.0.0.0 for every network',
    preset: 'localhost',
    read: text('localhost'),
  },
  PARLEY_PUBLIC_URL: {
    meaning: 'Address people and signed links reach it at',
    preset: 'http://localhost:PORT',
    read: url(['http:', 'https:']),
  },
  PARLEY_DATA_DIR: {
    meaning: 'Folder of the embedded database, uploads, recordings and generated secrets',
    preset: './data',
    // Without a word from anybody it is in Parley's own folder, wherever the command was called.
    read: (given) => (given ? resolve(given) : join(HOME, 'data')),
  },
  DATABASE_URL: {
    meaning: 'PostgreSQL 15 or later; without it the embedded one runs',
    preset: 'embedded',
    secret: true,
    read: postgresUrl,
  },
  PARLEY_DATABASE_CONNECTIONS: {
    meaning: 'Most connections of one process',
    preset: '20',
    read: whole(20, 2, 1000),
  },
  PARLEY_DEMO: {
    meaning: 'Demo company on the first start: on or off',
    preset: 'on',
    read: oneOf(['on', 'off'], 'on'),
  },
  PARLEY_RECORDING: {
    meaning: 'Whether the sound of calls is recorded: on or off',
    preset: 'on',
    read: oneOf(['on', 'off'], 'on'),
  },
  PARLEY_ADMIN_JWT_SECRET: {
    meaning: "Signs administrators' tokens (HS256)",
    preset: 'generated',
    secret: true,
    read: secret,
  },
  PARLEY_ADMIN_JWKS_URL: {
    meaning: "Keys of an identity provider for administrators' tokens (RS256, ES256)",
    preset: 'none',
    read: url(['http:', 'https:']),
  },
  PARLEY_KEY_PEPPER: {
    meaning: 'Hashes API keys and seals the secrets of webhooks; the same in every process',
    preset: 'generated',
    secret: true,
    read: secret,
  },
  PARLEY_LINK_SECRET: {
    meaning: 'Signs links; the same in every process',
    preset: 'generated',
    secret: true,
    read: secret,
  },
  PARLEY_DRAIN_SECONDS: {
    meaning: 'Time for live calls to end when the service stops',
    preset: '60',
    read: whole(60, 0, 3600),
  },
  PARLEY_MAX_CALLS: {
    meaning: 'Calls that one process holds at once',
    preset: '500',
    read: whole(500, 1, 100_000),
  },
  PARLEY_ICE_SERVERS: {
    meaning:
      'STUN and TURN servers for web calls, separated by commas: turn:user:password@turn.example.com:3478',
    preset: 'none',
    secret: true,
    read: iceServers,
  },
  PARLEY_WEB_ADDRESS: {
    meaning: "Address that the sound of web calls comes and goes by; without it each of the machine's own",
    preset: 'none',
    read: optional,
  },
  PARLEY_WEB_PORTS: {
    meaning: 'UDP ports for the sound of web calls, such as 40000-40999',
    preset: 'any',
    read: (given: string | undefined) => (given ? portRange('40000-40999')(given) : undefined),
  },
  PARLEY_SIP_TRUNK: trunkSettings(
    'The telephone network: sip:user:password@host:port;transport=udp, tcp or tls (;media=rtp or srtp)',
  ),
  PARLEY_SIP_TRUNK_2: trunkSettings('The trunk for calls that the first does not take'),
  PARLEY_SIP_TRUNK_3: trunkSettings('The trunk after that'),
  PARLEY_SIP_TRUNK_4: trunkSettings('The trunk after that'),
  PARLEY_SIP_FROM: {
    meaning: 'Caller id of agents without a number of their own',
    preset: "the trunk's user",
    read: telephoneNumber,
  },
  PARLEY_SIP_REGISTER: {
    meaning: 'Whether the trunks want to be told where we are: true or false',
    preset: 'false',
    read: flag,
  },
  PARLEY_SIP_ALLOW: {
    meaning: 'Further addresses or ranges that the trunks call us from',
    preset: "the trunks' own",
    read: listed(isAddressRange, 'be addresses or CIDR ranges, separated by commas'),
  },
  PARLEY_SIP_BIND: {
    meaning: 'Address and port of our own for the trunks',
    preset: '0.0.0.0:5060',
    read: address('0.0.0.0:5060'),
  },
  PARLEY_SIP_PUBLIC_HOST: {
    meaning: 'Address that the trunks reach this machine at, where it is behind another one',
    preset: "the machine's own",
    read: optional,
  },
  PARLEY_SIP_CA: {
    meaning: 'A file of certificates (PEM) that trunks over TLS are trusted by',
    preset: "the system's",
    read: optional,
  },
  PARLEY_SIP_CALLS_PER_SECOND: {
    meaning: 'Calls that one process begins on each trunk in a second',
    preset: '5',
    read: positive(5),
  },
  PARLEY_SIP_MAX_CALLS: {
    meaning: 'Calls that one process holds at once on each trunk',
    preset: '100',
    read: whole(100, 1, 100_000),
  },
  PARLEY_SIP_SESSION_SECONDS: {
    meaning: 'After so long without a word from us, should this process die, the far end hangs up',
    preset: '180',
    read: whole(180, LEAST_SESSION_SECONDS, 86_400),
  },
  PARLEY_RTP_PORTS: {
    meaning: 'Ports for the sound of telephone calls, two for each',
    preset: '16384-32767',
    read: portRange('16384-32767'),
  },
  ...modelSettings('PARLEY_MODEL', 'The language model that talks', 'none'),
  PARLEY_MODEL_DEADLINE_MS: {
    meaning: 'How long a turn waits for the language model before the rules take it',
    preset: '3000',
    read: whole(3000, 100, 60_000),
  },
  ...modelSettings('PARLEY_FALLBACK_MODEL', 'The model asked when the first fails or is slow', 'no second'),
  ...modelSettings('PARLEY_ANALYSIS_MODEL', 'The model that analyses calls', 'as PARLEY_MODEL'),
  PARLEY_EAR: {
    meaning: `Who hears what people say, in the order in which they are tried: ${ears.join(', ')}; offline stands last`,
    preset: 'offline',
    read: someOf(ears, 'offline'),
  },
  PARLEY_VOICE: {
    meaning: `Who speaks for agents that name no voice, likewise: ${voices.join(', ')}`,
    preset: 'offline',
    read: someOf(voices, 'offline'),
  },
  PARLEY_DEEPGRAM_KEY: { meaning: 'Key of Deepgram', preset: 'none', secret: true, read: optional },
  PARLEY_DEEPGRAM_URL: {
    meaning: 'Where Deepgram answers: another region, or one of your own',
    preset: 'https://api.deepgram.com',
    read: otherwise('https://api.deepgram.com', url(['http:', 'https:'])),
  },
  PARLEY_ELEVENLABS_KEY: { meaning: 'Key of ElevenLabs', preset: 'none', secret: true, read: optional },
  PARLEY_ELEVENLABS_URL: {
    meaning: 'Where ElevenLabs answers: another region',
    preset: 'https://api.elevenlabs.io',
    read: otherwise('https://api.elevenlabs.io', url(['http:', 'https:'])),
  },
  PARLEY_ELEVENLABS_VOICE: {
    meaning: 'Id of the voice that speaks for agents that name none',
    preset: 'JBFqnCBsd6RMkjVDRZzb',
    read: text('JBFqnCBsd6RMkjVDRZzb'),
  },
  PARLEY_SPEECH_URL: {
    meaning: 'Where an ear or a voice answers that speaks like OpenAI, such as http://localhost:8000/v1',
    preset: 'https://api.openai.com/v1',
    read: url(['http:', 'https:']),
  },
  PARLEY_SPEECH_KEY: { meaning: 'Its key', preset: 'none', secret: true, read: optional },
  PARLEY_SPEECH_EAR_MODEL: {
    meaning: 'Its model that hears',
    preset: 'gpt-4o-mini-transcribe',
    read: text('gpt-4o-mini-transcribe'),
  },
  PARLEY_SPEECH_VOICE_MODEL: {
    meaning: 'Its model that speaks',
    preset: 'gpt-4o-mini-tts',
    read: text('gpt-4o-mini-tts'),
  },
  PARLEY_INSTALL_SPEECH: {
    meaning: 'Whether npm start installs the offline ear and voice (300 MB): on or off',
    preset: 'on',
    read: oneOf(['on', 'off'], 'on'),
  },
  PARLEY_EMBEDDING: {
    meaning: 'Search of documents by meaning without an endpoint: offline, or off',
    preset: 'off',
    read: oneOf(['off', 'offline'], 'off'),
  },
  PARLEY_EMBEDDING_URL: {
    meaning: 'Search of documents by meaning: where embeddings are made, such as http://localhost:11434/v1',
    preset: 'none',
    read: url(['http:', 'https:']),
  },
  PARLEY_EMBEDDING_MODEL: {
    meaning: 'The model that makes embeddings: its name there',
    preset: 'none',
    read: optional,
  },
  PARLEY_EMBEDDING_KEY: {
    meaning: 'The model that makes embeddings: its key',
    preset: 'none',
    secret: true,
    read: optional,
  },
  PARLEY_EMBEDDING_FLOOR: {
    meaning: 'The cosine, from 0 to 1, below which a passage has nothing to do with a question',
    preset: String(MINILM_FLOOR),
    read: share(MINILM_FLOOR),
  },
  PARLEY_SIM_SPEED: {
    meaning: 'Divides every duration of the simulated telephone network',
    preset: '1',
    read: positive(1),
  },
  PARLEY_SIM_SEED: {
    meaning: 'Chooses the words of simulated people; the same seed, the same calls',
    preset: '1',
    read: whole(1, 0, 2_147_483_647),
  },
  PARLEY_SIM_LOG: {
    meaning: 'A file to which the simulated telephone network adds a line for every call placed',
    preset: 'none',
    read: optional,
  },
  PARLEY_TRUST_PROXY: {
    meaning: 'Addresses or ranges of proxies whose X-Forwarded-For is believed',
    preset: 'none',
    read: listed(isAddressRange, 'be addresses or CIDR ranges, separated by commas'),
  },
  PARLEY_CORS_ORIGINS: {
    meaning: 'Origins whose pages may call the API',
    preset: 'none',
    read: listed(isOrigin, 'be origins such as https://app.example.com, separated by commas'),
  },
  PARLEY_ALLOW_PRIVATE_URLS: {
    meaning:
      'Whether webhooks, a sourcing adapter and the pages of POST /jobs/url may be on this machine and private networks, for development: true or false',
    preset: 'false',
    read: flag,
  },
  PARLEY_SOURCING_PROVIDER: {
    meaning: 'Where candidates are searched for: pool (the talent pool), or the https address of an adapter',
    preset: 'pool',
    read: providerAddress,
  },
  PARLEY_SOURCING_KEY: {
    meaning: 'Sent to that adapter as a bearer token',
    preset: 'none',
    secret: true,
    read: optional,
  },
  PARLEY_REQUESTS_PER_MINUTE: {
    meaning: 'General limit on each key and process; 0 is none',
    preset: '0',
    read: whole(0, 0, 10_000),
  },
  PARLEY_LOG_LEVEL: {
    meaning: 'How much is logged',
    preset: 'info',
    read: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
  },
  SMTP_URL: {
    meaning: "Mail server; without it mails are files in the data folder's outbox",
    preset: 'none',
    secret: true,
    read: url(['smtp:', 'smtps:']),
  },
  PARLEY_MAIL_FROM: {
    meaning: 'Sender of mails',
    preset: 'Parley <parley@localhost>',
    read: text('Parley <parley@localhost>'),
  },
  PARLEY_S3_ENDPOINT: {
    meaning: 'S3-compatible storage instead of the data folder',
    preset: 'none',
    read: url(['http:', 'https:']),
  },
  PARLEY_S3_BUCKET: { meaning: 'Its bucket', preset: 'none', read: optional },
  PARLEY_S3_REGION: { meaning: 'Its region', preset: 'us-east-1', read: text('us-east-1') },
  PARLEY_S3_ACCESS_KEY_ID: { meaning: 'Its access key', preset: 'none', secret: true, read: optional },
  PARLEY_S3_SECRET_ACCESS_KEY: { meaning: 'Its secret key', preset: 'none', secret: true, read: optional },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning: 'Where OpenTelemetry traces are sent; its standard companions (…_HEADERS, …_TIMEOUT) count too',
    preset: 'none',
    read: url(['http:', 'https:']),
  },
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;
export type Config = { readonly [Name in SettingName]: ReturnType<(typeof settings)[Name]['read']> };

export type Source = 'environment' | '.env' | 'default';
export interface LoadedConfig {
  readonly config: Config;
  readonly sources: Readonly<Record<SettingName, Source>>;
  readonly given: Readonly<Record<string, string | undefined>>;
  /** Variables that look like ours and are not. */
  readonly unknown: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment and the .env file (the environment wins); the first invalid value stops the start. */
export function loadConfig(environment: Environment, envFile: Environment = readEnvFile()): LoadedConfig {
  const given: Environment = {
    ...envFile,
    ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value)),
  };
  const names = Object.keys(settings) as SettingName[];
  const read = (name: SettingName) => {
    try {
      return settings[name].read(given[name]);
    } catch (error) {
      throw new ConfigError(`${name} ${(error as Error).message}.`);
    }
  };
  const config = Object.fromEntries(names.map((name) => [name, read(name)])) as Config;
  refuseHalfOfS3(config);
  refuseHalfOfModel(config);
  refuseHalfOfSpeech(config);
  refuseHalfOfEmbedding(config);
  refuseHalfOfSip(config);
  const sources = Object.fromEntries(
    names.map((name) => [name, environment[name] ? 'environment' : envFile[name] ? '.env' : 'default']),
  ) as Record<SettingName, Source>;
  const unknown = Object.keys(given).filter(
    (name) => name.startsWith('PARLEY_') && !Object.hasOwn(settings, name),
  );
  return { config, sources, given, unknown };
}

export const publicUrl = (config: Config, port: number): string =>
  config.PARLEY_PUBLIC_URL ?? `http://localhost:${port}`;

function refuseHalfOfS3(config: Config): void {
  const parts = [
    'PARLEY_S3_ENDPOINT',
    'PARLEY_S3_BUCKET',
    'PARLEY_S3_ACCESS_KEY_ID',
    'PARLEY_S3_SECRET_ACCESS_KEY',
  ] as const;
  const missing = parts.filter((name) => config[name] === undefined);
  if (missing.length > 0 && missing.length < parts.length)
    throw new ConfigError(`${missing[0]} must be set too, to use S3.`);
}

/** An address or a key without a model's name leads nowhere, and nobody would notice before the first call. */
function refuseHalfOfModel(config: Config): void {
  const { PARLEY_MODEL: model, PARLEY_MODEL_URL: address, PARLEY_MODEL_KEY: key } = config;
  if (model === undefined && (address ?? key) !== undefined)
    throw new ConfigError('PARLEY_MODEL must be set too: the name of the model at that address.');
  if (model !== undefined && address === undefined && key === undefined)
    throw new ConfigError('PARLEY_MODEL_URL must be set too, or PARLEY_MODEL_KEY for the vendor itself.');
  if (model === undefined && config.PARLEY_FALLBACK_MODEL !== undefined)
    throw new ConfigError('PARLEY_MODEL must be set too: a fallback needs something to stand in for.');
}

/** A vendor that is named without its key would fail at the first word of the first call. */
function refuseHalfOfSpeech(config: Config): void {
  const named = new Set<string>([...config.PARLEY_EAR, ...config.PARLEY_VOICE]);
  if (named.has('deepgram') && config.PARLEY_DEEPGRAM_KEY === undefined)
    throw new ConfigError('PARLEY_DEEPGRAM_KEY must be set too, to use deepgram.');
  if (named.has('elevenlabs') && config.PARLEY_ELEVENLABS_KEY === undefined)
    throw new ConfigError('PARLEY_ELEVENLABS_KEY must be set too, to use elevenlabs.');
  if (named.has('openai') && (config.PARLEY_SPEECH_URL ?? config.PARLEY_SPEECH_KEY) === undefined)
    throw new ConfigError(
      'PARLEY_SPEECH_URL must be set too, or PARLEY_SPEECH_KEY for OpenAI itself, to use openai.',
    );
}

function refuseHalfOfEmbedding(config: Config): void {
  const { PARLEY_EMBEDDING_URL: address, PARLEY_EMBEDDING_MODEL: model, PARLEY_EMBEDDING_KEY: key } = config;
  if (address !== undefined && model === undefined)
    throw new ConfigError('PARLEY_EMBEDDING_MODEL must be set too: the name of the model at that address.');
  if (address === undefined && (model ?? key) !== undefined)
    throw new ConfigError('PARLEY_EMBEDDING_URL must be set too: where embeddings are made.');
  if (address !== undefined && config.PARLEY_EMBEDDING === 'offline')
    throw new ConfigError('PARLEY_EMBEDDING must be off to use PARLEY_EMBEDDING_URL.');
}

function refuseHalfOfSip(config: Config): void {
  const { PARLEY_SIP_TRUNK: first, ...more } = config;
  const further = [more.PARLEY_SIP_TRUNK_2, more.PARLEY_SIP_TRUNK_3, more.PARLEY_SIP_TRUNK_4];
  if (first === undefined && further.some((one) => one !== undefined))
    throw new ConfigError('PARLEY_SIP_TRUNK must be set too: the further ones stand in for it.');
}

function readEnvFile(): Environment {
  try {
    return parseEnv(readFileSync(join(HOME, '.env'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ConfigError(`The file .env could not be read: ${(error as Error).message}`);
  }
}
