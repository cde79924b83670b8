import type { ModelEndpoint } from '@parley/call-engine/llm/endpoint.ts';
import { modelTrouble } from '@parley/call-engine/llm/model-check.ts';
import { vendorUrl } from '@parley/call-engine/llm/open-model.ts';
import { withTimeout } from '@parley/kernel/concurrency.ts';
import { checkSmtp } from '../storage/mail.ts';
import { type ObjectStore, storageFailure } from '../storage/objects/object-store.ts';
import { fitOf, readApplied } from '../storage/schema-fit.ts';
import type { Config } from './config.ts';
import { masterKeyTrouble } from './encryption.ts';
import { type ModelName, modelNames } from './model-registry.ts';
import { hasTrunk, type TrunkState } from './sip.ts';
import { sttVendors, ttsVendors } from './speech-vendors.ts';
import type { Services } from './wiring.ts';

/** A part that is somewhere else, and whether it answers. */
export interface RemotePart {
  readonly name: string;
  /** Without its key. */
  readonly address: string;
  readonly check: PartCheck;
}

/** What can be found out about the parts of this installation: for readiness, the console and the start. */
export interface InstallationChecks {
  readonly database: PartCheck;
  readonly storage: PartCheck;
  /** Whether files of contacts can be encrypted and decrypted. */
  readonly masterKey: PartCheck;
  readonly models: readonly (RemotePart & { readonly setting: ModelName })[];
  readonly speech: readonly RemotePart[];
  readonly mail: RemotePart | undefined;
  /** Why nobody is dialled. */
  readonly dialling: PartCheck;
  /** All of them as one, and what their breakers say. */
  readonly trunks: (RemotePart & { readonly states: () => readonly TrunkState[] }) | undefined;
}

/** The summary of the start waits no longer than this. */
const REMOTE_MS = 4000;
/** The console asks every few seconds. */
const REMOTE_KEPT_MS = 60_000;
/** Tools ask every second, and expect an answer within a few. */
const READY_MS = 2000;
const DISK_KEPT_MS = 1000;
/** Each object costs a little there. */
const S3_KEPT_MS = 15_000;

/** A disk that is busy is slow now and then: that is no reason to send this process no requests. */
const LATE_WRITES = 3;

/** It may be in a KMS, which counts requests. */
const MASTER_KEY_KEPT_MS = 15_000;

/** Where this process has the trunks open. */
export interface TrunkSource {
  /** Asks them. */
  trouble(): Promise<Trouble>;
  trunkStates(): readonly TrunkState[];
}

export function makeChecks(
  services: Services,
  objects: ObjectStore,
  telephone: () => TrunkSource | undefined,
  diallingTrouble: () => Promise<Trouble>,
): InstallationChecks {
  const { config, database, modelRegistry } = services;
  const folder = config.PARLEY_DATA_DIR;
  const isOnDisk = config.PARLEY_S3_ENDPOINT === undefined;
  return {
    database: new PartCheck({
      look: () => databaseTrouble(services),
      limitMs: READY_MS,
      late: DATABASE_AWAY,
      keptMs: 0,
      nowMs,
    }),
    storage: new PartCheck({
      look: () => storageFailure({ objects, folder }),
      limitMs: READY_MS,
      late: `Files cannot be written: no answer within ${READY_MS / 1000} s, ${LATE_WRITES} times in a row`,
      lateInRow: LATE_WRITES,
      keptMs: isOnDisk ? DISK_KEPT_MS : S3_KEPT_MS,
      nowMs,
    }),
    masterKey: new PartCheck({
      look: masterKeyTrouble(database, config, services.secrets),
      limitMs: REMOTE_MS,
      late: `The master key cannot be used: no answer within ${REMOTE_MS / 1000} s`,
      keptMs: MASTER_KEY_KEPT_MS,
      nowMs,
    }),
    dialling: new PartCheck({
      look: diallingTrouble,
      limitMs: READY_MS,
      late: DATABASE_AWAY,
      keptMs: DISK_KEPT_MS,
      nowMs,
    }),
    models: modelNames.flatMap((setting) => {
      const configured = config[setting] === undefined ? undefined : modelRegistry.configured(setting);
      if (configured === undefined) return [];
      const { endpoint, model } = configured;
      const part = remote(endpoint.model, withoutAccount(addressOf(endpoint)), () =>
        modelTrouble(model, REMOTE_MS),
      );
      return [{ setting, ...part }];
    }),
    speech: speechVendors(config).map(([name, url]) =>
      remote(name, withoutAccount(url), () => httpTrouble(url)),
    ),
    mail: mailPart(config.SMTP_URL),
    trunks: hasTrunk(config)
      ? {
          ...remote('trunk', trunkHosts(config), async () => telephone()?.trouble()),
          states: () => telephone()?.trunkStates() ?? [],
        }
      : undefined,
  };
}

