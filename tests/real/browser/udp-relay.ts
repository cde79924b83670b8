import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { Page, Route } from 'playwright-core';

/** The network between a page and the service, by UDP and by HTTP; it can be cut. */
export class UdpRelay {
  #isCut = false;
  readonly #sockets: Socket[] = [];
  /** Of sound and what belongs to it, both ways. */
  packets = 0;

  /** All sound of this page's calls goes through here from now on. */
  async standBefore(page: Page): Promise<void> {
    await page.route(/\/call\/[^/]+\/(?:join|resume)$/, (route) => this.#pass(route));
  }

  async cut(page: Page): Promise<void> {
    this.#isCut = true;
    await page.context().setOffline(true);
  }

  async mend(page: Page): Promise<void> {
    this.#isCut = false;
    await page.context().setOffline(false);
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }

  async #pass(route: Route): Promise<void> {
    // What is fetched for a page does not know that the page is offline.
    if (this.#isCut) return route.abort('internetdisconnected');
    const response = await route.fetch();
    const body = await response.json();
    if (typeof body.answer === 'string') body.answer = await this.#throughHere(body.answer);
    await route.fulfill({ response, json: body });
  }

  /** The same description, with our ports instead of the service's. */
  async #throughHere(sdp: string): Promise<string> {
    const ports = new Map<string, number>();
    for (const [, port = ''] of sdp.matchAll(/^a=candidate:\S+ \d+ UDP \d+ \S+ (\d+) /gim))
      if (!ports.has(port)) ports.set(port, await this.#open(Number(port)));
    return sdp.replace(
      /^(a=candidate:\S+ \d+ UDP \d+ \S+ )(\d+) /gim,
      (_, before: string, port: string) => `${before}${ports.get(port)} `,
    );
  }

  async #open(servicePort: number): Promise<number> {
    const [front, back] = await Promise.all([this.#bound(), this.#bound()]);
    let browser: RemoteInfo | undefined;
    front.on('message', (bytes, from) => {
      browser = from;
      this.#send(back, bytes, servicePort, '127.0.0.1');
    });
    back.on('message', (bytes) => {
      if (browser) this.#send(front, bytes, browser.port, browser.address);
    });
    return front.address().port;
  }

  async #bound(): Promise<Socket> {
    const socket = createSocket('udp4');
    this.#sockets.push(socket);
    socket.bind(0);
    await once(socket, 'listening');
    return socket;
  }

  #send(socket: Socket, bytes: Buffer, port: number, address: string): void {
    if (this.#isCut) return;
    this.packets += 1;
    socket.send(bytes, port, address);
  }
}
