import { type Static, Type } from 'typebox';
import { Name, Named, Nullable, OneOf, Pattern, Strict, Timestamp, Uuid } from './schema.ts';

export const trunkTransports = ['UDP', 'TCP', 'TLS'] as const;
export const trunkMedia = ['RTP', 'SRTP'] as const;
export const trunkTransfers = ['REFER', 'BRIDGE', 'ATTENDED'] as const;
export const trunkStates = ['WORKING', 'ANSWERING', 'NOT_KNOWN', 'DOWN'] as const;
export const registrationStates = ['REGISTERED', 'REFUSED', 'UNREACHABLE'] as const;
export const numberFormats = ['E164', 'E164_WITHOUT_PLUS', 'NATIONAL'] as const;
export const identityHeaders = ['PAI', 'PPI', 'RPID'] as const;

/** So many a company, or the operator, may have. */
export const MOST_TRUNKS = 50;
/** How far back the health of a trunk is known. */
export const MOST_HEALTH_HOURS = 168;

const Host = (options: object = {}) =>
  Pattern(
    '^([A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|[0-9A-Fa-f:.]{2,45})$',
    'write a host name or an IP address, without a port',
    { example: 'sip.example.com', ...options },
  );
/** What may stand in an address without being escaped wrongly: no spaces, quotes or brackets. */
const User = (description: string) =>
  Nullable(
    Pattern('^[^\\s@<>"]{1,100}$', 'use up to 100 characters without spaces, quotes, < > and @', {
      description,
      example: 'acme',
    }),
  );
const Country = (description: string) => Type.String({ format: 'country', example: 'CH', description });
const Limit = (maximum: number, description: string) =>
  Nullable(Type.Integer({ minimum: 1, maximum, description, example: 10 }));

/** Limits that all processes of the installation keep together. */
export const callLimits = {
  maxConcurrentCalls: Limit(100_000, 'Calls at the same time; null: no limit.'),
  maxCallsPerSecond: Limit(10_000, 'New calls in any second; null: no limit.'),
  maxCallsPerDay: Limit(10_000_000, 'New calls in any 24 hours; null: no limit.'),
};

const settings = {
  name: Name({ example: 'Swiss numbers' }),
  host: Host({ description: 'Of the provider or telephone system.' }),
  port: Nullable(
    Type.Integer({ minimum: 1, maximum: 65_535, description: 'Null: found by DNS, or the usual one.' }),
  ),
  transport: OneOf(trunkTransports, { description: 'Default `UDP`.' }),
  media: Nullable(
    OneOf(trunkMedia, { description: 'Whether audio is encrypted; null: `SRTP` with TLS, otherwise `RTP`.' }),
  ),
  username: User('The account; null: the trunk knows us by our address.'),
  authUsername: User('The user for authentication, if it is not `username`.'),
  fromUser: User('The user in `From`; null: the caller ID.'),
  fromDomain: Nullable(Host({ description: 'The domain in `From`; null: `host`.' })),
  contactUser: User('The user in `Contact`; null: that of `From`.'),
  identityHeaders: Type.Array(OneOf(identityHeaders), {
    uniqueItems: true,
    maxItems: identityHeaders.length,
    description: 'Headers that carry the caller ID. Default `PAI` (`P-Asserted-Identity`).',
  }),
  outboundProxy: Nullable(
    Pattern('^([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\])(:[0-9]{1,5})?$', 'write host or host:port', {
      description: 'Everything is sent there first.',
      example: 'proxy.example.com:5060',
    }),
  ),
  numberFormat: OneOf(numberFormats, {
    description:
      'How called numbers are written: `E164` (+41446681800, default), `E164_WITHOUT_PLUS` (41446681800), or `NATIONAL`, as they are dialled in `numberCountry` (0446681800, abroad 0049…).',
  }),
  dialPrefix: Nullable(
    Pattern('^[0-9*#]{1,10}$', 'write up to ten digits, * or #, such as 9 or 00', {
      description: 'Dialled before each number. Not with `E164`.',
      example: '00',
    }),
  ),
  numberCountry: Nullable(
    Country('The country that the trunk is in, as ISO 3166 code; required with `NATIONAL`.'),
  ),
  transfer: OneOf(trunkTransfers, { description: 'How calls are handed to a person. Default `REFER`.' }),
  isRegistering: Type.Boolean({ description: 'Whether Parley registers there. Default false.' }),
  isActive: Type.Boolean({ description: 'False: no new calls go through it. Default true.' }),
  prefixes: Type.Array(
    Pattern('^\\+[1-9][0-9]{0,14}$', 'write the first digits of numbers with +, such as +41', {
      example: '+41',
    }),
    {
      uniqueItems: true,
      maxItems: 500,
      description:
        'It takes calls to numbers that begin so; empty: to all. The trunk with the longest matching prefix is used first.',
    },
  ),
  priority: Type.Integer({
    minimum: 0,
    maximum: 1000,
    description: 'Of trunks with equally long prefixes the one with the lowest is used first. Default 10.',
    example: 10,
  }),
  weight: Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: 'The share of calls among trunks of the same priority. Default 1.',
    example: 1,
  }),
  ...callLimits,
};

