import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSeal } from '@parley/kernel/seal.ts';
import { FaultPlan, type TimedFault } from './fault-plan.ts';
import { checkPromises } from './promises.ts';
import { Scenario } from './scenario.ts';
import { ScriptedCarrier } from './scripted-carrier.ts';
import { ScriptedReceiver } from './scripted-receiver.ts';
import { SeededRandom } from './seeded-random.ts';
import { SimulatedDatabase } from './simulated-database.ts';
import { type Peer, SimulatedNetwork } from './simulated-network.ts';
import { SimulatedStore } from './simulated-store.ts';
import { startWorker, type WorkerSurroundings } from './simulated-worker.ts';
import { Trace, type Violation } from './trace.ts';
import { type Machine, VirtualTime } from './virtual-time.ts';

export interface SimulationResult {
  readonly seed: number;
  readonly violations: readonly Violation[];
  /** What happened to the first person to whom a promise was broken. */
  readonly story: string;
  /** The same seed has the same one. */
  readonly fingerprint: string;
  readonly calls: number;
  readonly steps: number;
}

/** A Monday morning. */
const START_MS = Date.parse('2027-03-01T09:00:00Z');
const MINUTE_MS = 60_000;
/** Faults come in the first minutes; then everything must come right by itself. */
const FAULTS_MS = 6 * MINUTE_MS;
const LONGEST_MS = 10 * 24 * 60 * MINUTE_MS;
const MOST_STEPS = 60_000;
const LOOK_EVERY_MS = 4000;
/** A look while a request is on its way cannot pass the time, so it waits for a better moment, but not for ever. */
const LOOK_AT_LATEST_MS = 60_000;
const SOON_MS = 1000;

interface RunningWorker {
  machine: Machine;
  incarnation: number;
  listening: Awaited<ReturnType<typeof startWorker>> | undefined;
}

const newMachine = (name: string, skewMs = 0): Machine => ({ name, skewMs, frozenUntilMs: 0, isDead: false });

