export type TransportKind = 'udp' | 'tcp' | 'tls';

/** An address that messages are sent to or came from. */
export interface Hop {
  readonly transport: TransportKind;
  /** A numeric address. */
  readonly host: string;
  readonly port: number;
  /** The name that its certificate must have. */
  readonly name: string;
  /** Where a call over it may send requests and audio; absent: anywhere. The far end names these addresses. */
  readonly allows?: (address: string) => boolean;
  /** Audio is believed from public addresses alone; absent: from any. */
  readonly isPublicOnly?: boolean;
}

export interface LocalAddress {
  readonly host: string;
  readonly port: number;
}

/** Carries SIP messages. What arrives is the bytes of one message each, not yet parsed. */
export interface SipTransport {
  readonly kind: TransportKind;
  /** Our address as that hop reaches it. Rejects when the hop cannot be reached. */
  localTo(hop: Hop): Promise<LocalAddress>;
  /** Rejects when the message was certainly not sent. */
  send(text: string, hop: Hop): Promise<void>;
  /** There is one listener. */
  onPacket(listener: (bytes: Buffer, from: Hop) => void): void;
  close(): Promise<void>;
}

export const DEFAULT_PORTS: Readonly<Record<TransportKind, number>> = { udp: 5060, tcp: 5060, tls: 5061 };

export const isReliable = (kind: TransportKind): boolean => kind !== 'udp';

/** An IPv4 address that a dual-stack socket reports as IPv6 (::ffff:10.0.0.1). */
export const plainHost = (host: string): string => host.replace(/^::ffff:(?=\d+\.)/, '');
