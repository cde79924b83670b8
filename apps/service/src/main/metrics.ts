import type { ModelReport } from '@parley/call-engine/llm/model-report.ts';
import { withTimeout } from '@parley/kernel/concurrency.ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../storage/database.ts';
import type { TaskQueue } from '../storage/tasks.ts';

/** Metrics of every process, for Prometheus. */
export function makeRegistry(database: Database, queue: TaskQueue): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'parley_' });
  new Gauge({
    name: 'parley_database_connections',
    help: 'Connections of the pool, by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, database.pool.totalCount);
      this.set({ state: 'idle' }, database.pool.idleCount);
      this.set({ state: 'waited_for' }, database.pool.waitingCount);
    },
  });
  new Gauge({
    name: 'parley_tasks_waiting',
    help: 'Tasks waiting in the queue, by kind',
    labelNames: ['task'],
    registers: [registry],
    async collect() {
      this.reset();
      // While the database is away this is not known, and the other numbers are needed most.
      const depths = await withTimeout(2000, queue.depths()).catch(() => new Map<string, number>());
      for (const [task, depth] of depths) this.set({ task }, depth);
    },
  });
  return registry;
}

/** Made before the registry, which needs the database that counts here. */
export const unreadableTexts = () =>
  new Counter({
    name: 'parley_unreadable_texts_total',
    help: 'Reads of stored transcripts, journals and analyses that could not be decrypted, by reason',
    labelNames: ['reason'],
    registers: [],
  });

/** Calls without results, for want of a key. */
export const makeUnreadableAnalyses = (registry: Registry) =>
  new Counter({
    name: 'parley_unreadable_analyses_total',
    help: "Analyses that were given up because the key service refused the contact's key for days",
    registers: [registry],
  });

/** From a model in the same room to the longest that an analysis waits. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 20, 40, 60];

/** Requests of this process to language models, of all companies together. */
export class ModelMetrics {
  readonly #requests: Counter<'kind' | 'result'>;
  readonly #tokens: Counter<'kind' | 'direction'>;
  readonly #seconds: Histogram<'kind'>;

  constructor(registry: Registry) {
    this.#requests = new Counter({
      name: 'parley_model_requests_total',
      help: 'Requests to models, by result; handed_to_rules is counted in addition',
      labelNames: ['kind', 'result'],
      registers: [registry],
    });
    this.#tokens = new Counter({
      name: 'parley_model_tokens_total',
      help: 'Tokens sent to models (in, cached ones included) and received (out)',
      labelNames: ['kind', 'direction'],
      registers: [registry],
    });
    this.#seconds = new Histogram({
      name: 'parley_model_request_seconds',
      help: 'Time until the first usable output of a model, or its failure',
      labelNames: ['kind'],
      buckets: BUCKETS_S,
      registers: [registry],
    });
  }

  readonly onRequest = ({ work: kind, result, ms, usage }: ModelReport): void => {
    this.#requests.inc({ kind, result });
    if (ms !== undefined) this.#seconds.observe({ kind }, ms / 1000);
    if (usage === undefined) return;
    this.#tokens.inc({ kind, direction: 'in' }, usage.inputTokens);
    this.#tokens.inc({ kind, direction: 'out' }, usage.outputTokens);
  };
}
