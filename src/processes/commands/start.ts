import { parseArgs } from 'node:util';
import { signInUrl } from '../../domains/access/session.model.ts';
import { systemClock } from '../../kernel/clock.ts';
import { type Demo, seedFirstStart } from '../../workflows/seed-demo.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { makeLog } from '../log.ts';
import { type Role, roles, startService } from '../service.ts';
import { openHouse } from '../wiring.ts';
import type { Command } from './command.ts';
import { firstCall } from './first-call.ts';

export const startCommand: Command = {
  help: `Usage: parley start [--role all|api|worker|media]

Starts the service on http://localhost:3000 (PORT and HOST change it), with the embedded database unless
DATABASE_URL names another. The first start creates the company Demo and prints a key to try it with;
PARLEY_DEMO=off leaves the database empty.

  --role   What this process does: all (the default), or one or more of api, worker and media, repeated or
           separated by commas, to spread the work over processes with one DATABASE_URL.

Stop it with Ctrl-C or SIGTERM: no new work is taken and live calls get PARLEY_DRAIN_SECONDS to end.`,
  run: start,
};

async function start(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { role: { type: 'string', multiple: true, default: ['all'] } },
  });
  const inRoles = readRoles(values.role);
  const { config, unknown } = loadConfig(process.env);
  const log = makeLog(config.PARLEY_LOG_LEVEL);
  for (const name of unknown)
    console.error(`${name} is not a setting of Parley; parley config lists them all.`);
  if (inRoles.size < roles.length && config.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_URL must be set when the roles are spread over processes.');
  }

  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  // Before anything is opened: a signal during the start waits for the step under way and closes what it opened.
  let opening: Promise<void> = Promise.resolve();
  stopOnSignals(async () => {
    await opening.catch(() => {});
    await close();
  });
  opening = (async () => {
    const house = await openHouse({ config, clock: systemClock, log, say: console.log });
    closers.push(house.close);
    const service = await startService(house, inRoles);
    closers.push(service.stop);
    const demo = config.PARLEY_DEMO === 'on';
    const seeded = demo ? await seedFirstStart(house.database, house.secrets.keyPepper) : undefined;
    const signIn =
      seeded?.signInLinkId === undefined
        ? undefined
        : signInUrl(service.publicUrl, house.secrets.link, seeded.signInLinkId);
    console.log(welcome(service.publicUrl, seeded, demo, signIn));
  })();
  try {
    await opening;
  } catch (error) {
    await close();
    throw error;
  }
}

function readRoles(given: readonly string[]): ReadonlySet<Role> {
  const names = given.flatMap((part) => part.split(','));
  const wrong = names.find((name) => name !== 'all' && !roles.includes(name as Role));
  if (wrong !== undefined) throw new ConfigError(`--role must be all, api, worker or media, not ${wrong}.`);
  return new Set(names.includes('all') ? roles : (names as Role[]));
}

/** A second signal soon after the first is npm passing on the same Ctrl-C; a later one means "now". */
const IMPATIENT_AFTER_MS = 2000;

function stopOnSignals(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const onSignal = () => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > IMPATIENT_AFTER_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    console.log('Stopping…');
    stop().then(
      () => {
        console.log('Stopped.');
        process.exit(0);
      },
      (error: Error) => {
        console.error(`The stop was not clean: ${error.message}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // The terminal was closed.
  process.on('SIGHUP', onSignal);
}

function welcome(
  address: string,
  seeded: Demo | undefined,
  demo: boolean,
  signIn: string | undefined,
): string {
  const lines = [`Parley runs at ${address}`, `The API reference is at ${address}/docs`, ''];
  if (seeded !== undefined) {
    lines.push('Your test key, with every scope (it is shown this once):', `  ${seeded.key}`, '');
    lines.push(...firstCall(address, seeded));
    if (signIn !== undefined) lines.push('', 'Sign in to the console, once and within a day:', `  ${signIn}`);
  } else if (demo) {
    lines.push('A new test key:           npx parley demo');
    lines.push('A link to the console:    npx parley sign-in-link');
    lines.push("An administrator's token: npx parley admin-token");
  } else {
    lines.push("To create keys and companies, mint an administrator's token: npx parley admin-token");
  }
  return `\n${lines.join('\n')}\n`;
}
