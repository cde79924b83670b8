import { isIP } from 'node:net';
import type { NewTrunk, TrunkChanges, TrunkHealthView, TrunkView } from '@parley/contract/trunk.ts';
import { reachOf } from '@parley/kernel/ip-address.ts';

type Settings = Omit<TrunkView, 'id' | 'companyId' | 'hasPassword' | 'createdAt' | 'updatedAt'>;

/** As it is stored. */
export interface Trunk extends Settings {
  readonly id: string;
  /** Null: shared by the operator. */
  readonly companyId: string | null;
  /** Grows with every change. */
  readonly revision: number;
  /** Sealed. */
  readonly password: Buffer | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const defaults = {
  port: null,
  transport: 'UDP',
  media: null,
  username: null,
  authUsername: null,
  fromUser: null,
  fromDomain: null,
  contactUser: null,
  identityHeaders: ['PAI'],
  outboundProxy: null,
  numberFormat: 'E164',
  dialPrefix: null,
  numberCountry: null,
  transfer: 'REFER',
  isRegistering: false,
  isActive: true,
  prefixes: [],
  priority: 10,
  weight: 1,
  maxConcurrentCalls: null,
  maxCallsPerSecond: null,
  maxCallsPerDay: null,
} as const satisfies Partial<Settings>;

export const viewTrunk = ({ revision: _, password, createdAt, updatedAt, ...trunk }: Trunk): TrunkView => ({
  ...trunk,
  hasPassword: password !== null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** An answer to OPTIONS tells about now: trunks in use are asked every half minute. */
const ANSWER_MS = 15 * 60_000;
/** A call tells about the day. */
const CALL_MS = 24 * 3_600_000;

/** Only what was seen counts: a trunk that nobody asked or called over is not known to work. */
export function trunkStateOf(
  { checkedAt, checkStatus, carriedAt }: Pick<TrunkEvidence, 'checkedAt' | 'checkStatus' | 'carriedAt'>,
  isDown: boolean,
  now: Date,
): TrunkHealthView['state'] {
  const isWithin = (at: Date | null, ms: number) => at !== null && now.getTime() - at.getTime() <= ms;
  if (isDown) return 'DOWN';
  if (isWithin(carriedAt, CALL_MS)) return 'WORKING';
  return checkStatus !== null && isWithin(checkedAt, ANSWER_MS) ? 'ANSWERING' : 'NOT_KNOWN';
}

/** So many calls in a row are looked at before anything is said about the trunk. */
export const LEAST_UNCONNECTED = 10;
/** So many other calls are needed to say what is usual. */
const LEAST_COMPARED = 10;
/** What is less likely than this is no chance. */
const UNLIKELY = 0.001;

/**
 * Whether so many calls in a row without an answer are the trunk's doing: people of a list that nobody answers do not answer
 * over other trunks either. With every second call answered elsewhere ten are enough, with every tenth 66 are needed.
 */
export function connectsNobody(
  unconnectedCalls: number,
  others: { readonly calls: number; readonly answered: number },
): boolean {
  if (unconnectedCalls < LEAST_UNCONNECTED || others.calls < LEAST_COMPARED) return false;
  return (1 - others.answered / others.calls) ** unconnectedCalls < UNLIKELY;
}

/** What shows whether a trunk works. */
export interface TrunkEvidence {
  /** OPTIONS; null: never, since it was created or changed. */
  readonly checkedAt: Date | null;
  readonly checkStatus: number | null;
  readonly lastCallAt: Date | null;
  readonly lastCallStatus: number | null;
  /** When a call last reached a telephone, or was decided there. */
  readonly carriedAt: Date | null;
}

/** Where the password of a trunk belongs: in another row it does not open. */
export const passwordPlace = (id: string): string => `trunk ${id}`;

export interface TrunkRules {
  /** Whether trunks of companies may be on this machine and in private networks. The operator's always may. */
  readonly allowPrivate: boolean;
}

/** Whether a company's trunk may be at this address. What no trunk has, such as the metadata of a cloud, never. */
export const isReachable = (address: string, { allowPrivate }: TrunkRules): boolean => {
  const reach = reachOf(address);
  return reach === 'internet' || (reach === 'private' && allowPrivate);
};

const hostOf = (proxy: string): string => proxy.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');

/** What is wrong with what was sent by itself; each begins with the property's name. */
export function violationsOf({ host, outboundProxy }: TrunkChanges, rules: TrunkRules | undefined): string[] {
  const port = Number(/:(\d+)$/.exec(outboundProxy ?? '')?.[1] ?? 1);
  const isForbidden = (address: string) =>
    rules !== undefined && isIP(address) !== 0 && !isReachable(address, rules);
  return [
    ...(host !== undefined && isForbidden(host) ? ['host must not be a private or reserved address'] : []),
    ...(outboundProxy && isForbidden(hostOf(outboundProxy))
      ? ['outboundProxy must not be a private or reserved address']
      : []),
    ...(port < 1 || port > 65_535 ? ['outboundProxy must have a port from 1 to 65535'] : []),
  ];
}

/** What does not go together, with `hasPassword` of what it becomes. */
export const mismatches = (trunk: Settings, hasPassword: boolean): string[] => [
  ...(hasPassword && trunk.username === null ? ['username is required with a password'] : []),
  ...(trunk.isRegistering && trunk.username === null ? ['username is required to register'] : []),
  ...(trunk.dialPrefix !== null && trunk.numberFormat === 'E164'
    ? ['dialPrefix cannot be dialled before +: set numberFormat to E164_WITHOUT_PLUS or NATIONAL']
    : []),
  ...(trunk.numberFormat === 'NATIONAL' && trunk.numberCountry === null
    ? ['numberCountry is required with the numberFormat NATIONAL']
    : []),
];

/** A dial prefix decides where calls go, too. */
const targets = ['host', 'port', 'transport', 'outboundProxy', 'dialPrefix'] as const;

/** A password goes only to where it was given for: whoever changes that must know it. */
export const needsPasswordAgain = (before: Trunk, changes: TrunkChanges): boolean =>
  before.password !== null &&
  changes.password === undefined &&
  targets.some((name) => changes[name] !== undefined && changes[name] !== before[name]);

export const created = (
  wanted: NewTrunk,
  own: Pick<Trunk, 'id' | 'companyId' | 'password' | 'createdAt'>,
): Trunk => {
  const { password: _, ...settings } = wanted;
  return {
    ...defaults,
    ...settings,
    ...own,
    identityHeaders: [...(wanted.identityHeaders ?? ['PAI'])],
    prefixes: [...(wanted.prefixes ?? [])],
    revision: 1,
    updatedAt: own.createdAt,
  };
};

/** Which trunks a call may take. */
export type Routing =
  /** Best first. */
  | { readonly kind: 'trunks'; readonly trunks: readonly Trunk[] }
  /** Those of the installation's settings. */
  | { readonly kind: 'default' }
  /** There is one, and it is switched off. */
  | { readonly kind: 'inactive' }
  /** The caller ID belongs to a trunk that takes no calls to this number. */
  | { readonly kind: 'not of the caller ID' }
  /** There are trunks, and none takes calls to this number. */
  | { readonly kind: 'none' }
  /** There is no trunk at all. */
  | { readonly kind: 'simulated' };

export interface RoutedCall {
  readonly to: string;
  /** The trunk that its caller ID belongs to; null: it has none, or any trunk may show it. */
  readonly pinnedTo: string | null;
  /** Whether the settings have a trunk. */
  readonly hasDefault: boolean;
}

/**
 * The trunk of the caller ID, where it has one; otherwise the company's own trunks that take calls to the number; otherwise
 * the shared ones that do; otherwise the default. They do not mix, so that no call that fails on an own trunk, or waits
 * for one that is switched off, is placed at the operator's cost. `fraction` is random, from 0 to 1.
 */
export function routingOf(
  trunks: readonly Trunk[],
  { to, pinnedTo, hasDefault }: RoutedCall,
  fraction: () => number,
): Routing {
  const pinned = trunks.find(({ id }) => id === pinnedTo);
  if (pinned && !takes(pinned, to)) return { kind: 'not of the caller ID' };
  const matching = pinned ? [pinned] : trunks.filter((trunk) => takes(trunk, to));
  const own = matching.filter(({ companyId }) => companyId !== null);
  const active = (own.length > 0 ? own : matching).filter(({ isActive }) => isActive);
  if (active.length > 0) return { kind: 'trunks', trunks: inOrder(active, to, fraction) };
  // Shared trunks and those of the settings are both the operator's: one may stand in for the other.
  if (hasDefault && own.length === 0 && !pinned) return { kind: 'default' };
  if (matching.length > 0) return { kind: 'inactive' };
  return { kind: trunks.length > 0 ? 'none' : 'simulated' };
}

type Prefixes = Pick<Trunk, 'prefixes'>;

export const takes = (trunk: Prefixes, number: string): boolean => matchLength(trunk, number) !== undefined;

/** How many characters of the number its longest fitting prefix has; undefined: it takes no calls to it. */
function matchLength({ prefixes }: Prefixes, number: string): number | undefined {
  if (prefixes.length === 0) return 0;
  const known = setOf(prefixes);
  for (let length = number.length; length > 0; length--)
    if (known.has(number.slice(0, length))) return length;
  return undefined;
}

/** A list of prefixes may be long, and is asked for every number of a run. */
const prefixSets = new WeakMap<readonly string[], ReadonlySet<string>>();
function setOf(prefixes: readonly string[]): ReadonlySet<string> {
  const set = prefixSets.get(prefixes) ?? new Set(prefixes);
  prefixSets.set(prefixes, set);
  return set;
}

/** The longest prefix first, then the lowest priority; those that are equal in both by chance, heavier ones more often. */
function inOrder(trunks: readonly Trunk[], number: string, fraction: () => number): Trunk[] {
  return trunks
    .map((trunk) => ({
      trunk,
      length: matchLength(trunk, number) ?? 0,
      // Efraimidis and Spirakis: sorted by this, the chance to be first is the share of the weight.
      draw: -Math.log(1 - fraction()) / trunk.weight,
    }))
    .sort((a, b) => b.length - a.length || a.trunk.priority - b.trunk.priority || a.draw - b.draw)
    .map(({ trunk }) => trunk);
}