const optional = {
  port: Type.Optional(settings.port),
  transport: Type.Optional(settings.transport),
  media: Type.Optional(settings.media),
  username: Type.Optional(settings.username),
  authUsername: Type.Optional(settings.authUsername),
  password: Type.Optional(
    Nullable(
      Type.String({ minLength: 1, maxLength: 200, description: 'Stored encrypted and never shown again.' }),
    ),
  ),
  fromUser: Type.Optional(settings.fromUser),
  fromDomain: Type.Optional(settings.fromDomain),
  contactUser: Type.Optional(settings.contactUser),
  identityHeaders: Type.Optional(settings.identityHeaders),
  outboundProxy: Type.Optional(settings.outboundProxy),
  numberFormat: Type.Optional(settings.numberFormat),
  dialPrefix: Type.Optional(settings.dialPrefix),
  numberCountry: Type.Optional(settings.numberCountry),
  transfer: Type.Optional(settings.transfer),
  isRegistering: Type.Optional(settings.isRegistering),
  isActive: Type.Optional(settings.isActive),
  prefixes: Type.Optional(settings.prefixes),
  priority: Type.Optional(settings.priority),
  weight: Type.Optional(settings.weight),
  maxConcurrentCalls: Type.Optional(settings.maxConcurrentCalls),
  maxCallsPerSecond: Type.Optional(settings.maxCallsPerSecond),
  maxCallsPerDay: Type.Optional(settings.maxCallsPerDay),
};

export const NewTrunk = Named('NewTrunk', Strict({ name: settings.name, host: settings.host, ...optional }));
export type NewTrunk = Static<typeof NewTrunk>;

export const TrunkChanges = Named(
  'TrunkUpdate',
  Strict({ name: Type.Optional(settings.name), host: Type.Optional(settings.host), ...optional }),
);
export type TrunkChanges = Static<typeof TrunkChanges>;

export const TrunkView = Named(
  'Trunk',
  Strict({
    id: Uuid(),
    companyId: Nullable(Uuid({ description: 'Null: shared by the operator.' })),
    ...settings,
    hasPassword: Type.Boolean(),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  }),
);
export type TrunkView = Static<typeof TrunkView>;

export const TrunkTestResult = Named(
  'TrunkTestResult',
  Strict({
    success: Type.Boolean(),
    findings: Type.Array(
      Strict({
        isGood: Nullable(Type.Boolean({ description: 'Null: neither good nor bad.' })),
        message: Type.String({ example: 'It accepts the registration for 300 s.' }),
      }),
    ),
  }),
);
export type TrunkTestResult = Static<typeof TrunkTestResult>;

export const HealthQuery = Strict({
  hours: Type.Integer({
    minimum: 1,
    maximum: MOST_HEALTH_HOURS,
    default: 24,
    description: 'How far back to look.',
  }),
});

