import { apart } from './sip-message.ts';

export interface SipUri {
  readonly scheme: 'sip' | 'sips' | 'tel';
  readonly user: string | null;
  readonly password: string | null;
  /** An IPv6 address without its brackets. */
  readonly host: string;
  readonly port: number | null;
  /** Names in lower case; '' for one without a value. */
  readonly params: ReadonlyMap<string, string>;
}

const URI =
  /^(sips?):(?:([^@:]*)(?::([^@]*))?@)?(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::(\d{1,5}))?((?:;[^?]*)?)(?:\?.*)?$/i;
const TELEPHONE = /^tel:(\+?[0-9*#().-]{1,40})(;.*)?$/i;

/** Undefined if it is not an address that we can reach. */
export function readUri(text: string): SipUri | undefined {
  const telephone = TELEPHONE.exec(text);
  if (telephone)
    return {
      scheme: 'tel',
      user: telephone[1] as string,
      password: null,
      host: '',
      port: null,
      params: readParams(telephone[2] ?? ''),
    };
  const [, scheme = '', user, password, host = '', port, params = ''] = URI.exec(text) ?? [];
  if (host === '' || Number(port ?? 1) > 65_535 || Number(port ?? 1) < 1) return undefined;
  return {
    scheme: scheme.toLowerCase() as 'sip' | 'sips',
    user: user === undefined ? null : unescaped(user),
    password: password === undefined ? null : unescaped(password),
    host: host.replace(/^\[|\]$/g, ''),
    port: port === undefined ? null : Number(port),
    params: readParams(params),
  };
}

/** A host as it stands in an address. */
export const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The value of From, To, Contact, Route and Refer-To. */
export interface SipAddress {
  readonly uri: string;
  readonly params: ReadonlyMap<string, string>;
}

export function readAddress(value: string): SipAddress | undefined {
  const [first = '', ...params] = apart(value, ';');
  const open = first.lastIndexOf('<');
  const uri = open < 0 ? first : first.slice(open + 1, first.indexOf('>', open));
  // Without angle brackets what follows a semicolon belongs to the header, not to the address.
  return uri === '' || /\s/.test(uri) ? undefined : { uri, params: readParams(params.join(';')) };
}

export const tagOf = (value: string | undefined): string | undefined =>
  readAddress(value ?? '')?.params.get('tag') || undefined;

export interface Via {
  readonly transport: string;
  readonly host: string;
  readonly port: number | null;
  readonly params: ReadonlyMap<string, string>;
}

/** The pattern allows single spaces only: with several, a long row of spaces would take exponential time. */
const VIA =
  /^SIP ?\/ ?2\.0 ?\/ ?([A-Za-z]{1,10}) (\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?: ?: ?(\d{1,5}))? ?(;.*)?$/i;

export function readVia(value: string): Via | undefined {
  const [, transport, host, port, params = ''] = VIA.exec(value.replace(/\s+/g, ' ')) ?? [];
  if (transport === undefined || host === undefined) return undefined;
  return {
    transport: transport.toLowerCase(),
    host: host.replace(/^\[|\]$/g, ''),
    port: port === undefined ? null : Number(port),
    params: readParams(params),
  };
}

export function readParams(text: string): ReadonlyMap<string, string> {
  return new Map(
    apart(text, ';').map((part) => {
      const equals = part.indexOf('=');
      if (equals < 0) return [part.toLowerCase(), ''];
      return [part.slice(0, equals).trim().toLowerCase(), unquoted(part.slice(equals + 1).trim())];
    }),
  );
}

export const unquoted = (text: string): string =>
  /^".*"$/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
