import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { systemClock } from '@parley/kernel/clock.ts';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { readDatabaseFacts } from '../../storage/database-facts.ts';
import { startEmbeddedPostgres } from '../../storage/embedded/embedded-postgres.ts';
import { type Config, ConfigError, type LoadedConfig, loadConfig, publicUrl } from '../config.ts';
import {
  certificate,
  configuration,
  databaseFindings,
  exposure,
  type Finding,
  fileMode,
  masterKey,
  nodeVersion,
  room,
} from '../doctor/finding.ts';
import { iceFindings, speechFinding, trunkFindings } from '../doctor/network-findings.ts';
import { CERTIFICATE_REMEDY, isAboutCertificate, serviceFindings } from '../doctor/service-findings.ts';
import type { InstallationChecks, PartCheck } from '../installation-checks.ts';
import { makeLog } from '../log.ts';
import { HOME } from '../settings/settings.ts';
import { type Command, takeNoArguments } from './command.ts';

const ANSWER_MS = 4000;

export const doctorCommand: Command = {
  help: `Usage: parley doctor

Looks at this installation: what is configured, what can be reached (database, files, models, speech, mail, trunks, STUN and
TURN servers, the service and its console), what strangers reach, what is nearly full, and what is out of date. Prints a line
for each with what to do about it, and exits with 1 if there is a problem, such as a service that ran before and does not
answer. It changes nothing. Run it on the machine of the service.`,
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
      throw new ConfigError('A setting is invalid: nothing else was looked at.');
    }
    const { config } = loaded;
    print('Configured', [...unknownSettings(loaded), ...configuration(config)]);
    const database = await lookAtDatabase(config);
    const wasStarted = database.length > 1 && database.every(({ state }) => state !== 'problem');
    print('Reachable', [
      ...database,
      ...(await remoteParts(config, wasStarted)),
      ...(await trunkFindings(config)),
      speechFinding(config, findSpeechPackages()),
      ...(await iceFindings(config)),
      ...(await serviceFindings(loaded, wasStarted)),
    ]);
    print('Exposed', [...exposure(config), ...(await readableByOthers(config)), ...(await tls(config))]);
    print('Full', await rooms(config));
    print('Out of date', [nodeVersion(process.version)]);
    if (problems > 0) throw new ConfigError(problems === 1 ? '1 problem.' : `${problems} problems.`);
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

async function lookAtDatabase(config: Config): Promise<Finding[]> {
  const folder = join(config.PARLEY_DATA_DIR, 'postgres');
  if (config.DATABASE_URL === undefined && !(await exists(folder)))
    return [
      { state: 'note', words: 'There is no database yet.', remedy: 'npm start creates the embedded one.' },
    ];
  try {
    return await withUrl(config, async (url) =>
      databaseFindings(await readDatabaseFacts(url), config.PARLEY_DATABASE_CONNECTIONS),
    );
  } catch (error) {
    const where = config.DATABASE_URL === undefined ? 'embedded database' : 'database at DATABASE_URL';
    return [
      {
        state: 'problem',
        words: `The ${where} cannot be used: ${(error as Error).message}`,
        remedy: 'Nothing works without it. Start it, and check address, password and firewall.',
      },
    ];
  }
}

async function withUrl<Result>(config: Config, work: (url: string) => Promise<Result>): Promise<Result> {
  if (config.DATABASE_URL !== undefined) return work(config.DATABASE_URL);
  const embedded = await startEmbeddedPostgres({ dataDir: config.PARLEY_DATA_DIR });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

/** The service opens them as the start does, which would migrate the database: so only with the right schema. */
async function remoteParts(config: Config, hasDatabase: boolean): Promise<Finding[]> {
  if (!hasDatabase)
    return [
      {
        state: 'note',
        words: 'Models, vendors of speech, mail and storage were not tried.',
        remedy: 'They are when the database is in order.',
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
  });
  try {
    const objects = await makeObjects(services, publicUrl(config, config.PORT));
    const pause = async () => (await diallingPause(services.database))?.reason;
    // Trunks are asked from a port of their own: this would register, and could take the place of the running service.
    const checks = makeChecks(services, objects, () => undefined, pause);
    const parts = await Promise.all(partsOf(checks).map(partFinding));
    const key = masterKey(await readMasterKeyFacts(services.database, config, services.secrets));
    return [...parts, key];
  } finally {
    await services.close();
  }
}

interface Part {
  readonly name: string;
  readonly check: PartCheck;
  readonly remedy: string;
}

const partsOf = ({ storage, dialling, models, speech, mail }: InstallationChecks): Part[] => [
  { name: 'Storage of files', check: storage, remedy: 'Recordings and uploads fail until it works.' },
  { name: 'Dialling', check: dialling, remedy: 'No call is placed until parley resume is run.' },
  ...models.map(({ name, address, check }) => ({
    name: `The language model ${name} at ${address}`,
    check,
    remedy: 'Calls use the built-in rules until it answers: parley model check tells more.',
  })),
  ...speech.map(({ name, address, check }) => ({
    name: `Speech of ${name} at ${address}`,
    check,
    remedy: 'The next vendor is used instead: parley speech check tells more.',
  })),
  ...(mail === undefined
    ? []
    : [
        {
          name: `The mail server ${mail.address}`,
          check: mail.check,
          remedy: 'Mails are tried again. Check SMTP_URL.',
        },
      ]),
];

async function partFinding({ name, check, remedy }: Part): Promise<Finding> {
  const trouble = await check.now();
  return trouble === undefined
    ? { state: 'ok', words: `${name} works.` }
    : { state: 'problem', words: `${name}: ${trouble}.`, remedy };
}

/** Secrets, and the settings that may hold some. */
async function readableByOthers(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const path of [join(config.PARLEY_DATA_DIR, 'secrets'), join(HOME, '.env')]) {
    const about = await stat(path).catch(() => undefined);
    if (about !== undefined) findings.push(fileMode(path, about.mode));
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
