import { randomUUID } from 'node:crypto';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { systemClock } from '@parley/kernel/clock.ts';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { readDatabaseFacts } from '../../storage/database-facts.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import type { SeenProcess } from '../../storage/running-processes.ts';
import { worksWith } from '../../storage/schema-fit.ts';
import { type Config, ConfigError, type LoadedConfig, loadConfig, publicUrl } from '../config.ts';
import {
  backupAge,
  certificate,
  configuration,
  databaseFindings,
  exposure,
  type Finding,
  fileMode,
  guessableSecrets,
  masterKey,
  nodeVersion,
  room,
} from '../doctor/finding.ts';
import { iceFindings, speechFinding, trunkFindings } from '../doctor/network-findings.ts';
import { processFindings } from '../doctor/process-findings.ts';
import { CERTIFICATE_REMEDY, isAboutCertificate, serviceFindings } from '../doctor/service-findings.ts';
import { settingsFileFindings, settingsFiles } from '../doctor/settings-file-findings.ts';
import { versionFinding } from '../doctor/version-finding.ts';
import { startEmbedded } from '../embedded-database.ts';
import type { InstallationChecks, PartCheck } from '../installation-checks.ts';
import { makeLog } from '../log.ts';
import { findUnfinishedRestore, unfinishedRestoreRemedy, unfinishedRestoreWords } from '../restore-marker.ts';
import { HOME, type SettingName, settings } from '../settings/settings.ts';
import { version } from '../version.ts';
import { type Command, takeNoArguments } from './command.ts';

const ANSWER_MS = 4000;

export const doctorCommand: Command = {
  help: `Usage: parley doctor

Looks at this installation: what is configured, what can be reached (database, files, models, speech, mail, trunks, STUN and
TURN servers, the service and its console), what strangers reach or can guess, what is nearly full, how old the last backup is,
and what is out of date. Prints a line for each with what to do about it, and exits with 1 if there is a problem, such as a
service that ran before and does not answer, or one without a worker. It changes nothing. Run it on the machine of the service.`,
  async run(args) {
    takeNoArguments(args);
    let problems = 0;
    const print = (title: string, findings: readonly Finding[]) => {
      console.log(`\n${title}`);
      for (const { state, words, remedy } of findings) {
        if (state === 'problem') problems += 1;
        console.log(`${marks[state]} ${words}${remedy === undefined ? '' : `\n     ${remedy}`}`);
      }
    };
    const loaded = read();
    if ('failure' in loaded) {
      print('Configured', [loaded.failure]);
      throw new ConfigError('A setting is invalid, so nothing else was checked.');
    }
    const { config } = loaded;
    print('Configured', [...unknownSettings(loaded), ...configuration(config)]);
    const restoring = await halfRestored(config);
    const { findings: database, isUsable, lastBackup, running } = await lookAtDatabase(config);
    const wasStarted = isUsable && restoring.length === 0;
    print('Reachable', [
      ...restoring,
      ...database,
      ...(await remoteParts(config, wasStarted)),
      ...(await trunkFindings(config)),
      speechFinding(config, findSpeechPackages()),
      ...(await iceFindings(config, new Date())),
      ...processFindings(running),
      ...(await serviceFindings(loaded, wasStarted)),
    ]);
    print('Exposed', [
      ...exposure(config),
      ...guessableSecrets(secretsOf(loaded)),
      ...(await readableByOthers(config)),
      ...(await settingsFileFindings(await settingsFiles())),
      ...(await tls(config)),
    ]);
    print('Full', await rooms(config));
    print('Out of date', [
      nodeVersion(process.version),
      ...(await versionFinding(config.PARLEY_UPDATE_REGISTRY, version)),
      ...(isUsable ? [backupAge(lastBackup, new Date())] : []),
    ]);
    if (problems > 0)
      throw new ConfigError(problems === 1 ? '1 problem found.' : `${problems} problems found.`);
    console.log('\nNo problem found.');
  },
};

const marks = { ok: 'ok  ', note: 'note', problem: 'FAIL' } as const;

function read(): LoadedConfig | { readonly failure: Finding } {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return {
      failure: { state: 'problem', words: error.message, remedy: 'parley config explains every setting.' },
    };
  }
}

