import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import cors from '@fastify/cors';
import type { Line } from '@parley/call-engine/line.ts';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import type { FastifyInstance } from 'fastify';
import { scoreByRules } from '../domains/sourcing/assessment.model.ts';
import { httpProvider } from '../domains/sourcing/http-provider.actions.ts';
import { poolProvider } from '../domains/sourcing/pool-provider.actions.ts';
import type { SourcingProvider } from '../domains/sourcing/provider.model.ts';
import { maintainRequests, resumeRequests } from '../domains/sourcing/request.actions.ts';
import { enrichTask, sourceTask, sourcingMaintenanceTask } from '../domains/sourcing/request.model.ts';
import { serveConsoleApp } from '../http/console-app/console-app.ts';
import { serveHealth } from '../http/health.ts';
import { serveObjectLinks } from '../http/object-links.ts';
import { servePages } from '../http/pages.ts';
import { limiterInDatabase } from '../http/rate-limit.ts';
import type { Route } from '../http/route.ts';
import { makeServer } from '../http/server.ts';
import { HttpMetrics } from '../http/telemetry.ts';
import { Validator } from '../http/validation.ts';
import { warmUp } from '../http/warm-up.ts';
import { CallAnalyser } from '../workflows/analyse-calls.ts';
import { enrich } from '../workflows/enrich.ts';
import { source } from '../workflows/source.ts';
import { publicDocument } from './api-document.ts';
import { makeRoutes } from './api-routes.ts';
import { startWork } from './background-work.ts';
import { makeCallRuntime, makeRecordings, makeSpeaking } from './call-runtime.ts';
import { ConfigError, publicUrl } from './config.ts';
import { makeConsoleRoutes, makeConsoleServices } from './console.ts';
import { type InstallationChecks, makeChecks } from './installation-checks.ts';
import { onlineLinks } from './online-links.ts';
import { makeSimulatedRecordings } from './simulated-recordings.ts';
import { hasTrunk, makeTelephoneSound, type TelephoneSound } from './sip.ts';
import { makeSpeech } from './speech.ts';
import { speechLanguages } from './speech-vendors.ts';
import { makeTelephone } from './telephone.ts';
import { startTracing } from './tracing.ts';
import { version } from './version.ts';
import { internalUrl, makeWebCalls, serveCalls } from './web-calls.ts';
import {
  makeAccess,
  makeAnalysisServices,
  makeDeliverer,
  makeExtractionServices,
  makeModelSeal,
  makeObjects,
  makeReportPrinter,
  makeWebhookServices,
  ofAttempts,
  type Services,
} from './wiring.ts';

/** A stop waits at most so long for the analysis of the last calls. */
const ANALYSIS_GRACE_MS = 2000;
/** Until the last event of a web call is with its page. */
const LAST_WORDS_MS = 1000;

export const roles = ['api', 'worker', 'media'] as const;
export type Role = (typeof roles)[number];

export interface Service {
  readonly port: number;
  readonly publicUrl: string;
  /** How many calls are on the line in this process. */
  readonly liveCalls: number;
  /** Of the parts that it works with. */
  readonly checks: InstallationChecks;
  /**
   * Compiles schemas and renders the API reference in idle moments, so that no request has to wait for it. Ends with the
   * last of them, or when the service is stopped.
   */
  warmUp(): Promise<void>;
  /** Takes no new work, lets what is under way end within the drain time, loses nothing. */
  stop(): Promise<void>;
}

