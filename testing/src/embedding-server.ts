import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An endpoint that speaks OpenAI's embeddings: what a text means is told by the words of it that a test has listed. */
export interface EmbeddingServer {
  /** As PARLEY_EMBEDDING_URL has it. */
  readonly url: string;
  readonly requests: { readonly model: string; readonly input: readonly string[] }[];
  /** Answers so from now on, in place of vectors; undefined: with vectors again. */
  fails(as: Failing | undefined): void;
  stop(): Promise<void>;
}

export type Failing = 'silence' | { readonly status: number; readonly body: string };

/** Each group of words is a direction of its own; a text that has none of them points elsewhere. */
export async function startEmbeddingServer(
  meanings: readonly (readonly string[])[],
): Promise<EmbeddingServer> {
  const requests: EmbeddingServer['requests'] = [];
  let failing: Failing | undefined;
  const vectorOf = (text: string): number[] => {
    const parts = meanings.map((words) => (words.some((word) => text.toLowerCase().includes(word)) ? 2 : 0));
    return [...parts, parts.every((part) => part === 0) ? 1 : 0];
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    const asked = JSON.parse(text);
    requests.push(asked);
    if (failing === 'silence') return;
    if (failing !== undefined || request.url !== '/v1/embeddings') {
      response.writeHead(failing?.status ?? 404).end(failing?.body ?? '');
      return;
    }
    const data = asked.input.map((one: string, index: number) => ({
      object: 'embedding',
      index,
      embedding: vectorOf(one),
    }));
    response.writeHead(200, { 'content-type': 'application/json' });
    // Some do not keep the order.
    const usage = { prompt_tokens: 3 * data.length, total_tokens: 3 * data.length };
    response.end(JSON.stringify({ object: 'list', model: asked.model, data: data.reverse(), usage }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    fails(as) {
      failing = as;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
