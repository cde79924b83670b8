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
import { attemptOf, DELIVERIES_CHANNEL, isSuccess, type Sent } from '../domains/webhooks/delivery.model.ts';
import type { WebhookServices } from '../domains/webhooks/webhook.actions.ts';
import { Outgoing } from '../http/outgoing.ts';
import type { Authenticator } from '../http/principal.ts';
import { limiterInMemory } from '../http/rate-limit.ts';
import type { Tracing } from '../http/telemetry.ts';
import { Database } from '../storage/database.ts';
import { agreeOnOneOf, isKnownAs } from '../storage/installation.ts';
import { refuseMisfit } from '../storage/migrate.ts';
import { readSchema, type SchemaRange } from '../storage/migration-files.ts';
import { Notifications } from '../storage/notifications.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { unreadableReasons } from '../storage/sealed-texts.ts';
import { TaskQueue } from '../storage/tasks.ts';
import type { AnalysisServices } from '../workflows/analyse-calls.ts';
import { makeAnalysisPdf, makePrinter } from '../workflows/analysis-pdf.ts';
import { CallLog, silentCallLog } from '../workflows/call-log.ts';
import { ComputePool } from '../workflows/compute-pool.ts';
import { WebhookDeliverer } from '../workflows/deliver-webhooks.ts';
import { MeaningSearch } from '../workflows/meaning-search.ts';
import { makePostingReader } from '../workflows/read-posting.ts';
import { type Config, ConfigError } from './config.ts';
import { type KeptDatabase, keepEmbedded } from './embedded-database.ts';
import { checkMasterKey, makeTextKeys } from './encryption.ts';
import { ModelMetrics, makeRegistry, makeUnreadableAnalyses, unreadableTexts } from './metrics.ts';
import { ModelRegistry, openEmbedder, openTurnReader } from './model-registry.ts';
import { addOperationsMetrics } from './operations-metrics.ts';
import type { RestoreHold } from './restore-hold.ts';
import { refuseUnfinishedRestore } from './restore-marker.ts';
import { migrateForStart, tasks } from './schema.ts';
import { checkSecrets, makeModelSeal, makeWebhookSeal, noteAdminSecret, resealSecrets } from './seals.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { version } from './version.ts';

export interface ServicesOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  /** Progress of long work, in words for the person who started it. */
  readonly say: (line: string) => void;
  /** The embedded PostgreSQL, if it is being started already. */
  readonly embedded?: Promise<KeptDatabase> | undefined;
  /** Threads that somebody else keeps; default: threads of its own. */
  readonly compute?: ComputePool;
  /** A command beside the service: it may check what the installation's secrets are, and changes nothing about them. */
  readonly isCommand?: boolean;
  /** False: the schema is left as it is. Default: as PARLEY_MIGRATE_ON_START says; the embedded database is always migrated. */
  readonly migrates?: boolean;
}

/** The parts that every process shares: constructed here and nowhere else. */
export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly databaseUrl: string;
  /** Past a pooler. */
  readonly directUrl: string;
  /** The schemas that this process works with. */
  readonly schema: SchemaRange;
  /** Migrations are missing that this process should apply, and works without. */
  readonly hasPendingMigrations: boolean;
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
  await refuseUnfinishedRestore(config);
  // Its folders and secrets are made before it starts: if that fails, it fails here again, and is said in better words.
  await options.embedded?.catch(() => {});
  const secrets = await loadSecrets(config).catch((error: Error) => {
    throw new ConfigError(`PARLEY_DATA_DIR ${config.PARLEY_DATA_DIR} cannot be used: ${error.message}`);
  });
  const embedded =
    config.DATABASE_URL === undefined
      ? await (options.embedded ?? keepEmbedded(config, say, log))
      : undefined;
  const url = embedded?.url ?? (config.DATABASE_URL as string);
  const closers: (() => Promise<void>)[] = [async () => embedded?.stop()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const directUrl = (embedded ? undefined : config.DATABASE_DIRECT_URL) ?? url;
    const migrates = options.migrates ?? (embedded !== undefined || config.PARLEY_MIGRATE_ON_START === 'on');
    const migrated = await (migrates ? migrateForStart(directUrl, say, log) : refuseMisfit(directUrl)).catch(
      (error: unknown) => {
        throw embedded ? error : nameDatabaseUrl(error);
      },
    );
    const newId = uuid7(clock);
    const onPooled = () =>
      log.warn(
        'DATABASE_URL goes through a connection pooler, where LISTEN/NOTIFY does not work: this process polls for changes once a second and does not cache API keys. Set DATABASE_DIRECT_URL to bypass the pooler.',
      );
    const notifications = new Notifications({
      url: directUrl,
      onError: (error) =>
        log.error({ err: error }, 'the database connection for LISTEN/NOTIFY broke; reconnecting'),
      onPooled,
    });
    const queue = new TaskQueue({
      url: directUrl,
      tasks,
      onError: (error) => log.error({ err: error }, 'a background task failed; the task queue retries it'),
      notifications,
    });
    const unreadable = unreadableTexts();
    const database = new Database({
      url,
      clock,
      newId,
      send: queue.send,
      maxConnections: config.PARLEY_DATABASE_CONNECTIONS,
      textKeys: makeTextKeys(config, secrets, clock),
      onUnreadable: (id, reason) => {
        unreadable.inc({ reason });
        log.warn(
          { id, reason },
          `a stored text of a call, a document or a contact cannot be decrypted: ${unreadableReasons[reason]}`,
        );
      },
      onLostConnection: (error) =>
        log.warn({ err: error }, 'a connection to the database was lost; the pool opens a new one'),
    });
    closers.push(() => database.close());
    closers.push(() => queue.stop(1000));
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
    addOperationsMetrics(registry, { database, config });
    const models = new ModelMetrics(registry);
    const unreadableAnalyses = makeUnreadableAnalyses(registry);
    const embedder = openEmbedder(config, models);
    closers.push(async () => embedder?.close());
    const turnReader = openTurnReader(config, {
      onFailure: (error) =>
        log.warn(
          { err: error },
          'the MiniLM model for unclear English yes/no answers failed; they are decided without it',
        ),
    });
    closers.push(() => turnReader.close());
    return {
      config,
      clock,
      log,
      secrets,
      database,
      databaseUrl: url,
      directUrl,
      schema: (await readSchema()).range,
      hasPendingMigrations: migrated?.isComplete === false,
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
    log.error({ err: error }, 'entries of the audit log could not be written to the database; trying again'),
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
    log.warn(
      { err: error },
      'a job posting (POST /jobs/url) could not be read: the thread that parses its page failed',
    ),
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
        "the language model that a company configured cannot be used; the company's calls use the built-in rules",
      ),
  });
}

