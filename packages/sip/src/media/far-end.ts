/**
 * Where the other end is: where its description says, or, behind a translator of addresses, the port of that host
 * that its packets come from. Packets of other hosts are nobody's.
 */
export class FarEnd {
  readonly host: string;
  #port: number;

  constructor(host: string, port: number) {
    this.host = host;
    this.#port = port;
  }

  get port(): number {
    return this.#port;
  }

  isFrom(host: string): boolean {
    return host === this.host || host === `::ffff:${this.host}`;
  }

  /** Only what was proven to be a packet of theirs moves it. */
  heardFrom(port: number): void {
    this.#port = port;
  }
}
