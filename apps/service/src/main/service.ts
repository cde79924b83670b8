import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import cors from '@fastify/cors';
import type { Line } from '@parley/call-engine/line.ts';
import { withTimeout } from '@parley/kernel/concurrency.ts';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import type { FastifyInstance } from 'fastify';
import { serveScim } from '../domains/access/scim.routes.ts';
import { diallingPause } from '../domains/conversations/dial-ledger.actions.ts';
import { startSealing } from '../domains/conversations/sealing.actions.ts';
import { readMinutes } from '../domains/trunks/minute-limit.actions.ts';
import { hasTrunkRecordsFor } from '../domains/trunks/trunk.actions.ts';
import { ByteBudget } from '../http/byte-budget.ts';
import { serveConsoleApp } from '../http/console-app/console-app.ts';
import { serveHealth } from '../http/health.ts';
import { serveObjectLinks } from '../http/object-links.ts';
import { servePages } from '../http/pages.ts';
import { limiterInDatabase, limiterInMemory } from '../http/rate-limit.ts';
import type { Route } from '../http/route.ts';
import { makeServer } from '../http/server.ts';
import { HttpMetrics } from '../http/telemetry.ts';
import { Validator } from '../http/validation.ts';
import { warmUp } from '../http/warm-up.ts';
import type { CompanyId } from '../storage/sql.ts';
import { CallAnalyser } from '../workflows/analyse-calls.ts';
import { SimulatedTests } from '../workflows/simulated-tests.ts';
import { testTurnLimit } from '../workflows/test-turn-limit.ts';
import { publicDocument } from './api-document.ts';
import { makeRoutes } from './api-routes.ts';
import { startWork } from './background-work.ts';
import { makeCallRuntime, makeRecordings, makeSpeaking } from './call-runtime.ts';
import type { Preparation } from './clone-script.ts';
import { ConfigError, publicUrl, sendingChannels } from './config.ts';
import { makeConsoleRoutes, makeConsoleServices } from './console.ts';
import { agreeOnMasterKey } from './encryption.ts';
import { type InstallationChecks, makeChecks } from './installation-checks.ts';
import { loadLinkSecrets } from './link-secrets.ts';
import { makeObjects } from './objects.ts';
import { messageLinks } from './online-links.ts';
import { addDiallingMetric } from './operations-metrics.ts';
import { RestoreHold } from './restore-hold.ts';
import type { Role } from './roles.ts';
import { finishInBackground, recordThisProcess } from './running-process.ts';
import { makeModelSeal, makeReceipts } from './seals.ts';
import { makeSimulatedRecordings } from './simulated-recordings.ts';
import {
  destinationRule,
  hasTrunk,
  legalHoursRule,
  makeTelephoneSound,
  overallState,
  type TelephoneSound,
} from './sip.ts';
import { startSourcing } from './sourcing.ts';
import { makeSpeech } from './speech.ts';
import { offlineKnows, speechLanguages } from './speech-vendors.ts';
import { makeTelephone } from './telephone.ts';
import { startTracing } from './tracing.ts';
import { makeTrunkServices } from './trunk-test.ts';
import { makeVoices } from './voices.ts';
import { internalUrl, makeWebCalls, serveCalls } from './web-calls.ts';
import {
  makeAccess,
  makeAnalysisServices,
  makeCallLog,
  makeDeliverer,
  makeExtractionServices,
  makeReportPrinter,
  makeWebhookServices,
  ofAttempts,
  type Services,
} from './wiring.ts';

/** A stop waits at most so long for the analysis of the last calls. */
const ANALYSIS_GRACE_MS = 2000;
/** Beyond the drain time: apologies, settlements, the last analyses. */
const STOP_MARGIN_MS = 30_000;
/** For each part once that is over. */
const PART_MS = 2000;
/** Until the last event of a web call is with its page. */
const LAST_WORDS_MS = 1000;

