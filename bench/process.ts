import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';

export interface Started {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** For example BENCH_NODE_FLAGS="--cpu-prof --cpu-prof-dir=/tmp/profile": flags for the programs that are measured. */
const flags = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean);

/** Starts one of our programs on a free port and waits until it prints that it is ready. */
export async function startProgram(
  args: string[],
  environment: Record<string, string>,
  ready: RegExp,
): Promise<Started> {
  const port = await freePort();
  const child = spawn(process.execPath, [...flags, ...args], {
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await said(child, ready);
  return {
    port,
    pid: child.pid as number,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

function said(child: ChildProcess, ready: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk;
      if (ready.test(text)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The program exited with code ${code}: ${text}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** CPU time and memory of this process and its children, from Linux. */
interface Usage {
  readonly atMs: number;
  readonly cpuMs: number;
  readonly memoryBytes: number;
}

/** Linux counts CPU time in these parts of a second. */
const TICKS = 100;
const PAGE_BYTES = 4096;

/** This process and its children, without the one that plays the other end. */
export function usageOfFamily(strangerPid: number | undefined): Usage {
  const family = [process.pid, ...childrenOf(process.pid).filter((pid) => pid !== strangerPid)].map(usageOf);
  return {
    atMs: performance.now(),
    cpuMs: family.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    memoryBytes: family.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
  };
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/**
 * CPU time of a process, of its children and theirs, and of those of them that have ended. One that ends while it is read
 * counts as nothing: its time is then its parent's.
 */
export function cpuOfTree(pid: number): number {
  try {
    const own = ticksIn(`/proc/${pid}/stat`, ['user', 'system', 'endedUser', 'endedSystem']);
    return childrenOf(pid).reduce((sum, child) => sum + cpuOfTree(child), own);
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}

/** The process that started another one. */
export const parentOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);

/** CPU time of the thread with the event loop, without compiler, garbage collector and worker threads. */
export function mainThreadMs(pid: number): number {
  return ticksIn(`/proc/${pid}/task/${pid}/stat`);
}

/** Where Linux writes them (proc(5)), counted from behind the program name. */
const times = { user: 11, system: 12, endedUser: 13, endedSystem: 14 } as const;

/** The program name may contain anything, and ends with the last bracket. */
function ticksIn(file: string, wanted: readonly (keyof typeof times)[] = ['user', 'system']): number {
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (wanted.reduce((sum, name) => sum + Number(fields[times[name]]), 0) * 1000) / TICKS;
}

function usageOf(pid: number): Omit<Usage, 'atMs'> {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
  return { cpuMs: ticksIn(`/proc/${pid}/stat`), memoryBytes: (pages ?? 0) * PAGE_BYTES };
}