const nowMs = () => performance.now();
const DATABASE_AWAY = 'The database cannot be reached';

const remote = (name: string, address: string, look: () => Promise<Trouble>): RemotePart => ({
  name,
  address,
  check: new PartCheck({
    look,
    // A model gives up by itself a little earlier, and says why.
    limitMs: REMOTE_MS + 500,
    late: `does not answer within ${REMOTE_MS / 1000} s`,
    keptMs: REMOTE_KEPT_MS,
    nowMs,
  }),
});

const addressOf = ({ url, provider }: ModelEndpoint): string => url ?? vendorUrl(provider);

/** An address may hold a password: what is shown has none. */
function withoutAccount(url: string): string {
  const parsed = new URL(url);
  return `${parsed.protocol}//${parsed.host}${parsed.pathname.replace(/\/$/, '')}`;
}

/** A process stays ready while the schema is newer or older than it, as long as it works with it. */
async function databaseTrouble({
  database: { pool },
  schema,
}: Pick<Services, 'database' | 'schema'>): Promise<Trouble> {
  const applied = await readApplied(pool.query.bind(pool)).catch(() => undefined);
  if (applied === undefined) return DATABASE_AWAY;
  const fit = fitOf(applied, schema);
  if (fit === 'too old') return 'The database schema is older than this version of Parley needs';
  return fit === 'too new'
    ? 'The database schema is newer than this version of Parley can work with'
    : undefined;
}

/** The configured STT and TTS vendors, each once, with its address. */
function speechVendors(config: Config): [name: string, url: string][] {
  const urls = new Map<string, string>();
  for (const [vendors, names] of [
    [sttVendors, config.PARLEY_STT],
    [ttsVendors, config.PARLEY_TTS],
  ] as const)
    for (const [name, configured] of Object.entries(vendors)) {
      const vendor = (names as readonly string[]).includes(name) ? configured(config) : undefined;
      if (vendor !== undefined) urls.set(name, vendor.url);
    }
  return [...urls];
}

/** Any answer will do: whether the key is right is found out by parley speech check, which costs a sentence. */
async function httpTrouble(url: string): Promise<Trouble> {
  try {
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(REMOTE_MS) });
    await response.body?.cancel();
    return undefined;
  } catch (error) {
    return `cannot be reached (${reasonOf(error)})`;
  }
}

function mailPart(url: string | undefined): RemotePart | undefined {
  if (url === undefined) return undefined;
  const { host } = new URL(url);
  const look = () =>
    checkSmtp(url).then(
      () => undefined,
      (error) => `cannot be reached (${reasonOf(error)})`,
    );
  return remote('mail', host, look);
}

const trunkHosts = (config: Config): string =>
  [config.PARLEY_SIP_TRUNK, config.PARLEY_SIP_TRUNK_2, config.PARLEY_SIP_TRUNK_3, config.PARLEY_SIP_TRUNK_4]
    .flatMap((uri) => uri?.host ?? [])
    .join(', then ');

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
};

/** What is wrong with a part of the installation, in words for its operator; undefined: nothing. */
export type Trouble = string | undefined;

export interface PartCheckOptions {
  readonly look: () => Promise<Trouble>;
  /** A result is reused for so long. */
  readonly keptMs: number;
  /** A part that takes longer to answer is reported with the words in `late`. */
  readonly limitMs: number;
  readonly late: string;
  /** It is reported as late when it was late so many times in a row; until then the last answer counts. Default 1. */
  readonly lateInRow?: number;
  readonly nowMs: () => number;
}

/** Looks whether a part of the installation works. Never rejects, and never takes longer than its limit. */
export class PartCheck {
  readonly #options: PartCheckOptions;
  #seen: { readonly trouble: Promise<Trouble>; readonly untilMs: number } | undefined;
  #latest: Trouble;
  #lateInRow = 0;

  constructor(options: PartCheckOptions) {
    this.#options = options;
  }

  now(): Promise<Trouble> {
    const { keptMs, nowMs } = this.#options;
    if (this.#seen === undefined || this.#seen.untilMs <= nowMs())
      this.#seen = { trouble: this.#look(), untilMs: nowMs() + keptMs };
    return this.#seen.trouble;
  }

  /** The last result, without waiting; if it is outdated, a new check starts in the background. */
  latest(): Trouble {
    void this.now();
    return this.#latest;
  }

  async #look(): Promise<Trouble> {
    const { look, limitMs, late, lateInRow = 1 } = this.#options;
    const trouble = await withTimeout(limitMs, look(), late).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    this.#lateInRow = trouble === late ? this.#lateInRow + 1 : 0;
    if (this.#lateInRow === 0 || this.#lateInRow >= lateInRow) this.#latest = trouble;
    return this.#latest;
  }
}
