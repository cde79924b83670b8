import { timingSafeEqual } from 'node:crypto';
import { Failure, notFound } from '@parley/kernel/failure.ts';
import { isLoopback } from '@parley/kernel/ip-address.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';

export interface HealthOptions {
  /** What keeps the process from doing its work, in words; undefined: nothing. */
  readonly trouble: () => Promise<string | undefined>;
  /** How the trunks to the telephone network are; undefined: none is configured. */
  readonly telephone?: () => 'ok' | 'degraded' | 'down' | undefined;
  /** Whether files of contacts can be encrypted and decrypted. */
  readonly encryption?: () => 'ok' | 'down';
  readonly registry: Registry;
  /** Whoever has it sees metrics and details; undefined: requests from this machine do. */
  readonly token?: string | undefined;
}

/** What an operator's tools look at. Everybody learns whether the service is up and ready, operators also why not. */
export function serveHealth(
  server: FastifyInstance,
  { trouble, telephone, encryption, registry, token }: HealthOptions,
): void {
  const isOperator = (request: FastifyRequest) =>
    token === undefined ? isFromThisMachine(request) : isBearer(request, token);
  // A process whose trunks or KMS are down is up: to restart it, or to send it no requests, would not bring them back.
  // Uptime monitors ask by HEAD.
  const options = { exposeHeadRoute: true };
  server.get('/healthz', options, async (request) => {
    const [calls, files] = isOperator(request) ? [telephone?.(), encryption?.()] : [];
    return {
      status: 'up',
      ...(calls === undefined ? {} : { telephone: calls }),
      ...(files === undefined ? {} : { encryption: files }),
    };
  });
  server.get('/readyz', options, async (request) => {
    const reason = await trouble();
    if (reason !== undefined)
      throw new Failure('unavailable', isOperator(request) ? reason : 'The service is not ready');
    return { status: 'ready' };
  });
  server.get('/metrics', async (request, reply) => {
    // Not there, for whoever may not see it: metrics name vendors, queues and sizes.
    if (!isOperator(request)) throw notFound('Page');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/**
 * Not a private network: a balancer, a proxy or a neighbour there need not be an operator. A proxy on this machine may hide where a
 * request comes from, and would make everybody look like somebody from here.
 */
const isFromThisMachine = ({ ip, headers }: FastifyRequest): boolean =>
  isLoopback(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;

function isBearer({ headers }: FastifyRequest, token: string): boolean {
  const given = Buffer.from(/^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
