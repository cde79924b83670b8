import { posix } from 'node:path';
import { isTest, readImports } from './packages.ts';

/**
 * Which layer may import which inside the service: imports point down, never up. A run that finds no module fails, because a
 * check that reads nothing would always pass.
 */

/** Lowest first. */
const layers = ['storage', 'http', 'domains', 'workflows', 'main'] as const;
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
  'trunks',
  'runs',
  'analysis',
  'webhooks',
  'personal-data',
  'console',
] as const;
/** Lowest first; data are JSON tables that a model reads. A parser is as pure as a model, and the two may use each other. */
const kinds = ['data', 'model', 'store', 'actions', 'routes'] as const;
const isPure = (kind: string | undefined): boolean => kind === 'model' || kind === 'parser';
/** Packages that every layer may use. The others belong to live calls. */
const everywhere = ['@parley/contract/', '@parley/kernel/', '@parley/language/'];

interface Place {
  readonly layer: string;
  readonly domain: string | undefined;
  readonly kind: string | undefined;
}

const placeOf = (path: string): Place => {
  const [layer = '', domain] = path.split('/');
  const kind = path.endsWith('.json') ? 'data' : /\.(\w+)\.ts$/.exec(path.replace(/\.test\.ts$/, '.ts'))?.[1];
  return layer === 'domains' ? { layer, domain, kind } : { layer, domain: undefined, kind: undefined };
};

/** Why an import is not allowed, or nothing when it is. Paths are relative to the service's `src`. */
export function complaint({ from, to }: { from: string; to: string }): string | undefined {
  const above = placeOf(from);
  if (to.startsWith('@parley/')) return complaintOfPackage(from, above, to);
  const below = placeOf(to);
  if (isTest(to)) return 'nothing imports a test';
  const [high, low] = [layers.indexOf(above.layer as never), layers.indexOf(below.layer as never)];
  if (high < 0) return `${above.layer} is not a layer`;
  if (low < 0) return `${below.layer} is not a layer`;
  if (low > high) return `${above.layer} is below ${below.layer}`;
  if (isTest(from)) return undefined;
  if (above.layer === 'main' || below.layer !== 'domains') return undefined;
  if (above.layer === 'workflows') {
    return isPure(below.kind) || below.kind === 'actions'
      ? undefined
      : `a workflow uses models and actions, not ${below.kind}`;
  }
  return above.domain === below.domain ? withinDomain(above, below) : betweenDomains(above, below);
}

function complaintOfPackage(from: string, above: Place, to: string): string | undefined {
  if (isTest(from) || everywhere.some((name) => to.startsWith(name))) return undefined;
  const knowsCalls = ['workflows', 'main'].includes(above.layer) || above.domain === 'agents';
  return knowsCalls ? undefined : 'only workflows, agents and main may import live calls';
}

const rankOf = (kind: string | undefined): number =>
  kinds.indexOf((kind === 'parser' ? 'model' : kind) as never);

function withinDomain(above: Place, below: Place): string | undefined {
  const [high, low] = [rankOf(above.kind), rankOf(below.kind)];
  if (high < 0 || low < 0) return 'a file of a domain is a model, parser, store, actions or routes';
  return low > high ? `a ${above.kind} does not import ${below.kind}` : undefined;
}

function betweenDomains(above: Place, below: Place): string | undefined {
  const [high, low] = [domains.indexOf(above.domain as never), domains.indexOf(below.domain as never)];
  if (high < 0 || low < 0) return `${high < 0 ? above.domain : below.domain} is not in the list of domains`;
  if (low > high) return `${above.domain} comes before ${below.domain}`;
  return isPure(below.kind) || below.kind === 'actions'
    ? undefined
    : `the ${below.kind} of ${below.domain} is private`;
}

/** Every import in the service's `src` that breaks a rule, one line each; throws if there was nothing to check. */
export function layerViolations(source: string): string[] {
  const { modules, imports } = readImports(source);
  const internal = imports.flatMap(({ from, specifier }) => {
    if (specifier.startsWith('@parley/')) return [{ from, to: specifier }];
    const to = posix.join(posix.dirname(from), specifier);
    return specifier.startsWith('.') && !to.startsWith('..') ? [{ from, to }] : [];
  });
  if (internal.length === 0)
    throw new Error(`The layer check found ${modules} modules and no imports in ${source}`);
  return internal.flatMap((one) => {
    const words = complaint(one);
    return words === undefined ? [] : [`${one.from} imports ${one.to}: ${words}`];
  });
}
