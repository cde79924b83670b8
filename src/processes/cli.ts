import { adminTokenCommand } from './commands/admin-token.ts';
import type { Command } from './commands/command.ts';
import { configCommand } from './commands/config.ts';
import { demoCommand } from './commands/demo.ts';
import { migrateCommand } from './commands/migrate.ts';
import { startCommand } from './commands/start.ts';
import { ConfigError } from './config.ts';
import { version } from './version.ts';

const commands: readonly Command[] = [
  startCommand,
  migrateCommand,
  configCommand,
  adminTokenCommand,
  demoCommand,
];

/** `parley <command>`: what went wrong is one line on standard error and exit code 1; a wrong call is 2. */
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
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    console.error(`parley: there is no command ${name}. parley --help lists them.`);
    process.exitCode = 2;
    return;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    console.log(command.help);
    return;
  }
  try {
    await command.run(rest);
  } catch (error) {
    const wrongCall = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ?? false;
    const expected = error instanceof ConfigError || wrongCall;
    console.error(
      `parley: ${expected || process.env.PARLEY_LOG_LEVEL !== 'debug' ? (error as Error).message : (error as Error).stack}`,
    );
    process.exitCode = wrongCall ? 2 : 1;
  }
}

const overview = (): string => `Parley ${version}: the self-hosted service that runs AI-conducted calls.

Usage: parley <command> [options]

${commands.map(({ name, summary }) => `  ${name.padEnd(14)}${summary}`).join('\n')}

parley <command> --help tells more about one. Settings come from the environment and from .env:
parley config lists them all.`;
