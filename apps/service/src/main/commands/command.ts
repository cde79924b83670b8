import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';

/** One verb of the command line. */
export interface Command {
  readonly help: string;
  /** Ctrl-C is a matter of the command itself; without this it ends the process with `interrupted`. */
  readonly handlesInterrupt?: true;
  run(args: readonly string[]): Promise<void>;
}

/** What every command ends with. docs/command-line.md has the same table for users. */
export const exitCodes = { success: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** The command was called wrongly: an argument is missing or cannot be right, whatever the service would say. */
export class UsageError extends ConfigError {}

/** Ctrl-C ended the command; the message says what goes on without it. */
export class Interrupted extends ConfigError {}

/** For commands that know one action only, such as `parley model check`. */
export function requireCheck(noun: string, positionals: readonly string[]): void {
  if (positionals.length !== 1 || positionals[0] !== 'check')
    throw new UsageError(`parley ${noun} has one action: parley ${noun} check.`);
}

/** For commands without options or arguments. */
export const takeNoArguments = (args: readonly string[]): void => {
  parseArgs({ args: [...args], options: {} });
};

/** npm and the launcher may pass the same Ctrl-C on a second time; a later one is meant. */
const SAME_SIGNAL_MS = 1000;

/**
 * Aborted by the first Ctrl-C (or SIGTERM), so that a command can undo what it has half done. The next one ends the
 * process at once.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  let sinceMs: number | undefined;
  const onSignal = () => {
    if (sinceMs !== undefined && performance.now() - sinceMs > SAME_SIGNAL_MS)
      process.exit(exitCodes.interrupted);
    sinceMs ??= performance.now();
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return controller.signal;
}
