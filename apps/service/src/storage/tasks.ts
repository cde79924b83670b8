import type { Task } from '@parley/kernel/task.ts';
import { type Job, type JobResult, PgBoss } from 'pg-boss';
import type { SendTask } from './database.ts';
import type { Notifications } from './notifications.ts';
import { TaskConnections } from './task-connections.ts';

export type TaskHandler<Payload extends object> = (payload: Payload, signal: AbortSignal) => Promise<void>;

export interface TaskQueueOptions {
  readonly url: string;
  /** Every task of the service; their queues are created with the schema. */
  readonly tasks: readonly Task<object>[];
  readonly onError: (error: Error) => void;
  /** Wake workers for new tasks; without them the queue is only polled. Started before the queue. */
  readonly notifications?: Notifications;
  /** Seconds between looks at the queue when no notification came. */
  readonly pollSeconds?: number;
}

const common = { application_name: 'parley tasks', schema: 'tasks' };
const BATCH = 20;
/** The smallest batch after which, when it was full, the next is fetched at once. */
const PAIR = 2;
const LONGEST_PAUSE_SECONDS = 3600;
/** Between looks of a worker at the queue: there are fifty of them in a process. */
const LOOK_SECONDS = 2;
/** While notifications wake it for new tasks. Only retries wait for the look. */
const NOTIFIED_LOOK_SECONDS = 10;

/**
 * The queue of work that outlives a request. A task is a row written by the caller's own transaction; a
 * worker is woken by a notification and fetches batches (fetching one at a time is bound by polling).
 */
export class TaskQueue {
  readonly #boss: PgBoss;
  readonly #connections: TaskConnections;
  readonly #options: TaskQueueOptions;
  #started = false;

  constructor(options: TaskQueueOptions) {
    this.#options = options;
    this.#connections = new TaskConnections(options);
    this.#boss = new PgBoss({
      ...common,
      db: this.#connections,
      useListenNotify: options.notifications !== undefined,
      migrate: false,
      createSchema: false,
    });
    this.#boss.on('error', options.onError);
  }

  /** Makes or updates the queue's own schema, and the queues. Run under the migration lock. */
  static async prepare(options: TaskQueueOptions): Promise<void> {
    const boss = new PgBoss({ ...common, connectionString: options.url, supervise: false, schedule: false });
    boss.on('error', options.onError);
    await boss.start();
    try {
      for (const task of options.tasks) {
        const options = {
          retryLimit: task.retries,
          retryDelay: 1,
          retryBackoff: true,
          retryDelayMax: LONGEST_PAUSE_SECONDS,
          expireInSeconds: task.expireSeconds,
          notify: true,
        };
        await boss.createQueue(task.name, options);
        // The line above leaves a queue that is there as it was; what the code says now must hold for it too.
        await boss.updateQueue(task.name, options);
        if (task.cron) await boss.schedule(task.name, task.cron, {}, { tz: 'UTC' });
      }
      const timed = new Set(options.tasks.filter(({ cron }) => cron).map(({ name }) => name));
      for (const { name } of await boss.getSchedules()) if (!timed.has(name)) await boss.unschedule(name);
    } finally {
      await boss.stop({ graceful: false });
    }
  }

  async start(): Promise<void> {
    this.#started = true;
    await this.#boss.start();
  }

  /** Writes a task through the caller's connection, and so into the caller's transaction. */
  readonly send: SendTask = async (connection, task, payload) => {
    const db = { executeSql: (text: string, values?: unknown[]) => connection.query(text, values) };
    const { companyId } = payload as { companyId?: unknown };
    const group = typeof companyId === 'string' ? { group: { id: companyId } } : {};
    const id = await this.#boss.send(task.name, payload, { db, ...group });
    if (id === null) throw new Error(`The task ${task.name} was not accepted by its queue`);
  };

  /**
   * One batch after the other; or `apart`: so many pairs concurrently, for tasks that take long. `perCompany`: so many tasks
   * of one company at once, so that the others do not wait for all of them.
   */
  async work<Payload extends object>(
    task: Task<Payload>,
    handler: TaskHandler<Payload>,
    { apart, perCompany }: { apart?: number; perCompany?: number } = {},
  ): Promise<void> {
    const { pollSeconds } = this.#options;
    // When a company may begin another of its tasks, nothing notifies.
    const notifiedSeconds = perCompany === undefined ? NOTIFIED_LOOK_SECONDS : LOOK_SECONDS;
    await this.#boss.work<Payload>(
      task.name,
      {
        batchSize: apart === undefined ? BATCH : PAIR,
        localConcurrency: apart ?? 1,
        ...(perCompany === undefined ? {} : { localGroupConcurrency: perCompany }),
        perJobResults: true,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: pollSeconds ?? LOOK_SECONDS,
        notifyPollingIntervalSeconds: pollSeconds ?? notifiedSeconds,
      },
      (jobs) => Promise.all(jobs.map((job) => this.#handle(job, handler))),
    );
  }

  async #handle<Payload extends object>(
    job: Job<Payload>,
    handler: TaskHandler<Payload>,
  ): Promise<JobResult> {
    try {
      await handler(job.data, job.signal);
      return { id: job.id, status: 'completed' };
    } catch (error) {
      this.#options.onError(
        new Error(`The task ${job.name} failed: ${(error as Error).message}`, { cause: error }),
      );
      return { id: job.id, status: 'failed', output: { message: (error as Error).message } };
    }
  }

  /** How many tasks of each kind are waiting to be worked on. */
  async depths(): Promise<ReadonlyMap<string, number>> {
    const queues = await this.#boss.getQueues(this.#options.tasks.map(({ name }) => name));
    return new Map(queues.map((queue) => [queue.name, queue.queuedCount]));
  }

  /** Takes no new work and waits for what is under way. Again, or before a start, it does nothing. */
  async stop(graceMs: number): Promise<void> {
    if (!this.#started) return;
    this.#started = false;
    await this.#boss.stop({ graceful: true, timeout: graceMs });
    await this.#connections.close();
  }
}
