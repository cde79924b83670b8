import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { HOME, type SettingName, settings } from './settings/settings.ts';

/** What a person must put right before the service can start; shown as one line, without a stack. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** What was read of each setting. */
export type Config = { readonly [Name in SettingName]: ReturnType<(typeof settings)[Name]['read']> };

export type Source = 'environment' | '.env' | 'default';
export interface LoadedConfig {
  readonly config: Config;
  readonly sources: Readonly<Record<SettingName, Source>>;
  readonly given: Readonly<Record<string, string | undefined>>;
  /** Variables that look like ours and are not. PARLEY_KEY is for the commands that talk to a service. */
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
    (name) => name.startsWith('PARLEY_') && name !== 'PARLEY_KEY' && !Object.hasOwn(settings, name),
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
