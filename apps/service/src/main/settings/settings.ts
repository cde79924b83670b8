import { join, resolve } from 'node:path';
import { isAddressRange } from '@parley/kernel/ip-address.ts';
import { encryptionSettings } from './encryption-settings.ts';
import { messageSettings } from './message-settings.ts';
import { embeddingSettings, modelSettings } from './model-settings.ts';
import { oidcSettings } from './oidc-settings.ts';
import { retentionSettings } from './retention-settings.ts';
import {
  flag,
  listed,
  must,
  oneOf,
  optional,
  positive,
  type Setting,
  secret,
  secrets,
  text,
  url,
  whole,
} from './setting.ts';
import { sipSettings } from './sip-settings.ts';
import { speechSettings } from './speech-settings.ts';
import { webCallSettings } from './web-call-settings.ts';

/** The folder Parley was cloned into, or installed as a package. */
export const SOURCE = join(import.meta.dirname, '../../../../..');
/** Where .env and data are looked for: in the clone, or beside whoever runs the installed package. */
export const HOME = /[/\\]node_modules[/\\]/.test(SOURCE) ? process.cwd() : SOURCE;

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
const isOrigin = (part: string) => URL.parse(part)?.origin === part;

/** Every variable the service reads. Areas with many variables have their own table beside this one. */
export const settings = {
  PORT: { meaning: 'Port the service listens on', preset: '3000', read: whole(3000, 1, 65_535) },
  HOST: {
    meaning: 'Address it listens on; 0.0.0.0 for every network',
    preset: 'localhost',
    read: text('localhost'),
  },
  PARLEY_PUBLIC_URL: {
    meaning: 'Public address of the service, used in links',
    preset: 'http://localhost:PORT',
    read: url(['http:', 'https:']),
  },
  PARLEY_DATA_DIR: {
    meaning: 'Folder of the embedded database, uploads, recordings and generated secrets',
    preset: './data',
    // The default is in Parley's own folder, whatever the working directory of the command.
    read: (given) => (given ? resolve(given) : join(HOME, 'data')),
  },
  DATABASE_URL: {
    meaning: 'PostgreSQL 15 or later; without it an embedded PostgreSQL runs',
    preset: 'embedded',
    secret: true,
    read: postgresUrl,
  },
  DATABASE_DIRECT_URL: {
    meaning:
      'The same database without the pooler (PgBouncer) that DATABASE_URL goes through, for LISTEN and migrations',
    preset: 'DATABASE_URL',
    secret: true,
    read: postgresUrl,
  },
  PARLEY_MIGRATE_ON_START: {
    meaning:
      'Migrate the database of DATABASE_URL when a process starts: on, or off if you run parley migrate yourself',
    preset: 'on',
    read: oneOf(['on', 'off'], 'on'),
  },
  PARLEY_DATABASE_CONNECTIONS: {
    meaning: 'Maximum of database connections per process',
    preset: '20',
    read: whole(20, 2, 1000),
  },
  PARLEY_DEMO: {
    meaning: 'Demo company on the first start: on or off',
    preset: 'on',
    read: oneOf(['on', 'off'], 'on'),
  },
  PARLEY_RECORDING: {
    meaning: 'Record calls, simulated ones too: on or off',
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
  PARLEY_ADMIN_JWT_AUDIENCE: {
    meaning: "The audience (`aud`) of the identity provider's tokens; required with PARLEY_ADMIN_JWKS_URL",
    preset: 'none',
    read: optional,
  },
  PARLEY_ADMIN_JWT_ISSUER: {
    meaning: "The issuer (`iss`) of the identity provider's tokens; required with PARLEY_ADMIN_JWKS_URL",
    preset: 'none',
    read: optional,
  },
  PARLEY_ADMIN_JWT_HS256: {
    meaning: "Accept tokens signed with PARLEY_ADMIN_JWT_SECRET beside the identity provider's: on or off",
    preset: 'on without PARLEY_ADMIN_JWKS_URL, off with it',
    read: (given: string | undefined) => (given ? oneOf(['on', 'off'], 'on')(given) : undefined),
  },
  ...oidcSettings,
  PARLEY_KEY_PEPPER: {
    meaning:
      'Hashes API keys and encrypts webhook secrets; the same in every process. Several, separated by commas, while it is rotated: the first is used, all are accepted',
    preset: 'generated',
    secret: true,
    read: secrets,
  },
  PARLEY_METRICS_TOKEN: {
    meaning:
      'Bearer token for /metrics and the details of /readyz; without it they are shown only to direct requests from this machine',
    preset: 'none',
    secret: true,
    read: secret,
  },
  PARLEY_LINK_SECRET: {
    meaning:
      'Signs links; the same in every process. Several, separated by commas, while it is rotated: the first is used, all are accepted',
    preset: 'generated',
    secret: true,
    read: secrets,
  },
  ...encryptionSettings,
  ...retentionSettings,
  PARLEY_DRAIN_SECONDS: {
    meaning: 'Seconds that live calls get to end when the service stops',
    preset: '60',
    read: whole(60, 0, 3600),
  },
  PARLEY_MAX_CALLS: {
    meaning: 'Maximum of concurrent calls per process',
    preset: '500',
    read: whole(500, 1, 100_000),
  },
  ...webCallSettings,
  ...sipSettings,
  ...modelSettings,
  ...speechSettings,
  ...embeddingSettings,
  PARLEY_SIM_SPEED: {
    meaning: 'Divides every duration of the simulated telephone network',
    preset: '1',
    read: positive(1),
  },
  PARLEY_SIM_SEED: {
    meaning: 'Random seed of the simulated contacts; the same seed gives the same calls',
    preset: '1',
    read: whole(1, 0, 2_147_483_647),
  },
  PARLEY_SIM_LOG: {
    meaning:
      'File to which the simulated telephone network appends attempt and number of each call, for tests: no erasure reaches it',
    preset: 'none',
    read: optional,
  },
  PARLEY_TRUST_PROXY: {
    meaning: 'Addresses or ranges of proxies whose X-Forwarded-For is trusted',
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
      'Allow webhooks, trunks of companies, a sourcing adapter and the pages of POST /jobs/url on this machine and in private networks, for development: true or false',
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
    meaning: 'Rate limit per API key and process; 0 is none',
    preset: '0',
    read: whole(0, 0, 10_000),
  },
  PARLEY_REPLY_MEGABYTES_PER_MINUTE: {
    meaning:
      'MiB of replies that an API key, or a person in the console, may take within a minute from a process; 0 is no limit',
    preset: '512',
    read: whole(512, 0, 1_000_000),
  },
  PARLEY_LOG_LEVEL: {
    meaning: 'Log level',
    preset: 'info',
    read: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
  },
  PARLEY_UPDATE_REGISTRY: {
    meaning:
      'Address of the npm registry that parley doctor asks for the newest version of Parley (npm config get registry prints yours); without it nobody is asked',
    preset: 'none',
    read: url(['https:', 'http:']),
  },
  SMTP_URL: {
    meaning:
      "Mail server; without it mails are files in the data folder's outbox, and those to contacts are shown in the console",
    preset: 'none',
    secret: true,
    read: url(['smtp:', 'smtps:']),
  },
  PARLEY_MAIL_FROM: {
    meaning: 'Sender of mails',
    preset: 'Parley <parley@localhost>',
    read: text('Parley <parley@localhost>'),
  },
  ...messageSettings,
  PARLEY_S3_ENDPOINT: {
    meaning: 'S3-compatible storage instead of the data folder',
    preset: 'none',
    read: url(['http:', 'https:']),
  },
  PARLEY_S3_BUCKET: { meaning: 'S3 bucket', preset: 'none', read: optional },
  PARLEY_S3_REGION: { meaning: 'S3 region', preset: 'us-east-1', read: text('us-east-1') },
  PARLEY_S3_ACCESS_KEY_ID: { meaning: 'S3 access key', preset: 'none', secret: true, read: optional },
  PARLEY_S3_SECRET_ACCESS_KEY: { meaning: 'S3 secret key', preset: 'none', secret: true, read: optional },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning:
      'OpenTelemetry endpoint for traces; the other standard variables (…_HEADERS, …_TIMEOUT) work too',
    preset: 'none',
    read: url(['http:', 'https:']),
  },
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;

/** Old names that still work, with a warning. */
export const renamedSettings: Readonly<Record<string, SettingName>> = {
  PARLEY_EAR: 'PARLEY_STT',
  PARLEY_VOICE: 'PARLEY_TTS',
  PARLEY_SPEECH_EAR_MODEL: 'PARLEY_SPEECH_STT_MODEL',
  PARLEY_SPEECH_EAR_LANGUAGES: 'PARLEY_SPEECH_STT_LANGUAGES',
  PARLEY_SPEECH_VOICE_MODEL: 'PARLEY_SPEECH_TTS_MODEL',
  PARLEY_SPEECH_VOICE_LANGUAGES: 'PARLEY_SPEECH_TTS_LANGUAGES',
  PARLEY_WEB_ADDRESS: 'PARLEY_WEBRTC_ADDRESS',
  PARLEY_WEB_PORTS: 'PARLEY_WEBRTC_PORTS',
  PARLEY_EMBEDDING_FLOOR: 'PARLEY_EMBEDDING_MIN_SIMILARITY',
};
