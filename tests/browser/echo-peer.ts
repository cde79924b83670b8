import { PeerConnection } from 'node-datachannel';

/** What the browser itself sends under; an echo must not look like it. */
const OWN_SSRC = 4242;
const RTP_HEADER_BYTES = 12;

/** The far end of a browser's WebRTC: answers an offer and sends back whatever it hears. */
export class EchoPeer {
  readonly #connection = new PeerConnection('echo', { iceServers: [], bindAddress: '127.0.0.1' });
  #packets = 0;

  /** Of sound, since the beginning. */
  get packets(): number {
    return this.#packets;
  }

  answer(offer: string): Promise<string> {
    const connection = this.#connection;
    connection.onTrack((track) => {
      track.onMessage((packet) => {
        if (!isSound(packet)) return;
        this.#packets += 1;
        const echo = Buffer.from(packet);
        echo.writeUInt32BE(OWN_SSRC, 8);
        if (track.isOpen()) track.sendMessageBinary(echo);
      });
    });
    return new Promise((resolve) => {
      connection.onGatheringStateChange((state) => {
        if (state === 'complete') resolve(connection.localDescription()?.sdp ?? '');
      });
      connection.setRemoteDescription(offer, 'offer');
    });
  }

  close(): void {
    this.#connection.close();
  }
}

/** RTCP travels on the same connection, told apart by its type. */
const isSound = (packet: Buffer): boolean => {
  const type = (packet[1] ?? 0) & 0x7f;
  return packet.length > RTP_HEADER_BYTES && (type < 64 || type > 95);
};