/** Needs `installVirtualTime`. `template`: made by `SimulatedDatabase.prepareTemplate`. */
export async function simulate(
  seed: number,
  server: { readonly url: string; readonly template: string },
): Promise<SimulationResult> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-simulation-'));
  const time = new VirtualTime(START_MS, new SeededRandom(seed, 'ties'));
  const name = `simulated_${process.pid}_${seed}`;
  const database = await SimulatedDatabase.open(server.url, server.template, name, time);
  try {
    return await new Simulation(seed, time, database, folder).run();
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** One seed: some people, some conversations, two or three workers, and what goes wrong. */
class Simulation {
  readonly #seed: number;
  readonly #time: VirtualTime;
  readonly #database: SimulatedDatabase;
  readonly #trace: Trace;
  readonly #random: SeededRandom;
  readonly #network: SimulatedNetwork;
  readonly #carrier: ScriptedCarrier;
  readonly #receiver: ScriptedReceiver;
  readonly #scenario: Scenario;
  readonly #surroundings: WorkerSurroundings;
  readonly #workers: RunningWorker[];
  readonly #faults: FaultPlan;
  /** Real work that must be done before time goes on. */
  readonly #chores: (() => Promise<void>)[] = [];
  #isPromoted = false;
  #isReplicaBehind = false;

  constructor(seed: number, time: VirtualTime, database: SimulatedDatabase, folder: string) {
    this.#seed = seed;
    this.#time = time;
    this.#database = database;
    this.#trace = new Trace(time);
    this.#random = new SeededRandom(seed, 'world');
    this.#network = new SimulatedNetwork({
      time,
      random: new SeededRandom(seed, 'network'),
      faultOf: (request) => {
        const fault = request.machine.name === 'api' ? undefined : this.#faults.of(request);
        if (fault !== undefined) this.#trace.note(`${request.machine.name}: ${fault} ${request.kind}`);
        return fault;
      },
      crash: (machine) => this.#crash(machine),
      cut: (machine, peer) => this.#cut(machine, peer, this.#random.between(5000, 40_000)),
    });
    const seal = makeSeal('a-secret-of-the-installation-for-tests', 'tests');
    this.#scenario = new Scenario({
      seed,
      time,
      trace: this.#trace,
      seal,
      machine: newMachine('api'),
      database,
      network: this.#network,
    });
    this.#carrier = new ScriptedCarrier({
      time,
      random: new SeededRandom(seed, 'carrier'),
      trace: this.#trace,
      people: this.#scenario.people,
    });
    this.#receiver = new ScriptedReceiver(new SeededRandom(seed, 'receiver'), time, this.#trace);
    this.#receiver.patientFromMs = START_MS + FAULTS_MS;
    this.#surroundings = {
      seed,
      database,
      network: this.#network,
      store: new SimulatedStore(),
      carrier: this.#carrier,
      receiver: this.#receiver,
      seal,
      trace: this.#trace,
      folder,
    };
    const count = this.#random.chance(0.3) ? 3 : 2;
    this.#workers = Array.from({ length: count }, (_, at) => ({
      machine: newMachine(`worker-${at + 1}`, this.#random.between(-3000, 3000)),
      incarnation: 0,
      listening: undefined,
    }));
    this.#faults = new FaultPlan(new SeededRandom(seed, 'faults'), count, FAULTS_MS);
    database.onCallsDue = () => {
      for (const worker of this.#workers)
        this.#time.after(this.#random.between(1, 30), () => this.#notify(worker), worker.machine);
    };
  }

  async run(): Promise<SimulationResult> {
    await this.#until(this.#scenario.prepare());
    this.#scenario.begin();
    for (const worker of this.#workers) this.#start(worker);
    for (const fault of this.#faults.timed)
      this.#time.after(fault.afterMs, () =>
        this.#inflict(fault, this.#workers[fault.victim] as RunningWorker),
      );
    this.#time.after(FAULTS_MS, () => this.#mend());
    const steps = await this.#play();
    if (this.#trace.violations.length === 0)
      await checkPromises({
        database: this.#database,
        people: this.#scenario.people,
        receiver: this.#receiver,
        trace: this.#trace,
        isPromoted: this.#isPromoted,
      });
    for (const { machine } of this.#workers) machine.isDead = true;
    const { violations } = this.#trace;
    return {
      seed: this.#seed,
      violations,
      story: violations[0] === undefined ? '' : this.#trace.storyOf(violations[0]),
      fingerprint: this.#trace.fingerprint,
      calls: this.#scenario.people.reduce((sum, { calls }) => sum + calls.length, 0),
      steps,
    };
  }

  /** Until all is over, or a promise is broken. Answers how many steps it took. */
  async #play(): Promise<number> {
    let lookedMs = this.#time.nowMs;
    for (let steps = 1; ; steps++) {
      if (!this.#time.step()) throw new Error('Nothing happens any more');
      await this.#settle();
      if (this.#trace.violations.length > 0) return steps;
      const sinceMs = this.#time.nowMs - lookedMs;
      if (sinceMs < LOOK_EVERY_MS || (sinceMs < LOOK_AT_LATEST_MS && this.#isAboutToHappen)) continue;
      lookedMs = this.#time.nowMs;
      const isLate = this.#time.nowMs > START_MS + LONGEST_MS || steps > MOST_STEPS;
      if (isLate) this.#trace.violate(`every call and event comes to an end: ${await this.#open()}`);
      if (isLate || (this.#isQuiet && (await this.#isOver()))) return steps;
    }
  }

  async #until(work: Promise<void>): Promise<void> {
    let isDone = false;
    work.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await this.#settle();
      if (!isDone) this.#time.step();
    }
    await work;
  }

  /** Everything that was begun has happened, as far as no time has to pass for it. */
  async #settle(): Promise<void> {
    let isMore: boolean;
    do {
      await quiet(this.#time);
      await this.#database.settled(this.#network.underWay);
      // Who is gone lets go of locks, and others go on.
      isMore = (await this.#database.forgetBroken()) || this.#chores.length > 0;
      for (const chore of this.#chores.splice(0)) await chore();
      isMore = this.#network.replyToFirst() || isMore;
    } while (isMore || (await quiet(this.#time)) || this.#chores.length > 0);
  }

  get #isQuiet(): boolean {
    return (
      this.#carrier.isQuiet &&
      this.#network.isWhole &&
      this.#network.underWay.size === 0 &&
      this.#scenario.isQuiet &&
      !this.#isReplicaBehind &&
      this.#workers.every(
        ({ machine, listening }) => listening && !machine.isDead && machine.frozenUntilMs <= this.#time.nowMs,
      )
    );
  }

  get #isAboutToHappen(): boolean {
    return this.#time.nextOfWorld() - this.#time.nowMs <= SOON_MS;
  }

  /** Passes the time until something is due; true: nothing is, and never will be. */
  async #isOver(): Promise<boolean> {
    const now = new Date(this.#time.nowMs);
    const [row] = await this.#database.read<{ live: number; ready: number; next: Date | null; open: number }>(
      `select (select count(*)::int from live_calls) as live,
         (select count(*)::int from call_attempts where status = 'SCHEDULED' and scheduled_at <= $1 and waits_for_number is null)
         + (select count(*)::int from webhook_deliveries where status = 'PENDING' and due_at <= $1 and coalesce(leased_until, due_at) <= $1)
         + (select count(*)::int from call_analyses where status < 2 and due_at <= $1) as ready,
         (select count(*)::int from conversations where status in ('SCHEDULED', 'IN_PROGRESS')) as open,
         (select min(at) from (
           select scheduled_at as at from call_attempts where status = 'SCHEDULED'
           union all select greatest(due_at, leased_until) from webhook_deliveries where status = 'PENDING'
           union all select due_at from call_analyses where status < 2
           union all select until from locked_numbers) due where at > $1) as next`,
      [now],
    );
    if (row === undefined || row.live + row.ready > 0) return false;
    if (row.next === null && row.open === 0 && this.#time.nowMs > START_MS + this.#scenario.lastsMs)
      return true;
    const untilMs = Math.min(row.next?.getTime() ?? Number.POSITIVE_INFINITY, this.#time.nextOfWorld());
    if (untilMs === Number.POSITIVE_INFINITY) return false;
    const aheadMs = untilMs - this.#time.nowMs - SOON_MS;
    if (aheadMs > 0) this.#time.skip(aheadMs);
    return false;
  }

  async #open(): Promise<string> {
    const rows = await this.#database.read(
      `select c.id, c.status, a.number, a.status as attempt, a.scheduled_at, a.waits_for_number, l.worker_id
       from conversations c join call_attempts a on a.conversation_id = c.id left join live_calls l on l.attempt_id = a.id
       where a.status in ('SCHEDULED', 'IN_PROGRESS')`,
    );
    return JSON.stringify(rows);
  }

  #notify({ machine, listening }: RunningWorker): void {
    if (this.#network.openAt(machine, 'database') <= this.#time.nowMs) listening?.notify('calls_due');
  }

  #start(worker: RunningWorker): void {
    const { machine } = worker;
    const incarnation = ++worker.incarnation;
    this.#trace.note(`${machine.name} starts`);
    this.#time.as(machine, () => {
      startWorker(this.#surroundings, machine, incarnation).then(
        (listening) => {
          if (worker.machine === machine) worker.listening = listening;
        },
        (error: Error) => {
          this.#trace.note(`${machine.name} cannot start: ${error.message}`);
          this.#crash(machine);
        },
      );
    });
  }

  /** Its memory is gone, and with it what it had not committed. It is started again. */
  #crash(machine: Machine): void {
    const worker = this.#workers.find((one) => one.machine === machine);
    if (worker === undefined || machine.isDead) return;
    machine.isDead = true;
    worker.listening = undefined;
    this.#trace.note(`${machine.name} crashes`);
    this.#carrier.machineDied(machine);
    this.#chores.push(() => this.#database.disconnect(machine));
    this.#time.after(this.#random.between(200, 30_000), () => {
      worker.machine = newMachine(machine.name, machine.skewMs);
      this.#start(worker);
    });
  }

  #cut(machine: Machine, peer: Peer, forMs: number): void {
    this.#trace.note(`${machine.name} is cut off from the ${peer} for ${Math.round(forMs / 1000)} s`);
    this.#network.cut(machine, peer, forMs);
    if (peer !== 'database') return;
    this.#gapAfter(machine, 5000);
    this.#gapAfter(machine, forMs + 500);
  }

  #gapAfter(machine: Machine, afterMs: number): void {
    const worker = this.#workers.find((one) => one.machine === machine);
    this.#time.after(afterMs, () => worker?.machine === machine && worker.listening?.gap(), machine);
  }

  #inflict({ kind, forMs, skewMs }: TimedFault, { machine }: RunningWorker): void {
    if (kind === 'promote') this.#stopReplication(forMs);
    else if (!machine.isDead) this.#hit(machine, kind, forMs, skewMs);
  }

  #hit(machine: Machine, kind: Exclude<TimedFault['kind'], 'promote'>, forMs: number, skewMs: number): void {
    switch (kind) {
      case 'crash':
        this.#crash(machine);
        break;
      case 'cut':
        this.#cut(machine, 'database', forMs);
        break;
      case 'cut store':
        this.#cut(machine, 'store', forMs);
        break;
      case 'freeze':
        this.#trace.note(`${machine.name} is frozen for ${Math.round(forMs / 1000)} s`);
        machine.frozenUntilMs = this.#time.nowMs + forMs;
        break;
      case 'skew':
        this.#trace.note(`the clock of ${machine.name} is ${Math.round(skewMs / 1000)} s ahead`);
        machine.skewMs = skewMs;
        break;
      case 'reset':
        this.#trace.note(`${machine.name} loses its connections`);
        this.#chores.push(() => this.#database.disconnect(machine));
        this.#cut(machine, 'database', forMs);
    }
  }

  /** A replica stays behind, and takes the place of the database after a while. */
  #stopReplication(forMs: number): void {
    this.#isReplicaBehind = true;
    this.#trace.note('the replica stops, and all connections are lost');
    this.#exchange(() => this.#database.stopReplication());
    const stoppedMs = this.#time.nowMs;
    this.#time.after(forMs, () => {
      this.#isReplicaBehind = false;
      this.#scenario.forgetSince(stoppedMs);
      this.#isPromoted = true;
      this.#trace.note('the replica is promoted');
      this.#exchange(() => this.#database.promoteReplica());
    });
  }

  #exchange(change: () => Promise<void>): void {
    this.#chores.push(change);
    for (const { machine } of this.#workers) this.#gapAfter(machine, this.#random.between(10, 600));
  }

  #mend(): void {
    this.#trace.note('no more faults');
    this.#faults.end();
    // A loss that is noticed after more than a minute waits for the operator: parley resume. Nothing else may pause dialling.
    if (this.#isPromoted)
      this.#chores.push(async () => void (await this.#database.read('delete from dialling_pause')));
    for (const { machine } of this.#workers) machine.skewMs = 0;
  }
}

/** Once nothing waits for the event loop or for a disk. Answers whether anything did. */
async function quiet(time: VirtualTime): Promise<boolean> {
  for (let turns = 0; ; turns++) {
    await new Promise((resolve) => setImmediate(resolve));
    if (time.immediates === 0 && !process.getActiveResourcesInfo().some((name) => name.startsWith('F')))
      return turns > 0;
  }
}
