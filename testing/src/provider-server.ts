import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A search or an enrichment, as an adapter is asked for it. */
export interface Asked {
  readonly what: 'search' | 'enrich';
  readonly body: Record<string, unknown>;
}

type Answer = (asked: Asked, response: ServerResponse) => void;

/** An answer that is JSON, as honest adapters give it. */
export const say = (response: ServerResponse, body: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Somebody's adapter of a vendor, at /v1 of a port of its own. */
export async function startProviderServer(answer: Answer) {
  const asked: Asked[] = [];
  const current = { answer };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const one = { what: request.url?.slice(4) as Asked['what'], body: JSON.parse(text) };
    asked.push(one);
    current.answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** From now on. */
    answerWith(other: Answer): void {
      current.answer = other;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type ProviderServer = Awaited<ReturnType<typeof startProviderServer>>;
