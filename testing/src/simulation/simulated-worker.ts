import { join } from 'node:path';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import type { Seal } from '@parley/kernel/seal.ts';
import { CallInputsReader } from '@parley/service/domains/conversations/call-inputs.actions.ts';
import { appendJournals } from '@parley/service/domains/conversations/call-journal.actions.ts';
import { databaseTime } from '@parley/service/domains/conversations/dial-ledger.actions.ts';
import { ContactTextKeys } from '@parley/service/domains/personal-data/contact-text-key.actions.ts';
import type { CallRuntime } from '@parley/service/main/call-runtime.ts';
import { makeTelephone } from '@parley/service/main/telephone.ts';
import type { Services } from '@parley/service/main/wiring.ts';
import { Database } from '@parley/service/storage/database.ts';
import { DatabaseClock } from '@parley/service/storage/database-clock.ts';
import { DialLedger } from '@parley/service/storage/dial-ledger.ts';
import { localMasterKey, MasterKeys } from '@parley/service/storage/keys/master-key.ts';
import type { ObjectStore } from '@parley/service/storage/objects/object-store.ts';
import { CallAnalyser } from '@parley/service/workflows/analyse-calls.ts';
import { CallJournals } from '@parley/service/workflows/call-journals.ts';
import { silentCallLog } from '@parley/service/workflows/call-log.ts';
import type { CallRecordings } from '@parley/service/workflows/call-recordings.ts';
import { CallSlots } from '@parley/service/workflows/call-slots.ts';
import { WebhookDeliverer } from '@parley/service/workflows/deliver-webhooks.ts';
import { Settlements } from '@parley/service/workflows/settle-calls.ts';
import { scriptedAnalysisModel } from '../scripted-analysis-model.ts';
import type { ScriptedCarrier } from './scripted-carrier.ts';
import type { ScriptedReceiver } from './scripted-receiver.ts';
import { SeededRandom } from './seeded-random.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import type { SimulatedStore } from './simulated-store.ts';
import type { Trace } from './trace.ts';
import type { Machine } from './virtual-time.ts';

export interface WorkerSurroundings {
  readonly seed: number;
  readonly database: SimulatedDatabase;
  readonly network: SimulatedNetwork;
  readonly store: SimulatedStore;
  readonly carrier: ScriptedCarrier;
  readonly receiver: ScriptedReceiver;
  readonly seal: Seal;
  readonly trace: Trace;
  /** Where machines keep their dial ledgers; a machine that starts again finds its own. */
  readonly folder: string;
}

/** Simulated durations are divided by this, and with them the time for which a number stays locked. */
export const SPEED = 4;
const CONNECTIONS = 2;
const PLACES = 3;

/** What the notifications of a machine's process have to listen to. */
interface Listening {
  readonly notify: (channel: string) => void;
  /** Messages may have been missed. */
  readonly gap: () => void;
}

/** A database as a machine reaches it. */
export function databaseOf(
  { seed, database: server, network }: Pick<WorkerSurroundings, 'seed' | 'database' | 'network'>,
  machine: Machine,
  incarnation: number,
): { database: Database; clock: DatabaseClock } {
  const clock = new DatabaseClock();
  const random = new SeededRandom(seed, `ids of ${machine.name} ${incarnation}`);
  const database = new Database({
    url: server.url,
    clock,
    newId: uuid7(clock, (pool) => random.fill(pool)),
    send: async () => {},
    maxConnections: CONNECTIONS,
    textKeys: new ContactTextKeys(
      new MasterKeys([localMasterKey('a master key of simulations', 'the simulation')]),
      () => clock.now().getTime(),
    ),
  });
  server.serve(machine, network, database);
  return { database, clock };
}

/**
 * The worker of a process, wired as the service does: telephone (dispatcher, dial fence, reaper), settlements, analysis,
 * webhooks. Called in the name of its machine; everything that it does goes through the network.
 */
export async function startWorker(
  surroundings: WorkerSurroundings,
  machine: Machine,
  incarnation: number,
): Promise<Listening> {
  const { seed, network, store, carrier, receiver, seal, trace, folder } = surroundings;
  const { database, clock } = databaseOf(surroundings, machine, incarnation);
  const random = new SeededRandom(seed, `jitter of ${machine.name} ${incarnation}`);
  const onError = (error: Error) => trace.note(`${machine.name}: ${error.message.split('\n')[0]}`);
  await clock.follow({ ask: () => databaseTime(database), onError });
  const objects = store.for(machine, network) as ObjectStore;
  const ledger = new DialLedger({
    objects,
    folder: join(folder, machine.name),
    newId: database.newId,
    now: () => database.now(),
  });
  const recordings = { close: async () => null, discard: async () => {}, left: async () => null };
  const slots = new CallSlots({ everywhere: database, capacity: PLACES, recordings, ledger, onError });
  const journals = new CallJournals((parts) => appendJournals(database, parts), onError);
  const settlements = new Settlements(database);
  const analysisModel = scriptedAnalysisModel();
  const analyser = new CallAnalyser({
    everywhere: database,
    analysisModelOf: async () => analysisModel,
    atOnce: 200,
    patienceMs: 10_000,
    onError,
  });
  const dialogueModel = rulesDialogueModel();
  const runtime: CallRuntime = {
    slots,
    ledger,
    objects,
    callServices: {
      everywhere: database,
      dialogueModelOf: async () => dialogueModel,
      inputs: new CallInputsReader(),
      journals,
      recordings,
      isRecorded: false,
      seed,
      onError,
    },
    law: { hasTrunkRecords: false },
    recordings: recordings as unknown as CallRecordings,
    calls: silentCallLog,
    settle: (call) => settlements.settle(call).finally(() => analyser.wake()),
    onError,
    stop: async () => {},
  };
  const listeners = new Map<string, (() => void)[]>();
  const gapListeners: (() => void)[] = [];
  const services = {
    config: { PARLEY_SIM_SPEED: SPEED, PARLEY_SIM_SEED: seed, PARLEY_SIP_RING_SECONDS: 30 },
    database,
    notifications: {
      on: (channel: string, listener: () => void) =>
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      onGap: (listener: () => void) => gapListeners.push(listener),
    },
    log: {
      error: (words: unknown) => trace.note(`${machine.name} says: ${String(words)}`),
      warn: () => {},
      info: () => {},
    },
  } as unknown as Services;
  const telephone = makeTelephone(
    services,
    runtime,
    () => undefined,
    (line) => carrier.through(line, machine, network),
  );
  const deliverer = new WebhookDeliverer({
    everywhere: database,
    post: { outgoing: receiver.for(machine, network), seal, userAgent: 'Parley/simulation' },
    attachments: {
      pdfs: { kept: async () => undefined, make: async () => null },
      recordingUrl: async () => '',
    },
    random: () => random.next(),
    onError,
  });
  await slots.start();
  await telephone.start();
  analyser.start();
  deliverer.start();
  return {
    notify: (channel) => {
      for (const listener of listeners.get(channel) ?? []) listener();
      if (channel === 'webhook_deliveries') deliverer.wake();
    },
    gap: () => {
      for (const listener of gapListeners) listener();
    },
  };
}
