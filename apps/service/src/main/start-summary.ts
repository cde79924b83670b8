import type { SpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import type { Config } from './config.ts';
import type { InstallationChecks, RemotePart } from './installation-checks.ts';
import type { ModelName } from './model-registry.ts';
import type { PartCheck } from './part-check.ts';
import { missingSpeech } from './speech.ts';
import { languageLine, OTHER_LANGUAGES, speechLanguages } from './speech-languages.ts';

export interface SummarySources {
  readonly config: Config;
  readonly packages: SpeechPackages;
  readonly checks: InstallationChecks;
  /** What the person may want to set. */
  readonly hints: readonly string[];
}

/**
 * What this process works with, a line for each part, for the person who started it: where it is, and what follows
 * if it cannot be used. No key and no password. All parts are looked at at once, each for a few seconds at most.
 */
export async function startSummary({ config, packages, checks, hints }: SummarySources): Promise<string[]> {
  const lines = await Promise.all([
    line('Database', databaseWords(config), checks.database, 'everything waits until it answers'),
    line('Files', filesWords(config), checks.storage, 'recordings and uploads fail until then'),
    ...modelLines(checks),
    speechLine(config, packages),
    ...checks.speech.map((vendor) => remoteLine('Speech', vendor, 'the next one takes its place')),
    telephoneLine(checks.trunks),
    mailLine(config, checks.mail),
  ]);
  return [...lines, ...hints, ...speechNotes(config, packages, checks)];
}

async function line(part: string, words: string, check: PartCheck, otherwise: string): Promise<string> {
  const trouble = await check.now();
  return trouble === undefined ? `${part}: ${words}` : `${part}: ${words}: ${trouble}: ${otherwise}`;
}

const remoteLine = (part: string, { name, address, check }: RemotePart, otherwise: string) =>
  line(part, `${name} at ${address}`, check, otherwise);

/** A connection string for a unix socket is no URL: it is not taken apart. */
function databaseWords({ DATABASE_URL: url }: Config): string {
  if (url === undefined) return 'embedded PostgreSQL';
  const parsed = URL.parse(url);
  return parsed?.host ? `PostgreSQL at ${parsed.host}${parsed.pathname}` : 'PostgreSQL';
}

const filesWords = (config: Config): string =>
  config.PARLEY_S3_ENDPOINT === undefined
    ? config.PARLEY_DATA_DIR
    : `bucket ${config.PARLEY_S3_BUCKET} at ${new URL(config.PARLEY_S3_ENDPOINT).host}`;

const modelParts: Readonly<Record<ModelName, readonly [part: string, otherwise: string]>> = {
  PARLEY_MODEL: ['Model', 'calls use the built-in rules until it answers'],
  PARLEY_FALLBACK_MODEL: ['Fallback model', 'it is left out until it answers'],
  PARLEY_ANALYSIS_MODEL: ['Analysis model', 'the built-in rules analyse calls until it answers'],
};

function modelLines({ models }: InstallationChecks): (Promise<string> | string)[] {
  if (models.length === 0) return ['Model: none, calls use the built-in rules (docs/models.md)'];
  return models.map((model) => {
    const [part, otherwise] = modelParts[model.setting];
    return remoteLine(part, model, otherwise);
  });
}

/** In the order in which they are tried; offline stands last where it is installed. */
function speechLine(config: Config, { stt, tts }: SpeechPackages): string {
  const inOrder = (names: readonly string[], isInstalled: boolean) =>
    [...names.filter((name) => name !== 'offline'), ...(isInstalled ? ['offline'] : [])].join(', then ') ||
    'none';
  const hearing = inOrder(config.PARLEY_STT, 'files' in stt);
  const speaking = inOrder(config.PARLEY_TTS, 'files' in tts);
  return `Speech: ${hearing} (speech to text), ${speaking} (text to speech)`;
}

const telephoneLine = (trunks: RemotePart | undefined): Promise<string> | string =>
  trunks === undefined
    ? 'Telephone: simulated, nobody is really called (docs/telephone.md)'
    : line('Telephone', `trunk ${trunks.address}`, trunks.check, 'calls are tried again for an hour at most');

const mailLine = (config: Config, server: RemotePart | undefined): Promise<string> | string =>
  server === undefined
    ? `Mail: written into files in ${config.PARLEY_DATA_DIR}/outbox (SMTP_URL)`
    : line('Mail', server.address, server.check, 'mails are tried again');

/** What is not installed; and the languages of calls, where real telephones ring. */
const speechNotes = (config: Config, packages: SpeechPackages, { trunks }: InstallationChecks): string[] => [
  ...missingSpeech(packages),
  ...(trunks === undefined ? [] : [languageLine(speechLanguages(config, packages), OTHER_LANGUAGES)]),
];
