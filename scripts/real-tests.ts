import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** One after the other: browsers keep the processors busy, and sound stutters beside anything else. */
const projects = ['browsers', 'real', 'sound'] as const;

/** Arguments of vitest for a project. */
export type VitestArgs = (project: string) => readonly string[];

/** Runs every project of the tests in real time, and answers whether all of them passed. */
export async function runRealTests(args: VitestArgs, onOutput: (text: string) => void): Promise<boolean> {
  buildConsole();
  let havePassed = true;
  for (const project of projects) {
    const code = await run(project, args(project), onOutput);
    havePassed &&= code === 0;
  }
  return havePassed;
}

async function run(
  project: string,
  args: readonly string[],
  onOutput: (text: string) => void,
): Promise<number> {
  const started = performance.now();
  const child: ChildProcess = spawn('vitest', ['run', '--project', project, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
  });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput);
  const [code] = (await once(child, 'close')) as [number | null];
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  onOutput(`${code === 0 ? 'passed' : 'FAILED'}: ${project} (${minutes} min)\n`);
  return code ?? 1;
}

/** Once, before services of several tests would build it at the same time. */
function buildConsole(): void {
  const script = join(import.meta.dirname, 'build-console.ts');
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The console could not be built: ${stderr}`);
}
