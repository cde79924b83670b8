import { type Command, exitCodes, Interrupted, UsageError } from './commands/command.ts';
import { ConfigError } from './config.ts';
import { version } from './version.ts';

interface Entry {
  readonly summary: string;
  /** Loaded when it is called: parley --help need not know the whole service. */
  readonly load: () => Promise<Command>;
}

export const commands: Readonly<Record<string, Entry>> = {
  start: {
    summary: 'Start the service',
    load: async () => (await import('./commands/start.ts')).startCommand,
  },
  migrate: {
    summary: 'Bring the database schema up to date',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  resume: {
    summary: 'Report calls that the database lost, and resume dialling after a pause',
    load: async () => (await import('./commands/resume.ts')).resumeCommand,
  },
  init: {
    summary: 'Ask for model, trunk, mail and domain, and write .env',
    load: async () => (await import('./commands/init.ts')).initCommand,
  },
  doctor: {
    summary: 'Check the installation and print what to fix',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  backup: {
    summary: 'Back up the database, the objects and the secrets',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  restore: {
    summary: 'Restore a backup into an empty installation',
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
  },
  'rewrap-keys': {
    summary: "Wrap the contacts' data keys with the newest master key",
    load: async () => (await import('./commands/rewrap-keys.ts')).rewrapKeysCommand,
  },
  config: {
    summary: 'Show every setting, its meaning and where its value comes from',
    load: async () => (await import('./commands/config.ts')).configCommand,
  },
  'admin-token': {
    summary: "Print an administrator's token",
    load: async () => (await import('./commands/admin-token.ts')).adminTokenCommand,
  },
  'sign-in-link': {
    summary: 'Print a link that signs in to the console',
    load: async () => (await import('./commands/sign-in-link.ts')).signInLinkCommand,
  },
  call: {
    summary: 'Place a call and watch it in the terminal',
    load: async () => (await import('./commands/call.ts')).callCommand,
  },
  run: {
    summary: 'Call all contacts in a CSV file and watch the progress',
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  replay: {
    summary: 'Replay a recorded call and compare the decisions',
    load: async () => (await import('./commands/replay.ts')).replayCommand,
  },
  analyse: {
    summary: 'Analyse a call again and print the results',
    load: async () => (await import('./commands/analyse.ts')).analyseCommand,
  },
  model: {
    summary: 'Check the configured language models',
    load: async () => (await import('./commands/model.ts')).modelCommand,
  },
  speech: {
    summary: 'Check the configured STT and TTS',
    load: async () => (await import('./commands/speech.ts')).speechCommand,
  },
  trunk: {
    summary: 'Check the configured SIP trunks',
    load: async () => (await import('./commands/trunk.ts')).trunkCommand,
  },
  eval: {
    summary: 'Test an agent with simulated contacts and report the results',
    load: async () => (await import('./commands/eval.ts')).evalCommand,
  },
  demo: {
    summary: 'Create the demo company if it is missing, and a new test key for it',
    load: async () => (await import('./commands/demo.ts')).demoCommand,
  },
  listen: {
    summary: 'Receive events on this machine and print them',
    load: async () => (await import('./commands/listen.ts')).listenCommand,
  },
};

/** `parley <command>`: prints errors on standard error and sets the exit code. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const [name = '--help', ...rest] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    console.log(overview());
    return;
  }
  if (name === '--version') {
    console.log(version);
    return;
  }
  if (!Object.hasOwn(commands, name)) {
    console.error(`parley: there is no command ${name}. parley --help lists them.`);
    process.exitCode = exitCodes.usage;
    return;
  }
  const command = await (commands[name] as Entry).load();
  if (rest.includes('--help') || rest.includes('-h')) {
    console.log(command.help);
    return;
  }
  const onInterrupt = () => process.exit(exitCodes.interrupted);
  if (!command.handlesInterrupt) process.on('SIGINT', onInterrupt);
  try {
    await command.run(rest);
  } catch (error) {
    process.exitCode = complain(error as Error & { code?: string });
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

/** One line for people; the stack only for those who asked for detail. */
function complain(error: Error & { code?: string }): number {
  const isUsage = error instanceof UsageError || (error.code?.startsWith('ERR_PARSE_ARGS') ?? false);
  const detailed = process.env.PARLEY_LOG_LEVEL === 'debug' && !isUsage && !(error instanceof ConfigError);
  console.error(`parley: ${detailed ? error.stack : error.message}`);
  if (isUsage) return exitCodes.usage;
  return error instanceof Interrupted ? exitCodes.interrupted : exitCodes.failed;
}

const overview = (): string => `Parley ${version}: the self-hosted service that runs AI-conducted calls.

Usage: parley <command> [options]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`)
  .join('\n')}

parley <command> --help explains one command. Settings come from the environment and from .env:
parley config lists them all.

Exit codes of all commands:
  0    Success.
  1    The operation failed: a call that reached nobody, a run that was refused, a service that does not answer.
  2    Wrong usage: an unknown command or option, an argument that is missing or invalid.
  130  Interrupted with Ctrl-C. start and listen are stopped this way and exit with 0.`;
