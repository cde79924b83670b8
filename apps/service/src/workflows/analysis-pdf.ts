import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  type AnalysisPdf,
  type CallReport,
  type KeptPdf,
  readReport,
} from '../domains/analysis/report.actions.ts';
import { type PrintReport, type ReportContent, Unprintable } from '../domains/analysis/report.model.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import type { Scope } from '../storage/scope.ts';
import { ThreadFailure, ThreadPool } from './thread-pool.ts';

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

  const make: AnalysisPdf = async (scope, which, signal) => {
    const report = await readReport(scope, which);
    if (!report) return null;
    const place = placeOf(scope, report);
    const found = await read(place);
    if (found) return found;
    const pdf = await print(scope.companyId, report.content, signal);
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
  /** Per company and in all, so many more may wait; further requests get 503 with Retry-After. */
  readonly mostWaitingEach: number;
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
 * hold up every call and request.
 */
export function makePrinter(
  { timeoutMs, heapMegabytes, atOnce, ...waiting }: PrinterLimits,
  thread = new URL('./report/report-thread.ts', import.meta.url),
): Printer {
  const pool = new ThreadPool({
    thread,
    purpose: 'renders reports',
    // One is left to the others.
    limits: { atOnce, atOnceEach: Math.max(1, atOnce - 1), ...waiting },
    heapMegabytes,
    // React does much more in development.
    env: { NODE_ENV: 'production' },
  });
  return {
    async print(companyId, content, signal) {
      try {
        const { buffer, byteOffset, byteLength } = await pool.run<Uint8Array<ArrayBuffer>>(
          () => ({ order: content }),
          // It only computes: while others have the processor, its time does not pass.
          { owner: companyId, timeoutMs, isComputing: true, signal },
        );
        return Buffer.from(buffer, byteOffset, byteLength);
      } catch (error) {
        throw error instanceof ThreadFailure ? new Unprintable(error.message, { cause: error }) : error;
      }
    },
    close: () => pool.close(),
  };
}
