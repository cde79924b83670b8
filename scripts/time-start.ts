import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '@parley/testing/free-port.ts';

/**
 * npm run measure:start [-- --times 3 --cache cold|warm --table file.md]: what a newcomer waits for and gives room to. Clones
 * the last commit, runs npm start in it with data and a port of its own, and measures until it is ready, what was installed, a
 * second start, and the memory of all its processes (npm, the service, PostgreSQL) when nobody asks anything: after the first
 * start, whose process has also compiled the sources, and after the second. Prints a table for docs/deploy.md. Linux only.
 */

const { values } = parseArgs({
  options: { times: { type: 'string', default: '3' }, cache: { type: 'string' }, table: { type: 'string' } },
});
const targets = { 'ready s': 40, 'installed MB': 450, 'idle MB': 250, 'second start s': 3 } as const;
/** Of the first version of Parley, on a machine like it. */
const FIRST_VERSION = '| first version | 60 to 180 | 1200 | 36,000 | | | |';
/** Until garbage is collected (after 30 s at the earliest) and connections that are no longer needed are closed. */
const IDLE_MS = 45_000;
const LONGEST_MS = 15 * 60_000;

const root = join(import.meta.dirname, '..');
/** Without what npm adds for this script: our Node 24 would be taken for the machine's. */
const { HOME, NODE_EXTRA_CA_CERTS } = process.env;
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !/node_modules|node-gyp-bin/.test(folder))
  .join(delimiter);
const machine = { PATH, HOME, ...(NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS } : {}) };

interface Started {
  readonly child: ChildProcess;
  readonly readySeconds: number;
  printed(): string;
}

/** What runs now, to be ended if this script is interrupted. */
let running: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    if (running?.pid !== undefined) process.kill(-running.pid, 'SIGTERM');
    process.exit(130);
  });

async function until(isSo: () => boolean | Promise<boolean>, child: ChildProcess, printed: () => string) {
  const started = performance.now();
  while (!(await isSo())) {
    if (child.exitCode !== null || performance.now() - started > LONGEST_MS)
      throw new Error(`npm start did not get there:\n${printed()}`);
    await sleep(20);
  }
}

async function start(clone: string, settings: Record<string, string>): Promise<Started> {
  const at = performance.now();
  const child = spawn('npm', ['start'], { cwd: clone, env: { ...machine, ...settings }, detached: true });
  running = child;
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const address = `http://127.0.0.1:${settings.PORT}/readyz`;
  const isReady = () =>
    text.includes('Parley runs at') &&
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, child, () => text);
  return { child, readySeconds: (performance.now() - at) / 1000, printed: () => text };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.pid !== undefined) {
    // Until the last of its processes is gone: the next start would wait for it.
    const ended = once(child, 'close');
    process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
  running = undefined;
}

/** As du counts: what a file takes on the disk. */
async function sizeOf(folder: string): Promise<{ bytes: number; files: number }> {
  let [bytes, files] = [0, 0];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const { blocks } = await lstat(join(entry.parentPath, entry.name));
    bytes += blocks * 512;
    if (!entry.isDirectory()) files += 1;
  }
  return { bytes, files };
}

/** Processes of a start: npm, what it started, and the embedded PostgreSQL, which has a session of its own. */
function processesOf(pid: number, place: string): number[] {
  const parents = new Map<number, number>();
  const found = new Set([pid]);
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const id = Number(name);
    const read = (file: string): string =>
      existsSync(`/proc/${name}/${file}`) ? readFileSync(`/proc/${name}/${file}`, 'utf8') : '';
    try {
      parents.set(id, Number(read('stat').split(') ').at(-1)?.split(' ')[1]));
      if (read('cmdline').includes(place)) found.add(id);
    } catch {
      // It has ended meanwhile.
    }
  }
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const [id, parent] of parents) if (found.has(parent)) found.add(id);
  }
  return [...found];
}

/** Memory that processes share counts once: each has its part of it (PSS). */
function memoryOf(pid: number): { name: string; bytes: number } {
  try {
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return { name, bytes: Number(kilobytes) * 1024 };
  } catch {
    // It has ended meanwhile.
    return { name: '', bytes: 0 };
  }
}