const unknownSettings = ({ unknown, renamed }: LoadedConfig): Finding[] => [
  ...unknown.map(
    (name): Finding => ({
      state: 'note',
      words: `${name} is not a setting of Parley, and has no effect.`,
      remedy: 'parley config lists them all.',
    }),
  ),
  ...renamed.map((words): Finding => ({ state: 'note', words, remedy: 'Use the new name in .env.' })),
];

/** Those that somebody chose: the secrets of settings whose whole value is one. Addresses have theirs inside. */
const secretsOf = ({ given }: LoadedConfig): Record<string, string | undefined> =>
  Object.fromEntries(
    (Object.keys(settings) as SettingName[])
      .filter((name) => 'secret' in settings[name] && !/_(URL|SERVERS)$|_TRUNK/.test(name))
      .map((name) => [name, given[name]]),
  );

async function halfRestored(config: Config): Promise<Finding[]> {
  const restore = await findUnfinishedRestore(config);
  if (restore === undefined) return [];
  return [
    {
      state: 'problem',
      words: `${unfinishedRestoreWords(restore)} The service does not start.`,
      remedy: unfinishedRestoreRemedy(config, restore),
    },
  ];
}

interface SeenDatabase {
  readonly findings: readonly Finding[];
  /** It has a schema that this version works with. */
  readonly isUsable: boolean;
  readonly lastBackup?: Date | undefined;
  readonly running: readonly SeenProcess[];
}

async function lookAtDatabase(config: Config): Promise<SeenDatabase> {
  const folder = join(config.PARLEY_DATA_DIR, 'postgres');
  if (config.DATABASE_URL === undefined && !(await exists(folder)))
    return {
      findings: [
        {
          state: 'note',
          words: 'There is no database yet.',
          remedy: 'The first start of the service creates the embedded one.',
        },
      ],
      isUsable: false,
      running: [],
    };
  try {
    const facts = await withUrl(config, (url) => readDatabaseFacts(url, version));
    const findings = databaseFindings(facts, config.PARLEY_DATABASE_CONNECTIONS);
    const isUsable = facts.schema !== undefined && worksWith(facts.schema);
    return { findings, isUsable, lastBackup: facts.lastBackup, running: facts.running };
  } catch (error) {
    const where = config.DATABASE_URL === undefined ? 'embedded database' : 'database at DATABASE_URL';
    const finding: Finding = {
      state: 'problem',
      words: `The ${where} cannot be used: ${(error as Error).message}`,
      remedy: 'Nothing works without the database. Start it, and check address, password and firewall.',
    };
    return { findings: [finding], isUsable: false, running: [] };
  }
}

