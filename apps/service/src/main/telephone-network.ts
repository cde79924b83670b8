import type { Line } from '@parley/call-engine/line.ts';
import { addressMatcher } from '@parley/kernel/ip-address.ts';
import { SipArrivals } from '@parley/sip/sip-arrivals.ts';
import { systemRandom } from '@parley/sip/sip-random.ts';
import type { SipTrunk } from '@parley/sip/sip-trunk.ts';
import type { TrunkTrouble } from '@parley/sip/trunk-breaker.ts';
import { systemCallClock } from '@parley/speech/call-clock.ts';
import type { PlacingParts } from '@parley/telephone/call-order.ts';
import { refusePolitely } from '@parley/telephone/polite-refusal.ts';
import { SipBridges } from '@parley/telephone/sip-bridge.ts';
import { arrivedLine, sipLine } from '@parley/telephone/sip-line.ts';
import { trunkTrouble } from '@parley/telephone/trunk-check.ts';
import { countryLimitsOf } from '../domains/companies/company.actions.ts';
import { callBlockOf } from '../domains/companies/company.model.ts';
import { reportOneWayAudio } from '../domains/conversations/one-way-audio.actions.ts';
import { keepSipMessages } from '../domains/conversations/sip-ladder.actions.ts';
import { noteCountryPassedOn } from '../domains/trunks/called-country.actions.ts';
import { hasMinutesLeft } from '../domains/trunks/minute-limit.actions.ts';
import type { OperatorTrunk } from '../domains/trunks/operator-trunk.model.ts';
import type { CompanyId } from '../storage/sql.ts';
import { CallAnswerer } from '../workflows/answer-calls.ts';
import { oneWayAudio } from '../workflows/one-way-audio.ts';
import { SipTraces } from '../workflows/sip-traces.ts';
import { TrunkChecks } from '../workflows/trunk-checks.ts';
import { TrunkProblems } from '../workflows/trunk-problems.ts';
import { TrunkRegistrations } from '../workflows/trunk-registrations.ts';
import { TrunkRoutes } from '../workflows/trunk-routes.ts';
import { UnconnectedTrunks } from '../workflows/unconnected-trunks.ts';
import type { CallRuntime } from './call-runtime.ts';
import { openHepExport } from './hep-export.ts';
import { makeTrunkSeal } from './seals.ts';
import {
  bindFailure,
  destinationRule,
  openConfiguredExchange,
  ownNumberOf,
  settingsTrunkKey,
  stateOf,
  type TelephoneSound,
  type TrunkState,
} from './sip.ts';
import { TrunkConnections } from './trunk-connections.ts';
import { TrunkMetrics } from './trunk-metrics.ts';
import { type Services, trunkRules } from './wiring.ts';

const ADVICE =
  'Its calls wait, or use another trunk, until it works again. Run npx parley trunk check to find out why.';

/** A database that is away does not keep the process from stopping. */
const WRITE_MS = 5000;

/** The telephone network of the trunks: calls go out to it, and come in from it. */
export interface RealNetwork {
  /** For calls of a company. */
  lineOf(companyId: CompanyId): Line;
  /** Connects to the trunks as their records are now. */
  syncTrunks(): Promise<void>;
  /** What keeps the operator's trunks from answering, in sentences; undefined: all answer. */
  trouble(): Promise<string | undefined>;
  trunkStates(): readonly TrunkState[];
  /** Takes no further calls from it. */
  stop(): void;
  /** Leaves the network. Bridged calls may continue for so long. */
  close(withinMs: number): Promise<void>;
}