async function idleMegabytes(
  which: 'first' | 'second',
  { child, printed }: Started,
  place: string,
): Promise<number> {
  const find = () => processesOf(child.pid as number, place).map(memoryOf);
  // After the console, a first start fetches the offline STT. What stays is npm, the service and PostgreSQL.
  await until(() => find().filter(({ name }) => name !== 'postgres').length <= 2, child, printed);
  await sleep(IDLE_MS);
  const processes = find();
  const megabytes = (some: typeof processes) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  const parts = Object.entries(Object.groupBy(processes, ({ name }) => name)).map(
    ([program, some = []]) => `${some.length} × ${program} ${megabytes(some).toFixed(0)} MB`,
  );
  console.log(`  idle after the ${which} start: ${parts.join(', ')}`);
  return megabytes(processes);
}

async function measure(cache: 'cold' | 'warm', npmCache: string | undefined) {
  const place = await mkdtemp(join(tmpdir(), 'parley-start-'));
  // As root, a folder that is closed to others would send the embedded database elsewhere.
  chmodSync(place, 0o755);
  const clone = join(place, 'clone');
  try {
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone]);
    const settings = {
      PORT: String(await freePort()),
      PARLEY_DATA_DIR: join(place, 'data'),
      ...(npmCache === undefined ? {} : { npm_config_cache: npmCache }),
    };
    const [load] = loadavg();
    const first = await start(clone, settings);
    await until(() => first.printed().includes('Built in'), first.child, first.printed);
    const { bytes, files } = await sizeOf(join(clone, 'node_modules'));
    const idleFirst = await idleMegabytes('first', first, place);
    await stop(first.child);
    const second = await start(clone, settings);
    const idle = await idleMegabytes('second', second, place);
    await stop(second.child);
    return {
      'npm cache': cache,
      'ready s': first.readySeconds,
      'installed MB': bytes / 1e6,
      files,
      'second start s': second.readySeconds,
      'idle MB': idle,
      'idle MB after first start': idleFirst,
      'load before': load ?? 0,
    };
  } finally {
    if (running !== undefined) await stop(running);
    await rm(place, { recursive: true, force: true });
  }
}

const rows: Awaited<ReturnType<typeof measure>>[] = [];
/** A cold run fills a cache of its own, and the last one is the warm one. Without cold runs it is that of the machine. */
let warm: string | undefined;
for (const cache of ['cold', 'warm'] as const) {
  if ((values.cache ?? cache) !== cache) continue;
  for (let run = 1; run <= Number(values.times); run++) {
    console.log(`${cache} npm cache, ${run} of ${values.times}…`);
    if (cache === 'cold') {
      if (warm !== undefined) await rm(warm, { recursive: true, force: true });
      warm = await mkdtemp(join(tmpdir(), 'parley-npm-cache-'));
    }
    rows.push(await measure(cache, warm));
  }
}
if (warm !== undefined) await rm(warm, { recursive: true, force: true });

const rounded = (value: number) => Number(value.toFixed(value < 100 ? 1 : 0));
console.table(
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? rounded(value) : value]),
    ),
  ),
);
const names = [
  'ready s',
  'installed MB',
  'files',
  'second start s',
  'idle MB',
  'idle MB after first start',
] as const;
const table = [
  `| npm cache | ${names.join(' | ')} |`,
  `|---|${names.map(() => '---|').join('')}`,
  FIRST_VERSION,
  ...rows.map((row) => `| ${row['npm cache']} | ${names.map((name) => rounded(row[name])).join(' | ')} |`),
].join('\n');
console.log(table);
if (values.table !== undefined) writeFileSync(values.table, `${table}\n`);
console.log(
  'Targets: ready at most 40 s with a warm cache, installed 450 MB, idle 250 MB, second start 3 s.',
);
const missed = rows.flatMap((row) =>
  Object.entries(targets)
    .filter(([name, most]) => row[name as keyof typeof targets] > most)
    .filter(([name]) => name !== 'ready s' || row['npm cache'] === 'warm')
    .map(([name]) => `${name} (${row['npm cache']})`),
);
if (missed.length > 0) {
  console.log(`MISSED: ${missed.join(', ')}. Times mean little while the load is above the number of cores.`);
  process.exitCode = 1;
}
