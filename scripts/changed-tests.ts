import { basename } from 'node:path';

export interface Change {
  /** Modules: the tests that import one of them, directly or not, are to run. */
  readonly files: readonly string[];
  /** Whether no import can tell what is touched. */
  readonly everything: boolean;
  /** Folders of tests in real time that the change can touch. */
  readonly real: readonly string[];
}

/** What every test depends on. */
const ofEverything =
  /^(package(-lock)?\.json|(packages|apps)\/[^/]+\/package\.json|testing\/package\.json|vitest\.config\.ts|testing\/src\/global-setup\.ts)$/;

/** Files that are read from a folder instead of being imported, and the modules that read them. */
const readers: readonly [files: RegExp, by: readonly string[]][] = [
  [/^packages\/language\/locales\//, ['packages/language/src/locale.ts']],
  // Every test with a database has the whole schema.
  [
    /^apps\/service\/src\/storage\/.*\.sql$/,
    ['apps/service/src/storage/migrate.ts', 'testing/src/database.ts'],
  ],
  // The call page is built from sources when the service starts.
  [/^(apps\/call-page|packages\/sdk-web)\/src\//, ['apps/service/src/http/call-page/call-page.ts']],
  // Checks of the repository itself.
  [/\.(ts|tsx|mjs|js|json)$/, ['scripts/packages.ts', 'scripts/layers.ts', 'scripts/words.ts']],
];

const realTests: readonly [files: RegExp, tests: string][] = [
  [/^(README\.md|docs\/)/, 'tests/real/docs'],
  [/^apps\/console\//, 'tests/real/console'],
  [/^(apps\/call-page|packages\/(sdk-web|web-call))\//, 'tests/real/browser'],
  [/^packages\/(sip|telephone)\//, 'tests/real/sip'],
  [/^packages\/speech\//, 'tests/real/speech'],
  [/^apps\/service\/(bin|src\/main\/commands)\//, 'tests/real/processes'],
  [/^apps\/service\/src\/storage\/.*\.sql$/, 'tests/real/upgrade'],
  [/^apps\/service\/src\/(workflows|domains\/(conversations|runs|webhooks))\//, 'tests/real/crash'],
  [/^scripts\/setup\.mjs$/, 'scripts/setup.real.test.ts'],
];

/**
 * What imports cannot tell: threads, processes, data and pages are named by the module that starts or reads them, so that
 * counts as changed too. `mentioning` finds the modules that contain a text.
 */
export function changeOf(paths: readonly string[], mentioning: (text: string) => readonly string[]): Change {
  const files = paths.flatMap((path) => [
    path,
    ...readers.flatMap(([read, by]) => (read.test(path) ? by : [])),
    ...(isImported(path) ? [] : mentioning(basename(path))),
  ]);
  return {
    files: [...new Set(files)].filter(isModule),
    everything: paths.some((path) => ofEverything.test(path)),
    real: [
      ...new Set(paths.flatMap((path) => realTests.flatMap(([of, tests]) => (of.test(path) ? [tests] : [])))),
    ],
  };
}

const isModule = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path);
const isImported = (path: string): boolean =>
  isModule(path) && !/-(thread|process|worker)\.ts$|\.mjs$/.test(path);
