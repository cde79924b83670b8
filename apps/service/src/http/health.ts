import { Failure } from '@parley/kernel/failure.ts';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

export interface HealthOptions {
  /** What keeps the process from doing its work, in words; undefined: nothing. */
  readonly trouble: () => Promise<string | undefined>;
  readonly registry: Registry;
}

/** What an operator's tools look at: no key, and no word about anybody's data. */
export function serveHealth(server: FastifyInstance, { trouble, registry }: HealthOptions): void {
  server.get('/healthz', async () => ({ status: 'up' }));
  server.get('/readyz', async () => {
    const reason = await trouble();
    if (reason !== undefined) throw new Failure('unavailable', reason);
    return { status: 'ready' };
  });
  server.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
