import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/**
 * The house's rule of who may import whom: imports point down, never up. Reads every import in `src`, types
 * included, and reports each one that climbs. A run that sees no module is itself a failure: a checker that
 * reads nothing agrees with everything.
 */

const floors = ['kernel', 'storage', 'http', 'domains', 'workflows', 'processes'] as const;
/** Lowest first; a domain may use those before it. */
const domains = [
  'companies',
  'access',
  'events',
  'billing',
  'contact-fields',
  'jobs',
  'contacts',
  'documents',
  'agents',
  'sourcing',
  'conversations',
  'runs',
  'analysis',
  'webhooks',
  'console',
] as const;
const kinds = ['model', 'store', 'actions', 'routes'] as const;

export interface Import {
  /** Paths relative to `src`. */
  readonly from: string;
  readonly to: string;
}

interface Room {
  readonly floor: string;
  readonly domain: string | undefined;
  readonly kind: string | undefined;
}

const roomOf = (path: string): Room => {
  const [floor = '', domain] = path.split('/');
  const kind = /\.(\w+)\.ts$/.exec(path.replace(/\.test\.ts$/, '.ts'))?.[1];
  return floor === 'domains' ? { floor, domain, kind } : { floor, domain: undefined, kind: undefined };
};

const isTest = (path: string): boolean => path.endsWith('.test.ts');

/** Why an import is not allowed, or nothing when it is. */
export function complaint({ from, to }: Import): string | undefined {
  const [above, below] = [roomOf(from), roomOf(to)];
  if (isTest(to)) return 'a test is imported by nobody';
  if (below.floor === 'calls') {
    const knows = ['calls', 'workflows', 'processes'].includes(above.floor) || above.domain === 'agents';
    return knows || isTest(from) ? undefined : 'calls is known only to workflows, agents and who wires them';
  }
  if (above.floor === 'calls') return below.floor === 'kernel' ? undefined : 'calls knows only the kernel';
  const [high, low] = [floors.indexOf(above.floor as never), floors.indexOf(below.floor as never)];
  if (high < 0) return `${above.floor} is no floor of the house`;
  if (low < 0) return `${below.floor} is no floor of the house`;
  if (low > high) return `${above.floor} is below ${below.floor}`;
  if (isTest(from)) return undefined;
  if (above.floor === 'processes' || below.floor !== 'domains') return undefined;
  if (above.floor === 'workflows') {
    return below.kind === 'model' || below.kind === 'actions'
      ? undefined
      : `a workflow uses models and actions, not ${below.kind}`;
  }
  return above.domain === below.domain ? withinDomain(above, below) : betweenDomains(above, below);
}

function withinDomain(above: Room, below: Room): string | undefined {
  const [high, low] = [kinds.indexOf(above.kind as never), kinds.indexOf(below.kind as never)];
  if (high < 0 || low < 0) return 'a file of a domain is a model, store, actions or routes';
  return low > high ? `a ${above.kind} does not import ${below.kind}` : undefined;
}

function betweenDomains(above: Room, below: Room): string | undefined {
  const [high, low] = [domains.indexOf(above.domain as never), domains.indexOf(below.domain as never)];
  if (high < 0 || low < 0) return `${high < 0 ? above.domain : below.domain} is not in the list of domains`;
  if (low > high) return `${above.domain} comes before ${below.domain}`;
  return below.kind === 'model' || below.kind === 'actions'
    ? undefined
    : `the ${below.kind} of ${below.domain} is its own`;
}

const IMPORT =
  /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*['"](\.[^'"]+)['"]|import\s*\(\s*['"](\.[^'"]+)['"]\s*\)|^\s*import\s*['"](\.[^'"]+)['"]/gm;

/** Every import between files of the folder. */
export function readImports(source: string): { modules: number; imports: Import[] } {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const imports = files.flatMap((path) => {
    const text = readFileSync(join(source, path), 'utf8');
    return [...text.matchAll(IMPORT)].map(([, named, dynamic, bare]) => {
      const target = resolve(source, dirname(path), named ?? dynamic ?? bare ?? '');
      return { from: path, to: relative(source, target) };
    });
  });
  // What lies outside the folder (package.json, the tests' own servers) is on no floor.
  return { modules: files.length, imports: imports.filter(({ to }) => !to.startsWith('..')) };
}

/** Every breach of the rule, one line each; throws when there was nothing to look at. */
export function breaches(source: string): string[] {
  const { modules, imports } = readImports(source);
  if (modules === 0 || imports.length === 0)
    throw new Error(`The floor check saw ${modules} modules and ${imports.length} imports in ${source}`);
  return imports.flatMap((one) => {
    const words = complaint(one);
    return words === undefined ? [] : [`${one.from} imports ${one.to}: ${words}`];
  });
}
