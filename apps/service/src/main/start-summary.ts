import { setTimeout as sleep } from 'node:timers/promises';
import type { SpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import type { Config } from './config.ts';
import {
  RELAY_ACCOUNT_REMEDY,
  readIceServers,
  relayAccountWarning,
  TCP_RELAY_REMEDY,
  tcpRelayWarning,
} from './ice-servers.ts';
import type { InstallationChecks, PartCheck, RemotePart } from './installation-checks.ts';
import type { ModelName } from './model-registry.ts';
import { rtpPortTrouble } from './rtp-ports.ts';
import { missingSpeech } from './speech.ts';
import { languageLine, OTHER_LANGUAGES, speechLanguages } from './speech-vendors.ts';

interface SummarySources {
  readonly config: Config;
  readonly packages: SpeechPackages;
  readonly checks: InstallationChecks;
  /** What the person may want to set. */
  readonly hints: readonly string[];
}

/** How long the summary waits for what this process cannot do without. Injected, so that tests need not wait. */
export interface Patience {
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

export const systemPatience: Patience = {
  nowMs: () => performance.now(),
  // A process that stops does not wait for it.
  sleep: (ms) => sleep(ms, undefined, { ref: false }),
};

/** A machine that has just started is busy: what is late then is not away. */
const PATIENT_MS = 10_000;
const AGAIN_MS = 1000;
const CORRECTION_MS = 5000;

/** Resolves with a line when a part that was in trouble works; undefined: the process stops before. */
type Correction = (isStopping: () => boolean) => Promise<string | undefined>;

interface Summary {
  readonly lines: readonly string[];
  readonly corrections: readonly Correction[];
}

/**
 * What this process works with, a line for each part, for the person who started it: where it is, and what follows
 * if it cannot be used. No key and no password. All parts are looked at at once, each for some seconds at most.
 */
export async function startSummary(
  { config, packages, checks, hints }: SummarySources,
  patience: Patience,
): Promise<Summary> {
  const corrections: Correction[] = [];
  /** For what this process cannot do without: waits longer, and says later when it works after all. */
  const needed = async (part: string, check: PartCheck): Promise<string | undefined> => {
    const trouble = await patientTrouble(check, patience);
    if (trouble !== undefined) corrections.push(correctionOf(part, check, patience));
    return trouble;
  };
  const neededLine = async (part: string, words: string, check: PartCheck, otherwise: string) =>
    lineOf(part, words, await needed(part, check), otherwise);
  const lines = await Promise.all([
    neededLine('Database', databaseWords(config), checks.database, 'nothing works until it answers'),
    neededLine('Files', filesWords(config), checks.storage, 'recordings and uploads fail until it works'),
    needed('Encryption', checks.masterKey).then((trouble) =>
      // Only where it does not work: it needs nothing from anybody.
      trouble === undefined ? [] : [`Encryption: ${trouble}: recordings and uploads fail until it works`],
    ),
    ...modelLines(checks),
    speechLine(config, packages),
    ...checks.speech.map((vendor) => remoteLine('Speech', vendor, 'the next vendor is used instead')),
    telephoneLine(checks.trunks),
    mailLine(config, checks.mail),
  ]);
  const servers = readIceServers(config);
  const relays = servers.filter(({ transport }) => transport === 'tcp');
  const ports = rtpPortTrouble(config);
  return {
    lines: [
      ...lines.flat(),
      ...hints,
      ...relays.map((relay) => `${tcpRelayWarning(relay)} ${TCP_RELAY_REMEDY}`),
      ...servers
        .filter(({ hasAccount }) => hasAccount)
        .map((server) => `${relayAccountWarning(server)} ${RELAY_ACCOUNT_REMEDY}`),
      ...(ports === undefined ? [] : [`${ports.words} ${ports.remedy}`]),
      ...speechNotes(config, packages, checks),
    ],
    corrections,
  };
}

async function patientTrouble(check: PartCheck, { nowMs, sleep }: Patience): Promise<string | undefined> {
  const untilMs = nowMs() + PATIENT_MS;
  for (;;) {
    const trouble = await check.now();
    if (trouble === undefined || nowMs() >= untilMs) return trouble;
    await sleep(AGAIN_MS);
  }
}

const correctionOf =
  (part: string, check: PartCheck, { sleep }: Patience): Correction =>
  async (isStopping) => {
    do await sleep(CORRECTION_MS);
    while (!isStopping() && (await check.now()) !== undefined);
    return isStopping() ? undefined : `${part}: works now`;
  };

const line = async (part: string, words: string, check: PartCheck, otherwise: string): Promise<string> =>
  lineOf(part, words, await check.now(), otherwise);

const lineOf = (part: string, words: string, trouble: string | undefined, otherwise: string): string =>
  trouble === undefined ? `${part}: ${words}` : `${part}: ${words}: ${trouble}: ${otherwise}`;

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
  PARLEY_FALLBACK_MODEL: ['Fallback model', 'it is not used until it answers'],
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
    : line('Telephone', `trunk ${trunks.address}`, trunks.check, 'due calls are retried for up to an hour');

const mailLine = (config: Config, server: RemotePart | undefined): Promise<string> | string =>
  server === undefined
    ? `Mail: written into files in ${config.PARLEY_DATA_DIR}/outbox (SMTP_URL)`
    : line('Mail', server.address, server.check, 'mails are retried until it answers');

/** What is not installed; and the languages of calls, where real telephones ring. */
const speechNotes = (config: Config, packages: SpeechPackages, { trunks }: InstallationChecks): string[] => [
  ...missingSpeech(packages),
  ...(trunks === undefined ? [] : [languageLine(speechLanguages(config, packages), OTHER_LANGUAGES)]),
];
