import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Line } from '@parley/call-engine/line.ts';
import { permissions } from '@parley/contract/api-key.ts';
import { type Clock, systemClock } from '@parley/kernel/clock.ts';
import { sentenceOf } from '@parley/kernel/failure.ts';
import type { Route } from '@parley/service/http/route.ts';
import { Validator } from '@parley/service/http/validation.ts';
import { loadConfig } from '@parley/service/main/config.ts';
import { makeLog } from '@parley/service/main/log.ts';
import { makeObjects } from '@parley/service/main/objects.ts';
import { type Role, roles } from '@parley/service/main/roles.ts';
import { startService } from '@parley/service/main/service.ts';
import type { TelephoneSound } from '@parley/service/main/sip.ts';
import { openServices } from '@parley/service/main/wiring.ts';
import { ComputePool } from '@parley/service/workflows/compute-pool.ts';
import { cloneDatabase } from './database.ts';
import { freePort } from './free-port.ts';

/** A parsed answer; bodies are as loose here as they are to a client. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came back
  readonly body: any;
  readonly text: string;
}

export interface Api {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body?: unknown): Promise<Answer>;
  delete(path: string, body?: unknown): Promise<Answer>;
}

export interface TestCompany {
  readonly id: string;
  readonly keyId: string;
  readonly key: string;
  readonly api: Api;
}

export interface TestServiceOptions {
  readonly clock?: Clock;
  readonly environment?: Readonly<Record<string, string>>;
  /** For who must know the address beforehand. */
  readonly port?: number;
  readonly roles?: readonly Role[];
  /** Another process on the same database. */
  readonly databaseUrl?: string;
  /** Whoever names one removes it. */
  readonly dataDir?: string;
  readonly sound?: TelephoneSound;
  /** Stands between the service and its simulated contacts. */
  readonly throughLine?: (line: Line) => Line;
}

/** An id that nothing has. */
export const UNKNOWN = '01890000-0000-7000-8000-00000000dead';

export const SECRET = 'an-administrators-secret-for-tests-only';

/** The same in every process on one database. */
export const testSecrets = {
  PARLEY_ADMIN_JWT_SECRET: SECRET,
  PARLEY_KEY_PEPPER: 'a-pepper-for-tests-of-at-least-32-characters',
  PARLEY_LINK_SECRET: 'a-link-secret-for-tests-of-at-least-32-chars',
} as const;

/** Of all services of a test process: a thread needs a second of a core to begin. */
const compute = new ComputePool();
/** Of all services of a test process: compiling a schema takes longer than most requests. */
const validator = new Validator();

/** The whole service on a port and a database of its own, with ways to be its clients. */
export async function startTestService(options: TestServiceOptions = {}) {
  const clone = options.databaseUrl === undefined ? await cloneDatabase() : undefined;
  const databaseUrl = options.databaseUrl ?? clone?.url ?? '';
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'parley-service-')));
  const port = options.port ?? (await freePort());
  const { config } = loadConfig(
    {
      PORT: String(port),
      HOST: '127.0.0.1',
      PARLEY_DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PARLEY_DATABASE_CONNECTIONS: '8',
      ...testSecrets,
      PARLEY_DRAIN_SECONDS: '5',
      PARLEY_PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...options.environment,
    },
    {},
  );
  const logged: string[] = [];
  const clock = options.clock ?? systemClock;
  const log = makeLog(config.PARLEY_LOG_LEVEL, (line) => logged.push(line));
  const services = await openServices({ config, clock, log, say: () => {}, compute });
  const service = await startService(services, new Set(options.roles ?? roles), {
    onReply: checkReply,
    validator,
    ...(options.sound ? { sound: options.sound } : {}),
    ...(options.throughLine ? { throughLine: options.throughLine } : {}),
  });

  const url = `http://127.0.0.1:${port}`;
  const adminToken = await services.tokens.mint('tester', 24);
  const api = (bearer: string | undefined): Api => client(url, bearer);
  const admin = api(adminToken);

  async function newKey(body: Record<string, unknown>): Promise<{ id: string; key: string; api: Api }> {
    const { data } = (await admin.post('/api-keys', { name: 'Key', scopes: permissions, ...body })).body;
    return { id: data.id, key: data.key, api: api(data.key) };
  }

  async function newCompany(body: Record<string, unknown> = {}): Promise<TestCompany> {
    const ats = await newKey({ type: 'ATS' });
    const company = (await ats.api.post('/companies', { name: 'Acme', ...body })).body;
    const key = await newKey({ companyId: company.id });
    return { id: company.id, keyId: key.id, key: key.key, api: key.api };
  }

  return {
    url,
    databaseUrl,
    dataDir,
    services,
    service,
    logged,
    api,
    admin,
    adminToken,
    newKey,
    newCompany,
    /** Its files as it sees them: those of contacts decrypted. */
    objects: () => makeObjects(services, url),
    async stop() {
      await service.stop();
      await services.close();
      await clone?.drop();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestService = Awaited<ReturnType<typeof startTestService>>;

function client(url: string, bearer: string | undefined): Api {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
      text,
    };
  };
  return {
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
    delete: (path, body) => call('DELETE', path, body),
  };
}

/** Holds every reply against the schema its route promises: what the reference says is what is sent. */
function checkReply(route: Route, status: number, body: unknown): void {
  const schema = route.replies[status];
  if (schema === undefined) throw new Error(`${route.name} promises no ${status}`);
  if (schema === null) return;
  const broken = validator.body(schema)(JSON.parse(JSON.stringify(body)));
  if (broken.length > 0)
    throw new Error(`${route.name} broke its promise: ${broken.map(sentenceOf).join('; ')}`);
}
