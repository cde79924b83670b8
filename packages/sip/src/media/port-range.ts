/** Pairs of ports: an even one for RTP and the next for RTCP. Each is used again as late as possible. */
export class PortRange {
  readonly #free: number[] = [];

  constructor(from: number, to: number) {
    for (let port = from + (from % 2); port + 1 <= to; port += 2) this.#free.push(port);
  }

  get freePairs(): number {
    return this.#free.length;
  }

  take(): number | undefined {
    return this.#free.shift();
  }

  giveBack(port: number): void {
    this.#free.push(port);
  }
}