/** The story of each call in the log, and its trace. */
export const makeCallLog = ({ clock, log }: Services, { record }: Tracing): CallLog =>
  new CallLog({
    now: () => clock.now(),
    info: (fields, words) => log.info(fields, words),
    debug: log.isLevelEnabled('debug') ? (fields, words) => log.debug(fields, words) : undefined,
    record,
  });

/** Constructed before notifications start, because it subscribes to them. */
export function makeDeliverer(
  services: Services,
  attachments: Attachments,
  calls: CallLog = silentCallLog,
  hold?: RestoreHold,
): WebhookDeliverer {
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
    isHeld: () => hold?.since !== undefined,
    onError: (error) =>
      log.error(
        { err: error },
        'webhook deliveries could not be read from or recorded in the database; trying again',
      ),
    onSent: (sent) => {
      requests.inc({ outcome: isSuccess(sent.attempt) ? 'delivered' : 'failed' });
      noteDelivery(calls, sent);
    },
  });
  notifications.on(DELIVERIES_CHANNEL, () => deliverer.wake());
  return deliverer;
}

/** Events about no call attempt, such as those of a search for candidates, are in no call's trace. */
function noteDelivery(calls: CallLog, { delivery, attempt }: Sent): void {
  const { id: deliveryId, webhookId, companyId, type: event, data } = delivery;
  const attemptId = attemptOf(data);
  if (attemptId === undefined) return;
  const { conversationId } = data as { conversationId?: string };
  const { sentAt, statusCode } = attempt;
  const isFailed = !isSuccess(attempt);
  const fields = { event, webhookId, deliveryId, statusCode, isFailed };
  const ids = { attemptId, companyId, ...(conversationId === undefined ? {} : { conversationId }) };
  const step = { name: 'webhook delivery', startMs: Date.parse(sentAt), isFailed, fields };
  calls.step(ids, step, 'webhook request');
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
  const onUnkept = (error: Error) =>
    log.warn(
      { err: error },
      'the PDF report of an analysis could not be stored; the next request renders it again',
    );
  return { pdfs: makeAnalysisPdf({ objects, print, onUnkept }), close };
}

export const makeAnalysisServices = (
  { config, database, modelRegistry, models, unreadableAnalyses, log }: Services,
  calls: CallLog = silentCallLog,
): AnalysisServices => ({
  everywhere: database,
  analysisModelOf: modelRegistry.analysisModelOf,
  lastResort: {
    analysisModelOf: modelRegistry.rulesAnalysisOf,
    onUse: (attemptId, why) => {
      models.onRequest({ work: 'analysis', result: 'handed_to_rules' });
      log.warn(
        { ...calls.fieldsOf(attemptId), why },
        'the language model failed to analyse a call; the built-in rules analysed it instead',
      );
    },
  },
  onUnreadable: (attemptId) => {
    unreadableAnalyses.inc();
    log.error(
      calls.fieldsOf(attemptId),
      "the analysis of a call was given up: its transcript cannot be decrypted, because the key service refused the contact's key for days",
    );
  },
  onAnalysed: (claimed, { kind }, startedAt) =>
    calls.step(
      claimed,
      {
        name: 'analysis',
        startMs: startedAt.getTime(),
        isFailed: kind === 'failed',
        fields: { result: kind, tries: claimed.tries },
      },
      'call analysed',
    ),
  atOnce: config.PARLEY_ANALYSIS_MAX_CALLS,
  get patienceMs() {
    return modelRegistry.analysisMs;
  },
  onError: (error) => log.error({ err: error }, 'the analysis of calls failed; trying again'),
});
