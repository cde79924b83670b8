import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { limitConcurrency } from '@parley/kernel/concurrency.ts';
import { Failure } from '@parley/kernel/failure.ts';
import {
  type AnalysisPdf,
  type CallReport,
  type KeptPdf,
  readReport,
} from '../domains/analysis/report.actions.ts';
import { type PrintReport, type ReportContent, Unprintable } from '../domains/analysis/report.model.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import type { Scope } from '../storage/scope.ts';

/** Raised when the same content is drawn differently, so that what was kept is printed anew. */
const DRAWING = 1;

interface PdfServices {
  readonly objects: ObjectStore;
  readonly print: PrintReport;
  /** What was printed could not be kept, which only costs time. */
  readonly onUnkept: (error: Error) => void;
}

/**
 * Prints the report of an analysed call, and keeps it: asked again, it is read. What is kept says which content it
 * shows, so that one whose analysis, or whose contact's name, has changed since is printed again in its place.
 */
export function makeAnalysisPdf({ objects, print, onUnkept }: PdfServices): {
  kept: KeptPdf;
  make: AnalysisPdf;
} {
  const kept: KeptPdf = async (scope, which) => {
    const report = await readReport(scope, which);
    return report ? read(placeOf(scope, report)) : null;
  };

  const make: AnalysisPdf = async (scope, which) => {
    const report = await readReport(scope, which);
    if (!report) return null;
    const place = placeOf(scope, report);
    const found = await read(place);
    if (found) return found;
    const pdf = await print(report.content);
    await objects.put(place.key, pdf, { contentType: place.contentType }).catch(onUnkept);
    return pdf;
  };

  async function read({ key, contentType }: Place): Promise<Buffer | undefined> {
    const found = await objects.get(key);
    if (found?.contentType === contentType) return buffer(found.body);
    found?.body.destroy();
    return undefined;
  }

  return { kept, make };
}

interface Place {
  readonly key: string;
  readonly contentType: string;
}

/** Deleted by the trigger of its analysis. */
const placeOf = ({ companyId }: Scope, { attemptId, content }: CallReport): Place => ({
  key: `reports/${companyId}/${attemptId}`,
  contentType: `application/pdf; content=${fingerprintOf(content)}`,
});

const fingerprintOf = (content: ReportContent): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING, content]))
    .digest('hex');

interface PrinterLimits {
  readonly atOnce: number;
  /** This many more may wait; further requests get 503 with Retry-After. */
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
    if (asked >= limits.atOnce + limits.mostWaiting) throw unavailable('Too many reports are being rendered');
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
        () => reject(new Error(`Rendering a report took longer than ${timeoutMs} ms`)),
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
        reject(new Error(`The thread that renders reports exited with code ${code}`)),
      );
      worker.postMessage(content);
    });
  } finally {
    clearTimeout(timer);
    settled.abort();
    worker.unref();
  }
}
