import type { Embedder } from '@parley/call-engine/llm/embedder.ts';
import type { Clock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import type { TrainedTurnReader } from '@parley/understanding/trained-turn-reader.ts';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { AdminTokens } from '../domains/access/admin-token.actions.ts';
import { ApiKeyCache } from '../domains/access/api-key-cache.actions.ts';
import { AuditTrail } from '../domains/access/audit.actions.ts';
import { CredentialAuthenticator } from '../domains/access/authentication.actions.ts';
import { companyModel } from '../domains/agents/company-model.actions.ts';
import type { ExtractionServices } from '../domains/jobs/job-extraction.actions.ts';
import type { TrunkRules } from '../domains/trunks/trunk.model.ts';
import type { AnalysisPdfs, Attachments } from '../domains/webhooks/delivery.actions.ts';
import { DELIVERIES_CHANNEL, isSuccess } from '../domains/webhooks/delivery.model.ts';
import type { WebhookServices } from '../domains/webhooks/webhook.actions.ts';
import { Outgoing } from '../http/outgoing.ts';
import type { Authenticator } from '../http/principal.ts';
import { limiterInMemory } from '../http/rate-limit.ts';
import { Database } from '../storage/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../storage/embedded/embedded-postgres.ts';
import { agreeOnOneOf, isKnownAs } from '../storage/installation.ts';
import { isUrlPooled, Notifications } from '../storage/notifications.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { TaskQueue } from '../storage/tasks.ts';
import type { AnalysisServices } from '../workflows/analyse-calls.ts';
import { makeAnalysisPdf, makePrinter } from '../workflows/analysis-pdf.ts';
import { ComputePool } from '../workflows/compute-pool.ts';
import { WebhookDeliverer } from '../workflows/deliver-webhooks.ts';
import { MeaningSearch } from '../workflows/meaning-search.ts';
import { makePostingReader } from '../workflows/read-posting.ts';
import { type Config, ConfigError } from './config.ts';
import { checkMasterKey, makeTextKeys } from './encryption.ts';
import { ModelMetrics, makeRegistry, makeUnreadableAnalyses, unreadableTexts } from './metrics.ts';
import { ModelRegistry, openEmbedder, openTurnReader } from './model-registry.ts';
import { migrateDatabase, tasks } from './schema.ts';
import { checkSecrets, makeModelSeal, makeWebhookSeal, noteAdminSecret, resealSecrets } from './seals.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { version } from './version.ts';

export interface ServicesOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  /** Progress of long work, in words for the person who started it. */
  readonly say: (line: string) => void;
  /** Threads that somebody else keeps; default: threads of its own. */
  readonly compute?: ComputePool;
  /** A command beside the service: it may check what the installation's secrets are, and changes nothing about them. */
  readonly isCommand?: boolean;
}

/** The parts that every process shares: constructed here and nowhere else. */
export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly queue: TaskQueue;
  readonly notifications: Notifications;
  readonly registry: Registry;
  readonly models: ModelMetrics;
  readonly unreadableAnalyses: Counter;
  /** Language models for calls and their analysis. */
  readonly modelRegistry: ModelRegistry;
  /** Reads turns beside the rules. */
  readonly turnReader: TrainedTurnReader;
  /** Undefined: no semantic search, documents are searched by words only. */
  readonly embedder: Embedder | undefined;
  readonly meaning: MeaningSearch | undefined;
  readonly tokens: AdminTokens;
  readonly outgoing: Outgoing;
  /** Threads for what would hold up calls and requests. */
  readonly compute: ComputePool;
  /** In reverse order of opening. */
  close(): Promise<void>;
}

