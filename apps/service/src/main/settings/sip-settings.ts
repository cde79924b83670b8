import { costlyRanges } from '@parley/kernel/blocked-destination.ts';
import { isCountry } from '@parley/kernel/country-and-timezone.ts';
import { isAddressRange } from '@parley/kernel/ip-address.ts';
import { e164 } from '@parley/kernel/phone-number.ts';
import { readUri, type SipUri } from '@parley/sip/sip-address.ts';
import { LEAST_SESSION_SECONDS } from '@parley/sip/sip-session-timer.ts';
import {
  address,
  flag,
  listed,
  must,
  oneOf,
  optional,
  portRange,
  positive,
  type Setting,
  server,
  whole,
} from './setting.ts';

const among =
  (...values: string[]) =>
  (value: string) =>
    values.includes(value);
const isName = (value: string) => /^[^\s@<>"]{1,100}$/.test(value);
/** What the address of a trunk may say after a semicolon. */
const trunkParams = {
  transport: among('udp', 'tcp', 'tls'),
  media: among('rtp', 'srtp'),
  'auth-user': isName,
  'from-user': isName,
  'from-domain': isName,
  'contact-user': isName,
  identity: (value: string) => value.split(',').every(among('pai', 'ppi', 'rpid', 'none')),
  'number-format': among('e164', 'e164-without-plus', 'national'),
  'dial-prefix': (value: string) => /^[0-9*#]{1,10}$/.test(value),
  'number-country': (value: string) => isCountry(value.toUpperCase()),
  transfer: among('refer', 'attended', 'bridge'),
  proxy: (value: string) => readUri(`sip:${value}`) !== undefined,
};

const trunk = (given: string | undefined): SipUri | undefined => {
  if (!given) return undefined;
  const uri = readUri(given);
  if (!uri?.host)
    return must(
      'be an address such as sip:user:password@sip.example.com:5060;transport=udp (or tcp, or tls)',
    );
  for (const [name, value] of uri.params) {
    const isValid = Object.hasOwn(trunkParams, name)
      ? trunkParams[name as keyof typeof trunkParams]
      : undefined;
    if (isValid === undefined)
      return must(`not have the parameter ${name}: there are ${Object.keys(trunkParams).join(', ')}`);
    if (!isValid(value.toLowerCase())) return must(`have another value for ${name}: see docs/telephone.md`);
  }
  const format = uri.params.get('number-format')?.toLowerCase() ?? 'e164';
  if (format === 'e164' && uri.params.has('dial-prefix'))
    return must('have number-format e164-without-plus or national with a dial-prefix');
  if (format === 'national' && !uri.params.has('number-country'))
    return must('have number-country with number-format national');
  return uri;
};
const trunkSettings = (meaning: string) =>
  ({ meaning, preset: 'none', secret: true, read: trunk }) as const satisfies Setting<SipUri | undefined>;
const telephoneNumber = (given: string | undefined) =>
  !given ? undefined : (e164(given, null) ?? must('be a telephone number such as +41446681800'));

/** SIP trunks to the telephone network. */
export const sipSettings = {
  PARLEY_SIP_TRUNK: trunkSettings(
    'SIP trunk: sip:user:password@host:port;transport=udp, tcp or tls; docs/telephone.md has all parameters',
  ),
  PARLEY_SIP_TRUNK_2: trunkSettings('Second SIP trunk, for calls that the first does not take'),
  PARLEY_SIP_TRUNK_3: trunkSettings('Third SIP trunk'),
  PARLEY_SIP_TRUNK_4: trunkSettings('Fourth SIP trunk'),
  PARLEY_SIP_FROM: {
    meaning: 'Caller id for agents without a number of their own',
    preset: "the trunk's user",
    read: telephoneNumber,
  },
  PARLEY_SIP_REGISTER: {
    meaning: 'Send REGISTER to the trunks: true or false',
    preset: 'false',
    read: flag,
  },
  PARLEY_SIP_ALLOW: {
    meaning: 'Further addresses or ranges that incoming calls are accepted from',
    preset: "the trunks' own",
    read: listed(isAddressRange, 'be addresses or CIDR ranges, separated by commas'),
  },
  PARLEY_SIP_BIND: {
    meaning: 'Local address and port for SIP',
    preset: '0.0.0.0:5060',
    read: address('0.0.0.0:5060'),
  },
  PARLEY_SIP_PUBLIC_HOST: {
    meaning: 'Public address of this machine, where it is behind NAT',
    preset: "the machine's own",
    read: optional,
  },
  PARLEY_SIP_CA: {
    meaning: 'File of CA certificates (PEM) for trunks over TLS',
    preset: "the system's",
    read: optional,
  },
  PARLEY_SIP_CALLS_PER_SECOND: {
    meaning: 'Maximum of new calls per second, trunk and process',
    preset: '5',
    read: positive(5),
  },
  PARLEY_SIP_MAX_CALLS: {
    meaning: 'Maximum of concurrent calls per trunk and process',
    preset: '100',
    read: whole(100, 1, 100_000),
  },
  PARLEY_SIP_RING_SECONDS: {
    meaning: 'How long a telephone rings before a call counts as not answered, in seconds',
    preset: '30',
    read: whole(30, 5, 180),
  },
  PARLEY_SIP_ALLOW_RANGES: {
    meaning:
      'Costly ranges that may be called or sent an SMS: premium-rate, shared-cost, satellite, personal, separated by commas',
    preset: 'none',
    read: listed(
      (part) => (costlyRanges as readonly string[]).includes(part),
      `be some of ${costlyRanges.join(', ')}`,
    ),
  },
  PARLEY_SIP_COUNTRIES: {
    meaning: 'Countries that may be called or sent an SMS, as ISO codes separated by commas (CH,DE)',
    preset: 'all',
    read: listed(isCountry, 'be ISO codes of countries such as CH, separated by commas'),
  },
  PARLEY_CALLING_LAW: {
    meaning:
      'Follow the law of the called country: its calling hours, and how people agree to the recording where the agent does not say: on, off, or strict, which also refuses explicit times outside these hours',
    preset:
      'on; without a public PARLEY_PUBLIC_URL off for web calls, and for a PARLEY_SIP_TRUNK on this machine',
    read: (given: string | undefined) => (given ? oneOf(['on', 'off', 'strict'], 'on')(given) : undefined),
  },
  PARLEY_SIP_SESSION_SECONDS: {
    meaning: 'SIP session timer: when this process dies, the far end hangs up after this many seconds',
    preset: '180',
    read: whole(180, LEAST_SESSION_SECONDS, 86_400),
  },
  PARLEY_HEP: {
    meaning: 'Capture server that gets every SIP message (HEP3 over UDP), such as Homer: host:port',
    preset: 'none',
    read: server,
  },
  PARLEY_RTP_PORTS: {
    meaning: 'UDP ports for RTP of telephone calls, two per call',
    preset: '16384-32767',
    read: portRange('16384-32767'),
  },
} as const satisfies Record<string, Setting<unknown>>;
