import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LoadedConfig, publicUrl } from './config.ts';

/** Written by the process that serves the API, so that commands in another terminal find it at whatever port. */
interface RunningService {
  readonly url: string;
  readonly pid: number;
}

const fileIn = (dataDir: string): string => join(dataDir, 'running-service.json');

/** Answers how to withdraw the record. A folder that cannot be written to only leaves the commands without it. */
export async function recordRunningService(dataDir: string, url: string): Promise<() => Promise<void>> {
  const file = fileIn(dataDir);
  const record: RunningService = { url, pid: process.pid };
  await writeFile(file, `${JSON.stringify(record)}\n`).catch(() => {});
  return async () => {
    // A service that was started later on the same folder has its own record there.
    const recorded = parse(await readFile(file, 'utf8').catch(() => ''));
    if (recorded?.pid === process.pid) await rm(file, { force: true });
  };
}

/**
 * Where commands reach the service: as the environment of the command says; else where the service of this data folder
 * runs; else where one would run.
 */
export function serviceAddress({ config, sources }: LoadedConfig): string {
  const isGiven = sources.PORT === 'environment' || sources.PARLEY_PUBLIC_URL === 'environment';
  const running = isGiven ? undefined : runningService(config.PARLEY_DATA_DIR);
  return running?.url ?? publicUrl(config, config.PORT);
}

function runningService(dataDir: string): RunningService | undefined {
  let text: string;
  try {
    text = readFileSync(fileIn(dataDir), 'utf8');
  } catch {
    return undefined;
  }
  const recorded = parse(text);
  // One that was killed could not withdraw its record.
  return recorded && isAlive(recorded.pid) ? recorded : undefined;
}

function parse(text: string): RunningService | undefined {
  try {
    const { url, pid } = JSON.parse(text);
    return typeof url === 'string' && Number.isInteger(pid) ? { url, pid } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
