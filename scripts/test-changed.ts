import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { changeOf } from './changed-tests.ts';

/**
 * npm run test:changed -- [--real] [commit]: the deterministic tests that a change can touch: commits since main, or since
 * the given commit, and what is not committed yet. With --real also those in real time.
 */

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const withReal = args.includes('--real');
const base = args.find((arg) => arg !== '--real') ?? mergeBase();

const changed = [
  ...git('diff', '--name-only', '-z', base),
  ...git('ls-files', '--others', '--exclude-standard', '-z'),
];
const { files, everything, real } = changeOf(changed, (text) =>
  git('grep', '--untracked', '-lzF', '-e', text, '--', '*.ts', '*.tsx', '*.mjs'),
);
const isThere = (path: string): boolean => existsSync(join(root, path));

if (changed.length === 0) console.log(`Nothing has changed since ${base}.`);
else {
  const projects = withReal ? [] : ['--project', 'deterministic'];
  const status = everything
    ? vitest('run', ...projects)
    : vitest('related', '--run', '--passWithNoTests', ...projects, ...files.filter(isThere));
  const failed = [status];
  if (withReal && !everything && real.length > 0)
    failed.push(vitest('run', '--project', '!deterministic', ...real));
  if (!withReal && real.length > 0)
    console.log(`This change may also touch ${real.join(', ')}: npm run test:real -- ${real.join(' ')}`);
  process.exitCode = failed.some((code) => code !== 0) ? 1 : 0;
}

function vitest(...args: string[]): number {
  return spawnSync('vitest', args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

/** Where this branch left main. */
function mergeBase(): string {
  const [commit] = git('merge-base', 'HEAD', 'main').map((line) => line.trim());
  return commit ?? 'HEAD';
}

/** Parts of its output that are separated by NUL; nothing when it fails. */
function git(...args: string[]): string[] {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  return status === 0 ? stdout.split('\0').filter(Boolean) : [];
}
