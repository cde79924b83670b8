import { Worker } from 'node:worker_threads';
import { limitConcurrency } from '@parley/kernel/concurrency.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { type PrintReport, type ReportContent, Unprintable } from '../domains/analysis/report.model.ts';

export interface PrinterLimits {
  readonly atOnce: number;
  /** So many more may wait; whoever comes then is told to come again. */
  readonly mostWaiting: number;
  readonly timeoutMs: number;
  readonly heapMegabytes: number;
}

export interface Printer {
  readonly print: PrintReport;
  close(): Promise<void>;
}

/**
 * Prints reports in threads of their own, kept for the next one once they are warm: half a second of layout would
 * hold up every call and request. A thread that fails or takes too long is ended, and the next report gets a new one.
 */
export function makePrinter(
  limits: PrinterLimits,
  thread = new URL('./report/report-thread.ts', import.meta.url),
): Printer {
  const limit = limitConcurrency(limits.atOnce);
  const idle: Worker[] = [];
  const busy = new Set<Worker>();
  let asked = 0;
  let isClosed = false;

  async function print(content: ReportContent): Promise<Buffer> {
    if (isClosed) throw unavailable('The service is stopping');
    if (asked >= limits.atOnce + limits.mostWaiting) throw unavailable('Too many reports are being printed');
    asked++;
    try {
      return await limit(() => printNow(content));
    } finally {
      asked--;
    }
  }

  async function printNow(content: ReportContent): Promise<Buffer> {
    if (isClosed) throw unavailable('The service is stopping');
    const worker = idle.pop() ?? startThread();
    busy.add(worker);
    try {
      const pdf = await answerOf(worker, content, limits.timeoutMs);
      if (!isClosed) idle.push(worker);
      return pdf;
    } catch (error) {
      await worker.terminate();
      if (isClosed) throw unavailable('The service is stopping');
      throw new Unprintable((error as Error).message, { cause: error });
    } finally {
      busy.delete(worker);
    }
  }

  function startThread(): Worker {
    const worker = new Worker(thread, {
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
      // What was said in a call must not reach the log through a library's complaint.
      stdout: true,
      stderr: true,
      // React does much more in development.
      env: { NODE_ENV: 'production' },
    });
    worker.stdout.resume();
    worker.stderr.resume();
    // Waiting for work keeps no process alive; one that ends meanwhile is not given any.
    worker.unref();
    worker.on('error', () => {});
    worker.once('exit', () => {
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    return worker;
  }

  async function close(): Promise<void> {
    isClosed = true;
    await Promise.all([...idle.splice(0), ...busy].map((worker) => worker.terminate()));
  }

  return { print, close };
}

const unavailable = (why: string): Failure =>
  new Failure('unavailable', `${why}: ask again in a moment.`, { retryAfterSeconds: 5 });

/** What the thread makes of the content; rejects when it fails, ends or takes too long. */
async function answerOf(worker: Worker, content: ReportContent, timeoutMs: number): Promise<Buffer> {
  const settled = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  worker.ref();
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`A report took longer than ${timeoutMs} ms to print`)),
        timeoutMs,
      );
      const listen = <Value>(event: string, then: (value: Value) => void) => {
        worker.on(event, then);
        settled.signal.addEventListener('abort', () => worker.off(event, then));
      };
      listen('message', ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
        resolve(Buffer.from(buffer, byteOffset, byteLength)),
      );
      listen('error', reject);
      listen('exit', (code: number) =>
        reject(new Error(`The thread that prints reports ended with ${code}`)),
      );
      worker.postMessage(content);
    });
  } finally {
    clearTimeout(timer);
    settled.abort();
    worker.unref();
  }
}
