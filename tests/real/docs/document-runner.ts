import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cloneDatabase } from '@parley/testing/database.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { type Block, type Document, isShell, isSkipped, repository } from './document.ts';

/** What a reader has around: a clone of the repository to run commands in, and nothing of ours in the environment. */
export interface Clone {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/** A folder of its own for every file that blocks write; what is in the repository is the repository's. */
export async function makeClone(): Promise<Clone> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-docs-'));
  // As root, a folder that is closed to others would send the embedded database elsewhere.
  await chmod(folder, 0o755);
  for (const entry of ['package.json', 'apps', 'packages', 'testing', 'scripts', 'node_modules'])
    await symlink(join(repository, entry), join(folder, entry));
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? folder,
    PARLEY_DATA_DIR: join(folder, 'data'),
    npm_config_update_notifier: 'false',
  };
  return { folder, environment, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface RunningDocs {
  readonly port: number;
  stop(): Promise<void>;
}

/** The block of the README that starts the service, as it stands there. All documents talk to this one. */
export async function startAsWritten(block: Block, clone: Clone): Promise<RunningDocs> {
  const port = await freePort();
  const env = {
    ...clone.environment,
    PORT: String(port),
    PARLEY_SIM_SPEED: '1000',
    PARLEY_ALLOW_PRIVATE_URLS: 'true',
  };
  const child = spawn('bash', ['-ec', block.text], { cwd: clone.folder, env, detached: true });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (output.includes(block.mark?.text ?? '')) resolve();
      });
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${output}`)));
  });
  return { port, stop: () => endGroup(child) };
}

/** npm passes a signal on only to its own child; the group is all of them. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  process.kill(-child.pid, 'SIGTERM');
  await gone;
}

export interface RunOptions {
  readonly clone: Clone;
  readonly environment: Readonly<Record<string, string>>;
  /** Addresses of the document, and what stands in for them here. */
  readonly rewrite: Readonly<Record<string, string>>;
}

/**
 * Runs the blocks of a document one after the other in one shell, so that a later one finds the variables of an earlier
 * one. Answers what each printed. The first that fails ends it, and is named.
 */
export async function runDocument(
  document: Document,
  { clone, environment, rewrite }: RunOptions,
): Promise<string[]> {
  const place = join(clone.folder, '.blocks', document.path);
  await mkdir(place, { recursive: true });
  const rewritten = (text: string) =>
    Object.entries(rewrite).reduce((done, [from, to]) => done.replaceAll(from, to), text);
  const steps: string[] = [];
  const databases: Awaited<ReturnType<typeof cloneDatabase>>[] = [];
  for (const [number, block] of document.blocks.entries()) {
    if (isSkipped(block)) continue;
    const text = rewritten(block.text);
    if (block.mark?.kind === 'file') {
      const file = join(clone.folder, block.mark.text);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    if (!isShell(block)) continue;
    const file = join(place, `${number}.sh`);
    await writeFile(file, `${text}\n`);
    if (block.mark?.kind !== 'runs until') {
      steps.push(`foreground ${number} '${file}'`);
      continue;
    }
    // Another service beside the one of all documents needs a place of its own.
    const own: Record<string, string> = {};
    if (/\bnpm start$/m.test(text)) {
      const database = await cloneDatabase();
      databases.push(database);
      Object.assign(own, {
        PORT: String(await freePort()),
        PARLEY_DATA_DIR: join(place, 'data'),
        DATABASE_URL: database.url,
      });
    }
    const exports = Object.entries(own).map(([name, value]) => `${name}='${value}'`);
    steps.push(`background ${number} '${file}' '${block.mark.text}' ${exports.join(' ')}`);
  }
  const child = spawn('bash', ['-c', `${PRELUDE}\n${steps.join('\n')}\n`], {
    cwd: clone.folder,
    // The commands of the README show that npx finds ours.
    env: {
      ...clone.environment,
      ...environment,
      BLOCKS: place,
      QUICK_NPX: document.path === 'README.md' ? '' : 'yes',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += chunk));
  const [code] = await once(child, 'exit');
  for (const database of databases) await database.drop();
  const printed = await Promise.all(
    document.blocks.map((_, number) => readFile(join(place, `${number}.out`), 'utf8').catch(() => '')),
  );
  if (code === 0) return printed;
  const number = Number(await readFile(join(place, 'current'), 'utf8'));
  const { line, text } = document.blocks[number] as Block;
  throw new Error(
    `${document.path}:${line} ended with ${code}.\n${text}\n--- it printed\n${printed[number]}${complaint}`,
  );
}

/**
 * A request that is answered with an error fails its block, which curl alone does not. With QUICK_NPX what npx would find in
 * the clone is run without asking npm, which takes as long as the program itself. What runs in the background has a
 * process group of its own and is ended with the document.
 */
const PRELUDE = `
set -eo pipefail
curl() { command curl --fail-with-body "$@"; }
npx() {
  local program=node_modules/.bin/$1
  if [ -z "$QUICK_NPX" ] || [ ! -x "$program" ]; then command npx "$@"; return; fi
  shift
  PATH="$PWD/node_modules/.bin:$PATH" "$program" "$@"
}
groups=()
trap 'for group in "\${groups[@]}"; do kill -TERM -- "-$group" 2>/dev/null && wait "$group" 2>/dev/null || true; done' EXIT
foreground() {
  echo "$1" > "$BLOCKS/current"
  . "$2" > "$BLOCKS/$1.out" 2>&1
}
background() {
  local number=$1 file=$2 words=$3
  shift 3
  echo "$number" > "$BLOCKS/current"
  : > "$BLOCKS/$number.out"
  set -m
  ( for setting in "$@"; do export "$setting"; done; . "$file" ) > "$BLOCKS/$number.out" 2>&1 < /dev/null &
  local pid=$!
  set +m
  groups+=("$pid")
  grep -qm1 -F -- "$words" < <(tail -n +1 -f --pid="$pid" "$BLOCKS/$number.out")
}`;
