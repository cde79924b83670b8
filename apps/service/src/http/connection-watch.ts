/** So many hosts have to be silent, without a connection to any other, before our own network counts as down. */
const HOSTS = 3;

/**
 * Tells an outage of our own network, in which packets get lost without an error, from receivers that are down: nothing
 * can be connected to, whatever the host. Times are of a clock that only goes forward.
 */
export class ConnectionWatch {
  #connectedAt = Number.NEGATIVE_INFINITY;
  /** Since then. */
  readonly #silent = new Set<string>();

  connected(at: number): void {
    this.#connectedAt = at;
    this.#silent.clear();
  }

  /** No connection to this host was made in the time. Answers whether that says nothing about the host. */
  timedOut(host: string, startedAt: number): boolean {
    if (startedAt <= this.#connectedAt) return false;
    if (this.#silent.size < HOSTS) this.#silent.add(host);
    return this.#silent.size >= HOSTS;
  }
}
