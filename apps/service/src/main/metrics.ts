import { withTimeout } from '@parley/kernel/concurrency.ts';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from '../storage/database.ts';
import type { TaskQueue } from '../storage/tasks.ts';

/** What Prometheus is told of every process. */
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
    help: 'Tasks that wait to be worked on, by kind',
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
