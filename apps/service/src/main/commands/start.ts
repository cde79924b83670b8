import { networkInterfaces } from 'node:os';
import { parseArgs } from 'node:util';
import type { Secret } from '@parley/kernel/secret.ts';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import type { Logger } from 'pino';
import { signInUrl } from '../../domains/access/session.model.ts';
import {
  databaseTime,
  diallingPause,
  pauseDialling,
} from '../../domains/conversations/dial-ledger.actions.ts';
import { DatabaseClock } from '../../storage/database-clock.ts';
import type { FirstStart } from '../../workflows/seed-demo.ts';
import { makePreparation } from '../clone-script.ts';
import { type Config, ConfigError, loadConfig, reachableAddresses } from '../config.ts';
import { type KeptDatabase, keepEmbedded } from '../embedded-database.ts';
import { IdleMemory } from '../idle-memory.ts';
import { makeLog } from '../log.ts';
import { refuseUnfinishedRestore } from '../restore-marker.ts';
import { type Role, roles } from '../roles.ts';
import { loadSecrets } from '../secrets.ts';
import type { Service } from '../service.ts';
import { recordRunningService } from '../service-address.ts';
import { startSummary, systemPatience } from '../start-summary.ts';
import { type Command, exitCodes, UsageError } from './command.ts';

const PAUSED = 'Nobody is dialled: the service was started with --paused. To dial, run: npx parley resume';

export const startCommand: Command = {
  help: `Usage: parley start [--role all|api|worker|media] [--paused]

Starts the service on http://localhost:3000 (PORT and HOST change it), with the embedded database unless
DATABASE_URL names another. The first start creates the company Demo and prints a key to try it with, and
a link that signs in to the console; PARLEY_DEMO=off leaves the database empty.

  --role   What this process does: all (the default), or one or more of api, worker and media, repeated or
           separated by commas. Processes that share the work need the same DATABASE_URL.
  --paused Dials nobody, in no process, until you run parley resume. Use it after you restored the database with
           another tool; parley restore pauses by itself.

Stop it with Ctrl-C or SIGTERM: it starts no new calls, and live calls get PARLEY_DRAIN_SECONDS to end.`,
  handlesInterrupt: true,
  run: start,
};

async function start(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      role: { type: 'string', multiple: true, default: ['all'] },
      paused: { type: 'boolean', default: false },
    },
  });
  const inRoles = readRoles(values.role);
  const { config, unknown, renamed, hints } = loadConfig(process.env);
  const log = makeLog(config.PARLEY_LOG_LEVEL);
  for (const line of renamed) console.error(line);
  for (const name of unknown)
    console.error(`${name} is not a setting of Parley; parley config lists them all.`);
  if (inRoles.size < roles.length && config.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_URL must be set when roles run in separate processes.');
  }

  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  // Before anything is opened: a signal during the start waits for the step under way and closes what it opened.
  let opening: Promise<unknown> = Promise.resolve();
  let liveCalls = () => 0;
  let prepare: () => Promise<void> = async () => {};
  let hear = () => false;
  const signals = stopOnSignals(
    () => farewell(liveCalls(), config.PARLEY_DRAIN_SECONDS),
    config.PARLEY_DRAIN_SECONDS * 1000 + LATEST_MS,
    async () => {
      await opening.catch(() => {});
      await close();
    },
  );
  const starting = (async () => {
    // Before PostgreSQL starts on what a restore has not finished.
    await refuseUnfinishedRestore(config);
    const embedded = config.DATABASE_URL === undefined ? startDatabase(config, log) : undefined;
    closers.push(async () => (await embedded?.catch(() => undefined))?.stop());
    const parts = await loadParts();
    const clock = new DatabaseClock();
    const services = await parts.openServices({ config, clock, log, say: console.log, embedded });
    closers.push(services.close);
    await clock.follow({
      ask: () => databaseTime(services.database),
      onError: (err) =>
        log.warn(
          { err },
          'the time cannot be read from the database; the clock of this machine is used instead',
        ),
    });
    closers.push(async () => clock.stop());
    // Before the first call can be claimed.
    if (values.paused) await pauseDialling(services.database, PAUSED);
    const preparation = makePreparation({
      print: (line) => !signals.isStopping() && console.log(line),
      mayInstall: config.PARLEY_INSTALL_SPEECH === 'on' && 'missing' in findSpeechPackages().stt,
    });
    closers.push(async () => void (await preparation.stop()));
    const service = await parts.startService(services, inRoles, { preparation });
    if (inRoles.has('api')) prepare = preparation.buildConsole;
    closers.push(service.stop);
    liveCalls = () => service.liveCalls;
    if (inRoles.has('api'))
      closers.push(await recordRunningService(config.PARLEY_DATA_DIR, service.publicUrl));
    const demo = config.PARLEY_DEMO === 'on';
    const seeded = demo
      ? await parts.seedFirstStart(services.database, services.secrets.keyPepper)
      : undefined;
    const talk = seeded && (await parts.demoConversation(services.database, seeded));
    const talkUrl = talk && parts.onlineLinks(service.publicUrl, services.secrets.link).urlOf(talk);
    const pause = await diallingPause(services.database);
    const first = seeded && { ...seeded, talkUrl, call: parts.firstCall(service.publicUrl, seeded) };
    console.log(welcome(service.publicUrl, services.secrets.link, first, demo));
    // The link is to be spoken at.
    if (talkUrl !== undefined) hear = preparation.hear;
    for (const line of listening(config, service)) console.log(line);
    if (pause !== undefined) console.log(`${pause.reason}\n`);
    return service;
  })();
  opening = starting;
  try {
    const service = await starting;
    void service.warmUp();
    // The checks take seconds, so the address is printed before them. After a stop nothing is printed.
    const sources = { config, packages: findSpeechPackages(), checks: service.checks, hints };
    const { lines, corrections } = await startSummary(sources, systemPatience);
    if (!signals.isStopping()) console.log(lines.join('\n'));
    for (const correction of corrections)
      void correction(signals.isStopping).then((line) => line !== undefined && console.log(line));
    const onError = (err: Error) =>
      log.warn({ err }, 'unused memory could not be returned to the operating system');
    new IdleMemory({ isQuiet: () => service.isQuiet, onError }).start();
    // Last: it takes a core for some seconds.
    await prepare();
    hear();
  } catch (error) {
    await close();
    throw error;
  }
}

