import type { Body } from '../../api/client.ts';
import type { Trunk } from './trunk.tsx';

/** Paths of the fields that most trunks do without: the group that has them is folded away. */
export const identityPaths = [
  'media',
  'authUsername',
  'fromUser',
  'fromDomain',
  'contactUser',
  'identityHeaders',
  'outboundProxy',
] as const;

/** Paths whose violations are shown at these fields. */
export const trunkPaths: string[] = [
  'name',
  'host',
  'port',
  'transport',
  'username',
  'password',
  ...identityPaths,
  'prefixes',
  'numberFormat',
  'numberCountry',
  'dialPrefix',
  'priority',
  'weight',
  'maxConcurrentCalls',
  'maxCallsPerSecond',
  'maxCallsPerDay',
  'transfer',
];

type NewTrunk = Body<'/trunks', 'post'>;
type TrunkChanges = NonNullable<Body<'/trunks/{id}', 'patch'>>;

/** The draft of a trunk. Numbers are text while they are typed; an empty one is none. */
export interface TrunkDraft {
  readonly name: string;
  readonly host: string;
  readonly port: string;
  readonly transport: Trunk['transport'];
  readonly username: string;
  readonly password: string;
  /** The service has one; an empty one here keeps it. */
  readonly hasPassword: boolean;
  /** Empty: as the transport is. */
  readonly media: NonNullable<Trunk['media']> | '';
  readonly authUsername: string;
  readonly fromUser: string;
  readonly fromDomain: string;
  readonly contactUser: string;
  readonly identityHeaders: Trunk['identityHeaders'];
  readonly outboundProxy: string;
  readonly isRegistering: boolean;
  readonly transfer: Trunk['transfer'];
  readonly numberFormat: Trunk['numberFormat'];
  readonly numberCountry: string;
  readonly dialPrefix: string;
  readonly prefixes: readonly string[];
  readonly priority: string;
  readonly weight: string;
  readonly maxConcurrentCalls: string;
  readonly maxCallsPerSecond: string;
  readonly maxCallsPerDay: string;
}

export const emptyDraft: TrunkDraft = {
  name: '',
  host: '',
  port: '',
  transport: 'TLS',
  username: '',
  password: '',
  hasPassword: false,
  media: '',
  authUsername: '',
  fromUser: '',
  fromDomain: '',
  contactUser: '',
  identityHeaders: ['PAI'],
  outboundProxy: '',
  isRegistering: false,
  transfer: 'REFER',
  numberFormat: 'E164',
  numberCountry: '',
  dialPrefix: '',
  prefixes: [],
  priority: '10',
  weight: '1',
  maxConcurrentCalls: '',
  maxCallsPerSecond: '',
  maxCallsPerDay: '',
};

const typed = (value: number | null): string => (value === null ? '' : String(value));
const textIn = (text: string): string | null => (text === '' ? null : text);
const numberIn = (text: string): number | null => (text === '' ? null : Number(text));

export const draftOf = (trunk: Trunk): TrunkDraft => ({
  name: trunk.name,
  host: trunk.host,
  port: typed(trunk.port),
  transport: trunk.transport,
  username: trunk.username ?? '',
  password: '',
  hasPassword: trunk.hasPassword,
  media: trunk.media ?? '',
  authUsername: trunk.authUsername ?? '',
  fromUser: trunk.fromUser ?? '',
  fromDomain: trunk.fromDomain ?? '',
  contactUser: trunk.contactUser ?? '',
  identityHeaders: trunk.identityHeaders,
  outboundProxy: trunk.outboundProxy ?? '',
  isRegistering: trunk.isRegistering,
  transfer: trunk.transfer,
  numberFormat: trunk.numberFormat,
  numberCountry: trunk.numberCountry ?? '',
  dialPrefix: trunk.dialPrefix ?? '',
  prefixes: trunk.prefixes,
  priority: String(trunk.priority),
  weight: String(trunk.weight),
  maxConcurrentCalls: typed(trunk.maxConcurrentCalls),
  maxCallsPerSecond: typed(trunk.maxCallsPerSecond),
  maxCallsPerDay: typed(trunk.maxCallsPerDay),
});

const sentOf = (draft: TrunkDraft) => ({
  name: draft.name,
  host: draft.host.trim(),
  port: numberIn(draft.port),
  transport: draft.transport,
  username: textIn(draft.username),
  ...(draft.password === '' ? {} : { password: draft.password }),
  media: draft.media === '' ? null : draft.media,
  authUsername: textIn(draft.authUsername.trim()),
  fromUser: textIn(draft.fromUser.trim()),
  fromDomain: textIn(draft.fromDomain.trim()),
  contactUser: textIn(draft.contactUser.trim()),
  identityHeaders: draft.identityHeaders,
  outboundProxy: textIn(draft.outboundProxy.trim()),
  isRegistering: draft.isRegistering,
  transfer: draft.transfer,
  numberFormat: draft.numberFormat,
  numberCountry: textIn(draft.numberCountry.toUpperCase()),
  dialPrefix: textIn(draft.dialPrefix),
  prefixes: draft.prefixes.map((line) => line.trim()).filter((line) => line !== ''),
  priority: Number(draft.priority),
  weight: Number(draft.weight),
  maxConcurrentCalls: numberIn(draft.maxConcurrentCalls),
  maxCallsPerSecond: numberIn(draft.maxCallsPerSecond),
  maxCallsPerDay: numberIn(draft.maxCallsPerDay),
});

export const newTrunkOf = (draft: TrunkDraft): NewTrunk => sentOf(draft);
export const changesOf = (draft: TrunkDraft): TrunkChanges => sentOf(draft);
