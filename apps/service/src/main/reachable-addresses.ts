import type { NetworkInterfaceInfo } from 'node:os';

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** Addresses that a service which listens on `host` answers at, its own machine's first. */
export function reachableAddresses(host: string, port: number, interfaces: Interfaces): string[] {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const hosts = isEverywhere
    ? [
        'localhost',
        ...Object.values(interfaces)
          .flatMap((addresses) => addresses ?? [])
          // Who listens on :: answers on IPv4 as well. A link-local address means nothing without its interface.
          .filter(({ internal, family }) => !internal && (host === '::' || family === 'IPv4'))
          .map(({ address }) => address)
          .filter((address) => !/^fe80:/i.test(address)),
      ]
    : [host];
  return hosts.map((one) => `http://${one.includes(':') ? `[${one}]` : one}:${port}`);
}
