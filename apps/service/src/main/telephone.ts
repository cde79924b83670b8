import { appendFileSync } from 'node:fs';
import type { Line } from '@parley/call-engine/line.ts';
import type { LegalHoursRule } from '@parley/kernel/calling-law.ts';
import { withTimeout } from '@parley/kernel/concurrency.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { simulatedLine } from '@parley/simulator/simulated-line.ts';
import { isWithinHours } from '../domains/conversations/dial-hours.actions.ts';
import { forgetOldDials } from '../domains/conversations/dial-ledger.actions.ts';
import type { DueAttempt } from '../domains/conversations/dispatch.actions.ts';
import { requeue } from '../domains/conversations/requeue.actions.ts';
import { forgetOldSipMessages } from '../domains/conversations/sip-ladder.actions.ts';
import { hasTrunkRecords, TRUNKS_CHANGED } from '../domains/trunks/trunk.actions.ts';
import {
  findRouting,
  forgetOldTrunkCalls,
  releaseLostMinutes,
} from '../domains/trunks/trunk-call.actions.ts';
import { DatabaseClock } from '../storage/database-clock.ts';
import { longestCallMs } from '../workflows/call-time-limits.ts';
import { conductCall } from '../workflows/conduct-call.ts';
import { DialFence, type DialStop } from '../workflows/dial-fence.ts';
import { Dispatcher } from '../workflows/dispatch-calls.ts';
import { RunMaintenance } from '../workflows/maintain-runs.ts';
import { type Reaper, reapLostCalls } from '../workflows/reap-lost-calls.ts';
import type { CallRuntime } from './call-runtime.ts';
import { ConfigError } from './config.ts';
import type { RestoreHold } from './restore-hold.ts';
import { hasTrunk, legalHoursRule, type TelephoneSound, type TrunkState, unfollowedLaw } from './sip.ts';
import { openNetwork, type RealNetwork } from './telephone-network.ts';
import type { Services } from './wiring.ts';

const REAP_MS = 5000;
/** Notifications are hints: what was missed is found by then. */
const SYNC_MS = 60_000;
/** A person has to change something before calls can be placed. */
const REST_MS = 60_000;
/** The next claim decides anew. */
const CLAIM_AGAIN_MS = 1000;
const NO_SPEECH =
  'calls over a trunk need speech to text (STT) and text to speech (TTS), and one of them is missing: run npx parley speech install for offline speech, or configure a vendor (docs/speech.md)';
const NOW_SIMULATED =
  'The call was to go over a trunk, and is simulated now: the trunk was deleted, or a test key had a hand in it';
const OUTSIDE_HOURS = 'the law of the called country allows no calls at this hour';
const DAY_MS = 86_400_000;
/** Prometheus and the console wait for it. */
const LOOK_MS = 1000;
const NO_LOOK =
  'The database or the object store does not answer, so it is not known whether people are dialled';

const HELD =
  'is not used and not registered at until npx parley resume: this installation was restored from a backup';

export interface Telephone {
  start(): Promise<void>;
  /** Why nobody is dialled; undefined: people are. Rejects if that cannot be found out, in a second at most. */
  whyStopped(): Promise<DialStop | undefined>;
  /** What keeps the trunks from answering, in words; undefined: they answer, or there are none. */
  trouble(): Promise<string | undefined>;
  /** What the breakers of the trunks say now. */
  trunkStates(): readonly TrunkState[];
  /** Takes nothing new; calls on the line are the runtime's. */
  stop(): Promise<void>;
  /** Leaves the telephone network after the last call. Bridged calls may continue for so long. */
  close(withinMs: number): Promise<void>;
}

