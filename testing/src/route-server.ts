import type { AddressInfo } from 'node:net';
import { permissions } from '@parley/contract/api-key.ts';
import { type Clock, systemClock } from '@parley/kernel/clock.ts';
import { forbidden, unauthenticated } from '@parley/kernel/failure.ts';
import { ByteBudget } from '@parley/service/http/byte-budget.ts';
import type { Authenticator } from '@parley/service/http/principal.ts';
import { limiterInMemory } from '@parley/service/http/rate-limit.ts';
import type { RepeatedRefusals } from '@parley/service/http/repeated-refusals.ts';
import type { Route } from '@parley/service/http/route.ts';
import { makeServer } from '@parley/service/http/server.ts';
import { HttpMetrics, noTracing } from '@parley/service/http/telemetry.ts';
import { Validator } from '@parley/service/http/validation.ts';
import { makeLog } from '@parley/service/main/log.ts';
import type { Everywhere } from '@parley/service/storage/scope.ts';
import type { CompanyId } from '@parley/service/storage/sql.ts';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';

export const ACME = '018f0000-0000-7000-8000-00000000000a';
export const OTHER = '018f0000-0000-7000-8000-00000000000b';

/** The bearer tokens that are accepted; each is named for what it may do. */
export type Bearer = 'acme' | 'other' | 'reader' | 'powerless' | 'ats' | 'admin';

export const bearers: Authenticator = {
  async key(authorization) {
    const bearer = authorization?.replace('Bearer ', '') as Bearer | undefined;
    const common = { keyId: `key of ${bearer}`, permissions: new Set(permissions), environment: null };
    switch (bearer) {
      case 'acme':
        return { kind: 'standard', ...common, companyId: ACME as CompanyId };
      case 'other':
        return { kind: 'standard', ...common, companyId: OTHER as CompanyId };
      case 'reader':
        return {
          kind: 'standard',
          ...common,
          companyId: ACME as CompanyId,
          permissions: new Set(['read:contacts']),
        };
      case 'powerless':
        return { kind: 'standard', ...common, companyId: ACME as CompanyId, permissions: new Set() };
      case 'ats':
        return { kind: 'ats', ...common };
      default:
        throw unauthenticated();
    }
  },
  async administrator(authorization, client) {
    if (authorization === 'Bearer admin') return { kind: 'admin', subject: 'tester' };
    await bearers.key(authorization, client);
    throw forbidden('This needs the token of an administrator');
  },
  user: async () => {
    throw unauthenticated();
  },
  current: ({ authorization }, client) => bearers.key(authorization, client),
  onChange: () => {},
  download: async () => {},
  companyFor: async (_key, companyId) => (companyId === ACME ? (companyId as CompanyId) : undefined),
};

/** A server of the given routes alone: real HTTP and every check before the handler, but no database. */
export async function startRouteServer(
  routes: readonly Route[],
  options: {
    clock?: Clock;
    replyBytes?: number;
    /** What differs from the accepted bearer tokens. */
    authenticator?: Partial<Authenticator>;
    refusals?: RepeatedRefusals;
    also?: (server: FastifyInstance) => void;
  } = {},
) {
  const clock = options.clock ?? systemClock;
  const now = () => clock.now();
  const everywhere = {
    now,
    within: (companyId: CompanyId, actor: unknown) => ({ companyId, actor, now }),
  } as unknown as Everywhere;
  const logged: string[] = [];
  const registry = new Registry();
  const server = makeServer({
    routes,
    services: {
      everywhere,
      authenticator: { ...bearers, ...options.authenticator },
      validator: new Validator(),
      limiter: limiterInMemory(now),
    },
    log: makeLog('info', (line) => logged.push(line)),
    metrics: new HttpMetrics(registry),
    tracing: noTracing,
    bytes: new ByteBudget(options.replyBytes ?? 0, now),
    trustedProxies: [],
    isSecure: false,
    ...(options.refusals ? { refusals: options.refusals } : {}),
  });
  options.also?.(server);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  async function call(
    method: string,
    path: string,
    given: { as?: Bearer; body?: unknown; headers?: Record<string, string> } = {},
  ) {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(given.as === undefined ? {} : { authorization: `Bearer ${given.as}` }),
        ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...given.headers,
      },
      ...(given.body === undefined
        ? {}
        : { body: typeof given.body === 'string' ? given.body : JSON.stringify(given.body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came back
      body: (isJson ? JSON.parse(text) : undefined) as any,
    };
  }
  return { url, port, call, logged, registry, stop: () => server.close() };
}

export type RouteServer = Awaited<ReturnType<typeof startRouteServer>>;
