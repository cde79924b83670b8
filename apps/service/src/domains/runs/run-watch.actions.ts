import { setTimeout as sleep } from 'node:timers/promises';
import { notFound } from '@parley/kernel/failure.ts';
import type { StreamEvent } from '../../http/event-stream.ts';
import type { Scope } from '../../storage/scope.ts';
import { isOver, viewRun } from './run.model.ts';
import { findRun } from './run.store.ts';

/** Looked at so often while somebody watches: a look costs the same whatever the size of the run. */
const LOOK_MS = 500;

/** The run as it changes, until it is over, deleted, or the watcher has gone. */
export async function watchRun(
  scope: Scope,
  id: string,
  closing: AbortSignal,
): Promise<AsyncIterable<StreamEvent>> {
  if (!(await findRun(scope, id))) throw notFound('Run');
  return watch(scope, id, closing);
}

async function* watch(scope: Scope, id: string, closing: AbortSignal): AsyncGenerator<StreamEvent> {
  let shown = '';
  while (!closing.aborted) {
    const run = await findRun(scope, id);
    if (!run) return;
    const data = viewRun(run, run);
    const key = JSON.stringify(data);
    if (key !== shown) yield { event: 'progress', data };
    shown = key;
    if (isOver(run.status) && run.open === 0) {
      yield { event: 'end', data };
      return;
    }
    await sleep(LOOK_MS, undefined, { signal: closing }).catch(() => {});
  }
}