/** One running process, in some or all of the roles. Every role answers health and metrics. */
export async function startService(
  services: Services,
  inRoles: ReadonlySet<Role>,
  options: {
    onReply?: (route: Route, status: number, body: unknown) => void;
    /** STT and TTS of telephone calls. */
    sound?: TelephoneSound;
    /** Stands between the service and its simulated contacts: tests hold calls on the line with it. */
    throughLine?: (line: Line) => Line;
  } = {},
): Promise<Service> {
  const { config, database, notifications, queue } = services;
  const { sound, throughLine, ...watching } = options;
  const access = makeAccess(services);
  const tracing = await startTracing(config);
  const objects = await makeObjects(services, publicUrl(config, config.PORT));
  const packages = findSpeechPackages();
  const simulatedRecordings = makeSimulatedRecordings(services, objects, packages);
  const { recordingUrl } = simulatedRecordings;
  const reportPrinter = makeReportPrinter(services, objects);
  const attachments = { pdfs: ofAttempts(reportPrinter.pdfs), recordingUrl };
  const conversationLinks = {
    ...onlineLinks(publicUrl(config, config.PORT), services.secrets.link),
    recordingUrl,
  };
  const languages = speechLanguages(config, packages);
  const routes = inRoles.has('api')
    ? makeRoutes({
        pepper: services.secrets.keyPepper,
        onKeyChange: () => access.keyCache.empty(),
        objects,
        conversationLinks,
        webhooks: makeWebhookServices(services),
        analysisPdf: reportPrinter.pdfs.make,
        attachments,
        extraction: makeExtractionServices(services),
        modelSeal: makeModelSeal(services),
        speech: { languages, hasTelephone: hasTrunk(config) },
        hasModel: (companyId) => services.modelRegistry.hasModel(companyId),
      })
    : [];
  let draining = false;
  const validator = new Validator();
  const checks = makeChecks(services, objects, async () => telephone?.trouble());

  const server = makeServer({
    routes: inRoles.has('api')
      ? [...routes, ...makeConsoleRoutes(makeConsoleServices(services, objects, conversationLinks, checks))]
      : [],
    services: {
      everywhere: database,
      authenticator: access.authenticator,
      validator,
      limiter: limiterInDatabase(database),
    },
    log: services.log,
    metrics: new HttpMetrics(services.registry),
    tracing,
    trustedProxies: config.PARLEY_TRUST_PROXY,
    isSecure: publicUrl(config, config.PORT).startsWith('https:'),
    ...watching,
  });
  serveHealth(server, { registry: services.registry, trouble: unreadiness });
  const renderings = inRoles.has('api') ? await addPages(server, routes) : [];

  const isWorker = inRoles.has('worker');
  const analyser = isWorker ? new CallAnalyser(makeAnalysisServices(services)) : undefined;
  const onSettled = () => analyser?.wake();
  const isCalling = isWorker || inRoles.has('media');
  const runtime = isCalling
    ? makeCallRuntime(services, { recordings: makeRecordings(objects), onSettled })
    : undefined;
  const onNoModel = (err: Error) =>
    services.log.warn(
      { err },
      'voice activity detection is unavailable; loudness alone separates speech from noise',
    );
  const speech = isCalling ? makeSpeech(config, packages, onNoModel) : undefined;
  const makeParty = runtime && speech && makeSpeaking(services, speech, runtime.recordings);
  const ownSound =
    sound === undefined && isWorker && speech ? makeTelephoneSound(services, speech, makeParty) : undefined;
  const telephone =
    runtime && isWorker ? makeTelephone(services, runtime, sound ?? ownSound, throughLine) : undefined;
  const webCalls =
    runtime && inRoles.has('media') ? makeWebCalls(services, runtime, makeParty, languages) : undefined;
  serveCalls(server, services, webCalls, validator);
  const deliverer = isWorker ? makeDeliverer(services, attachments) : undefined;
  const drainMs = config.PARLEY_DRAIN_SECONDS * 1000;
  const port = await open().catch(async (error: unknown) => {
    // Parts that did start would keep the process alive, half working: close them.
    await stop(0).catch((err: Error) =>
      services.log.error({ err }, 'the start failed, and its open resources could not be closed'),
    );
    throw error;
  });
  return {
    port,
    publicUrl: publicUrl(config, port),
    checks,
    get liveCalls() {
      return runtime?.slots.liveCalls ?? 0;
    },
    warmUp: () =>
      warmUp([...validator.compilations, ...renderings], {
        isStopped: () => draining,
        onError: (err) =>
          services.log.error({ err }, 'a schema or the API reference is broken; requests that need it fail'),
      }),
    stop: () => stop(drainMs),
  };

  async function open(): Promise<number> {
    await notifications.start();
    await queue.start();
    const listening = await listen(server);
    if (isWorker) await startWork(services, publicUrl(config, listening), objects);
    if (isWorker) await startSourcing(services);
    await runtime?.slots.start(webCalls && internalUrl(config, listening));
    await telephone?.start();
    analyser?.start();
    deliverer?.start();
    return listening;
  }

  async function unreadiness(): Promise<string | undefined> {
    if (draining) return 'The service is stopping';
    const [database, storage] = await Promise.all([checks.database.now(), checks.storage.now()]);
    return database ?? storage;
  }

  async function addPages(instance: FastifyInstance, documented: readonly Route[]) {
    if (config.PARLEY_CORS_ORIGINS.length > 0) {
      await instance.register(cors, {
        origin: config.PARLEY_CORS_ORIGINS,
        methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        exposedHeaders: ['x-trace-id', 'retry-after'],
        maxAge: 600,
      });
    }
    const steps = await servePages(instance, (options) => publicDocument(documented, options));
    // Recordings are played from where they lie.
    const storage = config.PARLEY_S3_ENDPOINT;
    serveConsoleApp(instance, { mediaOrigins: storage === undefined ? [] : [new URL(storage).origin] });
    serveObjectLinks(instance, {
      objects: simulatedRecordings.objects,
      linkSecret: services.secrets.link,
      now: () => services.clock.now(),
    });
    return steps;
  }

  async function listen(instance: FastifyInstance): Promise<number> {
    try {
      await instance.listen({ port: config.PORT, host: config.HOST });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE')
        throw new ConfigError(
          `PORT ${config.PORT} is in use, perhaps by another Parley. Stop that one, or use another port: PORT=3001 npm start`,
        );
      if (code === 'EACCES')
        throw new ConfigError(
          `PORT ${config.PORT} may not be used by this user. Set PORT to one above 1024.`,
        );
      if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
        throw new ConfigError(`HOST ${config.HOST} is not an address of this machine.`);
      throw error;
    }
    return (instance.server.address() as AddressInfo).port;
  }

  async function stopCalls(withinMs: number): Promise<void> {
    const untilMs = performance.now() + withinMs;
    await telephone?.stop();
    await runtime?.stop(withinMs);
    await telephone?.close(Math.max(0, untilMs - performance.now()));
    await ownSound?.media.close();
    // The last calls are analysed as well.
    await analyser?.stop(ANALYSIS_GRACE_MS);
  }

  async function stop(withinMs: number): Promise<void> {
    draining = true;
    // Connections that are still open after that time are closed: a stop must end.
    const patience = setTimeout(async () => {
      // Before that, contacts in web calls hear an apology, and their page shows that the call has ended.
      if (webCalls?.isBusy()) await webCalls.drained().then(() => sleep(LAST_WORDS_MS));
      server.cutConnections();
    }, withinMs);
    runtime?.slots.close();
    await Promise.all([
      // Pages of web calls are connected to this server only.
      Promise.resolve(webCalls?.drained()).then(() => server.close()),
      queue.stop(withinMs),
      stopCalls(withinMs),
      deliverer?.stop(withinMs),
    ]);
    clearTimeout(patience);
    webCalls?.stop();
    await speech?.stop();
    await simulatedRecordings.stop();
    await reportPrinter.close();
    await access.trail.flush();
    await tracing.stop();
  }
}