/** Two thirds of the service's files, loaded while PostgreSQL starts. */
async function loadParts() {
  const [services, service, seed, links, demo] = await Promise.all([
    import('../wiring.ts'),
    import('../service.ts'),
    import('../../workflows/seed-demo.ts'),
    import('../online-links.ts'),
    import('./demo.ts'),
  ]);
  const [{ openServices }, { startService }] = [services, service];
  const [{ demoConversation, seedFirstStart }, { onlineLinks }, { firstCall }] = [seed, links, demo];
  return { openServices, startService, demoConversation, seedFirstStart, onlineLinks, firstCall };
}

/** Its folders are as the secrets need them, so they come first. */
function startDatabase(config: Config, log: Logger): Promise<KeptDatabase> {
  const starting = loadSecrets(config).then(() => keepEmbedded(config, console.log, log));
  // Whoever opens the services is told of it; until then it is nobody's.
  starting.catch(() => {});
  return starting;
}

function readRoles(given: readonly string[]): ReadonlySet<Role> {
  const names = given.flatMap((part) => part.split(','));
  const wrong = names.find((name) => name !== 'all' && !roles.includes(name as Role));
  if (wrong !== undefined) throw new UsageError(`--role must be all, api, worker or media, not ${wrong}.`);
  return new Set(names.includes('all') ? roles : (names as Role[]));
}

/** A second signal soon after the first is npm passing on the same Ctrl-C; a later one means "now". */
const IMPATIENT_AFTER_MS = 2000;

/** Beyond the drain time. Each part of a stop is bounded; this is for what nobody thought of. */
const LATEST_MS = 60_000;

function stopOnSignals(
  words: () => string,
  latestMs: number,
  stop: () => Promise<void>,
): { isStopping(): boolean } {
  let stoppingSince: number | undefined;
  const onSignal = () => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > IMPATIENT_AFTER_MS) process.exit(exitCodes.interrupted);
      return;
    }
    stoppingSince = Date.now();
    console.log(words());
    setTimeout(() => {
      console.error(
        'Shutdown took too long and was aborted. A worker process marks the calls that were live as lost (reason LOST).',
      );
      process.exit(1);
    }, latestMs).unref();
    stop().then(
      () => {
        console.log('Stopped.');
        process.exit(0);
      },
      (error: Error) => {
        console.error(`Shutdown failed: ${error.message}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // The terminal was closed.
  process.on('SIGHUP', onSignal);
  return { isStopping: () => stoppingSince !== undefined };
}

/** Says what the stop waits for. */
function farewell(liveCalls: number, drainSeconds: number): string {
  if (liveCalls === 0) return 'Stopping. No call is live.';
  const [calls, time] = [
    counted(liveCalls, 'call is', 'calls are'),
    counted(drainSeconds, 'second', 'seconds'),
  ];
  return `Stopping. ${calls} live, with at most ${time} to end; Ctrl-C again stops at once.`;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Where others reach it, when it listens to more than this machine. */
function listening(config: Config, { port, publicUrl }: Service): string[] {
  const addresses = reachableAddresses(config.HOST, port, networkInterfaces());
  const others = addresses.filter((address) => address !== publicUrl);
  if (others.length === 0) return [];
  const lines = ['It also answers at', ...others.map((address) => `  ${address}`)];
  if (config.PARLEY_PUBLIC_URL === undefined && addresses.length > 1)
    lines.push(
      `Links in mails and API responses lead to ${publicUrl}: set PARLEY_PUBLIC_URL to the address that others use.`,
    );
  return [...lines, ''];
}

interface Welcomed extends FirstStart {
  readonly talkUrl: string | undefined;
  readonly call: readonly string[];
}

function welcome(address: string, linkSecret: Secret, seeded: Welcomed | undefined, demo: boolean): string {
  const lines = [`Parley runs at ${address}`, `Documentation and API reference: ${address}/docs`, ''];
  if (seeded !== undefined) {
    if (seeded.talkUrl !== undefined)
      lines.push('Speak with the demo agent, in your browser:', `  ${seeded.talkUrl}`, '');
    lines.push('Your test key, with every scope (shown only once):', `  ${seeded.key}`, '');
    lines.push(...seeded.call, '');
    lines.push('Sign in to the console (the link works once, for a day):');
    lines.push(`  ${signInUrl(address, linkSecret, seeded.linkId)}`);
  } else if (demo) {
    lines.push('A new test key:           npx parley demo');
    lines.push('A link to the console:    npx parley sign-in-link');
    lines.push("An administrator's token: npx parley admin-token");
  } else {
    lines.push("To create keys and companies, get an administrator's token: npx parley admin-token");
  }
  return `\n${lines.join('\n')}\n`;
}