export async function openNetwork(
  services: Services,
  { slots, callServices, settle, calls, onError }: CallRuntime,
  sound: TelephoneSound,
): Promise<RealNetwork> {
  const { config, database, log, registry } = services;
  const traces = new SipTraces({
    keep: (messages) => keepSipMessages(database, messages),
    newId: database.newId,
    now: () => database.now(),
    onMessage: (attemptId, { direction, method, status }) =>
      calls.sip(attemptId, { isSent: direction === 'SENT', method, status }),
    onError,
  });
  const hep = config.PARLEY_HEP && openHepExport(config.PARLEY_HEP, (words) => log.warn(words));
  const exchange = await openConfiguredExchange(
    config,
    (words) => log.warn(words),
    {
      onChange: (trunk, trouble) => onTrunkChange(trunk, trouble),
      onCheck: (trunk, { status }) => {
        const record = connections.recordOf(trunk);
        if (record === undefined) void checks.noteSettings(settingsTrunkKey(trunk), status);
        else if (connections.isCurrent(record)) void checks.note(record, status);
        const own = operatorTrunkOf(trunk);
        if (own && status !== null && trunk.breaker.trouble === undefined)
          void problems.noteOperators(own, undefined, trunk.breaker.hasWorked);
      },
      onRegistration: (trunk, registration) => {
        const record = connections.recordOf(trunk);
        if (record === undefined) void registrations.note(settingsTrunkKey(trunk), registration);
        else if (connections.isCurrent(record)) void registrations.note(record.id, registration);
      },
    },
    (message) => {
      traces.take(message);
      hep?.send(message);
    },
  );
  const { agent } = exchange;
  const metrics = new TrunkMetrics(registry);
  const problems = new TrunkProblems(database, slots.workerId, onError);
  const checks = new TrunkChecks(database, onError);
  const unconnected = new UnconnectedTrunks({
    everywhere: database,
    warn: (words) => log.warn(words),
    onError,
  });
  const registrations = new TrunkRegistrations(database, slots.workerId, onError);
  const connections = new TrunkConnections({
    everywhere: database,
    exchange,
    seal: makeTrunkSeal(services),
    rules: trunkRules(config),
    onConnected: (trunk) => {
      checks.forget(trunk.id);
      void problems.note(trunk, undefined);
      if (trunk.companyId === null) void problems.forgetOperators({ key: trunk.id, name: trunk.name });
    },
    onLeft: ({ id }) => void registrations.forget(id),
    onError,
  });
  /** Of the settings, and shared by the operator. */
  const operators = (): SipTrunk[] => [...exchange.trunks, ...connections.shared];
  /** As staff know it; undefined: it is a company's, or its record has changed. */
  function operatorTrunkOf(trunk: SipTrunk): OperatorTrunk | undefined {
    const record = connections.recordOf(trunk);
    if (record === undefined) return { key: settingsTrunkKey(trunk), name: trunk.host };
    return record.companyId === null && connections.isCurrent(record)
      ? { key: record.id, name: record.name }
      : undefined;
  }
  function onTrunkChange(trunk: SipTrunk, trouble: TrunkTrouble | undefined): void {
    const record = connections.recordOf(trunk);
    if (record && connections.isCurrent(record)) void problems.note(record, trouble?.words);
    const own = operatorTrunkOf(trunk);
    if (own) void problems.noteOperators(own, trouble);
    if (record === undefined || record.companyId === null) metrics.noteChange(trunk.host, trouble);
    const whose = record?.companyId ? ` of the company ${record.companyId}` : '';
    if (trouble) log.error(`The SIP trunk ${trunk.host}${whose} is down: it ${trouble.words}. ${ADVICE}`);
    else log.info(`The SIP trunk ${trunk.host}${whose} works again.`);
  }
  const routes = new TrunkRoutes({
    everywhere: database,
    workerId: slots.workerId,
    defaults: exchange.trunks.map((trunk) => ({ key: settingsTrunkKey(trunk), trunk })),
    connectTo: (trunk) =>
      connections.to(trunk).catch((error: Error) => {
        throw bindFailure(config, error);
      }),
    fraction: () => systemRandom.fraction(),
    onCallEnd: (trunk, report) => {
      if (!connections.recordOf(trunk)?.companyId) metrics.noteCall(trunk.host, report);
    },
    onCallStored: (trunk, report) => {
      const which = connections.recordOf(trunk) ?? { key: settingsTrunkKey(trunk) };
      void unconnected.note(trunk, which, report);
    },
    onError,
  });
  const [from, sessionSeconds] = [config.PARLEY_SIP_FROM ?? null, config.PARLEY_SIP_SESSION_SECONDS];
  const byOperator = destinationRule(config);
  const blocked = (number: string) => byOperator(number)?.words;
  const placing = { agent, trunks: exchange.trunks, media: sound.media, from, sessionSeconds, blocked };
  const placingOf = (companyId: CompanyId): PlacingParts => {
    const scope = database.within(companyId, { kind: 'system', id: 'call' });
    return {
      ...placing,
      blocked: async (number) =>
        callBlockOf(byOperator, await countryLimitsOf(database, companyId), number)?.words,
      onPassedOn: (number) => noteCountryPassedOn(scope, number),
      onTrunkAwaited: (trunk, trouble) => {
        const operators = operatorTrunkOf(trunk);
        const downForMs = agent.time.nowMs() - trouble.sinceMs;
        if (operators) void problems.noteAwaited(scope, operators, trouble, downForMs);
      },
      mayTransfer: () => hasMinutesLeft(scope),
      routesOf: (order) => routes.of(companyId, order),
    };
  };
  const talk = {
    bridges: new SipBridges(placing),
    partyOf: sound.partyOf,
    onCallId: (attemptId: string, callId: string, trunk?: SipTrunk) => {
      if (trunk) calls.live(attemptId)?.offeredTo(trunk.host);
      traces.follow(attemptId, callId, Boolean(trunk && connections.recordOf(trunk)?.companyId));
    },
    onGap: oneWayAudio({
      log,
      fieldsOf: (attemptId) => calls.fieldsOf(attemptId),
      report: (attemptId, direction) => reportOneWayAudio(database, attemptId, direction),
      onError,
    }),
  };
  const own = ownNumberOf(config);
  const answerer = new CallAnswerer({
    everywhere: database,
    slots,
    callServices,
    settle,
    ownNumber: own,
    lineOf: (arrival, companyId) => arrivedLine({ ...talk, placing: placingOf(companyId) }, arrival),
    decline: (leg, language) =>
      sound.tts ? refusePolitely(leg, sound.tts, language, systemCallClock) : leg.hangUp(),
    onError,
  });
  const arrivals = new SipArrivals({
    agent,
    // Not those of companies: whoever owns one could pretend to be a contact of another company.
    get trunks() {
      return operators();
    },
    media: sound.media,
    isAllowed: addressMatcher(config.PARLEY_SIP_ALLOW),
    own,
    sessionSeconds,
    onArrival: answerer.take,
  });
  exchange.start();
  const trunkStates = () => operators().map((trunk) => stateOf(trunk, database.now()));
  metrics.follow(trunkStates);
  return {
    trunkStates,
    lineOf: (companyId) => sipLine({ ...placingOf(companyId), ...talk }),
    syncTrunks: () => connections.sync(),
    async trouble() {
      const troubles = await Promise.all(operators().map((trunk) => trunkTrouble(agent, trunk)));
      return troubles.filter((trouble) => trouble !== undefined).join(' ') || undefined;
    },
    stop: () => arrivals.close(),
    async close(withinMs) {
      await Promise.all([answerer.stop(), talk.bridges.close(withinMs), connections.close()]);
      await exchange.close();
      await routes.close(WRITE_MS);
      hep?.close();
      await traces.close();
    },
  };
}
