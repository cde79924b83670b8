import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { versionObstacles, writeVersion } from './release-version.ts';

/**
 * DATABASE_URL=… npx node scripts/release.ts 0.2.0: prepares a release. Sets the version everywhere, dates the changelog, and
 * writes the database of this version (release-database.ts says what DATABASE_URL and pg_dump must be). Commits and tags
 * nothing: it prints the commands.
 */

const root = join(import.meta.dirname, '..');
const [version] = process.argv.slice(2);
if (version === undefined || process.env.DATABASE_URL === undefined) {
  console.error('Usage: DATABASE_URL=… npx node scripts/release.ts 0.2.0');
  process.exit(2);
}
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const obstacles = [
  ...(git('status', '--porcelain') === '' ? [] : ['Commit or stash your changes first: git status']),
  ...(git('tag', '--list', `v${version}`) === '' ? [] : [`The tag v${version} exists.`]),
  ...versionObstacles(root, version),
];
if (obstacles.length > 0) {
  console.error(obstacles.join('\n'));
  process.exit(1);
}
const written = writeVersion(root, version, new Date().toISOString().slice(0, 10));
console.log(`Wrote ${version} into ${written.length} files.`);
try {
  // The database names the version that it was made with.
  const dump = [join(root, 'scripts/release-database.ts'), `v${version}`];
  execFileSync(process.execPath, dump, { cwd: root, stdio: 'inherit' });
} catch {
  console.error(
    'The database could not be written. Put the files back (git checkout .) and try again with an empty database.',
  );
  process.exit(1);
}
console.log(`
Look at it (git diff), run npm test and npm run test:real -- tests/real/upgrade, and then:

  git add --all && git commit --message "release: ${version}"
  git tag --annotate v${version} --message "Parley ${version}"
  npx node scripts/release-package.ts release key.pem
  git push && git push origin v${version}`);