/** Opens the database (starting the embedded one when none is configured), brings its schema up to date, connects. */
export async function openServices(options: ServicesOptions): Promise<Services> {
  const { config, clock, log, say } = options;
  const secrets = await loadSecrets(config).catch((error: Error) => {
    throw new ConfigError(`PARLEY_DATA_DIR ${config.PARLEY_DATA_DIR} cannot be used: ${error.message}`);
  });
  const embedded = config.DATABASE_URL === undefined ? await keepEmbedded(config, say, log) : undefined;
  const url = embedded?.url ?? (config.DATABASE_URL as string);
  const closers: (() => Promise<void>)[] = [async () => embedded?.stop()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const directUrl = (embedded ? undefined : config.DATABASE_DIRECT_URL) ?? url;
    await migrateDatabase(directUrl, say, log).catch((error: unknown) => {
      throw embedded ? error : nameDatabaseUrl(error);
    });
    const newId = uuid7(clock);
    const onError = (error: Error) => log.error({ err: error }, 'background work failed');
    const queue = new TaskQueue({
      url: directUrl,
      tasks,
      onError,
      isPooled: !embedded && (await isUrlPooled(directUrl)),
    });
    const unreadable = unreadableTexts();
    const database = new Database({
      url,
      clock,
      newId,
      send: queue.send,
      maxConnections: config.PARLEY_DATABASE_CONNECTIONS,
      textKeys: makeTextKeys(config, secrets, clock),
      onUnreadable: (attemptId, reason) => {
        unreadable.inc({ reason });
        log.warn({ attemptId, reason }, 'what was said in a call is stored, and cannot be read');
      },
      onLostConnection: (error) => log.warn({ err: error }, 'lost a connection to the database'),
    });
    closers.push(() => database.close());
    closers.push(() => queue.stop(1000));
    const onPooled = () =>
      log.warn(
        'DATABASE_URL goes through a pooler, so other processes are heard once a second and API keys are looked up for each request. Set DATABASE_DIRECT_URL to the database itself.',
      );
    const notifications = new Notifications({ url: directUrl, onError, onPooled });
    closers.push(() => notifications.stop());
    const outgoing = new Outgoing({ allowPrivate: config.PARLEY_ALLOW_PRIVATE_URLS });
    closers.push(() => outgoing.close());
    const compute = options.compute ?? new ComputePool();
    if (options.compute === undefined) closers.push(() => compute.close());
    if (embedded) notifications.onGap(() => !notifications.listening && embedded.revive());
    if (options.isCommand) await checkSecrets(database, secrets, isKnownAs);
    else {
      await checkSecrets(database, secrets, agreeOnOneOf);
      await noteAdminSecret(database, secrets, log);
      await resealSecrets(database, secrets);
    }
    await checkMasterKey(database, config, secrets);
    const registry = makeRegistry(database, queue);
    registry.registerMetric(unreadable);
    const models = new ModelMetrics(registry);
    const unreadableAnalyses = makeUnreadableAnalyses(registry);
    const embedder = openEmbedder(config, models);
    closers.push(async () => embedder?.close());
    const turnReader = openTurnReader(config, {
      onFailure: (error) =>
        log.warn({ err: error }, 'MiniLM failed: unclear English yes/no answers are left to the rules'),
    });
    closers.push(() => turnReader.close());
    return {
      config,
      clock,
      log,
      secrets,
      database,
      databaseUrl: url,
      queue,
      notifications,
      registry,
      models,
      unreadableAnalyses,
      modelRegistry: makeModelRegistry({ config, database, secrets, models, compute, log, turnReader }),
      turnReader,
      embedder,
      meaning: embedder && new MeaningSearch(embedder),
      outgoing,
      compute,
      tokens: makeAdminTokens(config, secrets.adminJwt, clock),
      close,
    };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

function makeAdminTokens(config: Config, secret: string, clock: Clock): AdminTokens {
  const {
    PARLEY_ADMIN_JWKS_URL: jwksUrl,
    PARLEY_ADMIN_JWT_AUDIENCE: audience,
    PARLEY_ADMIN_JWT_ISSUER: issuer,
    PARLEY_ADMIN_JWT_HS256: hs256,
  } = config;
  const hasProvider = jwksUrl !== undefined && audience !== undefined && issuer !== undefined;
  return new AdminTokens({
    secret,
    clock,
    identityProvider: hasProvider ? { jwksUrl, audience, issuer } : undefined,
    acceptsSecret: hs256 === undefined ? undefined : hs256 === 'on',
  });
}

/** The embedded PostgreSQL, restarted when it is killed. */
async function keepEmbedded(config: Config, say: (line: string) => void, log: Logger) {
  const open = (print: (line: string) => void) =>
    startEmbeddedPostgres({ dataDir: config.PARLEY_DATA_DIR, say: print });
  const opened: EmbeddedPostgres[] = [await open(say)];
  let reviving: Promise<void> | undefined;
  return {
    url: opened[0]?.url ?? '',
    revive(): void {
      if (reviving) return;
      log.warn('the embedded database stopped; starting it again');
      reviving = open((line) => log.info(line))
        .then(
          (server) => {
            opened.push(server);
            log.warn('the embedded database is running again');
          },
          (error: Error) => log.error({ err: error }, 'the embedded database could not be started again'),
        )
        .finally(() => {
          reviving = undefined;
        });
    },
    async stop(): Promise<void> {
      await reviving;
      for (const server of opened) await server.stop();
    },
  };
}

/** Names the setting to check when the database cannot be reached. */
function nameDatabaseUrl(error: unknown): unknown {
  const { code, message } = error as Error & { code?: string };
  const unreachable = code === 'ERR_INVALID_URL' || /^(E[A-Z]+|28\w{3}|3D000|57P0\d)$/.test(code ?? '');
  return unreachable ? new ConfigError(`The database at DATABASE_URL cannot be used: ${message}`) : error;
}

export interface Access {
  readonly authenticator: Authenticator;
  readonly keyCache: ApiKeyCache;
  readonly trail: AuditTrail;
}

export function makeAccess({
  config,
  database,
  notifications,
  tokens,
  secrets,
  log,
  clock,
}: Services): Access {
  const keyCache = new ApiKeyCache(database, notifications);
  const trail = new AuditTrail(database, (error) =>
    log.error({ err: error }, 'the audit log could not be written; trying again'),
  );
  const authenticator = new CredentialAuthenticator({
    everywhere: database,
    keyCache,
    trail,
    tokens,
    pepper: secrets.keyPepper,
    requestsPerMinute: config.PARLEY_REQUESTS_PER_MINUTE,
    limiter: limiterInMemory(() => clock.now()),
    notifications,
  });
  return { authenticator, keyCache, trail };
}

/** Every process shares the pepper; the seal has a key derived from it. */
export const makeWebhookServices = ({ config, secrets, outgoing }: Services): WebhookServices => ({
  outgoing,
  seal: makeWebhookSeal(secrets),
  userAgent: `Parley/${version}`,
  rules: { allowPrivate: config.PARLEY_ALLOW_PRIVATE_URLS },
});

/** Webhooks refer to call attempts, not to conversations. */
export const ofAttempts = ({ kept, make }: ReturnType<typeof makeAnalysisPdf>): AnalysisPdfs => ({
  kept: (scope, attemptId) => kept(scope, { attemptId }),
  make: (scope, attemptId) => make(scope, { attemptId }),
});

/** A page of 5 MiB of short lines takes 2 s and 300 MB; a page that takes ten times as long is given up. */
const readingLimits = {
  atOnce: 2,
  mostWaiting: 100,
  mostWaitingEach: 10,
  timeoutMs: 30_000,
  heapMegabytes: 768,
};

export const makeExtractionServices = ({ outgoing, log }: Services): ExtractionServices => ({
  outgoing,
  readPosting: makePostingReader(readingLimits, (error) =>
    log.warn({ err: error }, 'a job posting could not be read'),
  ),
  userAgent: `Parley/${version}`,
});

export const trunkRules = (config: Config): TrunkRules => ({
  allowPrivate: config.PARLEY_ALLOW_PRIVATE_URLS,
});

function makeModelRegistry({
  config,
  database,
  secrets,
  models: { onRequest },
  compute,
  log,
  turnReader,
}: Pick<
  Services,
  'config' | 'database' | 'secrets' | 'models' | 'compute' | 'log' | 'turnReader'
>): ModelRegistry {
  const seal = makeModelSeal({ secrets });
  return new ModelRegistry({
    config,
    turnReader,
    ownModel: (companyId) => companyModel(database.within(companyId, { kind: 'system', id: 'call' }), seal),
    onRequest,
    analyseByRules: (companyId, call, signal) => compute.analyse(companyId, call, signal),
    onError: (error) =>
      log.error(
        { err: error },
        "a company's language model cannot be used; its calls use the built-in rules",
      ),
  });
}

/** Constructed before notifications start, because it subscribes to them. */
export function makeDeliverer(services: Services, attachments: Attachments): WebhookDeliverer {
  const { database, log, notifications, registry } = services;
  const requests = new Counter({
    name: 'parley_webhook_requests_total',
    help: 'Requests sent to webhooks, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const deliverer = new WebhookDeliverer({
    everywhere: database,
    post: makeWebhookServices(services),
    attachments,
    random: Math.random,
    onError: (error) => log.error({ err: error }, 'webhook deliveries wait: the database is unreachable'),
    onSent: ({ attempt }) => requests.inc({ outcome: isSuccess(attempt) ? 'delivered' : 'failed' }),
  });
  notifications.on(DELIVERIES_CHANNEL, () => deliverer.wake());
  return deliverer;
}

/** A report takes half a second of a core; after half a minute it has failed. */
const printerLimits = {
  atOnce: 2,
  mostWaiting: 100,
  mostWaitingEach: 50,
  timeoutMs: 30_000,
  heapMegabytes: 512,
};

export function makeReportPrinter({ log }: Services, objects: ObjectStore) {
  const { print, close } = makePrinter(printerLimits);
  const onUnkept = (error: Error) => log.warn({ err: error }, 'a PDF report could not be stored');
  return { pdfs: makeAnalysisPdf({ objects, print, onUnkept }), close };
}

export const makeAnalysisServices = ({
  database,
  modelRegistry,
  models,
  unreadableAnalyses,
  log,
}: Services): AnalysisServices => ({
  everywhere: database,
  analysisModelOf: modelRegistry.analysisModelOf,
  lastResort: {
    analysisModelOf: modelRegistry.rulesAnalysisOf,
    onUse: (attemptId, why) => {
      models.onRequest({ work: 'analysis', result: 'handed_to_rules' });
      log.warn({ attemptId, why }, 'the language model did not analyse a call; the built-in rules did');
    },
  },
  onUnreadable: (attemptId) => {
    unreadableAnalyses.inc();
    log.error({ attemptId }, 'the analysis of a call failed: what was said in it cannot be read');
  },
  get patienceMs() {
    return modelRegistry.analysisMs;
  },
  onError: (error) => log.error({ err: error }, 'call analysis failed; trying again'),
});