export interface Service {
  readonly port: number;
  readonly publicUrl: string;
  /** How many calls are on the line in this process. */
  readonly liveCalls: number;
  /** No call is on the line in this process or about to be. */
  readonly isQuiet: boolean;
  /** Of the parts that it works with. */
  readonly checks: InstallationChecks;
  /**
   * Compiles schemas and renders the API reference in idle moments, so that no request but the first has to wait for it: an
   * unused service saves the memory. Ends with the last of them, or when the service is stopped.
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
    /** Tests share one between services: compiling the schemas takes longer than the start of a service. */
    validator?: Validator;
    /** STT and TTS of telephone calls. */
    sound?: TelephoneSound;
    /** Stands between the service and its simulated contacts: tests hold calls on the line with it. */
    throughLine?: (line: Line) => Line;
    /** What a clone prepares while the service already answers. */
    preparation?: Preparation;
  } = {},
): Promise<Service> {
  const { config, database, notifications, queue } = services;
  const { validator = new Validator(), sound, throughLine, preparation, ...watching } = options;
  if (!(await agreeOnMasterKey(database, config, services.secrets)))
    services.log.warn(
      'a newer master key is configured but not in use yet: restart every process with it, then run npx parley rewrap-keys',
    );
  const recorded = await recordThisProcess(services, inRoles);
  const hold = await RestoreHold.open(database, (err) =>
    services.log.error(
      { err },
      'after parley resume, a part that a restored copy had held could not be started; it is tried again, or restart this process',
    ),
  );
  await startSealing(database);
  const access = makeAccess(services);
  const tracing = await startTracing(config);
  const calls = makeCallLog(services, tracing);
  const objects = await makeObjects(services, publicUrl(config, config.PORT));
  const packages = findSpeechPackages();
  const simulatedRecordings = makeSimulatedRecordings(services, objects, packages);
  const { recordingUrl } = simulatedRecordings;
  const reportPrinter = makeReportPrinter(services, objects);
  const attachments = { pdfs: ofAttempts(reportPrinter.pdfs), recordingUrl };
  const linkSecrets = await loadLinkSecrets(database, services.secrets);
  const conversationLinks = {
    ...messageLinks(publicUrl(config, config.PORT), linkSecrets),
    recordingUrl,
  };
  const languages = speechLanguages(config, packages);
  // Evaluations understand what calls do.
  const score =
    config.PARLEY_UNDERSTANDING_NETWORK === 'on'
      ? services.turnReader.score.bind(services.turnReader)
      : undefined;
  const simulatedTests = new SimulatedTests({
    evaluate: (companyId, order, more) => services.compute.evaluate(companyId, order, { ...more, score }),
    playTestCases: (companyId, order, more) =>
      services.compute.playTestCases(companyId, order, { ...more, score }),
    dialogueEndpointsOf: (companyId) => services.modelRegistry.dialogueEndpointsOf(companyId),
    meaning: services.meaning,
    onRequest: services.models.onRequest,
    countTurns: testTurnLimit(database, config.PARLEY_TEST_TURNS_PER_DAY),
    stopwatch: () => performance.now(),
  });
  const installedVoices = makeVoices(services, packages);
  // As where calls are placed: without any trunk they stay on the simulated network.
  const hasTelephone = async (companyId: CompanyId) =>
    hasTrunk(config) || (await hasTrunkRecordsFor(database, companyId));
  const legalHoursOf = async (companyId: CompanyId) =>
    legalHoursRule(config, await hasTrunkRecordsFor(database, companyId));
  const isStrict = config.PARLEY_CALLING_LAW === 'strict';
  const lawOfTimes = async (companyId: CompanyId) =>
    (await hasTelephone(companyId)) ? { legalHours: await legalHoursOf(companyId), isStrict } : undefined;
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
        readSpeech: async (companyId) => ({
          languages,
          hasTelephone: await hasTelephone(companyId),
          wait: (await readMinutes(database.within(companyId, { kind: 'system', id: 'preflight' })))?.wait,
          blocked: destinationRule(config),
          legalHours: await legalHoursOf(companyId),
          isStrict,
        }),
        hasModel: (companyId) => services.modelRegistry.hasModel(companyId),
        placing: {
          readRules: async (companyId) =>
            (await hasTelephone(companyId))
              ? { legalHours: await legalHoursOf(companyId), blocked: destinationRule(config) }
              : undefined,
          hasDefaultTrunk: hasTrunk(config),
          sends: sendingChannels(config),
        },
        lawOfTimes,
        receipts: makeReceipts(services),
        runTestCases: simulatedTests.runTestCases,
        trunks: makeTrunkServices(services),
        voices: installedVoices.voices,
      })
    : [];
  let draining = false;
  let finishing: ReturnType<typeof finishInBackground> | undefined;
  const checks = makeChecks(
    services,
    objects,
    () => telephone,
    async () => (await telephone?.whyStopped())?.words ?? (await diallingPause(database))?.reason,
  );

  const server = makeServer({
    routes: inRoles.has('api')
      ? [
          ...routes,
          ...makeConsoleRoutes({
            ...makeConsoleServices(services, objects, conversationLinks, checks, simulatedTests, () =>
              access.keyCache.empty(),
            ),
            lawOfTimes,
            hasTelephone,
          }),
        ]
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
    bytes: new ByteBudget(config.PARLEY_REPLY_MEGABYTES_PER_MINUTE * 1024 ** 2, () => services.clock.now()),
    trustedProxies: config.PARLEY_TRUST_PROXY,
    isSecure: publicUrl(config, config.PORT).startsWith('https:'),
    ...watching,
  });
  serveHealth(server, {
    registry: services.registry,
    trouble: unreadiness,
    telephone: () => checks.trunks && overallState(checks.trunks.states()),
    encryption: () => (checks.masterKey.latest() === undefined ? 'ok' : 'down'),
    token: config.PARLEY_METRICS_TOKEN,
  });
  if (inRoles.has('api'))
    await serveScim(server, {
      everywhere: database,
      pepper: services.secrets.keyPepper,
      limiter: limiterInDatabase(database),
      publicUrl: publicUrl(config, config.PORT),
    });
  const renderings = inRoles.has('api') ? await addPages(server, routes) : [];

  const isWorker = inRoles.has('worker');
  const analyser = isWorker ? new CallAnalyser(makeAnalysisServices(services, calls)) : undefined;
  const onSettled = () => analyser?.wake();
  const isCalling = isWorker || inRoles.has('media');
  const runtime = isCalling
    ? makeCallRuntime(services, { objects, recordings: makeRecordings(objects), calls, onSettled })
    : undefined;
  const onNoModel = (err: Error) =>
    services.log.warn(
      { err },
      'the model for voice activity detection (VAD) could not be loaded; speech is detected by loudness alone',
    );
  const speech = isCalling ? makeSpeech(config, packages, onNoModel) : undefined;
  const makeParty = runtime && speech && makeSpeaking(services, speech, runtime);
  let ownSound: ReturnType<typeof makeTelephoneSound>;
  /** Started with the first trunk: it is a thread. */
  const makeSound = () => {
    if (sound === undefined && speech) ownSound ??= makeTelephoneSound(services, speech, makeParty);
    return sound ?? ownSound;
  };
  const telephone =
    runtime && isWorker ? makeTelephone(services, runtime, makeSound, throughLine, hold) : undefined;
  if (telephone) addDiallingMetric(services.registry, telephone.whyStopped);
  const onUnspoken = preparation && ((language: string) => offlineKnows(language) && preparation.hear());
  const webCalls =
    runtime && inRoles.has('media')
      ? makeWebCalls(services, runtime, makeParty, languages, onUnspoken)
      : undefined;
  serveCalls(server, services, linkSecrets, webCalls, validator);
  const deliverer = isWorker ? makeDeliverer(services, attachments, calls, hold) : undefined;
  const drainMs = config.PARLEY_DRAIN_SECONDS * 1000;
  const port = await open().catch(async (error: unknown) => {
    // Parts that did start would keep the process alive, half working: close them.
    await stop(0).catch((err: Error) =>
      services.log.error({ err }, 'the start failed, and parts that had started could not be stopped'),
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
    get isQuiet() {
      return runtime?.slots.isQuiet ?? true;
    },
    warmUp: async () => {
      await validator.used;
      await warmUp([...validator.compilations, ...renderings], {
        isStopped: () => draining,
        onError: (err) =>
          services.log.error(
            { err },
            'a request schema could not be compiled, or the API reference could not be rendered; requests that need it fail',
          ),
      });
    },
    stop: () => stop(drainMs),
  };

  async function open(): Promise<number> {
    recorded.keep();
    await notifications.start();
    await queue.start();
    const listening = await listen(server);
    if (isWorker) await startWork(services, publicUrl(config, listening), linkSecrets, objects, hold);
    if (isWorker) await hold.onRelease(() => startSourcing(services));
    await runtime?.slots.start(webCalls && internalUrl(config, listening));
    await telephone?.start();
    analyser?.start();
    deliverer?.start();
    if (isWorker && services.hasPendingMigrations) finishing = finishInBackground(services);
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
    const limiter = limiterInMemory(() => services.clock.now());
    const steps = await servePages(instance, (options) => publicDocument(documented, options), limiter);
    serveConsoleApp(instance, preparation === undefined ? {} : { build: preparation.console });
    serveObjectLinks(instance, {
      objects: simulatedRecordings.objects,
      linkSecret: services.secrets.link,
      now: () => services.clock.now(),
      onDownload: (session, client) => access.authenticator.download(session, client),
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
    // Beside each other: calls on the line end in time, whatever keeps the next ones from being claimed.
    await Promise.all([telephone?.stop(), runtime?.stop(withinMs)]);
    await telephone?.close(Math.max(0, untilMs - performance.now()));
    await ownSound?.media.close();
    // The last calls are analysed as well.
    await analyser?.stop(ANALYSIS_GRACE_MS);
  }

  async function stop(withinMs: number): Promise<void> {
    draining = true;
    hold.close();
    finishing?.stop();
    // Connections that are still open after that time are closed: a stop must end.
    const patience = setTimeout(async () => {
      // Before that, contacts in web calls hear an apology, and their page shows that the call has ended.
      if (webCalls?.isBusy()) await webCalls.drained().then(() => sleep(LAST_WORDS_MS));
      server.cutConnections();
    }, withinMs);
    runtime?.slots.close();
    const untilMs = performance.now() + withinMs + STOP_MARGIN_MS;
    /** Whatever hangs is left behind: a process that does not end keeps its port, and its calls from being settled. */
    const bounded = (part: string, work: Promise<unknown> | undefined) =>
      withTimeout(Math.max(PART_MS, untilMs - performance.now()), Promise.resolve(work)).catch((err: Error) =>
        services.log.error({ err }, `stopping ${part} took too long; the shutdown continues without it`),
      );
    // A process without calls has nothing to wait for.
    const closed = isCalling ? undefined : server.close();
    await Promise.all([
      bounded('HTTP requests', closed),
      bounded('background tasks', queue.stop(withinMs)),
      bounded('calls and their analysis', stopCalls(withinMs)),
      bounded('webhook deliveries', deliverer?.stop(withinMs)),
      bounded('web calls', webCalls?.drained()),
    ]);
    // Until the last call has ended, operators see the process and its metrics, and pages of web calls reach it.
    const late = setTimeout(
      () => server.cutConnections(),
      Math.max(LAST_WORDS_MS, untilMs - performance.now()),
    );
    await bounded('HTTP requests', closed ?? server.close());
    clearTimeout(late);
    clearTimeout(patience);
    server.cutConnections();
    webCalls?.stop();
    await bounded('speech to text and text to speech', speech?.stop());
    await bounded('recordings of simulated calls', simulatedRecordings.stop());
    await bounded('voice previews', installedVoices.stop());
    await bounded('PDF reports', reportPrinter.close());
    await bounded('the audit log', access.trail.flush());
    await bounded('the export of traces', tracing.stop());
    await bounded('the record of running processes', recorded.leave());
  }
}