/** The part of a process that places calls: claims due calls, conducts them, and settles calls of processes that died. */
export function makeTelephone(
  services: Services,
  runtime: CallRuntime,
  makeSound: () => TelephoneSound | undefined,
  throughLine: (line: Line) => Line = (line) => line,
  hold?: RestoreHold,
): Telephone {
  const { config, database, notifications, log } = services;
  const { slots, ledger, objects, callServices, law, recordings, calls, settle, onError } = runtime;
  const dialLog = config.PARLEY_SIM_LOG;
  const ringTimeoutMs = config.PARLEY_SIP_RING_SECONDS * 1000;
  const simulated = throughLine(
    simulatedLine({
      speed: config.PARLEY_SIM_SPEED,
      seed: config.PARLEY_SIM_SEED,
      recordsTranscript: config.PARLEY_RECORDING === 'on',
      ...(dialLog === undefined
        ? {}
        : {
            onDial: ({ attemptId, to }) => appendFileSync(dialLog, `${attemptId} ${to}\n`, { mode: 0o600 }),
          }),
    }),
  );
  if (hasTrunk(config) && makeSound() === undefined)
    throw new ConfigError(`PARLEY_SIP_TRUNK is set, but ${NO_SPEECH}.`);
  const legalHours: LegalHoursRule = (...call) => legalHoursRule(config, law.hasTrunkRecords)(...call);
  let network: RealNetwork | undefined;
  let opening: Promise<RealNetwork | undefined> | undefined;
  /** Calls may leave the machine, also while the network is not open yet or could not be opened. */
  let hasTrunks = hasTrunk(config);
  let isDialling = false;
  let isStopping = false;
  /** Opened with the first trunk; undefined: there is no speech for calls. */
  const openOnce = (): Promise<RealNetwork | undefined> => {
    opening ??= Promise.resolve(makeSound())
      .then((sound) => sound && openNetwork(services, runtime, sound))
      .then((opened) => {
        network = opened;
        if (opened === undefined) log.error(`A trunk was created, but ${NO_SPEECH}.`);
        return opened;
      })
      .catch((error: Error) => {
        opening = undefined;
        throw error;
      });
    return opening;
  };
  /** Calls over trunks that cannot be used now wait; those of companies without any trunk are simulated. */
  const realLine = async (attempt: DueAttempt, to: string): Promise<Line> => {
    const { companyId } = attempt;
    const { kind } = await findRouting(
      database,
      companyId,
      { to, from: null, hasDefault: hasTrunk(config) },
      () => 0,
    );
    if (kind === 'simulated') return waitingLine(NOW_SIMULATED, CLAIM_AGAIN_MS);
    hasTrunks = true;
    // It may have been claimed before we knew of the trunk. The next claim postpones it.
    if (!isWithinHours(attempt, legalHours(to, attempt.timeZoneField), database.now()))
      return waitingLine(OUTSIDE_HOURS);
    const opened = await openOnce().catch((error: Error) => error);
    if (opened instanceof Error) return waitingLine(opened.message);
    return opened === undefined ? waitingLine(NO_SPEECH) : opened.lineOf(companyId);
  };
  /**
   * As the claim decided and wrote down. Whatever has changed since then cannot make a simulated call leave the machine,
   * and one that must no longer leave it is claimed again, so that it is never counted as real.
   */
  const lineOf = async (attempt: DueAttempt, isSimulated: boolean, to: string): Promise<Line> => {
    if (attempt.staysSimulated) return simulated;
    if (isSimulated || SIMULATED_NUMBER.test(to)) return waitingLine(NOW_SIMULATED, CLAIM_AGAIN_MS);
    return realLine(attempt, to);
  };
  const syncTrunks = async (): Promise<void> => {
    if (isStopping) return;
    law.hasTrunkRecords = await hasTrunkRecords(database);
    if (network === undefined && !law.hasTrunkRecords && !hasTrunk(config)) return;
    hasTrunks = true;
    // A registration beside that of the installation that was backed up would take its calls, and so may our port.
    if (isHeld()) return;
    await (await openOnce())?.syncTrunks();
  };
  const isHeld = () => hold?.since !== undefined;
  const syncSafely = () => void syncTrunks().catch(onError);
  const fence = new DialFence({
    everywhere: database,
    ledger,
    objects,
    workerId: slots.workerId,
    ...(services.clock instanceof DatabaseClock && { databaseClock: () => database.now() }),
    onStop: (why) => log.error(why),
    onLost: (words) => log.error(words),
  });
  const dispatcher: Dispatcher = new Dispatcher({
    everywhere: database,
    slots,
    fence,
    longestMsOf: ({ isSimulated, phoneNumber, mostMinutes = 0 }) => {
      const isReal = !isSimulated && !SIMULATED_NUMBER.test(phoneNumber ?? '') && opening !== undefined;
      return longestCallMs(mostMinutes, ringTimeoutMs) / (isReal ? 1 : config.PARLEY_SIM_SPEED);
    },
    // The law of a country is for its telephones: calls that stay on the simulated network are placed at any hour.
    hoursOf: ({ isSimulated, phoneNumber, timeZoneField }) =>
      isSimulated || !hasTrunks ? undefined : legalHours(phoneNumber, timeZoneField),
    hasDefaultTrunk: hasTrunk(config),
    conduct: (attempt, by, signal, ending, obstacle) =>
      conductCall(
        {
          ...callServices,
          channel: 'outbound',
          lineFor: async (isSimulated, to) => {
            const line = await lineOf(attempt, isSimulated, to);
            if (line === simulated) calls.live(attempt.attemptId)?.know({ isSimulated: true });
            return line;
          },
          ringTimeoutMs,
          settle,
          requeue: (call) => requeue(database, call),
          takeBack: () => fence.takeBack([attempt]),
          onRinging: dispatcher.noteRinging,
        },
        attempt,
        by,
        signal,
        ending,
        obstacle,
      ),
    onError,
  });
  notifications.on('calls_due', () => dispatcher.wake());
  notifications.on(TRUNKS_CHANGED, syncSafely);
  notifications.onGap(() => {
    fence.doubt();
    dispatcher.wake();
  });
  const reaper: Reaper = {
    everywhere: database,
    recordings,
    ledger,
    onReaped: (call, ending) => calls.lost(call, ending),
    onError,
  };
  const lostCauses = new RowBackoff(onError);
  const maintenance = new RunMaintenance(database, onError);
  let reaping: NodeJS.Timeout | undefined;
  let forgetting: NodeJS.Timeout | undefined;
  let syncing: NodeJS.Timeout | undefined;
  const forget = () => {
    forgetOldDials(database, ledger).catch(onError);
    forgetOldTrunkCalls(database).catch(onError);
    forgetOldSipMessages(database).catch(onError);
  };
  return {
    async start() {
      const law = hasTrunk(config) ? unfollowedLaw(config) : undefined;
      if (law) log.warn(`${law.words} ${law.remedy}`);
      if (hasTrunk(config) && !isHeld()) await openOnce();
      // A trunk of a record that cannot be used is no reason not to start.
      await syncTrunks().catch(onError);
      if (isHeld()) await hold?.onRelease(syncTrunks);
      syncing = setInterval(syncSafely, SYNC_MS);
      dispatcher.start();
      isDialling = true;
      forget();
      forgetting = setInterval(forget, DAY_MS);
      maintenance.start();
      reaping = setInterval(() => {
        if (!slots.canJudge()) return;
        reapLostCalls(reaper, lostCauses).catch(onError);
        releaseLostMinutes(database).catch(onError);
      }, REAP_MS);
    },
    async whyStopped() {
      // To look may compare the ledgers: not before the start, nor while everything closes.
      if (isDialling)
        await withTimeout(LOOK_MS, fence.look(), NO_LOOK).catch((error: Error) => {
          if (fence.stopped === undefined) throw error;
        });
      return fence.stopped;
    },
    trouble: async () => (isHeld() ? HELD : network?.trouble()),
    trunkStates: () => network?.trunkStates() ?? [],
    async stop() {
      isStopping = true;
      isDialling = false;
      clearInterval(reaping);
      clearInterval(forgetting);
      clearInterval(syncing);
      network?.stop();
      await maintenance.stop();
      await dispatcher.stop();
    },
    async close(withinMs) {
      await (await opening?.catch(() => undefined))?.close(withinMs);
    },
  };
}

/** Nothing is wrong with the call: it waits until somebody has put this right. */
const waitingLine = (code: string, retryAfterMs = REST_MS): Line => ({
  async *dial() {
    yield { kind: 'not_placed', code, retryAfterMs, isTrunkDown: true };
  },
});
