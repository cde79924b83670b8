import { isAddressRange } from '@parley/kernel/ip-address.ts';
import { e164 } from '@parley/kernel/phone-number.ts';
import { readUri, type SipUri } from '@parley/sip/sip-address.ts';
import { LEAST_SESSION_SECONDS } from '@parley/sip/sip-session-timer.ts';
import {
  address,
  flag,
  listed,
  must,
  optional,
  portRange,
  positive,
  type Setting,
  whole,
} from './setting.ts';

const trunk = (given: string | undefined): SipUri | undefined => {
  if (!given) return undefined;
  const uri = readUri(given);
  const transport = uri?.params.get('transport')?.toLowerCase() ?? 'udp';
  const sound = uri?.params.get('media') ?? 'rtp';
  return uri?.host && ['udp', 'tcp', 'tls'].includes(transport) && ['rtp', 'srtp'].includes(sound)
    ? uri
    : must('be an address such as sip:user:password@sip.example.com:5060;transport=udp (or tcp, or tls)');
};
const trunkSettings = (meaning: string) =>
  ({ meaning, preset: 'none', secret: true, read: trunk }) as const satisfies Setting<SipUri | undefined>;
const telephoneNumber = (given: string | undefined) =>
  !given ? undefined : (e164(given, null) ?? must('be a telephone number such as +41446681800'));

/** SIP trunks to the telephone network. */
export const sipSettings = {
  PARLEY_SIP_TRUNK: trunkSettings(
    'SIP trunk: sip:user:password@host:port;transport=udp, tcp or tls (;media=rtp or srtp)',
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
  PARLEY_SIP_SESSION_SECONDS: {
    meaning: 'SIP session timer: when this process dies, the far end hangs up after this many seconds',
    preset: '180',
    read: whole(180, LEAST_SESSION_SECONDS, 86_400),
  },
  PARLEY_RTP_PORTS: {
    meaning: 'UDP ports for RTP of telephone calls, two per call',
    preset: '16384-32767',
    read: portRange('16384-32767'),
  },
} as const satisfies Record<string, Setting<unknown>>;
