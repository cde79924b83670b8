import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: { event: string; timestamp: string; deliveryId: string; data: Record<string, unknown> };
}

/** What to answer: a status, or whatever is done with the response; nothing at all is a receiver that hangs. */
type Answer = (received: Received, response: ServerResponse) => number | undefined;

/** Somebody's server that webhooks are sent to. */
export async function startReceiver(answer: Answer = () => 200) {
  const received: Received[] = [];
  const current = { answer };
  const server = createServer(async (request, response) => {
    let text = '';
    request.setEncoding('utf8');
    try {
      for await (const chunk of request) text += chunk;
    } catch {
      // The sender was killed in the middle of it: nothing was received.
      return;
    }
    const one = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) };
    received.push(one);
    const status = current.answer(one, response);
    if (status !== undefined && !response.headersSent) response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    url: `http://127.0.0.1:${port}/hook`,
    port,
    /** From now on. */
    answerWith(other: Answer): void {
      current.answer = other;
    },
    /** A value of the data of everything received, in order of arrival. */
    seen: (key: string): unknown[] => received.map(({ body }) => body.data[key]),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