async function withUrl<Result>(config: Config, work: (url: string) => Promise<Result>): Promise<Result> {
  if (config.DATABASE_URL !== undefined) return work(config.DATABASE_URL);
  const embedded = await startEmbedded(config);
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

/** The service opens them as the start does, so only with a schema that this version works with. */
async function remoteParts(config: Config, hasDatabase: boolean): Promise<Finding[]> {
  if (!hasDatabase)
    return [
      {
        state: 'note',
        words: 'Language models, speech vendors, mail and file storage were not checked.',
        remedy: 'They are checked once the database works.',
      },
    ];
  const { openServices } = await import('../wiring.ts');
  const { makeObjects } = await import('../objects.ts');
  const { makeChecks } = await import('../installation-checks.ts');
  const { readMasterKeyFacts } = await import('../encryption.ts');
  const { diallingPause } = await import('../../domains/conversations/dial-ledger.actions.ts');
  const services = await openServices({
    config,
    clock: systemClock,
    log: makeLog('silent'),
    say: () => {},
    isCommand: true,
    migrates: false,
  });
  try {
    const objects = await makeObjects(services, publicUrl(config, config.PORT));
    const pause = async () => (await diallingPause(services.database))?.reason;
    // Trunks are asked from a port of their own: this would register, and could take the place of the running service.
    const checks = makeChecks(services, objects, () => undefined, pause);
    const parts = [...(await Promise.all(partsOf(checks).map(partFinding))), ...(await unreadFiles(objects))];
    const key = masterKey(await readMasterKeyFacts(services.database, config, services.secrets));
    return [...parts, key];
  } finally {
    await services.close();
  }
}

/** Whoever may write to a bucket may not be allowed to read from it: a recording would be found missing weeks later. */
async function unreadFiles(objects: Pick<ObjectStore, 'put' | 'get'>): Promise<Finding[]> {
  const written = randomUUID();
  try {
    await objects.put(READ_PROBE, Buffer.from(written), { contentType: 'text/plain' });
    const object = await objects.get(READ_PROBE);
    const read = object === undefined ? 'nothing' : await text(object.body);
    if (read !== written) throw new Error('what was written is not what is read');
    return [];
  } catch (error) {
    return [
      {
        state: 'problem',
        words: `A file that was stored cannot be read back: ${(error as Error).message}.`,
        remedy:
          'Allow the service to write and read there: the owner of the data folder, or s3:GetObject of the bucket.',
      },
    ];
  }
}

const READ_PROBE = 'health/doctor';

interface Part {
  readonly name: string;
  readonly check: PartCheck;
  /** If it has no trouble; otherwise that it works. */
  readonly fine?: string;
  readonly remedy: string;
}

const partsOf = ({ storage, dialling, models, speech, mail }: InstallationChecks): Part[] => [
  {
    name: 'Storage of files',
    check: storage,
    remedy: 'Recordings and uploads fail until the file storage works.',
  },
  {
    name: 'Dialling',
    check: dialling,
    // Whether somebody dials, the processes say.
    fine: 'Dialling is not paused.',
    remedy: 'No call is placed until parley resume is run.',
  },
  ...models.map(({ name, address, check }) => ({
    name: `The language model ${name} at ${address}`,
    check,
    remedy: 'Calls use the built-in rules until the model answers. Run parley model check for details.',
  })),
  ...speech.map(({ name, address, check }) => ({
    name: `Speech of ${name} at ${address}`,
    check,
    remedy: 'Calls use the next speech vendor instead. Run parley speech check for details.',
  })),
  ...(mail === undefined
    ? []
    : [
        {
          name: `The mail server ${mail.address}`,
          check: mail.check,
          remedy: 'Mails are retried. Check SMTP_URL.',
        },
      ]),
];

async function partFinding({ name, check, fine = `${name} works.`, remedy }: Part): Promise<Finding> {
  const trouble = await check.now();
  return trouble === undefined
    ? { state: 'ok', words: fine }
    : { state: 'problem', words: `${name}: ${trouble}.`, remedy };
}

/** Secrets, and the settings that may hold some. Of files in the folder of secrets only those that others can read. */
async function readableByOthers(config: Config): Promise<Finding[]> {
  const folder = join(config.PARLEY_DATA_DIR, 'secrets');
  const named = [config.PARLEY_MASTER_KEY_FILE, config.PARLEY_KMS_TOKEN_FILE].filter(
    (path) => path !== undefined,
  );
  const findings: Finding[] = [];
  for (const path of [folder, join(HOME, '.env'), ...named]) {
    const about = await stat(path).catch(() => undefined);
    if (about !== undefined) findings.push(fileMode(path, about.mode));
  }
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const about = await stat(path).catch(() => undefined);
    const finding = about && fileMode(path, about.mode);
    if (finding?.state === 'problem') findings.push(finding);
  }
  return findings;
}

async function tls({ PARLEY_PUBLIC_URL: address }: Config): Promise<Finding[]> {
  const url = address === undefined ? undefined : new URL(address);
  if (url?.protocol !== 'https:') return [];
  const { promise, resolve } = Promise.withResolvers<Finding>();
  const unreachable = (reason: string): Finding => ({
    state: 'problem',
    words: `${url.host} cannot be reached from here: ${reason}`,
    remedy: 'Check the name in DNS, ports 80 and 443, and the log of the proxy.',
  });
  const socket = connect(
    { host: url.hostname, port: Number(url.port || 443), servername: url.hostname, timeout: ANSWER_MS },
    () => resolve(certificate(url.hostname, new Date(socket.getPeerCertificate().valid_to), new Date())),
  );
  socket.on('error', (error) =>
    resolve(
      isAboutCertificate(error)
        ? {
            state: 'problem',
            words: `The certificate of ${url.host} is not accepted: ${error.message}.`,
            remedy: CERTIFICATE_REMEDY,
          }
        : unreachable(error.message),
    ),
  );
  socket.on('timeout', () => resolve(unreachable('no answer')));
  try {
    return [await promise];
  } finally {
    socket.destroy();
  }
}

async function rooms({ PARLEY_DATA_DIR: folder }: Config): Promise<Finding[]> {
  const about = await statfs((await exists(folder)) ? folder : HOME);
  return [room(folder, { freeBytes: about.bavail * about.bsize, totalBytes: about.blocks * about.bsize })];
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
