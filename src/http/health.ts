import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

export interface HealthOptions {
  /** Resolves when the process can do its work; its message says what is missing. */
  readonly ready: () => Promise<void>;
  readonly registry: Registry;
}

/** What an operator's tools look at: no key, and no word about anybody's data. */
export function serveHealth(server: FastifyInstance, { ready, registry }: HealthOptions): void {
  server.get('/healthz', async () => ({ status: 'up' }));
  server.get('/readyz', async (_request, reply) => {
    try {
      await ready();
      return { status: 'ready' };
    } catch (error) {
      return reply.status(503).send({ status: 'not ready', reason: (error as Error).message });
    }
  });
  server.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