/** Pairs of runs at once in a process: most of a run is waiting for a provider. */
const AT_ONCE = 8;
/** For one response of a vendor, which may have to ask other services. */
const PROVIDER_MS = 60_000;

const makeProvider = ({ config, outgoing }: Services): SourcingProvider =>
  config.PARLEY_SOURCING_PROVIDER === undefined
    ? poolProvider
    : httpProvider({
        url: config.PARLEY_SOURCING_PROVIDER,
        key: config.PARLEY_SOURCING_KEY,
        outgoing,
        userAgent: `Parley/${version}`,
        timeoutMs: PROVIDER_MS,
      });

/** Binds the tasks of sourcing to their workflows, and takes up what a process that died left behind. */
async function startSourcing(services: Services): Promise<void> {
  const { database, queue, log } = services;
  const provider = makeProvider(services);
  const onError = (error: Error) => log.error({ err: error }, 'a sourcing run failed');
  await queue.work(
    sourceTask,
    (order, signal) => source(database, { provider, score: scoreByRules, onError }, order, signal),
    {
      apart: AT_ONCE,
    },
  );
  await queue.work(enrichTask, (order, signal) => enrich(database, provider, order, signal), {
    apart: AT_ONCE,
  });
  await queue.work(sourcingMaintenanceTask, (_payload, signal) => maintainRequests(database, signal));
  await resumeRequests(database);
}