export const TrunkHealthView = Named(
  'TrunkHealth',
  Strict({
    hours: Type.Integer(),
    state: OneOf(trunkStates, {
      description:
        '`DOWN`: calls do not go through, see `problem`. `WORKING`: a call went through in the last 24 hours. `ANSWERING`: it answered OPTIONS lately, and no call has gone through yet. `NOT_KNOWN`: nothing shows whether it works.',
    }),
    lastCheck: Nullable(
      Strict(
        {
          at: Timestamp(),
          code: Nullable(Type.Integer({ description: 'SIP status; null: no response.', example: 200 })),
        },
        { description: 'The last OPTIONS; null: none since it was created or changed.' },
      ),
    ),
    lastCall: Nullable(
      Strict(
        {
          at: Timestamp(),
          code: Nullable(Type.Integer({ description: 'Final SIP status; null: no response.', example: 486 })),
        },
        { description: 'The last call that has ended; null: none since it was created or changed.' },
      ),
    ),
    liveCalls: Type.Integer({ minimum: 0 }),
    calls: Type.Integer({ minimum: 0, description: 'Calls that were offered to the trunk.' }),
    answeredCalls: Type.Integer({ minimum: 0 }),
    answerSeizureRatio: Nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'ASR: answered of offered; null: there were none.',
      }),
    ),
    averageCallSeconds: Nullable(
      Type.Number({ description: 'ACD: of answered calls that have ended; null: there were none.' }),
    ),
    postDialDelayMs: Nullable(
      Strict(
        { median: Type.Integer(), p95: Type.Integer() },
        { description: 'From the INVITE to ringing or an answer; null: no telephone rang.' },
      ),
    ),
    responses: Type.Array(
      Strict({
        code: Nullable(Type.Integer({ description: 'Final SIP status; null: no response.', example: 486 })),
        calls: Type.Integer(),
      }),
      { description: 'Most frequent first. Calls that have not ended are not counted.' },
    ),
    unconnectedCalls: Nullable(
      Strict(
        {
          calls: Type.Integer({ minimum: 1 }),
          since: Timestamp({ description: 'When the first of them began.' }),
          usualAnswerRatio: Type.Number({
            minimum: 0,
            maximum: 1,
            description:
              'Of the calls over other trunks of the same owner, and of this one before, in the last 24 hours.',
          }),
        },
        {
          description:
            'The last calls, all of which the trunk took and let time out, with an announcement (183) or nothing and without ringing (180), although usually so many are answered that this is no chance. Calls go on: see whether it plays an announcement. Null: nothing unusual.',
        },
      ),
    ),
    registration: Nullable(
      Strict(
        {
          state: OneOf(registrationStates),
          since: Timestamp({ description: 'When it became so.' }),
          expiresAt: Nullable(
            Timestamp({
              description:
                'When the registration that was granted last ends; it is renewed at half of its time. Null: there is none, or it has ended.',
            }),
          ),
          code: Nullable(
            Type.Integer({
              description: 'SIP status of the last REGISTER; null: no response.',
              example: 200,
            }),
          ),
        },
        {
          description:
            'Each process that places calls registers by itself: what failed is shown first. Null: Parley does not register there, or has had no answer since the trunk was created or changed.',
        },
      ),
    ),
    problem: Nullable(
      Strict({
        message: Type.String({ example: 'does not answer' }),
        since: Timestamp(),
      }),
    ),
  }),
);
export type TrunkHealthView = Static<typeof TrunkHealthView>;

export const SettingsTrunkView = Named(
  'SettingsTrunk',
  Strict({
    setting: OneOf(['PARLEY_SIP_TRUNK', 'PARLEY_SIP_TRUNK_2', 'PARLEY_SIP_TRUNK_3', 'PARLEY_SIP_TRUNK_4']),
    host: Type.String({ example: 'sip.example.com' }),
    port: Nullable(
      Type.Integer({ minimum: 1, maximum: 65_535, description: 'Null: found by DNS, or the usual one.' }),
    ),
    transport: Nullable(OneOf(trunkTransports, { description: 'Null: found by DNS, or `UDP`.' })),
    username: Nullable(Type.String({ description: 'Null: the trunk knows us by our address.' })),
    isRegistering: Type.Boolean(),
    health: TrunkHealthView,
  }),
);
export type SettingsTrunkView = Static<typeof SettingsTrunkView>;

export const SettingsTrunksView = Named(
  'SettingsTrunks',
  Strict({
    data: Type.Array(SettingsTrunkView, { description: 'In the order in which calls try them.' }),
  }),
);
