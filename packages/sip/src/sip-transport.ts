export type TransportKind = 'udp' | 'tcp' | 'tls';

/** One place that messages are sent to or came from. */
export interface Hop {
  readonly transport: TransportKind;
  /** A numeric address. */
  readonly host: string;
  readonly port: number;
  /** Who it claims to be: what its certificate must say. */
  readonly name: string;
}

export interface LocalAddress {
  readonly host: string;
  readonly port: number;
}

/** A way to carry messages. What arrives is whole messages as bytes, whatever they say. */
export interface SipTransport {
  readonly kind: TransportKind;
  /** Where that hop finds us. Rejects when there is no way to it. */
  localTo(hop: Hop): Promise<LocalAddress>;
  /** Rejects when it surely did not go out. */
  send(text: string, hop: Hop): Promise<void>;
  /** There is one listener. */
  onPacket(listener: (bytes: Buffer, from: Hop) => void): void;
  close(): Promise<void>;
}

export const DEFAULT_PORTS: Readonly<Record<TransportKind, number>> = { udp: 5060, tcp: 5060, tls: 5061 };

export const isReliable = (kind: TransportKind): boolean => kind !== 'udp';

/** An IPv4 address that a socket for both families shows as IPv6. */
export const plainHost = (host: string): string => host.replace(/^::ffff:(?=\d+\.)/, '');
