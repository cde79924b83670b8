import { spawnSync } from 'node:child_process';

/**
 * Words of our own that newcomers could not guess, and what to write instead. They are refused as a segment of a file or
 * folder name, so `search.ts` and `warehouse.ts` are fine.
 */
const instead: Readonly<Record<string, string>> = {
  ear: 'speech-to-text',
  mouth: 'speech-player',
  brain: 'dialogue-model',
  mind: 'language-model',
  minds: 'model-registry',
  hall: 'call-runtime',
  house: 'services',
  desk: 'what it keeps, such as pending-pdfs',
  keeper: 'scheduler',
  lane: 'dial-queue',
  'made-once': 'memoize',
  sequel: 'next-step',
  steering: 'run-control',
  witness: 'quote-finder',
  analyst: 'call-analysis',
  interlocutor: 'party',
  tongue: 'language',
};

/** Every path with such a word in it, one line each; throws if there was nothing to check. */
export function wordViolations(paths: readonly string[]): string[] {
  if (paths.length === 0) throw new Error('The word check found no files');
  return paths.flatMap((path) =>
    Object.entries(instead).flatMap(([word, better]) =>
      hasSegment(path, word) ? [`${path}: name it by the field's word, not "${word}": ${better}`] : [],
    ),
  );
}

const hasSegment = (path: string, word: string): boolean =>
  new RegExp(`(?:^|[/._-])${word}(?:$|[/._-])`, 'i').test(path);

/** The files of the repository, as git knows them, also such as are not committed yet. */
export function filesOf(root: string): string[] {
  const list = (...options: string[]) => {
    const { status, stdout } = spawnSync('git', ['ls-files', '-z', ...options], {
      cwd: root,
      encoding: 'utf8',
    });
    // Without git, as in an unpacked archive, there is nothing to rename.
    return status === 0 ? stdout.split('\0').filter(Boolean) : undefined;
  };
  const deleted = new Set(list('--deleted') ?? []);
  const known = list('--cached', '--others', '--exclude-standard') ?? ['README.md'];
  return [...new Set(known)].filter((path) => !deleted.has(path));
}
